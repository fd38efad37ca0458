/** Text in SQLite: who has which terms. */
import type { Database } from "bun:sqlite";
import { type EncodedText, termsOf } from "../../text/postings.ts";
import type { Frequencies, TextCandidate, TextIndex, TextStatistics, WeighedTerm } from "../text-port.ts";
import type { Run } from "./projection.ts";

/** Items of collection n have numbers above n · 2³². */
const RANGE = 2 ** 32;

export const sqliteTextIndex = (db: Database, run: Run): TextIndex => ({
  look: (collections) =>
    run(() => {
      const rows = collectionsNamed(db, collections);
      const total = (of: keyof TextStatistics): number => rows.reduce((sum, row) => sum + row[of], 0);
      return {
        statistics: { items: total("items"), passages: total("passages"), length: total("length") },
        collections: rows,
        frequencies: (terms) => run(() => frequencies(db, rows, terms)),
        candidates: (terms, limit) => run(() => candidates(db, rows, terms, limit)),
      };
    }),
  named: (prefix) =>
    run(() =>
      db
        .query<{ name: string }, [string]>(
          "SELECT name FROM text_collections WHERE items > 0 AND substr(name, 1, length(?1)) = ?1 ORDER BY name",
        )
        .all(prefix)
        .map(({ name }) => name),
    ),
});

interface CollectionRow extends TextStatistics {
  readonly no: number;
  readonly name: string;
}

/** Those that hold something, in the order asked for. */
const collectionsNamed = (db: Database, names: readonly string[]): CollectionRow[] =>
  db
    .query<CollectionRow, [string]>(
      `SELECT c.no, c.name, c.items, c.passages, c.length
       FROM json_each(?) j CROSS JOIN text_collections c ON c.name = j.value WHERE c.items > 0 ORDER BY j.key`,
    )
    .all(JSON.stringify(names));

function frequencies(
  db: Database,
  collections: readonly CollectionRow[],
  terms: readonly string[],
): Frequencies {
  const query = db.query<unknown, [number, string]>(
    "SELECT t.term, t.items FROM json_each(?2) j CROSS JOIN text_terms t ON t.collection = ?1 AND t.term = j.value",
  );
  const wanted = JSON.stringify(terms);
  return new Map(
    collections.map(({ no, name }) => [
      name,
      new Map(query.values(no, wanted) as [term: string, items: number][]),
    ]),
  );
}

function candidates(
  db: Database,
  collections: readonly CollectionRow[],
  terms: readonly WeighedTerm[],
  limit: number,
): TextCandidate[] {
  // Without positions FTS5 looks for one term at a time; grouping them there is faster than here.
  const heaviest = db.query<{ no: number; sum: number }, [string, number, number, number]>(
    `SELECT f.rowid AS no, sum(j.value ->> 1) AS sum FROM json_each(?1) j CROSS JOIN text_fts f
     WHERE f.text_fts MATCH (j.value ->> 0) AND f.rowid BETWEEN ?2 AND ?3 GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?4`,
  );
  const wanted = JSON.stringify(terms.filter(isTerm).map(({ term, weight }) => [`"${term}"`, weight]));
  const found = collections
    .flatMap(({ no, name }) =>
      heaviest
        .all(wanted, no * RANGE, (no + 1) * RANGE - 1, limit)
        .map((heavy) => ({ ...heavy, collection: name })),
    )
    .sort((a, b) => b.sum - a.sum)
    .slice(0, limit);
  if (found.length === 0) return [];
  const collectionOf = new Map(found.map(({ no, collection }) => [no, collection]));
  // Texts are long, and each may stand on a page of its own: only those that are wanted are read.
  return db
    .query<Omit<TextCandidate, "collection"> & { no: number }, [string]>(
      "SELECT t.no, t.key, t.postings, t.prominent FROM json_each(?) j CROSS JOIN texts t ON t.no = j.value ORDER BY j.key",
    )
    .all(JSON.stringify([...collectionOf.keys()]))
    .map(({ no, ...text }) => ({ collection: collectionOf.get(no) ?? "", ...text }));
}

/** What the tokenizer would take apart is no term, and without positions FTS5 cannot look for it. */
const isTerm = ({ term }: WeighedTerm): boolean => /^[\w./\-\u0080-\uffff]+$/.test(term);

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
