/** The SQLite driver: one file of the user's own, nothing resident. */
import type { Database } from "bun:sqlite";
import { sizeOf } from "../../host/quick-fs.ts";
import type { JobStore } from "../job-port.ts";
import type { CaptureMarks } from "../mark-port.ts";
import type { Store } from "../port.ts";
import type { ProposalStore } from "../proposal-port.ts";
import type { UsageStore } from "../usage-port.ts";
import { asStoreError, foldLog, openDatabase } from "./database.ts";
import { lazily } from "./lazily.ts";
import { lazyMemories } from "./lazy-memories.ts";
import { sqliteLedger } from "./ledger.ts";
import { type Run, sqliteProjection } from "./projection.ts";
import { sqliteTextIndex } from "./text-index.ts";
import { turnOf } from "./turns.ts";

export interface SqliteOptions {
  /** The database file. It and its folder are made where missing (0600, 0700). */
  readonly path: string;
  /**
   * Milliseconds to wait for another process's write before failing with `LOCKED`; 250 unless told. Hooks that
   * hold up a prompt should not wait longer; commands that people run may.
   */
  readonly busyTimeout?: number;
  readonly now?: () => Date;
  /**
   * For processes that someone waits for: an existing database is opened without looking after the rights to its
   * file, which the careful opening at a session's start takes away from others, and no write of theirs is held up by a
   * checkpoint: `settle` makes it.
   */
  readonly quick?: boolean;
}

const BUSY_TIMEOUT = 250;
const ALONE_TIMEOUT = 1_000;

/**
 * Opens the database, making, migrating or mending it as needed.
 *
 * A process that ends at once need not call `close`: every write is committed when its promise resolves, and the
 * last `close` pays for a checkpoint with a flush to disk. Such processes `settle` where nobody waits for them.
 *
 * @throws StoreError
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const { path, busyTimeout = BUSY_TIMEOUT, now = () => new Date(), quick = false } = options;
  const { db, notices } = openDatabase(path, { busyTimeout, now, quick });
  const atOnce: Run = async (work) => {
    try {
      return work();
    } catch (error) {
      throw asStoreError(error, path);
    }
  };
  const turn = turnOf(path);
  const waits = { usual: busyTimeout, patience: Math.max(busyTimeout, ALONE_TIMEOUT) };
  const storeOf = (run: Run, alone: Store["alone"]): Store => ({
    projection: sqliteProjection(db, run, now),
    ledger: sqliteLedger(db, run),
    memories: lazyMemories(db, run),
    text: sqliteTextIndex(db, run),
    jobs: lazily<JobStore>(
      {
        add: true,
        lease: true,
        renew: true,
        finish: true,
        fail: true,
        list: true,
        drop: true,
        takeSeat: true,
        clearSeat: true,
        leaveSeat: true,
        seat: true,
        seats: true,
        noteRun: true,
        lastRun: true,
      },
      async () => (await import("./jobs.ts")).sqliteJobs(db, run),
      () => ({
        add: async (job) => {
          const { addJob } = await import("./asking.ts");
          return run(() => addJob(db, job));
        },
      }),
    ),
    marks: lazily<CaptureMarks>(
      { of: true, begin: true, put: true, open: true },
      async () => (await import("./marks.ts")).sqliteMarks(db, run),
      () => ({
        begin: async (mark) => {
          const { beginMark } = await import("./asking.ts");
          await run(() => beginMark(db, mark));
        },
      }),
    ),
    usage: lazily<UsageStore>({ book: true, settle: true, sums: true, prune: true }, async () =>
      (await import("./usage.ts")).sqliteUsage(db, run),
    ),
    proposals: lazily<ProposalStore>(
      {
        propose: true,
        beginning: true,
        list: true,
        counts: true,
        edit: true,
        decide: true,
        reopen: true,
        forget: true,
        prune: true,
      },
      async () => (await import("./proposals.ts")).sqliteProposals(db, run),
    ),
    notices,
    about: () => run(() => ({ where: path, system: systemOf(db), bytes: sizeOf(path) })),
    alone,
    settle: (over) => run(() => foldLog(db, path, { over, busyTimeout })),
    scrub: async () => {
      const { scrub } = await import("./scrub.ts");
      return run(() => scrub(db));
    },
    close: () => run(() => db.close()),
  });
  const inside = storeOf(atOnce, (_, work) => work(inside));
  return storeOf(
    (work) => turn(() => atOnce(work)),
    // The whole file has one writer at a time, whatever the key.
    (_, work) => turn(() => inTransaction(db, atOnce, () => work(inside), waits)),
  );
}

/**
 * @param patience milliseconds to wait for other writers: whoever is alone has read something that makes it write, and no one
 *   would do it in its place
 */
async function inTransaction<T>(
  db: Database,
  run: Run,
  work: () => Promise<T>,
  { patience, usual }: { readonly patience: number; readonly usual: number },
): Promise<T> {
  // Loaded first: nobody should wait for that.
  await import("./memories.ts");
  await run(() => {
    db.run(`PRAGMA busy_timeout = ${patience}`);
    try {
      db.run("BEGIN IMMEDIATE");
    } finally {
      db.run(`PRAGMA busy_timeout = ${usual}`);
    }
  });
  try {
    const done = await work();
    await run(() => db.run("COMMIT"));
    return done;
  } catch (error) {
    if (db.inTransaction) db.run("ROLLBACK");
    throw error;
  }
}

const systemOf = (db: Database): string =>
  `SQLite ${db.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version}`;
