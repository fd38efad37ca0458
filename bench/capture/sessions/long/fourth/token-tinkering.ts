import { type LabelledSession, labelled } from "../../../session.ts";

/** An afternoon with a design system: colours, radii and names, all of it tried and put back; nothing to keep. */
const session: LabelledSession = labelled({
  name: "token-tinkering",
  held: true,
  project: "/Users/noor/pebble",
  talk: (t) => {
    t.prompt("hii can you start storybook, i want to play with the button a little")
      .ran("pnpm storybook", "Storybook 9.0.4 for react-vite started\n  Local: http://localhost:6006/")
      .said("Storybook is running at http://localhost:6006.")
      .prompt("the primary blue feels so… bank. what would a warmer one look like?")
      .called("Grep", { pattern: "primary", path: "tokens/color.json", output_mode: "content" })
      .gave('4:  "primary": { "$value": "#1f5fd6" },\n5:  "primary-hover": { "$value": "#184fb4" },')
      .said(
        "A few warmer directions:\n\n- `#3b5bdb`: indigo, still blue\n- `#5f3dc4`: violet\n- `#0b7285`: teal, warmer than it sounds\n- `#c2410c`: burnt orange, if you want to leave blue altogether",
      )
      .prompt("ooh indigo, show me")
      .edited("/Users/noor/pebble/tokens/color.json", "#1f5fd6", "#3b5bdb")
      .ran("pnpm tokens", "style-dictionary build\n✔︎ dist/tokens.css\n✔︎ dist/tokens.ts")
      .said("The primary colour is `#3b5bdb` now.")
      .prompt("hmm. next to the illustrations its a bit sleepy. violet?")
      .edited("/Users/noor/pebble/tokens/color.json", "#3b5bdb", "#5f3dc4")
      .ran("pnpm tokens", "style-dictionary build\n✔︎ dist/tokens.css\n✔︎ dist/tokens.ts")
      .said("Violet is in.")
      .prompt("no haha now we're a crypto startup. back to the blue")
      .edited("/Users/noor/pebble/tokens/color.json", "#5f3dc4", "#1f5fd6")
      .ran("pnpm tokens && git diff --stat", "style-dictionary build\n✔︎ dist/tokens.css\n✔︎ dist/tokens.ts")
      .said("Back to `#1f5fd6`; there's no difference to the last commit.")
      .prompt("ok radius. 8 → 12?")
      .edited("/Users/noor/pebble/tokens/shape.json", '"$value": "8px"', '"$value": "12px"')
      .said("Radius is 12px now.")
      .prompt("10")
      .edited("/Users/noor/pebble/tokens/shape.json", '"$value": "12px"', '"$value": "10px"')
      .said("10px.")
      .prompt("what do other people use? material, polaris, carbon, those")
      .said(
        "From memory:\n\n| System | Button radius |\n|---|---|\n| Material 3 | fully round |\n| Polaris | 8px |\n| Carbon | 0 |\n| Primer | 6px |\n| Fluent 2 | 4px |\n\nEight is about the middle.",
      )
      .prompt("lol so we were average all along. put 8 back, average is fine")
      .edited("/Users/noor/pebble/tokens/shape.json", '"$value": "10px"', '"$value": "8px"')
      .said("8px again.")
      .prompt("whats the contrast of the disabled text btw")
      .ran("node -e \"console.log(require('wcag-contrast').hex('#9aa3b2', '#ffffff').toFixed(2))\"", "2.53")
      .said("2.53 : 1. WCAG makes an exception for disabled controls, so it's allowed, though hard to read.")
      .prompt("mm yeah. try a darker one")
      .edited("/Users/noor/pebble/tokens/color.json", "#9aa3b2", "#7b8494")
      .ran(
        "pnpm tokens && pnpm test",
        "✔︎ dist/tokens.css\n FAIL  src/Button.snap.test.tsx > disabled\n  - color: #9aa3b2\n  + color: #7b8494\n Snapshots  1 failed",
        1,
      )
      .said(
        "The snapshot of the disabled button fails, naturally, since its colour has changed. Shall I update it?",
      )
      .prompt("no undo, now you can't tell it's disabled")
      .edited("/Users/noor/pebble/tokens/color.json", "#7b8494", "#9aa3b2")
      .ran(
        "pnpm tokens && pnpm test",
        "✔︎ dist/tokens.css\n Test Files  22 passed (22)\n      Tests  140 passed (140)",
      )
      .said("Undone, 140 tests pass.")
      .prompt("do you think 'ghost' is a good name for that variant? sounds spooky. 'quiet'? 'plain'?")
      .said(
        'All three are in use elsewhere: *ghost* in Ant Design and Chakra, *plain* in Polaris and Primer\'s old version, *quiet* in Spectrum. "Quiet" describes the emphasis, "ghost" the looks. A rename would touch 61 usages.',
      )
      .prompt("61 nope. ghost it remains, boo 👻")
      .prompt("can you make a story with all variants × all sizes in a grid? just for me to look at")
      .wrote(
        "/Users/noor/pebble/src/Button.grid.stories.tsx",
        "export const Grid = () => variants.map((v) => sizes.map((s) => <Button variant={v} size={s} />));",
      )
      .said('There\'s a story "Grid" under Button.')
      .prompt("nice!! bit more gap")
      .edited("/Users/noor/pebble/src/Button.grid.stories.tsx", "variants.map", "/* gap 24 */ variants.map")
      .said("24px between them.")
      .prompt("ohh the small one with an icon is off by a pixel no?")
      .called("Read", { file_path: "/Users/noor/pebble/src/Icon.css" })
      .gave(".icon { width: 1em; height: 1em; vertical-align: -0.125em; }")
      .said(
        "It looks even to me: the icon is 14px high in a line of 20px, three pixels above and three below.",
      )
      .prompt("hm must be my screen, the external one is weird. yeah on the laptop its fine")
      .prompt("ok screenshot taken. delete that story again, was only for the slides")
      .ran("rm src/Button.grid.stories.tsx && git status --short", "")
      .said("Deleted, the working tree is clean.")
      .prompt("so we did… nothing today? 😂")
      .said("We confirmed a few things, which is a nicer way of putting it.")
      .prompt("hahaha ok. thanks, bye!");
  },
  may: [
    { kind: "decision", words: ["ghost it remains"] },
    { kind: "decision", words: ["back to the blue|average is fine"] },
    { kind: "learning", words: ["2.53"] },
    { kind: "learning", words: ["now you can't tell it's disabled"] },
  ],
  never: [
    "#3b5bdb",
    "#5f3dc4",
    "12px",
    "crypto startup",
    "my screen",
    "bit more gap",
    "off by a pixel",
    "localhost:6006",
    "#7b8494",
    "fully round",
  ],
});

export default session;
