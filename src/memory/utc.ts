/** Times of a memory as everything compares them: as text, in UTC, to the millisecond. Others may write them otherwise. */
import { MEMORY_FIELDS } from "./fields.ts";
import type { Memory } from "./types.ts";

export function inUtc<M extends Memory>(memory: M): M {
  const fields: { [field: string]: unknown } = { ...memory };
  for (const [name, { kind }] of Object.entries(MEMORY_FIELDS[memory.type])) {
    const value = fields[name];
    if (kind.is === "time" && typeof value === "string") fields[name] = new Date(value).toISOString();
  }
  return fields as unknown as M;
}
