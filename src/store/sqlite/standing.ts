/** What stands before a session, in SQLite: asked at every prompt, so that it is looked for before anything is loaded for it. */
import type { Database } from "bun:sqlite";

/** Rows of working memory, for project, session and time. */
export const OPEN_WORK: string = `SELECT * FROM working_memories
  WHERE project = ?1 AND session_id = ?2 AND status = 'active' AND cleared_at IS NULL AND expires_at > ?3`;

/**
 * Rows of intentions, for the same: those taken up, and those that are due. Each part goes by an index of its own; the
 * plus keeps SQLite from going through all that are pending.
 */
export const OPEN_INTENTIONS: string = [
  "project = ?1 AND (scope <> 'session' OR session_id = ?2)",
  "scope = 'user' AND project <> ?1",
]
  .flatMap((whose) =>
    ["status = 'active'", "+status = 'pending' AND due_at <= ?3"].map((open) => `${whose} AND ${open}`),
  )
  .map((which) => `SELECT * FROM prospective_memories WHERE ${which} AND row_status = 'active'`)
  .join(" UNION ALL ");

/** Preparing a statement takes the longer, the more columns it names. */
const anyOf = (rows: string): string => `EXISTS(${rows.replaceAll("SELECT *", "SELECT 1")})`;

const ANY = `SELECT ${anyOf(OPEN_WORK)} OR ${anyOf(OPEN_INTENTIONS)} AS found`;

export const standsAnything = (db: Database, project: string, session: string, at: string): boolean =>
  db.query<{ found: number }, [string, string, string]>(ANY).get(project, session, at)?.found === 1;
