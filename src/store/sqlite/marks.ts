/** Marks in SQLite. */
import type { Database } from "bun:sqlite";
import type { JsonObject } from "../../record/value.ts";
import type { CaptureMark, CaptureMarks } from "../mark-port.ts";
import { beginMark } from "./asking.ts";
import type { Run } from "./projection.ts";

type Row = Omit<CaptureMark, "env" | "carry" | "closed"> & {
  readonly env: string;
  readonly carry: string;
  readonly closed: number;
};

const COLUMNS = 'project, session, source, client, path, folder, "offset", turns, carry, at, closed, env';

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
    begin: (mark) => run(() => beginMark(db, mark)),
    put: (mark) =>
      run(() => {
        db.query(
          `INSERT OR REPLACE INTO marks(${COLUMNS}) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`,
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
          mark.env ?? "",
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

const markOf = ({ env, carry, closed, ...rest }: Row): CaptureMark => ({
  ...rest,
  ...(env === "" ? {} : { env }),
  carry: JSON.parse(carry) as JsonObject,
  closed: closed !== 0,
});
