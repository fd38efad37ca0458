import { type LabelledSession, labelled } from "../session.ts";

/** Stopped twice, refused once: what the person says then matters; SQL migrations. */
const session: LabelledSession = labelled({
  name: "interrupted-migration",
  project: "/home/ray/crm",
  talk: (t) => {
    t.prompt("Add a `archived_at` column to contacts and backfill it from the audit log.")
      .said("I'll write a migration that adds the column and backfills it in one statement.")
      .wrote(
        "/home/ray/crm/migrations/0042_archived_at.sql",
        "alter table contacts add column archived_at timestamptz;\nupdate contacts set archived_at = ...;",
      )
      .called("Bash", { command: "make migrate", description: "Run it" })
      .interrupted(true)
      .prompt(
        "Stop. Never backfill inside a migration, the contacts table has 40 million rows and a long update locks out the app. Backfills go into jobs/ as batched scripts.",
      )
      .edited("/home/ray/crm/migrations/0042_archived_at.sql", "update contacts set archived_at = ...;", "")
      .wrote("/home/ray/crm/jobs/backfill_archived_at.py", "for batch in batches(5000): ...")
      .refused("Bash", { command: "python jobs/backfill_archived_at.py --all" })
      .interrupted()
      .prompt("don't run the backfill now, it has to run at night")
      .said(
        "Right. The migration only adds the column now, and `jobs/backfill_archived_at.py` fills it in batches of 5,000 rows. Nothing was run. I chose batches by primary key rather than by offset, because offsets get slower with every batch.",
      )
      .prompt("good")
      .said("Anything else?");
  },
  keep: [
    {
      kind: ["correction", "preference"],
      type: "semantic",
      words: ["Never backfill inside a migration", "40 million"],
      importance: [7, 9],
    },
    { kind: "decision", words: ["batches by primary key", "offset"], importance: [5, 8] },
    { kind: "outcome", words: ["backfill_archived_at.py"], importance: [3, 6] },
  ],
  may: [
    { kind: ["preference", "correction"], words: ["run at night"] },
    { kind: "outcome", words: ["archived_at"] },
  ],
});

export default session;
