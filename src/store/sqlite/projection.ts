/** The projection of record files in SQLite: rows, full-text index, term counts. */
import type { Database } from "bun:sqlite";
import type { ProjectRecord, RecordStatus } from "../../record/types.ts";
import type {
  FileStamp,
  Place,
  ProjectedRecord,
  ProjectionChange,
  RecordHeader,
  RecordProjection,
  TextHit,
  TextQuery,
} from "../port.ts";
import { immediately } from "./immediately.ts";
import { indexWriter, ROW_SHIFT } from "./index-writer.ts";

/** Places whose projection is kept; the one used longest ago makes room (see `migrations.ts` for the cost). */
export const PLACES_MAX = 40;

/** Weights of title, tags and body in BM25. */
const WEIGHTS = "3.0, 1.5, 1.0";

interface PlaceRow {
  readonly no: number;
  readonly active: number;
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

interface RecordRow {
  readonly path: string;
  readonly mtime: string;
  readonly size: number;
  readonly hash: string;
  readonly json: string;
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
      .query<PlaceRow, [string, string]>(
        "SELECT no, active, folders FROM places WHERE project = ? AND root = ?",
      )
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

    apply: (place, change) =>
      run(() => changing(() => immediately(db, () => applyChange(db, place, change, now())))),

    clear: (place) =>
      run(() =>
        changing(() =>
          immediately(db, () => {
            const row = placeRow(place);
            if (row) forgetPlace(db, row.no);
            last = undefined;
          }),
        ),
      ),

    documentFrequencies: (place, terms) =>
      run(() => {
        const row = placeRow(place);
        if (!row || terms.length === 0) return new Map();
        const rows = db
          .query<{ term: string; records: number }, [number, string]>(
            "SELECT t.term, t.records FROM json_each(?2) j CROSS JOIN terms t ON t.place = ?1 AND t.term = j.value",
          )
          .all(row.no, JSON.stringify(terms));
        return new Map(rows.map(({ term, records }) => [term, records]));
      }),

    count: (place) => run(() => placeRow(place)?.active ?? 0),

    search: (place, query, limit) =>
      run(() => {
        const row = placeRow(place);
        return row && row.active > 0 ? search(db, row.no, query, limit) : [];
      }),

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
    .map(({ path, mtime, size, hash, json }) => ({
      path,
      stamp: { mtime, size },
      hash,
      record: JSON.parse(json) as ProjectRecord,
    }));
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

/** The best passage counts for its record: a long one neither drowns in its length nor wins by it. */
function search(db: Database, place: number, query: TextQuery, limit: number): TextHit[] {
  const terms = query.terms.filter((term) => term !== "");
  if (terms.length === 0) return [];
  const fts = `fts_${place}`;
  const rows = db
    .query<HeaderRow & { score: number; terms: string; prominent: number }, [string, number, number]>(
      `SELECT ${HEADER_COLUMNS}, r.terms, r.prominent, -m.score AS score
       FROM (SELECT no, min(score) AS score
             FROM (SELECT rowid >> ${ROW_SHIFT} AS no, bm25(${fts}, ${WEIGHTS}) AS score
                   FROM ${fts} WHERE ${fts} MATCH ?1 ORDER BY score LIMIT ?2)
             GROUP BY no ORDER BY 2 LIMIT ?3) m
       CROSS JOIN records r ON r.no = m.no ORDER BY m.score, r.path`,
    )
    .all(matchExpression(terms), limit * 4 + 20, limit);
  return rows.map((row) => ({
    path: row.path,
    header: header(row),
    score: row.score,
    terms: row.terms,
    prominent: row.prominent,
  }));
}

/** Every term as a quoted string, so that nothing in it is an operator: https://www.sqlite.org/fts5.html#fts5_strings */
const matchExpression = (terms: readonly string[]): string =>
  terms.map((term) => `"${term.replaceAll("\0", "").replaceAll('"', '""')}"`).join(" OR ");

function applyChange(db: Database, place: Place, change: ProjectionChange, now: Date): void {
  const { no, active } = ensurePlace(db, place, now);
  const index = indexWriter(db, no);
  for (const path of change.remove) index.remove(path);
  for (const projected of change.put) index.put(projected);
  db.query("UPDATE places SET active = ?, folders = ?, used_at = ? WHERE no = ?").run(
    active + index.finish(),
    JSON.stringify(Object.fromEntries(change.folders)),
    now.getTime(),
    no,
  );
}

function ensurePlace(db: Database, place: Place, now: Date): { no: number; active: number } {
  const known = db
    .query<{ no: number; active: number }, [string, string]>(
      "SELECT no, active FROM places WHERE project = ? AND root = ?",
    )
    .get(place.project, place.root);
  if (known) return known;
  const stale = db
    .query<{ no: number }, [number]>("SELECT no FROM places ORDER BY used_at DESC, no DESC LIMIT -1 OFFSET ?")
    .all(PLACES_MAX - 1);
  for (const { no } of stale) forgetPlace(db, no);
  const made = db
    .query<{ no: number }, [string, string, number]>(
      "INSERT INTO places(project, root, used_at) VALUES(?, ?, ?) RETURNING no",
    )
    .get(place.project, place.root, now.getTime());
  const no = made?.no ?? 0;
  // The terms come analysed: this tokenizer only takes them apart at spaces. With content='' anything but
  // detail=full (the default) makes bm25() return 0 for every row.
  db.run(
    `CREATE VIRTUAL TABLE IF NOT EXISTS fts_${no} USING fts5(title, tags, body,
       content='', contentless_delete=1, tokenize="ascii tokenchars '_-./'")`,
  );
  return { no, active: 0 };
}

function forgetPlace(db: Database, no: number): void {
  db.run(`DROP TABLE IF EXISTS fts_${no}`);
  db.query("DELETE FROM terms WHERE place = ?").run(no);
  db.query("DELETE FROM records WHERE place = ?").run(no);
  db.query("DELETE FROM places WHERE no = ?").run(no);
}
