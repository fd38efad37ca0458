import { type LabelledSession, labelled } from "../session.ts";

/** Planning a release in words: dates, duties, doubts. */
const session: LabelledSession = labelled({
  name: "release-talk",
  project: "/home/cy/desktop",
  talk: (t) => {
    t.prompt("we're planning 5.0. what would break for plugin authors if we remove the sync API?")
      .called("Grep", { pattern: "readSync", path: "plugins" })
      .gave("plugins/a.js\nplugins/b.js")
      .said("Two of the bundled plugins use it, and probably most third-party ones.")
      .prompt(
        "ok then we keep the sync API in 5.0 and only deprecate it, since authors need a full cycle to move.",
      )
      .said("Then 5.0 prints a warning and 6.0 removes it.")
      .prompt("Yes. Please remind me on 2026-04-15 to announce the deprecation in the newsletter.")
      .said("Will do.")
      .prompt("maybe we could also rename the config file? dunno")
      .said("It would be a second break for little gain.")
      .prompt(
        "true, forget it. Oh, and the installer must be signed before we publish, last time we forgot and Windows blocked it",
      )
      .said("I'll keep it in mind.")
      .prompt("is there a way to test the installer in CI?")
      .said("Yes, on a Windows runner.");
  },
  keep: [
    { kind: ["decision", "preference"], words: ["sync API", "deprecate"], importance: [6, 9] },
    { kind: "intention", type: "prospective", words: ["newsletter"], importance: [5, 8] },
    { kind: ["intention", "preference"], words: ["installer", "signed"], importance: [5, 9] },
  ],
  never: ["rename the config", "Windows runner"],
});

export default session;
