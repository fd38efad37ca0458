/** Marks in PostgreSQL, those of one home, which has the transcripts. */
import type { JsonObject } from "../../record/value.ts";
import type { CaptureMark, CaptureMarks } from "../mark-port.ts";
import type { Connection } from "./connection.ts";
import { fromJson, toJson } from "./texts.ts";

type Row = Omit<CaptureMark, "carry"> & { readonly carry: string };

// An integer of 64 bits would come as text; a file's offset fits a double.
const COLUMNS =
  'project, session, source, client, path, folder, "offset"::float8 AS "offset", turns, carry::text AS carry, at, closed';

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
    async begin({ project, session, source, client, path, folder, at }) {
      await query(
        `INSERT INTO marks AS known(home, project, session, source, client, path, folder, at)
         VALUES('${home}', $1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT(project, home, session, source) DO UPDATE SET path = excluded.path, closed = false
         WHERE known.path <> excluded.path OR known.closed`,
        [project, session, source, client, path, folder, at],
      );
    },
    async put(mark) {
      await query(
        `INSERT INTO marks(home, project, session, source, client, path, folder, "offset", turns, carry, at, closed)
         VALUES('${home}', $1, $2, $3, $4, $5, $6, $7::bigint, $8::int, $9::json, $10, $11::boolean)
         ON CONFLICT(project, home, session, source) DO UPDATE SET client = excluded.client, path = excluded.path,
           folder = excluded.folder, "offset" = excluded."offset", turns = excluded.turns, carry = excluded.carry,
           at = excluded.at, closed = excluded.closed`,
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

const markOf = ({ carry, ...rest }: Row): CaptureMark => ({ ...rest, carry: fromJson(carry) as JsonObject });
