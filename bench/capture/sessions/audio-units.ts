import { type LabelledSession, labelled } from "../session.ts";

/** A tool that needs its environment, a rejected approach; C. */
const session: LabelledSession = labelled({
  name: "audio-units",
  project: "/home/ivy/synth",
  talk: (t) => {
    t.prompt("get the unit tests running again, they were moved to meson")
      .ran(
        "meson test -C build",
        "ERROR: No such build data file as '/home/ivy/synth/build/meson-private/build.dat'.",
        1,
      )
      .ran(
        "meson setup build",
        'Dependency check found: NO (tried pkgconfig)\nmeson.build:12:0: ERROR: Dependency "check" not found',
        1,
      )
      .ran("brew install check", "check 0.15.2 installed")
      .ran("meson setup build", "Build targets in project: 4")
      .ran("meson test -C build", "1/4 osc OK\n2/4 env FAIL\nFail: 1", 1)
      .said(
        "Three of four suites pass. `env` fails: it expects 44.1 kHz. I could change the test, but the sample rate looks like a real bug.",
      )
      .prompt("yes it's real: the default has to be 48 kHz everywhere since the new hardware can't do 44.1")
      .edited("/home/ivy/synth/src/env.c", "44100", "48000")
      .edited("/home/ivy/synth/test/env_test.c", "44100", "48000")
      .ran("meson test -C build", "4/4 OK")
      .said("All four suites pass with 48 kHz.")
      .prompt("sweet. next release we drop the autotools files")
      .said("Alright.");
  },
  keep: [
    { kind: ["command", "fix"], words: ["check", "meson setup"], importance: [4, 7] },
    { kind: ["learning", "decision", "preference"], words: ["48 kHz", "hardware"], importance: [5, 9] },
    { kind: "intention", type: "prospective", words: ["autotools"], importance: [4, 8] },
  ],
  may: [
    { kind: "fix", words: ["env"] },
    { kind: "outcome", words: ["48"] },
  ],
});

export default session;
