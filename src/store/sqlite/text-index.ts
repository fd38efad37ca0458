/** Text in SQLite: who has which terms. Putting it there is for `text-writer.ts`, which most hooks do without. */
import type { Database } from "bun:sqlite";
import type { Frequencies, TextCandidate, TextIndex, TextStatistics, WeighedTerm } from "../text-port.ts";
import type { Run } from "./projection.ts";

/** Items of collection n have numbers above n · 2³². */
export const RANGE: number = 2 ** 32;

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
