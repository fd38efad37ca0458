/** Memories in PostgreSQL. */
import { isRecallable } from "../../memory/lifecycle.ts";
import {
  type LinkType,
  MEMORY_TYPES,
  type Memory,
  type MemoryLink,
  type MemoryType,
  type ProspectiveMemory,
  type WorkingMemory,
} from "../../memory/types.ts";
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
import type { Connection, Query, Value } from "./connection.ts";
import { type TextItem, type TextKey, writeText } from "./text-writer.ts";
import { arrayOf, fromJson, toJson } from "./texts.ts";

/** Memories written by one statement: bounds its size. */
const BATCH = 1_000;

export function postgresMemories({ query, transaction }: Connection): MemoryStore {
  /** Of those read before: what is shown was read, and a new connection takes 2 ms to look into all five tables. */
  const typeOf = new Map<string, MemoryType>();
  const typesOf = (ids: readonly string[]): readonly MemoryType[] => {
    const types = new Set(ids.map((id) => typeOf.get(id)));
    return MEMORY_TYPES.filter((type) => types.has(undefined) || types.has(type));
  };
  return {
    put: (memories, links) => transaction((own) => putAll(own, memories, links)),
    async get(project, ids) {
      const found = await get(query, project, ids);
      for (const { id, type } of found) typeOf.set(id, type);
      return found;
    },
    standing: (from, now) => standing(query, from, now),
    find: (from, asked) => find(query, from, asked),
    walk: (project, stretch) => walk(query, project, stretch),
    counts: (project) => counts(query, project),
    judged: (project) => judged(query, project),
    beginning: (project, prefix, limit) => beginning(query, project, prefix, limit),
    refuse: (project, refusal) => transaction((own) => refuse(own, project, refusal)),
    refused: (project, hashes) => refused(query, project, hashes),
    refusals: (project) =>
      query("SELECT hash, reason, at FROM refusals WHERE project = $1 ORDER BY at DESC, hash DESC", [
        project,
      ]),
    spoilt: (project) => spoilt(query, project),
    forget: (project, ids) => transaction((own) => forget(own, project, ids)),
    accessed: (project, ids, at) => accessed(query, typesOf(ids), project, ids, at),
    link: (project, link) => putLinks(query, project, [link]),
    unlink: (project, source, target, type) => unlink(query, project, source, target, type),
    links: (project, id) => linksOf(query, project, id),
    disputes: (project, ids) => disputes(query, project, ids),
    linksFrom: (project, sources) => linksFrom(query, project, sources),
  };
}

/** A row with its type, as JSON: numbers of 64 bits and objects come as they are, whatever the table. */
interface TypedRow {
  readonly type: MemoryType;
  readonly row: string;
}

const typed = (type: MemoryType): string =>
  `SELECT '${type}' AS type, id, to_json(m)::text AS row FROM ${TABLES[type]} m`;

const read = ({ type, row }: TypedRow): Memory | readonly never[] =>
  memoryOf(type, fromJson(row) as MemoryRow) ?? [];

async function putAll(
  own: Query,
  memories: readonly Memory[],
  links: readonly MemoryLink[] = [],
): Promise<void> {
  const latest = [...new Map(memories.map((memory) => [keyOf(memory), memory])).values()];
  const gone: TextKey[] = [];
  for (const type of MEMORY_TYPES) {
    const some = latest
      .filter((memory) => memory.type === type)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    for (let from = 0; from < some.length; from += BATCH) {
      const batch = some.slice(from, from + BATCH);
      // One that changed its scope is to be looked for in another collection.
      const before = (await rowsBefore(own, type, batch)).flatMap(read);
      gone.push(...[...before, ...batch].map(textKeyOf));
      await write(own, type, batch);
    }
  }
  const text = latest.flatMap((memory): TextItem[] => {
    const found = searchableMemory(memory);
    return found ? [{ ...textKeyOf(memory), text: found }] : [];
  });
  await writeText(own, gone, text);
  const project = memories[0]?.project;
  if (project !== undefined) await putLinks(own, project, links);
}

const keyOf = ({ type, project, id }: Memory): string => `${type} ${project} ${id}`;
const textKeyOf = (memory: Memory): TextKey => ({ collection: memoryCollection(memory), key: memory.id });

/** Locked in the order of their keys, so that two processes wait for each other at one of them at most. */
const rowsBefore = (own: Query, type: MemoryType, batch: readonly Memory[]): Promise<TypedRow[]> =>
  own(
    `${typed(type)} WHERE (project, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY project, id FOR UPDATE`,
    [arrayOf(batch.map(({ project }) => project)), arrayOf(batch.map(({ id }) => id))],
  );

/** What `accessed` counts never goes back. */
const COUNTED: ReadonlySet<string> = new Set(['"access_count"', '"accessed_at"']);

async function write(own: Query, type: MemoryType, batch: readonly Memory[]): Promise<void> {
  const columns = columnsOf(type).map((column) => `"${column}"`);
  const changed = columns
    .slice(2)
    .map((column) =>
      COUNTED.has(column)
        ? `${column} = greatest(known.${column}, excluded.${column})`
        : `${column} = excluded.${column}`,
    );
  await own(
    `INSERT INTO ${TABLES[type]} AS known(${columns.join(", ")})
     SELECT ${columns.join(", ")} FROM jsonb_populate_recordset(NULL::${TABLES[type]}, $1::jsonb)
     ON CONFLICT (project, id) DO UPDATE SET ${changed.join(", ")}`,
    [toJson(batch.map(rowOf))],
  );
}

async function standing(
  query: Query,
  { project, session }: Viewpoint,
  now: Date,
): Promise<(WorkingMemory | ProspectiveMemory)[]> {
  const open = "row_status = 'active' AND (status = 'active' OR (status = 'pending' AND due_at <= $3))";
  const rows = await query<TypedRow>(
    `${typed("working")} WHERE project = $1 AND session_id = $2 AND status = 'active' AND cleared_at IS NULL
       AND expires_at > $3
     UNION ALL ${typed("prospective")} WHERE project = $1 AND (scope <> 'session' OR session_id = $2) AND ${open}
     UNION ALL ${typed("prospective")} WHERE scope = 'user' AND project <> $1 AND ${open}`,
    [project, session, now.toISOString()],
  );
  return rows
    .flatMap((row) => read(row) as WorkingMemory | ProspectiveMemory | readonly never[])
    .filter((memory) => isRecallable(memory, now))
    .sort(mostPressingFirst);
}

/** Rows of these ids that the project may see; the user's own are everyone's. */
const visible = (type: MemoryType): string =>
  type === "working"
    ? `${typed(type)} WHERE project = $1 AND id = ANY($2::text[])`
    : `${typed(type)} WHERE project = $1 AND id = ANY($2::text[])
       UNION ALL ${typed(type)} WHERE scope = 'user' AND project <> $1 AND id = ANY($2::text[])`;

async function get(query: Query, project: string, ids: readonly string[]): Promise<Memory[]> {
  if (ids.length === 0) return [];
  const rows = await query<TypedRow>(MEMORY_TYPES.map(visible).join("\nUNION ALL "), [project, arrayOf(ids)]);
  const found = new Map(rows.flatMap(read).map((memory) => [memory.id, memory]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function find(query: Query, from: Viewpoint, asked: MemoryQuery): Promise<Memory[]> {
  const { types = MEMORY_TYPES, limit = FOUND_UNLESS_TOLD, offset = 0 } = asked;
  if (types.length === 0) return [];
  const values: Value[] = [];
  const parts = types.map((type) => {
    const where = conditions(type, from, asked, values);
    return `(${typed(type)} WHERE ${where} ORDER BY "${timeOf(type)}" DESC, id DESC LIMIT ${place(values, limit + offset)}::bigint)`;
  });
  const rows = await query<TypedRow>(parts.join("\nUNION ALL "), values);
  return rows
    .flatMap(read)
    .sort(newestFirst)
    .slice(offset, limit + offset);
}

/** Adds a value to the parameters and gives its placeholder. */
const place = (values: Value[], value: Value): string => `$${values.push(value)}`;

function conditions(
  type: MemoryType,
  { project, session }: Viewpoint,
  asked: MemoryQuery,
  values: Value[],
): string {
  const parts: string[] = [];
  const given = (value: Value): string => place(values, value);
  const own = `project = ${given(project)}`;
  if (type === "working") {
    parts.push(own);
    if (!asked.everySession) parts.push(`session_id = ${given(session)}`);
    if (asked.scopes && !asked.scopes.includes("session")) parts.push("false");
  } else {
    parts.push(`(${own} OR scope = 'user')`);
    const from = type === "semantic" || type === "procedural" ? "source_sessions ->> 0" : "session_id";
    if (!asked.everySession) parts.push(`(scope <> 'session' OR ${from} = ${given(session)})`);
    if (asked.scopes) parts.push(`scope = ANY(${given(arrayOf(asked.scopes))}::text[])`);
  }
  if (asked.open && type === "working") parts.push("cleared_at IS NULL");
  if (asked.open && type === "prospective") parts.push("status IN ('pending', 'active')");
  if (asked.statuses) parts.push(`${statusOf(type)} = ANY(${given(arrayOf(asked.statuses))}::text[])`);
  if (asked.minImportance !== undefined) parts.push(`importance >= ${given(asked.minImportance)}::int`);
  if (asked.since !== undefined) parts.push(`"${timeOf(type)}" >= ${given(asked.since)}`);
  if (asked.before !== undefined) parts.push(`"${timeOf(type)}" < ${given(asked.before)}`);
  if (asked.tags) parts.push(`tags @> ${given(toJson(asked.tags))}::jsonb`);
  if (asked.hashes) parts.push(`content_hash = ANY(${given(arrayOf(asked.hashes))}::text[])`);
  if (asked.todo !== undefined) parts.push(type === "working" ? `todo_id = ${given(asked.todo)}` : "false");
  return parts.join(" AND ");
}

/** Of several types with one id none is parted from the others: the next stretch begins after it. */
async function walk(
  query: Query,
  project: string,
  { types = MEMORY_TYPES, after = "", limit }: MemoryWalk,
): Promise<Memory[]> {
  if (types.length === 0) return [];
  const parts = types.map(
    (type) => `(${typed(type)} WHERE project = $1 AND id > $2 ORDER BY id LIMIT $3::int)`,
  );
  const rows = await query<TypedRow>(
    `SELECT type, row FROM (${parts.join(" UNION ALL ")}) own ORDER BY id FETCH FIRST ($3::int) ROWS WITH TIES`,
    [project, after, limit],
  );
  return rows.flatMap(read).sort(byId);
}

async function beginning(query: Query, project: string, prefix: string, limit: number): Promise<Memory[]> {
  const parts = MEMORY_TYPES.map((type) => {
    const seen = type === "working" ? "project = $1" : "(project = $1 OR scope = 'user')";
    return `(${typed(type)} WHERE ${seen} AND starts_with(id, $2) ORDER BY id LIMIT $3::int)`;
  });
  const rows = await query<TypedRow>(parts.join(" UNION ALL "), [project, prefix, limit]);
  return rows.flatMap(read).sort(byId).slice(0, limit);
}

function counts(query: Query, project: string): Promise<MemoryCount[]> {
  const parts = MEMORY_TYPES.map((type, n) => {
    const status = statusOf(type);
    return `SELECT ${n} AS ord, '${type}' AS type, ${status} AS status, count(*)::int AS count
      FROM ${TABLES[type]} WHERE project = $1 GROUP BY ${status}`;
  });
  return query(
    `SELECT type, status, count FROM (${parts.join(" UNION ALL ")}) counted ORDER BY ord, status`,
    [project],
  );
}

async function judged(query: Query, project: string): Promise<Map<string, number>> {
  const parts = MEMORY_TYPES.map((type) => `SELECT review FROM ${TABLES[type]} WHERE project = $1`);
  const rows = await query<{ executor: string; count: number }>(
    `SELECT review ->> 'executor' AS executor, count(*)::int AS count FROM (${parts.join(" UNION ALL ")}) reviews
     WHERE jsonb_typeof(review -> 'executor') = 'string' GROUP BY 1 ORDER BY 1`,
    [project],
  );
  return new Map(rows.map(({ executor, count }) => [executor, count]));
}

async function refuse(own: Query, project: string, { hash, reason, at }: Refusal): Promise<void> {
  await own(
    `INSERT INTO refusals(project, hash, reason, at) VALUES($1, $2, $3, $4)
     ON CONFLICT (project, hash) DO UPDATE SET reason = excluded.reason, at = excluded.at`,
    [project, hash, reason, at],
  );
  await own(
    `DELETE FROM refusals WHERE project = $1 AND hash IN
       (SELECT hash FROM refusals WHERE project = $1 ORDER BY at DESC, hash DESC OFFSET $2::int)`,
    [project, REFUSALS_KEPT],
  );
}

const refused = (query: Query, project: string, hashes: readonly string[]): Promise<Refusal[]> =>
  query("SELECT hash, reason, at FROM refusals WHERE project = $1 AND hash = ANY($2::text[]) ORDER BY hash", [
    project,
    arrayOf(hashes),
  ]);

async function spoilt(query: Query, project: string): Promise<string[]> {
  const rows = await query<TypedRow & { id: string }>(
    `SELECT * FROM (${MEMORY_TYPES.map((type) => `${typed(type)} WHERE project = $1`).join(" UNION ALL ")}) m ORDER BY id`,
    [project],
  );
  return rows.flatMap(({ id, ...row }) => ("id" in read(row) ? [] : [id]));
}

async function forget(own: Query, project: string, ids: readonly string[]): Promise<number> {
  const found = await get(own, project, ids);
  for (const [type, memories] of Map.groupBy(found, (memory) => memory.type)) {
    await own(
      `DELETE FROM ${TABLES[type]} WHERE (project, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      keys(memories),
    );
  }
  await own(
    `DELETE FROM memory_links l USING unnest($1::text[], $2::text[]) AS m(project, id)
     WHERE l.project = m.project AND (l.source_id = m.id OR l.target_id = m.id)`,
    keys(found),
  );
  // The user's own is linked by every project.
  const everyones = found.filter((memory) => memory.type !== "working" && memory.scope === "user");
  if (everyones.length > 0) {
    await own("DELETE FROM memory_links WHERE source_id = ANY($1::text[]) OR target_id = ANY($1::text[])", [
      arrayOf(everyones.map(({ id }) => id)),
    ]);
  }
  await writeText(own, found.map(textKeyOf), []);
  const known = new Set(found.map(({ id }) => id));
  const unread = await forgetSpoilt(
    own,
    project,
    ids.filter((id) => !known.has(id)),
  );
  return found.length + unread;
}

/** What they were found by is looked for everywhere: their rows need not say. */
async function forgetSpoilt(own: Query, project: string, ids: readonly string[]): Promise<number> {
  const gone: { id: string }[] = [];
  for (const type of MEMORY_TYPES) {
    const deleted = await own<{ id: string }>(
      `DELETE FROM ${TABLES[type]} WHERE project = $1 AND id = ANY($2::text[]) RETURNING id`,
      [project, arrayOf(ids)],
    );
    gone.push(...deleted);
  }
  if (gone.length === 0) return 0;
  const keys = arrayOf(gone.map(({ id }) => id));
  await own(
    "DELETE FROM memory_links WHERE project = $1 AND (source_id = ANY($2::text[]) OR target_id = ANY($2::text[]))",
    [project, keys],
  );
  const text = await own<TextKey>(
    "SELECT c.name AS collection, t.key FROM texts t JOIN text_collections c ON c.no = t.collection WHERE t.key = ANY($1::text[])",
    [keys],
  );
  await writeText(own, text, []);
  return gone.length;
}

const keys = (memories: readonly Memory[]): [projects: string, ids: string] => [
  arrayOf(memories.map(({ project }) => project)),
  arrayOf(memories.map(({ id }) => id)),
];

/** One statement for all types: every prompt that is answered waits for it. */
async function accessed(
  query: Query,
  types: readonly MemoryType[],
  project: string,
  ids: readonly string[],
  at: string,
): Promise<void> {
  if (ids.length === 0) return;
  const updates = types.map(
    (type) => `${type} AS (
      UPDATE ${TABLES[type]} m SET access_count = m.access_count + 1, accessed_at = greatest(m.accessed_at, $3)
      FROM (SELECT project, id FROM ${TABLES[type]}
            WHERE (project = $1${type === "working" ? "" : " OR scope = 'user'"}) AND id = ANY($2::text[])
            ORDER BY project, id FOR UPDATE) seen
      WHERE m.project = seen.project AND m.id = seen.id)`,
  );
  await query(`WITH ${updates.join(", ")} SELECT`, [project, arrayOf(ids), at]);
}

const LINK_COLUMNS = "source_id, target_id, link_type, strength, created_at";

async function putLinks(query: Query, project: string, links: readonly MemoryLink[]): Promise<void> {
  if (links.length === 0) return;
  const key = (link: MemoryLink): string => JSON.stringify([link.source_id, link.target_id, link.link_type]);
  const latest = [...new Map(links.map((link) => [key(link), link])).values()];
  await query(
    `INSERT INTO memory_links(project, ${LINK_COLUMNS})
     SELECT $1, ${LINK_COLUMNS} FROM jsonb_to_recordset($2::jsonb)
       AS l(source_id text, target_id text, link_type text, strength float8, created_at text)
     ON CONFLICT (project, source_id, target_id, link_type) DO UPDATE SET strength = excluded.strength`,
    [project, toJson(latest)],
  );
}

const unlink = async (
  query: Query,
  project: string,
  source: string,
  target: string,
  type: LinkType | undefined,
): Promise<number> => {
  const gone = await query(
    `DELETE FROM memory_links WHERE project = $1 AND source_id = $2 AND target_id = $3
       AND ($4::text IS NULL OR link_type = $4) RETURNING link_type`,
    [project, source, target, type ?? null],
  );
  return gone.length;
};

const linksOf = (query: Query, project: string, id: string): Promise<MemoryLink[]> =>
  query(
    `SELECT ${LINK_COLUMNS} FROM memory_links WHERE project = $1 AND (source_id = $2 OR target_id = $2)
     ORDER BY created_at, source_id, target_id, link_type`,
    [project, id],
  );

const disputes = (query: Query, project: string, ids: readonly string[]): Promise<MemoryLink[]> =>
  query(
    `SELECT ${LINK_COLUMNS} FROM memory_links WHERE project = $1 AND link_type = 'contradicts'
       AND (source_id = ANY($2::text[]) OR target_id = ANY($2::text[]))
     ORDER BY source_id, target_id`,
    [project, arrayOf(ids)],
  );

const linksFrom = (query: Query, project: string, sources: readonly string[]): Promise<MemoryLink[]> =>
  query(
    `SELECT ${LINK_COLUMNS} FROM memory_links WHERE project = $1 AND source_id = ANY($2::text[])
     ORDER BY source_id, target_id, link_type`,
    [project, arrayOf(sources)],
  );
