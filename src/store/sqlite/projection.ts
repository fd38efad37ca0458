/** The projection of record files in SQLite: rows, full-text index, term counts. */
import type { Database } from "bun:sqlite";
import type { RecordStatus } from "../../record/types.ts";
import type { FileStamp, Place, ProjectedRecord, RecordHeader, RecordProjection } from "../port.ts";
import { projectedRecord, type RecordRow } from "../record-rows.ts";
import { immediately } from "./immediately.ts";

interface PlaceRow {
  readonly no: number;
  readonly folders: string;
}

interface HeaderRow {
  readonly path: string;
  readonly category: string;
  readonly id: string;
  readonly title: string;
  readonly status: RecordStatus;
  readonly tags: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly confidence: number | null;
  readonly hash: string;
}

const HEADER_COLUMNS =
  "r.path, r.category, r.id, r.title, r.status, r.tags, r.created_at, r.updated_at, r.confidence, r.hash";

/** Runs a piece of work against the database and rejects with a `StoreError` where it fails. */
export type Run = <T>(work: () => T) => Promise<T>;

export function sqliteProjection(db: Database, run: Run, now: () => Date): RecordProjection {
  /** The row looked up last: one recall asks for it five times. Stores are opened for one piece of work, and closed. */
  let last: { place: Place; row: PlaceRow | undefined } | undefined;
  const placeRow = (place: Place): PlaceRow | undefined => {
    if (last?.place.project === place.project && last.place.root === place.root) return last.row;
    const row = db
      .query<PlaceRow, [string, string]>("SELECT no, folders FROM places WHERE project = ? AND root = ?")
      .get(place.project, place.root);
    last = { place, row: row ?? undefined };
    return last.row;
  };
  const changing = <T>(work: () => T): T => {
    last = undefined;
    return work();
  };

  return {
    folders: (place) =>
      run(
        () =>
          new Map(Object.entries(JSON.parse(placeRow(place)?.folders ?? "{}") as { [f: string]: FileStamp })),
      ),

    stamps: (place) =>
      run(() => {
        const row = placeRow(place);
        if (!row) return new Map();
        const rows = db
          .query<Omit<RecordRow, "json">, [number]>(
            "SELECT path, mtime, size, hash FROM records WHERE place = ?",
          )
          .all(row.no);
        return new Map(rows.map(({ path, mtime, size, hash }) => [path, { mtime, size, hash }]));
      }),

    apply: async (place, change) => {
      const { applyChange } = await import("./projection-writer.ts");
      return run(() => changing(() => immediately(db, () => applyChange(db, place, change, now()))));
    },

    clear: async (place) => {
      const { forgetPlace } = await import("./projection-writer.ts");
      return run(() =>
        changing(() =>
          immediately(db, () => {
            const row = placeRow(place);
            if (row) forgetPlace(db, { ...place, no: row.no });
            last = undefined;
          }),
        ),
      );
    },

    headers: (place, statuses) =>
      run(() =>
        db
          .query<HeaderRow, [string, string, string]>(
            `SELECT ${HEADER_COLUMNS} FROM places p JOIN records r ON r.place = p.no
             WHERE p.project = ? AND p.root = ? AND r.status IN (SELECT value FROM json_each(?)) ORDER BY r.path`,
          )
          .all(place.project, place.root, JSON.stringify(statuses))
          .map(header),
      ),

    headersOf: (place, paths) => run(() => headersOf(db, place, paths)),
    newest: (place, category, limit) =>
      run(() =>
        db
          .query<RecordRow, [string, string, string, number]>(
            `SELECT r.path, r.mtime, r.size, r.hash, r.json FROM places p CROSS JOIN records r
             WHERE p.project = ? AND p.root = ? AND r.place = p.no AND r.category = ? AND r.status = 'active'
             ORDER BY r.updated_at DESC, r.path LIMIT ?`,
          )
          .all(place.project, place.root, category, limit)
          .map(projectedRecord),
      ),
    getMany: (place, paths) => run(() => records(db, place, paths)),
  };
}

function records(db: Database, place: Place, paths: readonly string[]): ProjectedRecord[] {
  if (paths.length === 0) return [];
  return db
    .query<RecordRow, [string, string, string]>(
      `SELECT r.path, r.mtime, r.size, r.hash, r.json FROM places p CROSS JOIN json_each(?3) j
       CROSS JOIN records r ON r.place = p.no AND r.path = j.value WHERE p.project = ?1 AND p.root = ?2 ORDER BY j.key`,
    )
    .all(place.project, place.root, JSON.stringify(paths))
    .map(projectedRecord);
}

const header = (row: HeaderRow): RecordHeader => ({
  path: row.path,
  category: row.category,
  id: row.id,
  title: row.title,
  status: row.status,
  tags: JSON.parse(row.tags) as string[],
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...(row.confidence === null ? {} : { confidence: row.confidence }),
  hash: row.hash,
});

function headersOf(db: Database, place: Place, paths: readonly string[]): RecordHeader[] {
  if (paths.length === 0) return [];
  return db
    .query<HeaderRow, [string, string, string]>(
      `SELECT ${HEADER_COLUMNS} FROM places p CROSS JOIN json_each(?3) j
       CROSS JOIN records r ON r.place = p.no AND r.path = j.value WHERE p.project = ?1 AND p.root = ?2 ORDER BY j.key`,
    )
    .all(place.project, place.root, JSON.stringify(paths))
    .map(header);
}
