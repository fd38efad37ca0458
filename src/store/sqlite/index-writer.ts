/** Writing records and their search index, row by row, within one transaction. */
import type { Database } from "bun:sqlite";
import type { RecordStatus } from "../../record/types.ts";
import type { ProjectedRecord } from "../port.ts";
import { searchable } from "../searchable.ts";

/** Passages of record n have the rows n·1024 … n·1024 + 999 of the full-text index. */
export const ROW_SHIFT = 10;

/** What of an indexed record must be known to take it out of the index again. */
interface IndexedRow {
  readonly no: number;
  readonly status: RecordStatus;
  readonly hash: string;
  readonly passages: number;
  readonly terms: string;
}

export interface IndexWriter {
  put(projected: ProjectedRecord): void;
  remove(path: string): void;
  /** Writes the term counts; returns by how many the active records have grown. */
  finish(): number;
}

/**
 * A writer for one place. Its statements are prepared once: `Database.query` keeps only the first twenty of a
 * database and prepares any further one anew at each call.
 */
export function indexWriter(db: Database, place: number): IndexWriter {
  const counts = new Map<string, number>();
  let growth = 0;
  const select = db.prepare<IndexedRow, [number, string]>(
    "SELECT no, status, hash, passages, terms FROM records WHERE place = ? AND path = ?",
  );
  const touch = db.prepare<unknown, [string, number, number]>(
    "UPDATE records SET mtime = ?, size = ? WHERE no = ?",
  );
  const forget = db.prepare<unknown, [number]>("DELETE FROM records WHERE no = ?");
  const insertText = db.prepare<unknown, [number, string, string, string]>(
    `INSERT INTO fts_${place}(rowid, title, tags, body) VALUES(?, ?, ?, ?)`,
  );
  const deleteText = db.prepare<unknown, [number]>(`DELETE FROM fts_${place} WHERE rowid = ?`);
  // Two plain statements: an upsert that returns its row takes five times as long.
  const values =
    "place, path, category, id, title, status, tags, created_at, updated_at, confidence, hash, mtime, size, passages, prominent, terms, json";
  const marks = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";
  const insert = db.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO records(${values}) VALUES(${marks})`,
  );
  const update = db.prepare<unknown, (string | number | null)[]>(
    `UPDATE records SET (${values}) = (${marks}) WHERE no = ?`,
  );

  const count = (term: string, difference: number): void => {
    counts.set(term, (counts.get(term) ?? 0) + difference);
  };

  const unindex = (row: IndexedRow): void => {
    if (row.status !== "active") return;
    for (let i = 0; i < row.passages; i += 1) deleteText.run(row.no * 2 ** ROW_SHIFT + i);
    if (row.terms !== "") for (const term of row.terms.split(" ")) count(term, -1);
    growth -= 1;
  };

  return {
    remove(path) {
      const row = select.get(place, path);
      if (!row) return;
      unindex(row);
      forget.run(row.no);
    },

    put({ path, stamp, hash, record }) {
      const old = select.get(place, path);
      if (old && old.hash === hash) {
        touch.run(stamp.mtime, stamp.size, old.no);
        return;
      }
      if (old) unindex(old);
      const found = record.record_status === "active" ? searchable(record) : undefined;
      const row = [
        place,
        path,
        record.category,
        record.id,
        record.title,
        record.record_status,
        JSON.stringify(record.tags),
        record.created_at,
        record.updated_at,
        record.confidence ?? null,
        hash,
        stamp.mtime,
        stamp.size,
        found?.passages.length ?? 0,
        found?.prominent ?? 0,
        found?.terms.join(" ") ?? "",
        JSON.stringify(record),
      ];
      if (old) update.run(...row, old.no);
      const no = old ? old.no : Number(insert.run(...row).lastInsertRowid);
      if (!found) return;
      const title = found.title.join(" ");
      const tags = found.tags.join(" ");
      found.passages.forEach((passage, i) => {
        insertText.run(no * 2 ** ROW_SHIFT + i, title, tags, passage.join(" "));
      });
      for (const term of found.terms) count(term, 1);
      growth += 1;
    },

    finish() {
      const adjust = db.prepare<unknown, [number, string, number]>(
        `INSERT INTO terms(place, term, records) VALUES(?, ?, ?)
         ON CONFLICT DO UPDATE SET records = records + excluded.records`,
      );
      let fewer = false;
      for (const [term, difference] of counts) {
        if (difference === 0) continue;
        adjust.run(place, term, difference);
        fewer ||= difference < 0;
      }
      if (fewer) db.prepare("DELETE FROM terms WHERE place = ? AND records <= 0").run(place);
      for (const statement of [select, touch, forget, insertText, deleteText, insert, update, adjust])
        statement.finalize();
      return growth;
    },
  };
}
