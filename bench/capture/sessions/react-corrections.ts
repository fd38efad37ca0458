import { type LabelledSession, labelled } from "../session.ts";

/** A person with clear wishes puts the agent right, again and again; React. */
const session: LabelledSession = labelled({
  name: "react-corrections",
  project: "/home/zoe/dashboard",
  talk: (t) => {
    t.prompt("Add a date picker to the filter bar.")
      .said("I'll add a date picker library and wire it into the filter bar.")
      .ran("npm install react-datepicker", "added 12 packages in 4s")
      .edited("/home/zoe/dashboard/src/FilterBar.tsx", "</form>", "<DatePicker /></form>")
      .said("Added a date picker from `react-datepicker` to the filter bar.")
      .prompt("No, use pnpm in this repo, not npm. npm breaks the workspace links.")
      .ran("rm package-lock.json && pnpm add react-datepicker", "Packages: +12\nDone in 2.1s")
      .said("Done with pnpm; the lock file of npm is removed.")
      .prompt("Also I'd rather have no new dependency for that. We have our own <DateField> in packages/ui.")
      .ran("pnpm remove react-datepicker", "Packages: -12")
      .edited("/home/zoe/dashboard/src/FilterBar.tsx", "<DatePicker />", "<DateField name='from' />")
      .said("The filter bar uses `DateField` from `packages/ui` now.")
      .prompt("looks good. Please don't use inline styles, we use CSS modules everywhere.")
      .edited("/home/zoe/dashboard/src/FilterBar.tsx", "style={{ gap: 8 }}", "className={styles.bar}")
      .said("Moved the styles into `FilterBar.module.css`.")
      .prompt("don't push yet")
      .said("I won't.")
      .prompt("stop adding comments to obvious code")
      .edited("/home/zoe/dashboard/src/FilterBar.tsx", "// the form", "")
      .said("Removed the comments.")
      .prompt("why does the spinner always show twice?")
      .said("Because both the page and the table render one while loading.")
      .prompt("ok leave it for now");
  },
  keep: [
    {
      kind: "correction",
      type: "semantic",
      words: ["pnpm", "not npm", "workspace links"],
      importance: [7, 9],
    },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["inline styles", "CSS modules"],
      importance: [6, 9],
    },
    { kind: ["preference", "correction"], type: "semantic", words: ["adding comments"], importance: [6, 8] },
    {
      kind: ["preference", "correction", "learning"],
      type: "semantic",
      words: ["new dependency|DateField"],
      importance: [5, 8],
    },
  ],
  may: [
    { kind: "outcome", words: ["Asked"] },
    { kind: ["learning"], words: ["DateField"] },
  ],
  never: ["push yet", "spinner"],
});

export default session;
