/** Text in PostgreSQL: who has which terms. */
import { projectOf } from "../collections.ts";
import type { Frequencies, TextCandidate, TextIndex, TextStatistics, WeighedTerm } from "../text-port.ts";
import type { Connection, Query } from "./connection.ts";
import { arrayOf } from "./texts.ts";

export const postgresTextIndex = ({ query }: Connection): TextIndex => ({
  async named(prefix) {
    const rows = await query<{ collection: string }>(
      "SELECT collection FROM text_collections WHERE items > 0 AND starts_with(collection, $1) ORDER BY collection",
      [prefix],
    );
    return rows.map(({ collection }) => collection);
  },

  async look(names) {
    const collections = await collectionsNamed(query, names);
    const total = (of: keyof TextStatistics): number => collections.reduce((sum, row) => sum + row[of], 0);
    const held = collections.map(({ collection }) => collection);
    const where = keysOf(held);
    const found = collections.length > 0;
    return {
      statistics: { items: total("items"), passages: total("passages"), length: total("length") },
      collections: collections.map(({ collection, items }) => ({ name: collection, items })),
      frequencies: async (terms) => (found ? frequencies(query, held, terms) : new Map()),
      candidates: async (terms, limit) =>
        found && terms.length > 0 ? candidates(query, where, terms, limit) : [],
    };
  },
});

interface CollectionRow extends TextStatistics {
  readonly collection: string;
}

/** The projects and names of collections, as two parameters. */
type Keys = readonly [projects: string, names: string];

const keysOf = (names: readonly string[]): Keys => [arrayOf(names.map(projectOf)), arrayOf(names)];

/** What the two parameters are in a statement. */
const ASKED = "unnest($1::text[], $2::text[]) WITH ORDINALITY AS c(project, collection, ord)";

/** Those that hold something, in the order asked for. */
const collectionsNamed = (query: Query, names: readonly string[]): Promise<CollectionRow[]> =>
  query(
    `SELECT collection, t.items, t.passages::float8 AS passages, t.length::float8 AS length
     FROM ${ASKED} JOIN text_collections t USING (project, collection) WHERE t.items > 0 ORDER BY c.ord`,
    keysOf(names),
  );

async function frequencies(
  query: Query,
  names: readonly string[],
  terms: readonly string[],
): Promise<Frequencies> {
  const rows = await query<{ collection: string; term: string; items: number }>(
    `SELECT c.collection, w.term, h.items
     FROM ${ASKED} CROSS JOIN unnest($3::text[]) WITH ORDINALITY AS w(term, ord)
     CROSS JOIN LATERAL (SELECT items FROM text_terms t WHERE t.project = c.project
                         AND t.collection = c.collection AND t.term = w.term OFFSET 0) h
     ORDER BY c.ord, w.ord`,
    [...keysOf(names), arrayOf(terms)],
  );
  const found = new Map(names.map((name) => [name, new Map<string, number>()]));
  for (const { collection, term, items } of rows) found.get(collection)?.set(term, items);
  return found;
}

/**
 * The sums are made of the arrays of numbers, and only the items that are given back are looked at. `OFFSET 0` keeps each
 * look-up one by key: a planner that has no statistics yet, as after an import, would rather read a whole table.
 */
const candidates = (
  query: Query,
  where: Keys,
  terms: readonly WeighedTerm[],
  limit: number,
): Promise<TextCandidate[]> =>
  query(
    `SELECT c.collection, t.key, t.postings, t.prominent
     FROM (SELECT ord, no, sum(weight) AS sum
           FROM (SELECT c.ord, w.weight, unnest(h.nos) AS no
                 FROM ${ASKED}
                 CROSS JOIN unnest($3::text[], $4::int[]) AS w(term, weight)
                 CROSS JOIN LATERAL (SELECT nos FROM text_terms h WHERE h.project = c.project
                                     AND h.collection = c.collection AND h.term = w.term OFFSET 0) h) holders
           GROUP BY ord, no ORDER BY sum DESC, ord, no LIMIT $5::int) heaviest
     JOIN ${ASKED} USING (ord)
     CROSS JOIN LATERAL (SELECT key, postings, prominent FROM texts i
       WHERE i.project = c.project AND i.collection = c.collection AND i.no = heaviest.no OFFSET 0) t
     ORDER BY sum DESC, ord, no`,
    [...where, arrayOf(terms.map(({ term }) => term)), arrayOf(terms.map(({ weight }) => weight)), limit],
  );
