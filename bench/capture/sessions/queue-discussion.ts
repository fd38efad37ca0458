import { type LabelledSession, labelled } from "../session.ts";

/** Talk alone: what is asked, proposed, agreed and asked again. */
const session: LabelledSession = labelled({
  name: "queue-discussion",
  project: "/home/mo/reports",
  talk: (t) => {
    t.prompt(
      "I need background jobs for the PDF reports. What would you use here? We have Postgres and one small VM.",
    )
      .said(
        "There are three usual ways:\n\n1. Redis with BullMQ: fast, but one more service to run.\n2. A job table in Postgres with `SKIP LOCKED`: nothing new to operate.\n3. A hosted queue such as SQS: no operations, but a vendor and latency.\n\nI'd recommend the job table in Postgres because you run no other service and a few hundred reports a day are far below what it handles. Shall I sketch it?",
      )
      .prompt("Yes, go ahead with a sketch. How would retries work?")
      .said(
        "A row has `attempts` and `run_at`; a failed job gets a later `run_at` with exponential backoff, and after five attempts it is marked dead. Workers poll every second.\n\n```sql\nselect id from jobs where run_at <= now() order by run_at for update skip locked limit 1;\n```",
      )
      .prompt("Would Redis be faster?")
      .said(
        "Yes, by a lot per job, but your jobs take seconds each, so it would make no difference you could notice.",
      )
      .prompt("Should we maybe switch to SQS once we are bigger?")
      .said("If you reach thousands of jobs a minute it could be worth it. The interface can stay the same.")
      .prompt(
        "ok. One thing though: reports contain customer data, so they must never be written to local disk, only streamed to the bucket.",
      )
      .said("Then the worker streams the PDF straight into the bucket, without a temporary file.")
      .prompt("perfect, we'll implement it tomorrow");
  },
  keep: [
    { kind: "decision", words: ["job table in Postgres", "because"], importance: [6, 9] },
    {
      kind: ["preference", "learning"],
      type: "semantic",
      words: ["never be written to local disk"],
      importance: [7, 9],
    },
  ],
  may: [
    { kind: "learning", words: ["one small VM"] },
    { kind: "intention", words: ["implement"] },
  ],
  never: ["SQS once", "Redis be faster", "hosted queue"],
});

export default session;
