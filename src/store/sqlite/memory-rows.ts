/** Memories as rows: which column holds which field, and how. */
import { type Field, MEMORY_FIELDS } from "../../memory/fields.ts";
import type { Memory, MemoryType } from "../../memory/types.ts";
import { memoryIssues } from "../../memory/validate.ts";

export type Value = string | number | null;
export type Row = { readonly [column: string]: Value };

export const TABLES: { readonly [type in MemoryType]: string } = {
  episodic: "episodic_memories",
  semantic: "semantic_memories",
  prospective: "prospective_memories",
  procedural: "procedural_memories",
  working: "working_memories",
};

const isJson = ({ kind }: Field): boolean =>
  kind.is === "texts" || kind.is === "steps" || kind.is === "object";

/** Names of a table's columns, the key first. */
export const columnsOf = (type: MemoryType): string[] => [
  "project",
  "id",
  ...Object.entries(MEMORY_FIELDS[type]).map(([name, { column }]) => column ?? name),
];

/** A memory's values, in the order of `columnsOf`. */
export function valuesOf(memory: Memory): Value[] {
  const fields = memory as unknown as { readonly [field: string]: unknown };
  return [
    memory.project,
    memory.id,
    ...Object.entries(MEMORY_FIELDS[memory.type]).map(([name, field]): Value => {
      const value = fields[name];
      if (value === undefined) return null;
      return isJson(field) ? JSON.stringify(value) : (value as Value);
    }),
  ];
}

/**
 * The memory in a row; undefined for a row that holds none, because someone else wrote into the database: what cannot
 * be read must not keep the rest from being read.
 */
export function memoryOf(type: MemoryType, row: Row): Memory | undefined {
  const memory: { [field: string]: unknown } = { type, id: row.id, project: row.project };
  for (const [name, field] of Object.entries(MEMORY_FIELDS[type])) {
    const value = row[field.column ?? name];
    if (value === null || value === undefined) continue;
    if (!isJson(field)) memory[name] = value;
    else {
      try {
        memory[name] = JSON.parse(String(value));
      } catch {
        return undefined;
      }
    }
  }
  return memoryIssues(memory).length === 0 ? (memory as unknown as Memory) : undefined;
}
