import { type LabelledSession, labelled } from "../session.ts";

/** Mechanical work: nothing to keep. */
const session: LabelledSession = labelled({
  name: "formatting-only",
  project: "/home/pia/cli",
  talk: (t) => {
    t.prompt("run prettier on src")
      .ran("npx prettier --write src", "src/index.js 41ms\nsrc/args.js 12ms")
      .said("Formatted two files.")
      .prompt("fix the lint errors too")
      .ran(
        "npx eslint src",
        "src/args.js\n  3:7  error  'x' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
        1,
      )
      .edited("/home/pia/cli/src/args.js", "const x = 1\n", "")
      .ran("npx eslint src", "")
      .said("Removed an unused variable; eslint is clean.")
      .prompt("show me the diff")
      .ran("git diff", "-const x = 1")
      .said("Here's the diff: one line was removed in `src/args.js`.")
      .prompt("ok now commit, and don't add yourself as co-author this time")
      .ran("git commit -am 'Format'", "[main 11ab2c3] Format\n 2 files changed")
      .said("Committed.")
      .prompt("cool. see you later");
  },
  may: [{ kind: ["preference"], words: ["co-author"] }],
  never: ["unused", "see you later"],
});

export default session;
