/** Jobs and the worker's seat in SQLite. */
import type { Database } from "bun:sqlite";
import type { JsonObject } from "../../record/value.ts";
import type { Job, JobKey, JobStore, Lease, NewJob, Seat } from "../job-port.ts";
import { immediately } from "./immediately.ts";
import type { Run } from "./projection.ts";

type Row = Omit<Job, "payload" | "owner" | "leased_until" | "error"> & {
  readonly payload: string;
  readonly owner: string | null;
  readonly leased_until: string | null;
  readonly error: string | null;
};

/** Of a user's workers. */
const SEAT = "worker";
const COLUMNS =
  "kind, project, subject, payload, state, due, attempts, owner, leased_until, error, created_at";
const KEY = "kind = ?1 AND project = ?2 AND subject = ?3";

export function sqliteJobs(db: Database, run: Run): JobStore {
  return {
    add: (job) => run(() => immediately(db, () => add(db, job))),
    lease: (lease) => run(() => immediately(db, () => take(db, lease))),
    renew: (key, { owner, until }) =>
      run(
        () =>
          db
            .query(`UPDATE jobs SET leased_until = ?5 WHERE ${KEY} AND state = 'leased' AND owner = ?4`)
            .run(key.kind, key.project, key.subject, owner, until).changes > 0,
      ),
    finish: (key, owner) => run(() => immediately(db, () => finish(db, key, owner))),
    fail: (key, owner, error, retry) =>
      run(() => {
        const at = retry === "give up" ? null : retry.at;
        db.query(
          `UPDATE jobs SET state = iif(?6 IS NULL, 'dead', 'waiting'), due = coalesce(?6, due), error = ?5,
             owner = NULL, leased_until = NULL
           WHERE ${KEY} AND state = 'leased' AND owner = ?4`,
        ).run(key.kind, key.project, key.subject, owner, error, at);
      }),
    list: (limit) =>
      run(() =>
        db
          .query<Row, [number]>(
            `SELECT ${COLUMNS} FROM jobs ORDER BY due, created_at, kind, project, subject LIMIT ?`,
          )
          .all(limit)
          .map(jobOf),
      ),
    drop: (which) =>
      run(() =>
        "kind" in which
          ? db.query(`DELETE FROM jobs WHERE ${KEY}`).run(which.kind, which.project, which.subject).changes
          : db.query("DELETE FROM jobs WHERE project = ?").run(which.project).changes,
      ),
    takeSeat: ({ owner, now, until }) =>
      run(
        () =>
          db
            .query(
              `INSERT INTO seats(name, owner, until) VALUES('${SEAT}', ?1, ?3)
               ON CONFLICT(name) DO UPDATE SET owner = excluded.owner, until = excluded.until
               WHERE seats.owner = ?1 OR seats.until <= ?2`,
            )
            .run(owner, now, until).changes > 0,
      ),
    clearSeat: (owner) =>
      run(() => db.query(`DELETE FROM seats WHERE name = '${SEAT}' AND owner = ?`).run(owner).changes > 0),
    leaveSeat: (owner, now) =>
      run(() =>
        immediately(db, () => {
          if (isWorkDue(db, now)) return false;
          db.query(`DELETE FROM seats WHERE name = '${SEAT}' AND owner = ?`).run(owner);
          return true;
        }),
      ),
    seat: (now) => run(() => seat(db, now)),
  };
}

function add(db: Database, { kind, project, subject, payload, at, due = at }: NewJob): { manned: boolean } {
  db.query(
    `INSERT INTO jobs(kind, project, subject, payload, due, created_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT(kind, project, subject) DO UPDATE SET payload = excluded.payload, asked = asked + 1,
       due = iif(state = 'waiting', min(due, excluded.due), excluded.due),
       attempts = iif(state = 'dead', 0, attempts), state = iif(state = 'dead', 'waiting', state)`,
  ).run(kind, project, subject, JSON.stringify(payload), due, at);
  return { manned: seat(db, at) !== undefined };
}

const seat = (db: Database, now: string): Seat | undefined =>
  db.query<Seat, [string]>(`SELECT owner, until FROM seats WHERE name = '${SEAT}' AND until > ?`).get(now) ??
  undefined;

/** What may be taken: it waits and is due, or its owner is late. */
const TAKABLE = "(state = 'waiting' AND due <= ?1) OR (state = 'leased' AND leased_until <= ?1)";

const isWorkDue = (db: Database, now: string): boolean =>
  db.query(`SELECT 1 FROM jobs WHERE ${TAKABLE} LIMIT 1`).get(now) !== null;

function take(db: Database, { owner, now, until }: Lease): Job | undefined {
  const next = db
    .query<JobKey, [string]>(
      `SELECT kind, project, subject FROM jobs WHERE ${TAKABLE} ORDER BY due, created_at, kind, project, subject LIMIT 1`,
    )
    .get(now);
  if (!next) return undefined;
  const row = db
    .query<Row, [string, string, string, string, string]>(
      `UPDATE jobs SET state = 'leased', owner = ?4, leased_until = ?5, attempts = attempts + 1, begun = asked
       WHERE ${KEY} RETURNING ${COLUMNS}`,
    )
    .get(next.kind, next.project, next.subject, owner, until);
  return row ? jobOf(row) : undefined;
}

function finish(db: Database, { kind, project, subject }: JobKey, owner: string): void {
  const mine = `${KEY} AND state = 'leased' AND owner = ?4`;
  db.query(`DELETE FROM jobs WHERE ${mine} AND asked = begun`).run(kind, project, subject, owner);
  db.query(
    `UPDATE jobs SET state = 'waiting', attempts = 0, owner = NULL, leased_until = NULL, error = NULL WHERE ${mine}`,
  ).run(kind, project, subject, owner);
}

function jobOf({ payload, owner, leased_until, error, ...rest }: Row): Job {
  return {
    ...rest,
    payload: JSON.parse(payload) as JsonObject,
    ...(owner === null ? {} : { owner }),
    ...(leased_until === null ? {} : { leased_until }),
    ...(error === null ? {} : { error }),
  };
}
