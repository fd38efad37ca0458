import { type LabelledSession, labelled } from "../session.ts";

/** Mechanical edits of documentation: nothing to keep. */
const session: LabelledSession = labelled({
  name: "docs-typos",
  project: "/home/fin/handbook",
  talk: (t) => {
    t.prompt("fix typos in docs/")
      .ran(
        "npx cspell docs",
        "docs/a.md:3:7 - Unknown word (recieve)\ndocs/b.md:9:1 - Unknown word (teh)\n2 issues",
        1,
      )
      .edited("/home/fin/handbook/docs/a.md", "recieve", "receive")
      .edited("/home/fin/handbook/docs/b.md", "teh", "the")
      .ran("npx cspell docs", "CSpell: 0 issues")
      .said("Two typos are fixed.")
      .prompt("replace 'e-mail' by 'email' everywhere")
      .ran("grep -rl e-mail docs | xargs sed -i 's/e-mail/email/g'", "")
      .said("Replaced in nine files.")
      .prompt("also in the titles? they look odd")
      .said("Titles too.")
      .prompt("hmm no, put the hyphen back in titles")
      .ran("sed -i 's/^# Email/# E-mail/' docs/*.md", "")
      .said("Done.");
  },
  may: [
    { kind: ["preference", "correction"], words: ["email"] },
    { kind: "outcome", words: ["typos"] },
  ],
  never: ["recieve"],
});

export default session;
