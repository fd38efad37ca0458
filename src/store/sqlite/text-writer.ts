/** Putting text into SQLite's index, and taking it out. */
import type { Database } from "bun:sqlite";
import { type EncodedText, termsOf } from "../../text/postings.ts";
import { RANGE } from "./text-index.ts";

/** Writes text, within a transaction of the caller's. */
export interface TextWriter {
  /** Puts what is not there. */
  put(collection: string, key: string, text: EncodedText): void;
  /** Takes out what may be there. */
  remove(collection: string, key: string): void;
  /** Takes out everything, and the collection with it. */
  clear(collection: string): void;
  /** Writes the counts; the writer is done then. */
  finish(): void;
}

/** What changes of a collection in a transaction. */
interface Growth {
  readonly no: number;
  /** The number of the item put last. */
  last: number;
  items: number;
  passages: number;
  length: number;
  /** Items by term. */
  readonly terms: Map<string, number>;
}

interface TextRow {
  readonly no: number;
  readonly passages: number;
  readonly length: number;
  readonly postings: string;
}

/** Its statements are prepared once: `Database.query` keeps only the first twenty of a database. */
export function textWriter(db: Database): TextWriter {
  const growths = new Map<string, Growth>();
  const insert = db.prepare<unknown, (string | number)[]>(
    "INSERT INTO texts(no, collection, key, prominent, passages, length, postings) VALUES(?, ?, ?, ?, ?, ?, ?)",
  );
  const insertTerms = db.prepare<unknown, [number, string]>(
    "INSERT INTO text_fts(rowid, terms) VALUES(?, ?)",
  );
  const select = db.prepare<TextRow, [number, string]>(
    "SELECT no, passages, length, postings FROM texts WHERE collection = ? AND key = ?",
  );
  const forget = db.prepare<unknown, [number]>("DELETE FROM texts WHERE no = ?");
  const forgetTerms = db.prepare<unknown, [number]>("DELETE FROM text_fts WHERE rowid = ?");

  const growthOf = (collection: string): Growth => {
    const known = growths.get(collection);
    if (known) return known;
    const growth = begin(db, collection);
    growths.set(collection, growth);
    return growth;
  };
  const count = (growth: Growth, terms: Iterable<string>, by: number): void => {
    for (const term of terms) growth.terms.set(term, (growth.terms.get(term) ?? 0) + by);
  };

  return {
    put(collection, key, { terms, prominent, postings, passages, length }) {
      const growth = growthOf(collection);
      growth.last += 1;
      insert.run(growth.last, growth.no, key, prominent, passages, length, postings);
      insertTerms.run(growth.last, terms.join(" "));
      count(growth, terms, 1);
      growth.items += 1;
      growth.passages += passages;
      growth.length += length;
    },

    remove(collection, key) {
      const growth = growthOf(collection);
      const row = select.get(growth.no, key);
      if (!row) return;
      forget.run(row.no);
      forgetTerms.run(row.no);
      count(growth, termsOf(row.postings), -1);
      growth.items -= 1;
      growth.passages -= row.passages;
      growth.length -= row.length;
    },

    clear(collection) {
      growths.delete(collection);
      const no = db
        .query<{ no: number }, [string]>("SELECT no FROM text_collections WHERE name = ?")
        .get(collection)?.no;
      if (no === undefined) return;
      db.query("DELETE FROM text_fts WHERE rowid IN (SELECT no FROM texts WHERE collection = ?)").run(no);
      for (const table of ["texts", "text_terms"])
        db.query(`DELETE FROM ${table} WHERE collection = ?`).run(no);
      db.query("DELETE FROM text_collections WHERE no = ?").run(no);
    },

    finish() {
      for (const growth of growths.values()) end(db, growth);
      growths.clear();
      for (const statement of [insert, insertTerms, select, forget, forgetTerms]) statement.finalize();
    },
  };
}

function begin(db: Database, collection: string): Growth {
  db.query("INSERT INTO text_collections(name) VALUES(?) ON CONFLICT DO NOTHING").run(collection);
  const no =
    db.query<{ no: number }, [string]>("SELECT no FROM text_collections WHERE name = ?").get(collection)
      ?.no ?? 0;
  const last = db
    .query<{ no: number | null }, [number, number]>(
      "SELECT max(no) AS no FROM texts WHERE no BETWEEN ? AND ?",
    )
    .get(no * RANGE, (no + 1) * RANGE - 1)?.no;
  return { no, last: last ?? no * RANGE, items: 0, passages: 0, length: 0, terms: new Map() };
}

function end(db: Database, { no, items, passages, length, terms }: Growth): void {
  db.query(
    "UPDATE text_collections SET items = items + ?, passages = passages + ?, length = length + ? WHERE no = ?",
  ).run(items, passages, length, no);
  const adjust = db.prepare<unknown, [number, string, number]>(
    `INSERT INTO text_terms(collection, term, items) VALUES(?, ?, ?)
     ON CONFLICT DO UPDATE SET items = items + excluded.items`,
  );
  let fewer = false;
  for (const [term, difference] of terms) {
    if (difference === 0) continue;
    adjust.run(no, term, difference);
    fewer ||= difference < 0;
  }
  adjust.finalize();
  if (fewer) db.query("DELETE FROM text_terms WHERE collection = ? AND items <= 0").run(no);
}
