/** What stands before a session, in SQLite: asked at every prompt, so that it is looked for before anything is loaded for it. */
import type { Database } from "bun:sqlite";

const OPEN = "row_status = 'active' AND (status = 'active' OR (status = 'pending' AND due_at <= ?3))";

/** Rows of working memory, for project, session and time. */
export const OPEN_WORK: string = `SELECT * FROM working_memories
  WHERE project = ?1 AND session_id = ?2 AND status = 'active' AND cleared_at IS NULL AND expires_at > ?3`;

/** Rows of intentions, for the same. */
export const OPEN_INTENTIONS: string = `SELECT * FROM prospective_memories
  WHERE project = ?1 AND (scope <> 'session' OR session_id = ?2) AND ${OPEN}
  UNION ALL SELECT * FROM prospective_memories WHERE scope = 'user' AND project <> ?1 AND ${OPEN}`;

const ANY = `SELECT EXISTS(${OPEN_WORK}) OR EXISTS(${OPEN_INTENTIONS}) AS found`;

export const standsAnything = (db: Database, project: string, session: string, at: string): boolean =>
  db.query<{ found: number }, [string, string, string]>(ANY).get(project, session, at)?.found === 1;
