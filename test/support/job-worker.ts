/**
 * One of several processes that do jobs of the same database: `job-worker.ts <database> <owner> <round> <kill at> <log>`. It
 * writes a line of what it was told had been asked for, what it begins, and what is done, and asks for a part of it again
 * meanwhile, as hooks do. All of a round happens at one time: no lease runs out before the next.
 */
import { appendFileSync } from "node:fs";
import type { JobKey, JobStore } from "../../src/store/job-port.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";

export type Deed = "asked" | "begun" | "failed" | "done";

/** A line of the log. */
export interface Line {
  readonly round: number;
  readonly owner: string;
  readonly deed: Deed;
  readonly subject: string;
  readonly n: number;
}

export const timeOf = (round: number): string => new Date(Date.UTC(2026, 2, 7, 0, round)).toISOString();

/** The process ends just before its nth question (at 2n − 1), or when that was answered (at 2n). */
function mortal(jobs: JobStore, killAt: number): JobStore {
  let moments = 0;
  const survive = (): void => {
    moments += 1;
    if (moments === killAt) process.kill(process.pid, "SIGKILL");
  };
  return new Proxy(jobs, {
    get:
      (target, name) =>
      async (...args: unknown[]) => {
        survive();
        const answer = await (Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>)(...args);
        survive();
        return answer;
      },
  });
}

if (import.meta.main) {
  const [database = "", owner = "", round = "0", killAt = "0", log = ""] = process.argv.slice(2);
  const store = database.startsWith("postgres:")
    ? await openPostgresStore({ url: database })
    : openSqliteStore({ path: database, busyTimeout: 20_000 });
  const jobs = mortal(store.jobs, Number(killAt));
  const now = timeOf(Number(round));
  const lease = { owner, now, until: timeOf(Number(round) + 1) };
  const note = (deed: Deed, { subject }: JobKey, n: number): void =>
    appendFileSync(
      log,
      `${JSON.stringify({ round: Number(round), owner, deed, subject, n } satisfies Line)}\n`,
    );

  await jobs.takeSeat(lease);
  for (;;) {
    const job = await jobs.lease(lease);
    if (!job) {
      if (await jobs.leaveSeat(owner, now)) break;
      continue;
    }
    const n = Number(job.payload.n);
    note("begun", job, n);
    const { kind, project, subject } = job;
    const key = { kind, project, subject };
    if (n < 1) {
      await jobs.add({ ...key, payload: { n: n + 1 }, at: now });
      note("asked", job, n + 1);
    }
    await jobs.renew(key, lease);
    if (job.attempts === 1 && n === 1) {
      note("failed", job, n);
      await jobs.fail(key, owner, "not yet", { at: now });
    } else {
      note("done", job, n);
      await jobs.finish(key, owner);
    }
  }
  await store.close();
}
