/** Memories as rows: which column holds which field, and how. */
import { type Field, MEMORY_FIELDS } from "../memory/fields.ts";
import { happenedAt } from "../memory/lifecycle.ts";
import type { Memory, MemoryType, ProspectiveMemory, WorkingMemory } from "../memory/types.ts";
import { isMemory } from "../memory/validate.ts";

/** A row of a table of memories; lists and objects as JSON text or as they are, whichever the database gives. */
export type MemoryRow = { readonly [column: string]: unknown };

export const TABLES: { readonly [type in MemoryType]: string } = {
  episodic: "episodic_memories",
  semantic: "semantic_memories",
  prospective: "prospective_memories",
  procedural: "procedural_memories",
  working: "working_memories",
};

const isJson = ({ kind }: Field): boolean =>
  kind.is === "texts" || kind.is === "steps" || kind.is === "object" || kind.is === "provenance";

/** Names of a table's columns, the key first. */
export const columnsOf = (type: MemoryType): string[] => [
  "project",
  "id",
  ...Object.entries(MEMORY_FIELDS[type]).map(([name, { column }]) => column ?? name),
];

/** A memory's values by column, in the order of `columnsOf`; null where a field is absent. */
export function rowOf(memory: Memory): MemoryRow {
  const fields = memory as unknown as { readonly [field: string]: unknown };
  const row: { [column: string]: unknown } = { project: memory.project, id: memory.id };
  for (const [name, { column }] of Object.entries(MEMORY_FIELDS[memory.type]))
    row[column ?? name] = fields[name] ?? null;
  return row;
}

/**
 * The memory in a row; undefined for a row that holds none, because someone else wrote into the database: what cannot
 * be read must not keep the rest from being read.
 */
export function memoryOf(type: MemoryType, row: MemoryRow): Memory | undefined {
  const memory: { type: MemoryType; [field: string]: unknown } = { type, id: row.id, project: row.project };
  const fields = MEMORY_FIELDS[type];
  for (const name in fields) {
    const field = fields[name];
    const value = row[field?.column ?? name];
    if (field === undefined || value === null || value === undefined) continue;
    if (typeof value !== "string" || !isJson(field)) memory[name] = value;
    else {
      try {
        memory[name] = JSON.parse(value);
      } catch {
        return undefined;
      }
    }
  }
  return isMemory(memory) ? (memory as unknown as Memory) : undefined;
}

/** The column that says whether a memory is recalled; an intention's own state has the plain name. */
export const statusOf = (type: MemoryType): string => (type === "prospective" ? "row_status" : "status");

/** The column that says when it was, for memories of a type. */
export const timeOf = (type: MemoryType): string => (type === "episodic" ? "timestamp" : "created_at");

/** Order of what was found. */
export const newestFirst = (a: Memory, b: Memory): number =>
  happenedAt(a) < happenedAt(b) ? 1 : happenedAt(a) > happenedAt(b) ? -1 : byId(b, a);

/** Order of going through all. */
export const byId = (a: Memory, b: Memory): number => (a.id < b.id ? -1 : 1);

/** Order of what stands before a session: by priority, then the oldest. */
export const mostPressingFirst = (
  a: WorkingMemory | ProspectiveMemory,
  b: WorkingMemory | ProspectiveMemory,
): number => a.priority - b.priority || byId(a, b);
