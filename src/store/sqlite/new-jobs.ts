/** Asking for a job in SQLite, which is all that hooks do with jobs. */
import type { Database } from "bun:sqlite";
import type { NewJob, Seat } from "../job-port.ts";

/** Of a user's workers. */
export const SEAT = "worker";

export function addJob(
  db: Database,
  { kind, project, subject, payload, at, due = at }: NewJob,
): { manned: boolean } {
  db.query(
    `INSERT INTO jobs(kind, project, subject, payload, due, created_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT(kind, project, subject) DO UPDATE SET payload = excluded.payload, asked = asked + 1,
       due = iif(state = 'waiting' OR (state = 'leased' AND asked > begun), min(due, excluded.due), excluded.due),
       attempts = iif(state = 'dead', 0, attempts), state = iif(state = 'dead', 'waiting', state)`,
  ).run(kind, project, subject, JSON.stringify(payload), due, at);
  return { manned: seat(db, at) !== undefined };
}

export const seat = (db: Database, now: string): Seat | undefined =>
  db.query<Seat, [string]>(`SELECT owner, until FROM seats WHERE name = '${SEAT}' AND until > ?`).get(now) ??
  undefined;
