/** Jobs and the workers' seats in SQLite. */
import type { Database } from "bun:sqlite";
import { labelsDoneIn } from "../job-environment.ts";
import type { Job, JobKey, JobStore, Lease, Post, Seat } from "../job-port.ts";
import { type JobRow, jobOf, seatEnv, seatName } from "../work-rows.ts";
import { addJob } from "./asking.ts";
import { immediately } from "./immediately.ts";
import type { Run } from "./projection.ts";

const COLUMNS =
  "kind, project, subject, payload, env, state, due, attempts, owner, leased_until, error, created_at";
const KEY = "kind = ?1 AND project = ?2 AND subject = ?3";
const MINE = `${KEY} AND state = 'leased' AND owner = ?4`;
/** Since when it may be taken: since it was due, or since its owner let it go. */
const SINCE = "coalesce(leased_until, due)";
const ORDER = `${SINCE}, created_at, kind, project, subject`;

export function sqliteJobs(db: Database, run: Run): JobStore {
  return {
    add: (job) => run(() => addJob(db, job)),
    lease: (lease, post) => run(() => immediately(db, () => take(db, lease, post))),
    renew: (key, { owner, until }) =>
      run(
        () =>
          db
            .query(`UPDATE jobs SET leased_until = ?5 WHERE ${MINE}`)
            .run(key.kind, key.project, key.subject, owner, until).changes > 0,
      ),
    finish: (key, owner) => run(() => immediately(db, () => finish(db, key, owner))),
    fail: (key, owner, error, retry) =>
      run(() => {
        db.query(
          `UPDATE jobs SET owner = NULL, leased_until = NULL, error = ?5,
             state = iif(?6 IS NULL AND asked = begun, 'dead', 'waiting'),
             attempts = iif(?6 IS NULL AND asked > begun, 0, attempts),
             due = iif(asked > begun, min(due, coalesce(?6, due)), coalesce(?6, due))
           WHERE ${MINE}`,
        ).run(key.kind, key.project, key.subject, owner, error, retry === "give up" ? null : retry.at);
      }),
    list: (limit) =>
      run(() =>
        db
          .query<JobRow, [number]>(`SELECT ${COLUMNS} FROM jobs ORDER BY ${ORDER} LIMIT ?`)
          .all(limit)
          .map((row) => jobOf(row)),
      ),
    drop: (which) =>
      run(() =>
        "kind" in which
          ? db.query(`DELETE FROM jobs WHERE ${KEY}`).run(which.kind, which.project, which.subject).changes
          : db.query("DELETE FROM jobs WHERE project = ?").run(which.project).changes,
      ),
    takeSeat: ({ owner, now, until }, env = "") =>
      run(
        () =>
          db
            .query(
              `INSERT INTO seats(name, owner, until) VALUES(?4, ?1, ?3)
               ON CONFLICT(name) DO UPDATE SET owner = excluded.owner, until = excluded.until
               WHERE seats.owner = ?1 OR seats.until <= ?2`,
            )
            .run(owner, now, until, seatName(env)).changes > 0,
      ),
    clearSeat: (owner) => run(() => db.query("DELETE FROM seats WHERE owner = ?").run(owner).changes > 0),
    leaveSeat: (owner, now, post) => run(() => immediately(db, () => leaveSeat(db, owner, now, post))),
    seat: (now, env = "") => run(() => seat(db, now, env)),
    seats: (now) =>
      run(() =>
        db
          .query<Seat & { name: string }, [string]>(
            "SELECT name, owner, until FROM seats WHERE until > ? ORDER BY name",
          )
          .all(now)
          .map(({ name, ...rest }) => ({ ...rest, env: seatEnv(name) })),
      ),
    noteRun: (kind, project, at) =>
      run(() => {
        db.query("INSERT OR REPLACE INTO runs(project, kind, at) VALUES(?, ?, ?)").run(project, kind, at);
      }),
    lastRun: (kind, project) =>
      run(
        () =>
          db
            .query<{ at: string }, [string, string]>("SELECT at FROM runs WHERE project = ? AND kind = ?")
            .get(project, kind)?.at,
      ),
  };
}

const seat = (db: Database, now: string, env: string): Seat | undefined =>
  db
    .query<Seat, [string, string]>("SELECT owner, until FROM seats WHERE name = ? AND until > ?")
    .get(seatName(env), now) ?? undefined;

const TAKABLE = `state <> 'dead' AND ${SINCE} <= ?1 AND (?2 IS NULL OR env IN (?2, ?3) OR ${SINCE} <= ?4)`;

type Wanted = [now: string, env: string | null, settings: string | null, strays: string | null];

const wanted = (now: string, post: Post | undefined): Wanted =>
  post ? [now, ...labelsDoneIn(post.env), post.strays] : [now, null, null, null];

const isWorkDue = (db: Database, now: string, post: Post | undefined): boolean =>
  db.query<unknown, Wanted>(`SELECT 1 FROM jobs WHERE ${TAKABLE} LIMIT 1`).get(...wanted(now, post)) !== null;

function take(db: Database, { owner, now, until }: Lease, post: Post | undefined): Job | undefined {
  const next = db
    .query<JobKey, Wanted>(
      `SELECT kind, project, subject FROM jobs WHERE ${TAKABLE} ORDER BY ${ORDER} LIMIT 1`,
    )
    .get(...wanted(now, post));
  if (!next) return undefined;
  const row = db
    .query<JobRow, [string, string, string, string, string]>(
      `UPDATE jobs SET state = 'leased', owner = ?4, leased_until = ?5, attempts = attempts + 1, begun = asked
       WHERE ${KEY} RETURNING ${COLUMNS}`,
    )
    .get(next.kind, next.project, next.subject, owner, until);
  return row ? jobOf(row) : undefined;
}

function leaveSeat(db: Database, owner: string, now: string, post: Post | undefined): boolean {
  const isAnothers = (seat(db, now, post?.env ?? "")?.owner ?? owner) !== owner;
  if (isAnothers) return true;
  if (isWorkDue(db, now, post)) return false;
  db.query("DELETE FROM seats WHERE owner = ?").run(owner);
  return true;
}

function finish(db: Database, { kind, project, subject }: JobKey, owner: string): void {
  db.query(`DELETE FROM jobs WHERE ${MINE} AND asked = begun`).run(kind, project, subject, owner);
  db.query(
    `UPDATE jobs SET state = 'waiting', attempts = 0, owner = NULL, leased_until = NULL, error = NULL WHERE ${MINE}`,
  ).run(kind, project, subject, owner);
}
