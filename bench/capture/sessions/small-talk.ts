import { type LabelledSession, labelled } from "../session.ts";

/** Small errands: nothing of them matters tomorrow. */
const session: LabelledSession = labelled({
  name: "small-talk",
  project: "/home/kim/site",
  talk: (t) => {
    t.prompt("hi")
      .said("Hello! What can I do for you?")
      .prompt("what changed since yesterday?")
      .ran("git log --since=yesterday --oneline", "a81b2c3 Update copyright year\n77cd001 Bump eslint")
      .said("Two commits: the copyright year was updated, and eslint was bumped.")
      .prompt("ok run the tests")
      .ran("npm test", "Tests: 31 passed, 31 total")
      .said("All 31 tests pass.")
      .prompt("rename `foo` to `count` in src/util.ts")
      .edited("/home/kim/site/src/util.ts", "const foo = 0", "const count = 0")
      .said("Renamed `foo` to `count`.")
      .prompt("commit and push")
      .ran(
        "git commit -am 'Rename foo' && git push",
        "To github.com:kim/site.git\n   77cd001..9ab12cd  main -> main",
      )
      .said("Committed and pushed.")
      .prompt("don't worry about the warning, thanks! bye");
  },
  never: ["warning", "copyright"],
});

export default session;
