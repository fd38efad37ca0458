import { type LabelledSession, labelled } from "../session.ts";

/** Corrections about how things are run; PHP. */
const session: LabelledSession = labelled({
  name: "queue-consumers",
  project: "/home/hop/mailflow",
  talk: (t) => {
    t.prompt("increase the number of mail consumers to 8")
      .edited("/home/hop/mailflow/docker-compose.yml", "replicas: 4", "replicas: 8")
      .said("The compose file starts 8 consumers now.")
      .prompt(
        "that file is only for local development. production is configured in the ansible repo, group_vars/mail.yml",
      )
      .edited("/home/hop/mailflow/docker-compose.yml", "replicas: 8", "replicas: 4")
      .said("I've put the compose file back. I have no access to the ansible repository.")
      .prompt(
        "right. and it can't be more than 6 anyway, the SMTP relay allows six parallel connections per host",
      )
      .said("Then 6 is the limit.")
      .prompt("ok. can you make the consumer count configurable by env here?")
      .edited("/home/hop/mailflow/bin/consume.php", "4", "getenv('CONSUMERS') ?: 4")
      .edited("/home/hop/mailflow/.env.dist", "", "CONSUMERS=4")
      .said("`CONSUMERS` sets the number of consumers in `bin/consume.php`; the default stays 4.")
      .prompt("and don't use getenv, we have Config::get for that")
      .edited("/home/hop/mailflow/bin/consume.php", "getenv('CONSUMERS')", "Config::get('consumers')")
      .said("Changed to `Config::get`.");
  },
  keep: [
    { kind: ["learning", "correction"], type: "semantic", words: ["ansible"], importance: [5, 9] },
    { kind: ["learning", "correction"], type: "semantic", words: ["SMTP relay", "six"], importance: [5, 9] },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["getenv", "Config::get"],
      importance: [6, 9],
    },
    { kind: "outcome", words: ["CONSUMERS"], importance: [3, 7] },
  ],
  may: [{ kind: "outcome", words: ["compose"] }],
});

export default session;
