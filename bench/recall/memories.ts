/**
 * A set asked as what it says it is: memories and records in a store, through the recall that sessions use, with its floor,
 * its scopes and what was replaced.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openScratchStore } from "../../src/engine/with-store.ts";
import { createMemory, type MemoryDraft } from "../../src/memory/create.ts";
import { supersede } from "../../src/memory/lifecycle.ts";
import type { Memory } from "../../src/memory/types.ts";
import { type RetrieveRequest, retrieve } from "../../src/recall/retrieve.ts";
import { BUILT_IN_CATEGORIES, type CategoryName } from "../../src/record/category.ts";
import type { ProjectRecord } from "../../src/record/types.ts";
import type { Place, ProjectedRecord, Store } from "../../src/store/port.ts";
import { K } from "./figures.ts";
import { type Asked, NO_GROUP, type RecallSet, type SetDocument } from "./set.ts";

/** The day on which questions are asked, so that ages and ends are the same at every run. */
const NOW = new Date("2026-11-22T12:00:00Z");
/** The session that asks where a query names none. */
const SESSION = "asking";

export async function askMemories({ documents, queries }: RecallSet): Promise<Asked[]> {
  const dir = mkdtempSync(join(tmpdir(), "recollect-bench-"));
  const store = openScratchStore(join(dir, "recall.db"));
  try {
    const names = await fill(store, documents);
    const asked: Asked[] = [];
    for (const query of queries) {
      const { text, group = NO_GROUP, session = SESSION } = query;
      const from = { project: group, session };
      const request = requestOf(store, from, text);
      const started = performance.now();
      const { items } = await retrieve(request);
      const ms = performance.now() - started;
      const ids = items.map(({ item }) =>
        item.kind === "record" ? item.record.id : (names.get(item.memory.id) ?? item.memory.id),
      );
      asked.push({ query, ids, ms });
    }
    return asked;
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

export const placeOf = (project: string): Place => ({ project, root: "bench" });

export const requestOf = (store: Store, from: RetrieveRequest["from"], query: string): RetrieveRequest => ({
  store,
  from,
  place: placeOf(from.project),
  query,
  now: NOW,
  limit: K,
  enabledCategories: new Set<CategoryName>(BUILT_IN_CATEGORIES),
  render: { memoryRoot: ".claude/memory", redact: (text) => text },
});

/** Stores the documents; the set's ids by those of the memories. */
export async function fill(store: Store, documents: readonly SetDocument[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const memories: Memory[] = [];
  for (const document of documents) {
    if (document.type === undefined) continue;
    const memory = memoryOf(document, memories.length);
    names.set(memory.id, document.id);
    memories.push(memory);
  }
  await store.memories.put(memories);
  const records = documents.filter(({ type }) => type === undefined);
  for (const [project, own] of Map.groupBy(records, ({ group = NO_GROUP }) => group)) {
    const put = own.map(projectedOf);
    await store.projection.apply(placeOf(project), { put, remove: [], folders: new Map() });
  }
  return names;
}

function memoryOf(document: SetDocument, count: number): Memory {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, count);
  const now = new Date(document.time ?? NOW);
  const at = { project: document.group ?? NO_GROUP, session: document.session ?? "earlier", now, random };
  const memory = createMemory(draftOf(document), { agent: "bench", ...at });
  return document.superseded_by === undefined ? memory : supersede(memory, document.superseded_by, NOW);
}

/** The set says of memories what their fields say; validation tells where it does not. */
function draftOf(document: SetDocument): MemoryDraft {
  const { type, id, text, title, event_type, category, state, scope, importance, due_at, valid_to, tags } =
    document;
  const said = { event_type, category, state, scope, importance, due_at, valid_to, tags };
  const common = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const named = (field: string): object => (title === undefined ? {} : { [field]: title });
  const draft: object =
    type === "procedural"
      ? { procedure_name: title ?? id, steps: text.split("\n") }
      : { content: text, ...(type === "working" ? {} : named(type === "semantic" ? "concept" : "title")) };
  return { type, ...common, ...draft } as MemoryDraft;
}

function projectedOf(document: SetDocument): ProjectedRecord {
  const { id, text, title = text.slice(0, 80), time = NOW.toISOString(), tags = [] } = document;
  const record: ProjectRecord = {
    schema_version: "1.0",
    category: (document.category ?? "decision") as CategoryName,
    id,
    title,
    record_status: document.superseded_by === undefined ? "active" : "retired",
    created_at: time,
    updated_at: time,
    tags: [...tags],
    content: { text },
  };
  return {
    path: `${record.category}s/${record.id}.json`,
    stamp: { mtime: "1700000000000000001", size: 10 },
    hash: id,
    record,
  };
}
