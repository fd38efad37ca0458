/** The projection of record files in PostgreSQL. */
import type { RecordStatus } from "../../record/types.ts";
import { recordCollection } from "../collections.ts";
import type {
  FileStamp,
  Place,
  ProjectedRecord,
  ProjectionChange,
  RecordHeader,
  RecordProjection,
} from "../port.ts";
import { projectedRecord, type RecordRow } from "../record-rows.ts";
import { searchable } from "../searchable.ts";
import type { Connection, Query } from "./connection.ts";
import { clearText, type TextItem, type TextKey, writeText } from "./text-writer.ts";
import { arrayOf, fromJson, toJson } from "./texts.ts";

/** Places whose projection is kept; those used longest ago make room. A person may have them on several machines. */
const PLACES_MAX = 200;

type HeaderRow = Omit<RecordHeader, "tags" | "confidence"> & { tags: string; confidence: number | null };

const HEADER_COLUMNS =
  "r.path, r.category, r.id, r.title, r.status, r.tags::text AS tags, r.created_at, r.updated_at, r.confidence, r.hash";
const RECORD_COLUMNS = "r.path, r.mtime, r.size::float8 AS size, r.hash, r.json::text AS json";
/** Paths in the order asked for. */
const ASKED = `unnest($3::text[]) WITH ORDINALITY AS asked(path, ord)
  JOIN records r ON r.project = $1 AND r.root = $2 AND r.path = asked.path ORDER BY asked.ord`;

export function postgresProjection({ query, transaction }: Connection, now: () => Date): RecordProjection {
  return {
    async folders({ project, root }) {
      const [row] = await query<{ folders: string }>(
        "SELECT folders::text AS folders FROM places WHERE project = $1 AND root = $2",
        [project, root],
      );
      return new Map(Object.entries(fromJson(row?.folders ?? "{}") as { [folder: string]: FileStamp }));
    },

    async stamps({ project, root }) {
      const rows = await query<Omit<RecordRow, "json">>(
        "SELECT path, mtime, size::float8 AS size, hash FROM records WHERE project = $1 AND root = $2",
        [project, root],
      );
      return new Map(rows.map(({ path, mtime, size, hash }) => [path, { mtime, size, hash }]));
    },

    apply: (place, change) => transaction((own) => apply(own, place, change, now())),
    clear: (place) => transaction((own) => forget(own, place)),

    async headers({ project, root }, statuses) {
      const rows = await query<HeaderRow>(
        `SELECT ${HEADER_COLUMNS} FROM records r
         WHERE r.project = $1 AND r.root = $2 AND r.status = ANY($3::text[]) ORDER BY r.path`,
        [project, root, arrayOf(statuses)],
      );
      return rows.map(header);
    },

    async headersOf({ project, root }, paths) {
      if (paths.length === 0) return [];
      const rows = await query<HeaderRow>(`SELECT ${HEADER_COLUMNS} FROM ${ASKED}`, [
        project,
        root,
        arrayOf(paths),
      ]);
      return rows.map(header);
    },

    async newest({ project, root }, category, limit) {
      const rows = await query<RecordRow>(
        `SELECT ${RECORD_COLUMNS} FROM records r
         WHERE r.project = $1 AND r.root = $2 AND r.category = $3 AND r.status = 'active'
         ORDER BY r.updated_at DESC, r.path LIMIT $4::int`,
        [project, root, category, limit],
      );
      return rows.map(projectedRecord);
    },

    async getMany({ project, root }, paths) {
      if (paths.length === 0) return [];
      const rows = await query<RecordRow>(`SELECT ${RECORD_COLUMNS} FROM ${ASKED}`, [
        project,
        root,
        arrayOf(paths),
      ]);
      return rows.map(projectedRecord);
    },
  };
}

const header = ({ tags, confidence, ...row }: HeaderRow): RecordHeader => ({
  ...row,
  tags: fromJson(tags) as string[],
  ...(confidence === null ? {} : { confidence }),
});

/** What of a stored record must be known to put another state in its place. */
interface StoredRow {
  readonly path: string;
  readonly status: RecordStatus;
  readonly hash: string;
}

async function apply(own: Query, place: Place, change: ProjectionChange, now: Date): Promise<void> {
  await usePlace(own, place, change.folders, now);
  const collection = recordCollection(place);
  const put = [...new Map(change.put.map((projected) => [projected.path, projected])).values()];
  const stored = await storedRows(own, place, [...change.remove, ...put.map(({ path }) => path)]);
  const same = put.filter(({ path, hash }) => stored.get(path)?.hash === hash);
  const changed = put.filter(({ path, hash }) => stored.get(path)?.hash !== hash);
  const wasFound = (path: string): boolean => stored.get(path)?.status === "active";
  const gone = [...change.remove, ...changed.map(({ path }) => path)]
    .filter(wasFound)
    .map((path): TextKey => ({ collection, key: path }));
  const text = changed
    .filter(({ record }) => record.record_status === "active")
    .map(({ path, record }): TextItem => ({ collection, key: path, text: searchable(record) }));
  await touch(own, place, same);
  await remove(own, place, change.remove);
  await write(own, place, changed);
  await writeText(own, gone, text);
}

/** Notes the place's folders and that it was used: its row also keeps two processes from changing it at once. */
async function usePlace(
  own: Query,
  place: Place,
  folders: ReadonlyMap<string, FileStamp>,
  now: Date,
): Promise<void> {
  const [row] = await own<{ made: boolean }>(
    `INSERT INTO places(project, root, used_at, folders) VALUES($1, $2, $3::bigint, $4::jsonb)
     ON CONFLICT (project, root) DO UPDATE SET used_at = excluded.used_at, folders = excluded.folders
     RETURNING xmax = 0 AS made`,
    [place.project, place.root, String(now.getTime()), toJson(Object.fromEntries(folders))],
  );
  if (!row?.made) return;
  const stale = await own<Place>(
    `SELECT project, root FROM places WHERE (project, root) <> ($1, $2)
     ORDER BY used_at DESC, project, root OFFSET $3::int`,
    [place.project, place.root, PLACES_MAX - 1],
  );
  for (const old of stale) await forget(own, old);
}

async function storedRows(
  own: Query,
  { project, root }: Place,
  paths: readonly string[],
): Promise<Map<string, StoredRow>> {
  const rows = await own<StoredRow>(
    "SELECT path, status, hash FROM records WHERE project = $1 AND root = $2 AND path = ANY($3::text[])",
    [project, root, arrayOf(paths)],
  );
  return new Map(rows.map((row) => [row.path, row]));
}

async function touch(own: Query, { project, root }: Place, same: readonly ProjectedRecord[]): Promise<void> {
  if (same.length === 0) return;
  await own(
    `UPDATE records r SET mtime = s.mtime, size = s.size
     FROM unnest($3::text[], $4::text[], $5::bigint[]) AS s(path, mtime, size)
     WHERE r.project = $1 AND r.root = $2 AND r.path = s.path`,
    [
      project,
      root,
      arrayOf(same.map(({ path }) => path)),
      arrayOf(same.map(({ stamp }) => stamp.mtime)),
      arrayOf(same.map(({ stamp }) => stamp.size)),
    ],
  );
}

async function remove(own: Query, { project, root }: Place, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await own("DELETE FROM records WHERE project = $1 AND root = $2 AND path = ANY($3::text[])", [
    project,
    root,
    arrayOf(paths),
  ]);
}

/** Types of what a record's row holds, by column, after the place and the path. */
const COLUMNS = {
  category: "text",
  id: "text",
  title: "text",
  status: "text",
  tags: "jsonb",
  created_at: "text",
  updated_at: "text",
  confidence: "float8",
  hash: "text",
  mtime: "text",
  size: "bigint",
  json: "json",
} as const;

async function write(own: Query, { project, root }: Place, put: readonly ProjectedRecord[]): Promise<void> {
  if (put.length === 0) return;
  const names = Object.keys(COLUMNS);
  const rows = put.map(({ path, stamp, hash, record }) => ({
    path,
    category: record.category,
    id: record.id,
    title: record.title,
    status: record.record_status,
    tags: record.tags,
    created_at: record.created_at,
    updated_at: record.updated_at,
    confidence: record.confidence ?? null,
    hash,
    mtime: stamp.mtime,
    size: stamp.size,
    // As text within the JSON, so that it comes back to the letter.
    json: JSON.stringify(record),
  }));
  await own(
    `INSERT INTO records(project, root, path, ${names.join(", ")})
     SELECT $1, $2, path, ${names.map((name) => (name === "json" ? "json::json" : name)).join(", ")}
     FROM jsonb_to_recordset($3::jsonb)
       AS r(path text, ${Object.entries({ ...COLUMNS, json: "text" })
         .map(([name, type]) => `${name} ${type}`)
         .join(", ")})
     ON CONFLICT (project, root, path) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`,
    [project, root, toJson(rows)],
  );
}

async function forget(own: Query, place: Place): Promise<void> {
  for (const table of ["places", "records"])
    await own(`DELETE FROM ${table} WHERE project = $1 AND root = $2`, [place.project, place.root]);
  await clearText(own, recordCollection(place));
}
