import { type LabelledSession, labelled } from "../session.ts";

/** Corrections in passing, some that last and some that do not; TypeScript monorepo. */
const session: LabelledSession = labelled({
  name: "monorepo-mistakes",
  project: "/home/di/suite",
  talk: (t) => {
    t.prompt("extract the date helpers into their own package")
      .wrote("/home/di/suite/packages/dates/index.ts", "export const iso = ...")
      .wrote("/home/di/suite/packages/dates/package.json", '{ "name": "dates" }')
      .ran("yarn install", "➤ YN0000: Done in 2s")
      .said("The helpers live in `packages/dates` now, published as `dates`.")
      .prompt(
        "No, packages are always scoped: @suite/dates. And the entry is src/index.ts, not index.ts in the root.",
      )
      .edited("/home/di/suite/packages/dates/package.json", "dates", "@suite/dates")
      .ran("git mv packages/dates/index.ts packages/dates/src/index.ts", "")
      .said("Renamed and moved.")
      .prompt("you missed the tsconfig references")
      .edited("/home/di/suite/tsconfig.json", "references", "references, packages/dates")
      .said("Added the reference.")
      .prompt(
        "thanks. don't run the whole test suite each time, it takes 20 minutes. run only the tests of the package you touched",
      )
      .ran("yarn workspace @suite/dates test", "12 passed")
      .said("The 12 tests of the package pass.")
      .prompt("no need to tell me every step btw")
      .said("Okay.")
      .prompt("no, not that file");
  },
  keep: [
    { kind: ["correction", "preference"], type: "semantic", words: ["scoped", "@suite"], importance: [6, 9] },
    { kind: ["preference", "correction"], type: "semantic", words: ["whole test suite"], importance: [6, 9] },
  ],
  may: [
    { kind: "outcome", words: ["packages/dates"] },
    { kind: ["correction", "learning", "preference"], words: ["src/index.ts"] },
    { kind: "preference", words: ["every step"] },
  ],
  never: ["tsconfig references", "not that file"],
});

export default session;
