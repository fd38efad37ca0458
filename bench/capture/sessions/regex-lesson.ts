import { type LabelledSession, labelled } from "../session.ts";

/** A lesson: general knowledge that any model has. */
const session: LabelledSession = labelled({
  name: "regex-lesson",
  project: "/home/dan/scratch",
  talk: (t) => {
    t.prompt("Explain lookaheads in regular expressions to me.")
      .said(
        "A lookahead asserts that something follows without consuming it. `foo(?=bar)` matches `foo` only before `bar`; `foo(?!bar)` only where `bar` does not follow. You should always anchor patterns that validate whole strings.",
      )
      .prompt("why is that always necessary?")
      .said("Because without anchors a match anywhere in the string is enough.")
      .prompt("give me an example for passwords")
      .said(
        "```\n^(?=.*\\d)(?=.*[a-z]).{8,}$\n```\n\nThis requires a digit and a lower-case letter. JavaScript never needs the `s` flag here, because there are no line breaks.",
      )
      .prompt("Would you use a library instead of a regex?")
      .said(
        "For password strength I'd recommend zxcvbn rather than a regex, because length matters more than classes of characters.",
      )
      .prompt("interesting, thanks. no more questions")
      .said("You're welcome!");
  },
  never: ["anchor", "lookahead", "zxcvbn", "no more questions"],
});

export default session;
