/** Memories in SQLite. */
import type { Database } from "bun:sqlite";
import { isRecallable } from "../../memory/lifecycle.ts";
import type {
  LinkType,
  Memory,
  MemoryLink,
  MemoryType,
  ProspectiveMemory,
  WorkingMemory,
} from "../../memory/types.ts";
import { MEMORY_TYPES } from "../../memory/types.ts";
import { memoryCollection } from "../collections.ts";
import {
  FOUND_UNLESS_TOLD,
  type MemoryCount,
  type MemoryQuery,
  type MemoryStore,
  type MemoryWalk,
  REFUSALS_KEPT,
  type Refusal,
  type Viewpoint,
} from "../memory-port.ts";
import {
  byId,
  columnsOf,
  type MemoryRow,
  memoryOf,
  mostPressingFirst,
  newestFirst,
  rowOf,
  statusOf,
  TABLES,
  timeOf,
} from "../memory-rows.ts";
import { searchableMemory } from "../searchable-memory.ts";
import { immediately } from "./immediately.ts";
import type { Run } from "./projection.ts";
import { OPEN_INTENTIONS, OPEN_WORK } from "./standing.ts";
import { type TextWriter, textWriter } from "./text-writer.ts";

type Value = string | number | null;

/** A memory's values, in the order of `columnsOf`. */
const valuesOf = (memory: Memory): Value[] =>
  Object.values(rowOf(memory)).map((value) =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : (value as Value),
  );

export function sqliteMemories(db: Database, run: Run): MemoryStore {
  return {
    put: (memories, links) => run(() => immediately(db, () => putAll(db, memories, links))),
    get: (project, ids) => run(() => get(db, project, ids)),
    standing: (from, now) => run(() => standing(db, from, now)),
    counts: (project) => run(() => counts(db, project)),
    judged: (project) => run(() => judged(db, project)),
    find: (from, query) => run(() => find(db, from, query)),
    walk: (project, stretch) => run(() => walk(db, project, stretch)),
    beginning: (project, prefix, limit) => run(() => beginning(db, project, prefix, limit)),
    refuse: (project, refusal) => run(() => immediately(db, () => refuse(db, project, refusal))),
    refused: (project, hashes) => run(() => refused(db, project, hashes)),
    refusals: (project) => run(() => refusals(db, project)),
    spoilt: (project) => run(() => spoilt(db, project)),
    forget: (project, ids) => run(() => immediately(db, () => forget(db, project, ids))),
    accessed: (project, ids, at) => run(() => immediately(db, () => accessed(db, project, ids, at))),
    link: (project, link) => run(() => putLink(db, project, link)),
    unlink: (project, source, target, type) => run(() => unlink(db, project, source, target, type)),
    links: (project, id) => run(() => linksOf(db, project, id)),
    disputes: (project, ids) => run(() => disputes(db, project, ids)),
    linksFrom: (project, sources) => run(() => linksFrom(db, project, sources)),
  };
}

function putAll(db: Database, memories: readonly Memory[], links: readonly MemoryLink[] = []): void {
  const text = textWriter(db);
  for (const memory of memories) put(db, text, memory);
  text.finish();
  const project = memories[0]?.project;
  if (project !== undefined) for (const link of links) putLink(db, project, link);
}

function put(db: Database, text: TextWriter, memory: Memory): void {
  // One that changed its scope is to be looked for in another collection.
  const row = db
    .query<MemoryRow, [string, string]>(`SELECT * FROM ${TABLES[memory.type]} WHERE project = ? AND id = ?`)
    .get(memory.project, memory.id);
  const before = row ? memoryOf(memory.type, row) : undefined;
  text.remove(memoryCollection(before ?? memory), memory.id);
  const columns = columnsOf(memory.type);
  const marks = columns.map(() => "?").join(", ");
  db.query<unknown, Value[]>(
    `INSERT OR REPLACE INTO ${TABLES[memory.type]}(${columns.join(", ")}) VALUES(${marks})`,
  ).run(...valuesOf(before ? withAccesses(memory, before) : memory));
  const found = searchableMemory(memory);
  if (found) text.put(memoryCollection(memory), memory.id, found);
}

/** As it is to be, seen as often as it has been. */
const withAccesses = (memory: Memory, { access_count, accessed_at }: Memory): Memory => ({
  ...memory,
  access_count: Math.max(memory.access_count, access_count),
  accessed_at: memory.accessed_at > accessed_at ? memory.accessed_at : accessed_at,
});

/** Files the text of every memory, into an empty index. */
export function fileMemories(db: Database): void {
  const text = textWriter(db);
  for (const type of MEMORY_TYPES) {
    for (const row of db
      .query<MemoryRow, []>(`SELECT * FROM ${TABLES[type]} ORDER BY created_at, id`)
      .all()) {
      const memory = memoryOf(type, row);
      const found = memory && searchableMemory(memory);
      if (found) text.put(memoryCollection(memory), memory.id, found);
    }
  }
  text.finish();
}

/** A memory is its project's; the user's own are everyone's. */
const VISIBLE = "(project = ?1 OR scope = 'user')";
const visible = (type: MemoryType): string => (type === "working" ? "project = ?1" : VISIBLE);
const OF_IDS = "id IN (SELECT value FROM json_each(?2))";
/** Those of a list of ids. The list stands on both sides of the OR: SQLite then has an index for each, and else goes through all. */
const visibleOfIds = (type: MemoryType): string =>
  type === "working"
    ? `project = ?1 AND ${OF_IDS}`
    : `(project = ?1 AND ${OF_IDS}) OR (scope = 'user' AND ${OF_IDS})`;

function standing(
  db: Database,
  { project, session }: Viewpoint,
  now: Date,
): (WorkingMemory | ProspectiveMemory)[] {
  const rows = (sql: string): MemoryRow[] =>
    db.query<MemoryRow, [string, string, string]>(sql).all(project, session, now.toISOString());
  return [
    ...rows(OPEN_WORK).flatMap((row) => (memoryOf("working", row) as WorkingMemory | undefined) ?? []),
    ...rows(OPEN_INTENTIONS).flatMap(
      (row) => (memoryOf("prospective", row) as ProspectiveMemory | undefined) ?? [],
    ),
  ]
    .filter((memory) => isRecallable(memory, now))
    .sort(mostPressingFirst);
}

function get(db: Database, project: string, ids: readonly string[]): Memory[] {
  if (ids.length === 0) return [];
  const found = new Map<string, Memory>();
  for (const type of MEMORY_TYPES) {
    const rows = db
      .query<MemoryRow, [string, string]>(`SELECT * FROM ${TABLES[type]} WHERE ${visibleOfIds(type)}`)
      .all(project, JSON.stringify(ids));
    for (const row of rows) {
      const memory = memoryOf(type, row);
      if (memory) found.set(memory.id, memory);
    }
    if (found.size === ids.length) break;
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

function find(db: Database, from: Viewpoint, query: MemoryQuery): Memory[] {
  const { types = MEMORY_TYPES, limit = FOUND_UNLESS_TOLD, offset = 0 } = query;
  const wanted = limit + offset;
  return types
    .flatMap((type) => {
      const { where, values } = conditions(type, from, query);
      return db
        .query<MemoryRow, Value[]>(
          `SELECT * FROM ${TABLES[type]} WHERE ${where} ORDER BY ${timeOf(type)} DESC, id DESC LIMIT ${wanted}`,
        )
        .all(...values)
        .flatMap((row) => memoryOf(type, row) ?? []);
    })
    .sort(newestFirst)
    .slice(offset, wanted);
}

function conditions(
  type: MemoryType,
  { project, session }: Viewpoint,
  query: MemoryQuery,
): { where: string; values: Value[] } {
  const parts: string[] = [];
  const values: Value[] = [];
  const add = (sql: string, ...more: Value[]): void => {
    parts.push(sql);
    values.push(...more);
  };
  if (type === "working") {
    add("project = ?", project);
    if (!query.everySession) add("session_id = ?", session);
    if (query.scopes && !query.scopes.includes("session")) add("false");
  } else {
    add("(project = ? OR scope = 'user')", project);
    const own =
      type === "semantic" || type === "procedural"
        ? "json_extract(source_sessions, '$[0]') = ?"
        : "session_id = ?";
    if (!query.everySession) add(`(scope <> 'session' OR ${own})`, session);
    if (query.scopes) add("scope IN (SELECT value FROM json_each(?))", JSON.stringify(query.scopes));
  }
  if (query.open && type === "working") add("cleared_at IS NULL");
  if (query.open && type === "prospective") add("status IN ('pending', 'active')");
  if (query.statuses)
    add(`${statusOf(type)} IN (SELECT value FROM json_each(?))`, JSON.stringify(query.statuses));
  if (query.minImportance !== undefined) add("importance >= ?", query.minImportance);
  if (query.since !== undefined) add(`${timeOf(type)} >= ?`, query.since);
  if (query.before !== undefined) add(`${timeOf(type)} < ?`, query.before);
  if (query.tags) {
    const all =
      "NOT EXISTS (SELECT 1 FROM json_each(?) t WHERE t.value NOT IN (SELECT value FROM json_each(tags)))";
    add(all, JSON.stringify(query.tags));
  }
  if (query.hashes) add("content_hash IN (SELECT value FROM json_each(?))", JSON.stringify(query.hashes));
  if (query.todo !== undefined) add(type === "working" ? "todo_id = ?" : "? IS NULL", query.todo);
  return { where: parts.join(" AND "), values };
}

function walk(
  db: Database,
  project: string,
  { types = MEMORY_TYPES, after = "", limit }: MemoryWalk,
): Memory[] {
  if (types.length === 0) return [];
  const of = (type: MemoryType): string => `SELECT id FROM ${TABLES[type]} WHERE project = ?1 AND id > ?2`;
  const last = db
    .query<{ id: string | null }, [string, string, number]>(
      `SELECT max(id) AS id FROM (${types.map(of).join(" UNION ALL ")} ORDER BY id LIMIT ?3)`,
    )
    .get(project, after, limit)?.id;
  if (!last) return [];
  return types
    .flatMap((type) =>
      db
        .query<MemoryRow, [string, string, string]>(
          `SELECT * FROM ${TABLES[type]} WHERE project = ? AND id > ? AND id <= ?`,
        )
        .all(project, after, last)
        .flatMap((row) => memoryOf(type, row) ?? []),
    )
    .sort(byId);
}

function beginning(db: Database, project: string, prefix: string, limit: number): Memory[] {
  const found = MEMORY_TYPES.flatMap((type) =>
    db
      .query<MemoryRow, [string, string, number]>(
        `SELECT * FROM ${TABLES[type]} WHERE ${visible(type)} AND substr(id, 1, length(?2)) = ?2
         ORDER BY id LIMIT ?3`,
      )
      .all(project, prefix, limit)
      .flatMap((row) => memoryOf(type, row) ?? []),
  );
  return found.sort(byId).slice(0, limit);
}

function counts(db: Database, project: string): MemoryCount[] {
  return MEMORY_TYPES.flatMap((type) => {
    const status = statusOf(type);
    return db
      .query<Omit<MemoryCount, "type">, [string]>(
        `SELECT ${status} AS status, count(*) AS count FROM ${TABLES[type]} WHERE project = ? GROUP BY 1 ORDER BY 1`,
      )
      .all(project)
      .map((row) => ({ type, ...row }));
  });
}

function judged(db: Database, project: string): Map<string, number> {
  const of = (type: MemoryType): string =>
    `SELECT CASE WHEN json_valid(review) THEN json_extract(review, '$.executor') END AS executor
     FROM ${TABLES[type]} WHERE project = ?1`;
  const rows = db
    .query<{ executor: string; count: number }, [string]>(
      `SELECT executor, count(*) AS count FROM (${MEMORY_TYPES.map(of).join(" UNION ALL ")})
       WHERE typeof(executor) = 'text' GROUP BY executor ORDER BY executor`,
    )
    .all(project);
  return new Map(rows.map(({ executor, count }) => [executor, count]));
}

function refuse(db: Database, project: string, { hash, reason, at }: Refusal): void {
  db.query("INSERT OR REPLACE INTO refusals(project, hash, reason, at) VALUES(?, ?, ?, ?)").run(
    project,
    hash,
    reason,
    at,
  );
  db.query(
    `DELETE FROM refusals WHERE project = ?1 AND hash NOT IN
       (SELECT hash FROM refusals WHERE project = ?1 ORDER BY at DESC, hash DESC LIMIT ?2)`,
  ).run(project, REFUSALS_KEPT);
}

const refused = (db: Database, project: string, hashes: readonly string[]): Refusal[] =>
  db
    .query<Refusal, [string, string]>(
      `SELECT hash, reason, at FROM refusals
       WHERE project = ? AND hash IN (SELECT value FROM json_each(?)) ORDER BY hash`,
    )
    .all(project, JSON.stringify(hashes));

const refusals = (db: Database, project: string): Refusal[] =>
  db
    .query<Refusal, [string]>(
      "SELECT hash, reason, at FROM refusals WHERE project = ? ORDER BY at DESC, hash DESC",
    )
    .all(project);

function spoilt(db: Database, project: string): string[] {
  return MEMORY_TYPES.flatMap((type) =>
    db
      .query<MemoryRow, [string]>(`SELECT * FROM ${TABLES[type]} WHERE project = ?`)
      .all(project)
      .flatMap((row) => (memoryOf(type, row) ? [] : [String(row.id)])),
  ).sort();
}

function forget(db: Database, project: string, ids: readonly string[]): number {
  const own = get(db, project, ids);
  const text = textWriter(db);
  for (const memory of own) {
    const { type, id, project: home } = memory;
    text.remove(memoryCollection(memory), id);
    db.query(`DELETE FROM ${TABLES[type]} WHERE project = ? AND id = ?`).run(home, id);
    // The user's own is linked by every project.
    const where = memory.type !== "working" && memory.scope === "user" ? "" : "project = ?1 AND ";
    db.query(`DELETE FROM memory_links WHERE ${where}(source_id = ?2 OR target_id = ?2)`).run(home, id);
  }
  const known = new Set(own.map(({ id }) => id));
  const unread = ids.filter((id) => !known.has(id));
  const spoiltOnes = unread.filter((id) => forgetSpoilt(db, text, project, id));
  text.finish();
  return own.length + spoiltOnes.length;
}

/** What it was found by is looked for everywhere: its row need not say. */
function forgetSpoilt(db: Database, text: TextWriter, project: string, id: string): boolean {
  const gone = MEMORY_TYPES.reduce(
    (sum, type) =>
      sum + db.query(`DELETE FROM ${TABLES[type]} WHERE project = ? AND id = ?`).run(project, id).changes,
    0,
  );
  if (gone === 0) return false;
  const found = db
    .query<{ name: string }, [string]>(
      "SELECT c.name FROM texts t JOIN text_collections c ON c.no = t.collection WHERE t.key = ?",
    )
    .all(id);
  for (const { name } of found) text.remove(name, id);
  db.query("DELETE FROM memory_links WHERE project = ?1 AND (source_id = ?2 OR target_id = ?2)").run(
    project,
    id,
  );
  return true;
}

function accessed(db: Database, project: string, ids: readonly string[], at: string): void {
  let left = ids.length;
  for (const type of MEMORY_TYPES) {
    if (left <= 0) break;
    left -= db
      .query(
        `UPDATE ${TABLES[type]} SET access_count = access_count + 1, accessed_at = max(accessed_at, ?3)
         WHERE ${visibleOfIds(type)}`,
      )
      .run(project, JSON.stringify(ids), at).changes;
  }
}

const LINK_COLUMNS = "source_id, target_id, link_type, strength, created_at";

function putLink(db: Database, project: string, link: MemoryLink): void {
  db.query(
    `INSERT INTO memory_links(project, ${LINK_COLUMNS}) VALUES(?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET strength = excluded.strength`,
  ).run(project, link.source_id, link.target_id, link.link_type, link.strength, link.created_at);
}

const unlink = (
  db: Database,
  project: string,
  source: string,
  target: string,
  type: LinkType | undefined,
): number =>
  db
    .query(
      `DELETE FROM memory_links WHERE project = ?1 AND source_id = ?2 AND target_id = ?3
         AND (?4 IS NULL OR link_type = ?4)`,
    )
    .run(project, source, target, type ?? null).changes;

const linksOf = (db: Database, project: string, id: string): MemoryLink[] =>
  db
    .query<MemoryLink, [string, string]>(
      `SELECT ${LINK_COLUMNS} FROM memory_links WHERE project = ?1 AND (source_id = ?2 OR target_id = ?2)
       ORDER BY created_at, source_id, target_id, link_type`,
    )
    .all(project, id);

/** By either index: an OR over both would be answered by reading all of a project's links. */
const disputes = (db: Database, project: string, ids: readonly string[]): MemoryLink[] =>
  db
    .query<MemoryLink, [string, string]>(
      `SELECT ${LINK_COLUMNS} FROM memory_links WHERE project = ?1 AND link_type = 'contradicts'
         AND source_id IN (SELECT value FROM json_each(?2))
       UNION
       SELECT ${LINK_COLUMNS} FROM memory_links WHERE project = ?1 AND link_type = 'contradicts'
         AND target_id IN (SELECT value FROM json_each(?2))
       ORDER BY source_id, target_id`,
    )
    .all(project, JSON.stringify(ids));

const linksFrom = (db: Database, project: string, sources: readonly string[]): MemoryLink[] =>
  db
    .query<MemoryLink, [string, string]>(
      `SELECT ${LINK_COLUMNS} FROM memory_links
       WHERE project = ?1 AND source_id IN (SELECT value FROM json_each(?2))
       ORDER BY source_id, target_id, link_type`,
    )
    .all(project, JSON.stringify(sources));
