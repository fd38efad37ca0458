import { type LabelledSession, labelled } from "../session.ts";

/** An agent that goes too far is stopped; Ruby. */
const session: LabelledSession = labelled({
  name: "stopped-refactor",
  project: "/home/kat/mailer",
  talk: (t) => {
    t.prompt("rename Subscriber to Recipient")
      .ran("grep -rl Subscriber app | wc -l", "34")
      .edited("/home/kat/mailer/app/models/subscriber.rb", "class Subscriber", "class Recipient")
      .edited("/home/kat/mailer/db/schema.rb", "subscribers", "recipients")
      .interrupted()
      .prompt(
        "stop, don't rename the table! the reporting database replicates it by name. only the Ruby class changes, with self.table_name",
      )
      .edited("/home/kat/mailer/db/schema.rb", "recipients", "subscribers")
      .edited(
        "/home/kat/mailer/app/models/recipient.rb",
        "class Recipient",
        "class Recipient\n  self.table_name = 'subscribers'",
      )
      .ran("bin/rails test", "112 runs, 0 failures, 0 errors")
      .said(
        "Only the class is renamed; the table stays `subscribers`. 112 tests pass. The factory files still use the old name and should be renamed in a separate PR, because 60 specs refer to them.",
      )
      .prompt("ok, commit")
      .ran("git commit -am 'Rename Subscriber to Recipient'", "[main 9d1] Rename Subscriber to Recipient")
      .said("Committed.");
  },
  keep: [
    {
      kind: ["correction", "preference", "learning"],
      type: "semantic",
      words: ["table", "reporting database"],
      importance: [6, 9],
    },
    { kind: "intention", type: "prospective", words: ["factory", "separate PR"], importance: [4, 8] },
    { kind: "outcome", words: ["Recipient", "recipient.rb"], importance: [3, 7] },
  ],
  may: [{ kind: "outcome", words: ["subscriber"] }],
});

export default session;
