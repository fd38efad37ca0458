import { type LabelledSession, labelled } from "../session.ts";

/** Firmware: a hang that is found over several turns, a limit of the hardware. */
const session: LabelledSession = labelled({
  name: "embedded-watchdog",
  held: true,
  project: "/home/rui/meter-fw",
  talk: (t) => {
    t.prompt("The meter reboots about once an hour in the field. Serial log says 'wdt reset'. Any idea?")
      .called("Grep", { pattern: "wdt_feed", path: "src" })
      .gave("src/main.c:88: wdt_feed();")
      .said(
        "The watchdog is fed in the main loop only. Anything there that blocks for more than two seconds resets the chip. I'd look at the radio.",
      )
      .prompt("how long can radio_join take?")
      .read("/home/rui/meter-fw/src/radio.c", "int radio_join(void) { while (!joined) poll(); }")
      .said("There's no bound at all: it polls until the network answers.")
      .prompt("ok fix it")
      .edited(
        "/home/rui/meter-fw/src/radio.c",
        "while (!joined) poll();",
        "for (t = 0; !joined && t < JOIN_MS; t += 10) { poll(); wdt_feed(); }",
      )
      .ran("west build -b meter_v2 && west flash", "Flashed 231 kB")
      .said(
        "`radio_join` gives up after 30 s and feeds the watchdog while it waits, so the hourly rejoin can't reset the meter any longer. The reboots came from the rejoin blocking the main loop whenever the gateway was slow.",
      )
      .prompt("Running since two hours without reboot. Great find!")
      .said("Good.")
      .prompt("keep in mind the v2 board only has 256 kB flash, so we can't take bigger libraries in")
      .said("231 kB are used already, so there is little room.")
      .prompt("What would it take to do firmware updates over the air?")
      .said("You'd need a second slot, which doesn't fit in the flash of this board.");
  },
  keep: [
    { kind: "fix", type: "episodic", words: ["reboot", "watchdog|radio_join"] },
    { kind: ["learning", "preference"], type: "semantic", words: ["256 kB"] },
  ],
  may: [
    { kind: "outcome", words: ["radio"] },
    { kind: "learning", words: ["slot"] },
    { kind: "learning", words: ["watchdog"] },
  ],
});

export default session;
