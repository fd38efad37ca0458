/**
 * The demo's story: two sessions recorded with Claude Code 2.1.330, the drafts that the model answers with when it is
 * asked to save, what it is told to remember beside the records, a session of which nobody saves anything, and a third
 * day that shows what comes back.
 */
import recording from "./recording.json" with { type: "json" };
import unsaved from "./unsaved.json" with { type: "json" };

export interface StoryTurn {
  prompt: string;
  /** Transcript lines of the turn as the client wrote them; `{{project}}` stands for the project's folder. */
  lines: readonly object[];
  /** What the model saves when asked at the end of the turn. */
  drafts: readonly object[];
}

export interface StoryDay {
  name: string;
  session: string;
  turns: readonly StoryTurn[];
}

const DRAFTS: readonly (readonly (readonly object[])[])[] = [
  [
    [
      {
        category: "decision",
        title: "Job queue: keep jobs in Postgres with SKIP LOCKED",
        summary:
          "Jobs are kept in Postgres (SKIP LOCKED) instead of Redis: Postgres is there already, one database is cheaper to run.",
        tags: ["queue", "jobs", "postgres", "redis"],
        related_files: ["src/queue.ts"],
        content: {
          status: "accepted",
          context: "Invoice mails have to leave in the background",
          decision: "Keep jobs in Postgres and claim them with FOR UPDATE SKIP LOCKED",
          rationale: ["Postgres is already running", "One database is cheaper to run than two"],
          alternatives: [{ option: "Redis", rejected_reason: "A second database to operate" }],
        },
      },
    ],
    [
      {
        category: "runbook",
        title: "Queue test fails with deadlock detected",
        summary: "Two workers locked job rows in no fixed order; `order by id` in the claim query fixed it.",
        tags: ["queue", "deadlock", "ci"],
        related_files: ["src/queue.ts"],
        content: {
          trigger: "error: deadlock detected in queue.test.ts",
          root_cause: "The claim query locked rows in no fixed order",
          steps: [
            "Reproduce with npm test",
            "Add `order by id` to the claim query in src/queue.ts",
            "Run npm test again",
          ],
          verification: "All 14 tests pass",
        },
      },
    ],
    [
      {
        category: "constraint",
        title: "Mail provider: 100 mails per minute",
        summary: "The mail provider cuts the account off at 100 mails per minute.",
        tags: ["mail", "rate-limit", "worker"],
        related_files: ["src/mail-worker.ts"],
        content: {
          kind: "limitation",
          rule: "At most 100 mails per minute for the account",
          impact: ["Invoices leave later when many are due"],
          severity: "high",
          active: true,
        },
      },
      {
        category: "session_summary",
        title: "Background invoice mails: queue, deadlock, throttle",
        summary: "Built the job queue for invoice mails, fixed the deadlock, throttled the mail worker.",
        tags: ["queue", "mail"],
        content: {
          goal: "Send invoice mails in the background",
          outcome: "success",
          completed: ["Job queue in Postgres", "Deadlock in the claim query fixed", "Mail worker throttled"],
          next_actions: ["Ask the mail provider for a larger plan before month end"],
        },
      },
    ],
  ],
  [
    [
      {
        category: "constraint",
        title: "Mail provider: 300 mails per minute",
        summary: "The new plan moved the mail provider's rate limit from 100 to 300 mails per minute.",
        lifecycle_event: "superseded",
        tags: ["mail", "rate-limit", "worker"],
        content: { rule: "At most 300 mails per minute for the account" },
      },
    ],
    [
      {
        category: "decision",
        title: "Job queue: Redis Streams instead of Postgres",
        summary:
          "The job queue decision is reversed: Redis Streams, because two million month-end jobs slowed the main database down.",
        lifecycle_event: "reversed",
        tags: ["queue", "jobs", "redis", "streams"],
        content: {
          decision: "Keep jobs in Redis Streams; src/queue.ts talks to Redis",
          rationale: ["two million month-end jobs slowed the main database down"],
          alternatives: [
            { option: "Jobs in Postgres", rejected_reason: "Month-end load hurt the main database" },
          ],
        },
      },
    ],
  ],
];

const NAMES = [
  { name: "Monday", session: "demo-monday" },
  { name: "Tuesday", session: "demo-tuesday" },
];

/** The recorded days. */
export const DAYS: readonly StoryDay[] = recording.map(({ turns }, day) => ({
  name: NAMES[day]?.name ?? `Day ${day + 1}`,
  session: NAMES[day]?.session ?? `demo-${day + 1}`,
  turns: turns.map(({ prompt, lines }, turn) => ({ prompt, lines, drafts: DRAFTS[day]?.[turn] ?? [] })),
}));

/** The second day ends with what is no record: private, and kept in the database. */
export const REMEMBERED: {
  readonly prompt: string;
  readonly calls: readonly { readonly tool: string; readonly args: { readonly [name: string]: unknown } }[];
} = {
  prompt: "Acme gets its invoices at 18:00. And before we publish: the README has to name the new limit.",
  calls: [
    {
      tool: "memory_remember",
      args: {
        text: "Acme gets its invoices in one batch at 18:00, because its gateway drops single mails",
        type: "semantic",
      },
    },
    {
      tool: "memory_remind",
      args: { text: "Name the limit of 300 mails per minute in the README", when: "before npm publish" },
    },
  ],
};

/** A failure is mended, and the terminal closed: nobody saved anything. On the third day the same command fails again. */
export const UNSAVED: {
  readonly session: string;
  readonly prompt: string;
  readonly lines: readonly object[];
  readonly command: string;
  readonly error: string;
} = {
  session: "demo-unsaved",
  prompt: "The worker's smoke test fails since this morning, can you look?",
  lines: unsaved,
  command: "npm run smoke",
  error: "Exit code 1\nError: listen EADDRINUSE: address already in use 127.0.0.1:9465",
};

/** The third day's list of tasks, as the client tells of it; the context is compacted in the middle of it. */
export const TASKS: readonly { readonly id: string; readonly subject: string; readonly underWay?: true }[] = [
  { id: "1", subject: "Render the PDF in the worker", underWay: true },
  { id: "2", subject: "Attach the PDF to the invoice mail" },
];

/** What the third day does that an intention waits for. */
export const PUBLISH = "npm publish";

/** The third day asks: what is expected to come back, and why where nothing is. */
export const QUESTIONS: readonly { prompt: string; about: string }[] = [
  {
    prompt: "Where does a new job for PDF rendering go, which queue do we use?",
    about: "the decision as it stands now",
  },
  { prompt: "CI fails again: deadlock detected in the queue test", about: "the fix, with its steps" },
  {
    prompt: "How many mails per minute may the worker send?",
    about: "the brief has shown it: each record once a session",
  },
  { prompt: "When do the invoices for Acme leave?", about: "a memory of yesterday's session" },
  { prompt: "Please rename the CSS class of the page footer", about: "no record is about this" },
];
