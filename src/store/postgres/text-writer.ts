/** Writing text, within a transaction of the caller's. */
import { type EncodedText, termsOf } from "../../text/postings.ts";
import { projectOf } from "../collections.ts";
import type { Query } from "./connection.ts";
import { BLOCK } from "./text-tables.ts";
import { arrayOf } from "./texts.ts";

/** An item's place in the index. */
export interface TextKey {
  readonly collection: string;
  readonly key: string;
}

export interface TextItem extends TextKey {
  readonly text: EncodedText;
}

/** Items written by one statement: bounds its size. */
const BATCH = 1_000;

/**
 * Takes out what may be there, then puts items in their order; one that is there already is replaced.
 *
 * The row of a collection is locked first, in the order of names: whoever writes into the same waits there, so that nobody
 * meets another halfway at the rows of the terms.
 */
export async function writeText(
  query: Query,
  gone: readonly TextKey[],
  put: readonly TextItem[],
): Promise<void> {
  const names = new Set([...gone, ...put].map(({ collection }) => collection));
  if (names.size === 0) return;
  const growths = await lock(query, [...names].sort());
  await takeOut(query, growths, [...gone, ...put]);
  const items = [...new Map(put.map((item) => [`${item.collection}\n${item.key}`, item])).values()];
  for (let from = 0; from < items.length; from += BATCH)
    await putIn(query, growths, items.slice(from, from + BATCH));
  for (const growth of growths.values()) await finish(query, growth);
}

/** Takes out everything of a collection, and the collection with it. */
export async function clearText(query: Query, collection: string): Promise<void> {
  for (const table of ["text_collections", "texts", "text_terms"]) {
    await query(`DELETE FROM ${table} WHERE project = $1 AND collection = $2`, [
      projectOf(collection),
      collection,
    ]);
  }
}

/** What changes of a collection in a transaction. */
interface Growth {
  readonly project: string;
  readonly collection: string;
  /** The number of the item put last. */
  last: number;
  items: number;
  passages: number;
  length: number;
}

async function lock(query: Query, names: readonly string[]): Promise<Map<string, Growth>> {
  const rows = await query<{ project: string; collection: string; last: number }>(
    `INSERT INTO text_collections(project, collection) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (project, collection) DO UPDATE SET items = text_collections.items
     RETURNING project, collection, last`,
    [arrayOf(names.map(projectOf)), arrayOf(names)],
  );
  return new Map(rows.map((row) => [row.collection, { ...row, items: 0, passages: 0, length: 0 }]));
}

/** Numbers of items by term. */
type Holders = Map<string, number[]>;

function hold(holders: Holders, terms: Iterable<string>, no: number): void {
  for (const term of terms) {
    const known = holders.get(term);
    if (known) known.push(no);
    else holders.set(term, [no]);
  }
}

async function takeOut(
  query: Query,
  growths: ReadonlyMap<string, Growth>,
  keys: readonly TextKey[],
): Promise<void> {
  const rows = await query<{
    collection: string;
    no: number;
    passages: number;
    length: number;
    postings: string;
  }>(
    `DELETE FROM texts t USING unnest($1::text[], $2::text[], $3::text[]) AS k(project, collection, key)
     WHERE (t.project, t.collection, t.key) = (k.project, k.collection, k.key)
     RETURNING t.collection, t.no, t.passages, t.length, t.postings`,
    [
      arrayOf(keys.map(({ collection }) => projectOf(collection))),
      arrayOf(keys.map(({ collection }) => collection)),
      arrayOf(keys.map(({ key }) => key)),
    ],
  );
  for (const [collection, own] of Map.groupBy(rows, (row) => row.collection)) {
    const growth = growths.get(collection);
    if (!growth) continue;
    const holders: Holders = new Map();
    for (const { no, passages, length, postings } of own) {
      hold(holders, termsOf(postings), no);
      growth.items -= 1;
      growth.passages -= passages;
      growth.length -= length;
    }
    const blocks = inBlocks(holders);
    await query(
      `UPDATE text_terms t SET items = t.items - cardinality(g.nos),
         nos = ARRAY(SELECT n FROM unnest(t.nos) n WHERE n <> ALL(g.nos))
       FROM (${BLOCKS}) g
       WHERE t.project = $1 AND t.collection = $2 AND t.term = g.term AND t.block = g.block`,
      [growth.project, collection, ...blocks],
    );
    await query(
      "DELETE FROM text_terms WHERE project = $1 AND collection = $2 AND term = ANY($3::text[]) AND items <= 0",
      [growth.project, collection, arrayOf([...holders.keys()])],
    );
  }
}

async function putIn(
  query: Query,
  growths: ReadonlyMap<string, Growth>,
  items: readonly TextItem[],
): Promise<void> {
  for (const [collection, own] of Map.groupBy(items, (item) => item.collection)) {
    const growth = growths.get(collection);
    if (!growth) continue;
    const holders: Holders = new Map();
    const first = growth.last + 1;
    for (const { text } of own) {
      growth.last += 1;
      hold(holders, text.terms, growth.last);
      growth.items += 1;
      growth.passages += text.passages;
      growth.length += text.length;
    }
    const column = (of: (text: EncodedText) => string | number): string =>
      arrayOf(own.map(({ text }) => of(text)));
    await query(
      `INSERT INTO texts(project, collection, key, no, prominent, passages, length, postings, terms)
       SELECT $1, $2, key, $3::int + ord::int - 1, prominent, passages, length, postings,
         array_to_tsvector(string_to_array(terms, ' '))
       FROM unnest($4::text[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[]) WITH ORDINALITY
         AS t(key, prominent, passages, length, postings, terms, ord)`,
      [
        growth.project,
        collection,
        first,
        arrayOf(own.map(({ key }) => key)),
        column(({ prominent }) => prominent),
        column(({ passages }) => passages),
        column(({ length }) => length),
        column(({ postings }) => postings),
        column(({ terms }) => terms.join(" ")),
      ],
    );
    await query(
      `INSERT INTO text_terms AS t (project, collection, term, block, items, nos)
       SELECT $1, $2, term, block, cardinality(nos), nos FROM (${BLOCKS}) h
       ON CONFLICT (project, collection, term, block)
       DO UPDATE SET items = t.items + excluded.items, nos = t.nos || excluded.nos`,
      [growth.project, collection, ...inBlocks(holders)],
    );
  }
}

/** Terms, their blocks, and the numbers of those who have them there, as three parameters. */
function inBlocks(holders: Holders): [terms: string, blocks: string, nos: string] {
  const terms: string[] = [];
  const blocks: number[] = [];
  const nos: string[] = [];
  for (const [term, numbers] of holders) {
    for (const [block, own] of Map.groupBy(numbers, (no) => Math.floor(no / BLOCK))) {
      terms.push(term);
      blocks.push(block);
      nos.push(own.join(","));
    }
  }
  return [arrayOf(terms), arrayOf(blocks), arrayOf(nos)];
}

/** What the three parameters are in a statement, after a project and a collection. */
const BLOCKS = `SELECT term, block, string_to_array(nos, ',')::int[] AS nos
  FROM unnest($3::text[], $4::int[], $5::text[]) AS b(term, block, nos)`;

const finish = (
  query: Query,
  { project, collection, last, items, passages, length }: Growth,
): Promise<unknown> =>
  query(
    `UPDATE text_collections SET last = $3::int, items = items + $4::int, passages = passages + $5::bigint,
       length = length + $6::bigint WHERE project = $1 AND collection = $2`,
    [project, collection, last, items, passages, length],
  );
