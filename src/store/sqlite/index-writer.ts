/** Writing records and the text they are found by, row by row, within one transaction. */
import type { Database } from "bun:sqlite";
import type { RecordStatus } from "../../record/types.ts";
import type { ProjectedRecord } from "../port.ts";
import { searchable } from "../searchable.ts";
import { textWriter } from "./text-writer.ts";

/** What of a stored record must be known to put another state in its place. */
interface StoredRow {
  readonly no: number;
  readonly status: RecordStatus;
  readonly hash: string;
}

export interface IndexWriter {
  put(projected: ProjectedRecord): void;
  remove(path: string): void;
  /** Writes the counts; the writer is done then. */
  finish(): void;
}

/**
 * A writer for one place, whose active records are searched in the collection. Its statements are prepared once:
 * `Database.query` keeps only the first twenty of a database and prepares any further one anew at each call.
 */
export function indexWriter(db: Database, place: number, collection: string): IndexWriter {
  const text = textWriter(db);
  const select = db.prepare<StoredRow, [number, string]>(
    "SELECT no, status, hash FROM records WHERE place = ? AND path = ?",
  );
  const touch = db.prepare<unknown, [string, number, number]>(
    "UPDATE records SET mtime = ?, size = ? WHERE no = ?",
  );
  const forget = db.prepare<unknown, [number]>("DELETE FROM records WHERE no = ?");
  // Two plain statements: an upsert that returns its row takes five times as long.
  const values =
    "place, path, category, id, title, status, tags, created_at, updated_at, confidence, hash, mtime, size, json";
  const marks = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";
  const insert = db.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO records(${values}) VALUES(${marks})`,
  );
  const update = db.prepare<unknown, (string | number | null)[]>(
    `UPDATE records SET (${values}) = (${marks}) WHERE no = ?`,
  );
  const unindex = (path: string, { status }: StoredRow): void => {
    if (status === "active") text.remove(collection, path);
  };

  return {
    remove(path) {
      const row = select.get(place, path);
      if (!row) return;
      unindex(path, row);
      forget.run(row.no);
    },

    put({ path, stamp, hash, record }) {
      const old = select.get(place, path);
      if (old && old.hash === hash) {
        touch.run(stamp.mtime, stamp.size, old.no);
        return;
      }
      if (old) unindex(path, old);
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
        JSON.stringify(record),
      ];
      if (old) update.run(...row, old.no);
      else insert.run(...row);
      if (record.record_status === "active") text.put(collection, path, searchable(record));
    },

    finish() {
      text.finish();
      for (const statement of [select, touch, forget, insert, update]) statement.finalize();
    },
  };
}
