/** Marks in PostgreSQL, those of one home, which has the transcripts. */
import type { JsonObject } from "../../record/value.ts";
import type { CaptureMark, CaptureMarks } from "../mark-port.ts";
import type { Connection } from "./connection.ts";
import { fromJson, toJson } from "./texts.ts";

type Row = Omit<CaptureMark, "env" | "carry"> & { readonly env: string; readonly carry: string };

// An integer of 64 bits would come as text; a file's offset fits a double.
const COLUMNS =
  'project, session, source, client, path, folder, "offset"::float8 AS "offset", turns, carry::text AS carry, at, closed, env';

/** @param home 16 hex digits, or "" */
export function postgresMarks({ query }: Connection, home: string): CaptureMarks {
  const OURS = `home = '${home}'`;
  return {
    async of(project, session) {
      const rows = await query<Row>(
        `SELECT ${COLUMNS} FROM marks WHERE ${OURS} AND project = $1 AND session = $2 ORDER BY source`,
        [project, session],
      );
      return rows.map(markOf);
    },
    async begin({ project, session, source, client, path, folder, at, env = "" }) {
      await query(
        `INSERT INTO marks AS known(home, project, session, source, client, path, folder, at, env)
         VALUES('${home}', $1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT(project, home, session, source)
         DO UPDATE SET path = excluded.path, env = excluded.env, closed = false
         WHERE known.path <> excluded.path OR known.env <> excluded.env OR known.closed`,
        [project, session, source, client, path, folder, at, env],
      );
    },
    async put(mark) {
      await query(
        `INSERT INTO marks(home, project, session, source, client, path, folder, "offset", turns, carry, at, closed, env)
         VALUES('${home}', $1, $2, $3, $4, $5, $6, $7::bigint, $8::int, $9::json, $10, $11::boolean, $12)
         ON CONFLICT(project, home, session, source) DO UPDATE SET client = excluded.client, path = excluded.path,
           folder = excluded.folder, "offset" = excluded."offset", turns = excluded.turns, carry = excluded.carry,
           at = excluded.at, closed = excluded.closed, env = excluded.env`,
        [
          mark.project,
          mark.session,
          mark.source,
          mark.client,
          mark.path,
          mark.folder,
          String(mark.offset),
          mark.turns,
          toJson(mark.carry),
          mark.at,
          mark.closed,
          mark.env ?? "",
        ],
      );
    },
    async open(limit) {
      const rows = await query<Row>(
        `SELECT ${COLUMNS} FROM marks WHERE ${OURS} AND NOT closed ORDER BY at, project, session, source LIMIT $1::int`,
        [limit],
      );
      return rows.map(markOf);
    },
  };
}

const markOf = ({ env, carry, ...rest }: Row): CaptureMark => ({
  ...rest,
  ...(env === "" ? {} : { env }),
  carry: fromJson(carry) as JsonObject,
});
