/** The text that memories are found by, in SQLite: collections, their terms, and who has them. */
import type { Database } from "bun:sqlite";
import type { Memory } from "../../memory/types.ts";
import type { TextStatistics, Viewpoint, WeighedTerm } from "../memory-port.ts";
import { searchableMemory } from "../searchable-memory.ts";

/** Numbers of the texts of collection n: n · 2³² and on. */
const RANGE = 2 ** 32;
/** What the user's own memories are filed under, beside those of projects. */
const USER = "";

interface Owner {
  readonly project: string;
  /** "" for what is not a session's. */
  readonly session: string;
}

/** Where a memory's text is filed. */
function ownerOf(memory: Memory): Owner {
  if (memory.type === "working" || memory.scope === "session") {
    const session = "session_id" in memory ? memory.session_id : (memory.source_sessions[0] ?? "");
    return { project: memory.project, session };
  }
  return { project: memory.scope === "user" ? USER : memory.project, session: "" };
}

/** Collections that a viewpoint sees: its session's, its project's, the user's. */
function collectionsOf(db: Database, { project, session }: Viewpoint): number[] {
  return db
    .query<{ no: number }, [string, string, string]>(
      `SELECT no FROM memory_collections WHERE (project = ?1 AND session IN ('', ?2)) OR (project = ?3 AND session = '')
       ORDER BY no`,
    )
    .all(project, session, USER)
    .map(({ no }) => no);
}

interface TextRow {
  readonly no: number;
  readonly collection: number;
  readonly passages: number;
  readonly length: number;
  readonly terms: string;
}

/** Takes a memory's text out of the index, if it is there. */
export function unfile(db: Database, project: string, id: string): void {
  const row = db
    .query<TextRow, [string, string]>(
      "SELECT no, collection, passages, length, terms FROM memory_text WHERE project = ? AND id = ?",
    )
    .get(project, id);
  if (!row) return;
  db.query("DELETE FROM memory_fts WHERE rowid = ?").run(row.no);
  db.query("DELETE FROM memory_text WHERE no = ?").run(row.no);
  db.query(
    `UPDATE memory_terms SET items = items - 1 WHERE collection = ?1
       AND term IN (SELECT value FROM json_each(?2))`,
  ).run(row.collection, JSON.stringify(row.terms.split(" ")));
  db.query("DELETE FROM memory_terms WHERE collection = ? AND items <= 0").run(row.collection);
  grow(db, row.collection, { items: -1, passages: -row.passages, length: -row.length });
}

/** Files a memory's text, in place of what was filed for it. */
export function file(db: Database, memory: Memory): void {
  unfile(db, memory.project, memory.id);
  const text = searchableMemory(memory);
  if (!text) return;
  const owner = ownerOf(memory);
  const collection = collectionFor(db, owner);
  const no = nextNumber(db, collection);
  const terms = text.terms.join(" ");
  db.query(
    `INSERT INTO memory_text(no, collection, project, id, type, passages, length, terms, postings)
     VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    no,
    collection,
    memory.project,
    memory.id,
    memory.type,
    text.passages,
    text.length,
    terms,
    text.postings,
  );
  db.query("INSERT INTO memory_fts(rowid, terms) VALUES(?, ?)").run(no, terms);
  db.query(
    `INSERT INTO memory_terms(collection, term, items) SELECT ?1, value, 1 FROM json_each(?2) WHERE true
     ON CONFLICT DO UPDATE SET items = items + 1`,
  ).run(collection, JSON.stringify(text.terms));
  grow(db, collection, { items: 1, passages: text.passages, length: text.length });
}

function collectionFor(db: Database, { project, session }: Owner): number {
  db.query("INSERT INTO memory_collections(project, session) VALUES(?, ?) ON CONFLICT DO NOTHING").run(
    project,
    session,
  );
  const row = db
    .query<{ no: number }, [string, string]>(
      "SELECT no FROM memory_collections WHERE project = ? AND session = ?",
    )
    .get(project, session);
  return row?.no ?? 0;
}

function nextNumber(db: Database, collection: number): number {
  const [from, to] = [collection * RANGE, (collection + 1) * RANGE - 1];
  const row = db
    .query<{ no: number | null }, [number, number]>(
      "SELECT max(no) AS no FROM memory_text WHERE no BETWEEN ? AND ?",
    )
    .get(from, to);
  return (row?.no ?? from) + 1;
}

const grow = (db: Database, collection: number, by: TextStatistics): void => {
  db.query(
    "UPDATE memory_collections SET items = items + ?, passages = passages + ?, length = length + ? WHERE no = ?",
  ).run(by.items, by.passages, by.length, collection);
};

export function statistics(db: Database, from: Viewpoint): TextStatistics {
  const row = db
    .query<TextStatistics, [string]>(
      `SELECT COALESCE(sum(items), 0) AS items, COALESCE(sum(passages), 0) AS passages,
         COALESCE(sum(length), 0) AS length
       FROM memory_collections WHERE no IN (SELECT value FROM json_each(?))`,
    )
    .get(JSON.stringify(collectionsOf(db, from)));
  return row ?? { items: 0, passages: 0, length: 0 };
}

export function frequencies(db: Database, from: Viewpoint, terms: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const query = db.query<{ term: string; items: number }, [number, string]>(
    "SELECT t.term, t.items FROM json_each(?2) j CROSS JOIN memory_terms t ON t.collection = ?1 AND t.term = j.value",
  );
  for (const collection of collectionsOf(db, from)) {
    for (const { term, items } of query.all(collection, JSON.stringify(terms)))
      found.set(term, (found.get(term) ?? 0) + items);
  }
  return found;
}

export interface FiledText {
  readonly project: string;
  readonly id: string;
  readonly type: string;
  readonly postings: string;
}

/** The texts with the greatest sums of weights; of equal ones those that were filed first. */
export function heaviest(
  db: Database,
  from: Viewpoint,
  terms: readonly WeighedTerm[],
  limit: number,
): FiledText[] {
  const sums = new Map<number, number>();
  const holders = db.query<{ no: number }, [string, number, number]>(
    "SELECT rowid AS no FROM memory_fts WHERE memory_fts MATCH ?1 AND rowid BETWEEN ?2 AND ?3",
  );
  for (const collection of collectionsOf(db, from)) {
    const [first, last] = [collection * RANGE, (collection + 1) * RANGE - 1];
    for (const { term, weight } of terms.filter(isTerm))
      for (const { no } of holders.all(quoted(term), first, last)) sums.set(no, (sums.get(no) ?? 0) + weight);
  }
  const chosen = [...sums]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, limit)
    .map(([no]) => no);
  return db
    .query<FiledText, [string]>(
      `SELECT t.project, t.id, t.type, t.postings FROM json_each(?) j JOIN memory_text t ON t.no = j.value
       ORDER BY j.key`,
    )
    .all(JSON.stringify(chosen));
}

/** What the tokenizer would take apart is no term, and without positions FTS5 cannot look for it. */
const isTerm = ({ term }: WeighedTerm): boolean => /^[\w./\-\u0080-\uffff]+$/.test(term);

/** As a string, so that nothing in it is an operator: https://www.sqlite.org/fts5.html#fts5_strings */
const quoted = (term: string): string => `"${term}"`;
