/** Marks in SQLite. */
import type { Database } from "bun:sqlite";
import type { JsonObject } from "../../record/value.ts";
import type { CaptureMark, CaptureMarks } from "../mark-port.ts";
import type { Run } from "./projection.ts";

type Row = Omit<CaptureMark, "carry" | "closed"> & { readonly carry: string; readonly closed: number };

const COLUMNS = 'project, session, source, client, path, folder, "offset", turns, carry, at, closed';

export function sqliteMarks(db: Database, run: Run): CaptureMarks {
  return {
    of: (project, session) =>
      run(() =>
        db
          .query<Row, [string, string]>(
            `SELECT ${COLUMNS} FROM marks WHERE project = ? AND session = ? ORDER BY source`,
          )
          .all(project, session)
          .map(markOf),
      ),
    begin: ({ project, session, source, client, path, folder, at }) =>
      run(() => {
        db.query(
          `INSERT INTO marks(project, session, source, client, path, folder, at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
           ON CONFLICT(project, session, source) DO UPDATE SET path = excluded.path, closed = 0
           WHERE path <> excluded.path OR closed <> 0`,
        ).run(project, session, source, client, path, folder, at);
      }),
    put: (mark) =>
      run(() => {
        db.query(
          `INSERT OR REPLACE INTO marks(${COLUMNS}) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`,
        ).run(
          mark.project,
          mark.session,
          mark.source,
          mark.client,
          mark.path,
          mark.folder,
          mark.offset,
          mark.turns,
          JSON.stringify(mark.carry),
          mark.at,
          mark.closed ? 1 : 0,
        );
      }),
    open: (limit) =>
      run(() =>
        db
          .query<Row, [number]>(
            `SELECT ${COLUMNS} FROM marks WHERE closed = 0 ORDER BY at, project, session, source LIMIT ?`,
          )
          .all(limit)
          .map(markOf),
      ),
  };
}

const markOf = ({ carry, closed, ...rest }: Row): CaptureMark => ({
  ...rest,
  carry: JSON.parse(carry) as JsonObject,
  closed: closed !== 0,
});
