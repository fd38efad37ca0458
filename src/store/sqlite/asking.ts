/** What hooks hand over, in SQLite. Apart from the rest of jobs and marks, which are the worker's: hooks load this alone. */
import type { Database } from "bun:sqlite";
import type { NewJob } from "../job-port.ts";
import type { CaptureMarks } from "../mark-port.ts";
import { seatName } from "../work-rows.ts";
import { immediately } from "./immediately.ts";

/** A worker's own label may say more than a job's does. */
const MANNED = "SELECT 1 FROM seats WHERE (name = ?1 OR name GLOB ?1 || '.*') AND until > ?2";

export const addJob = (
  db: Database,
  { kind, project, subject, payload, at, due = at, env = "" }: NewJob,
): { manned: boolean } =>
  immediately(db, () => {
    db.query(
      `INSERT INTO jobs(kind, project, subject, payload, due, created_at, env) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
     ON CONFLICT(kind, project, subject) DO UPDATE SET payload = excluded.payload, env = excluded.env, asked = asked + 1,
       due = iif(state = 'waiting' OR (state = 'leased' AND asked > begun), min(due, excluded.due), excluded.due),
       attempts = iif(state = 'dead', 0, attempts), state = iif(state = 'dead', 'waiting', state)`,
    ).run(kind, project, subject, JSON.stringify(payload), due, at, env);
    return { manned: db.query(MANNED).get(seatName(env), at) !== null };
  });

export function beginMark(
  db: Database,
  { project, session, source, client, path, folder, at, env = "" }: Parameters<CaptureMarks["begin"]>[0],
): void {
  db.query(
    `INSERT INTO marks(project, session, source, client, path, folder, at, env) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
     ON CONFLICT(project, session, source) DO UPDATE SET path = excluded.path, env = excluded.env, closed = 0
     WHERE path <> excluded.path OR env <> excluded.env OR closed <> 0`,
  ).run(project, session, source, client, path, folder, at, env);
}
