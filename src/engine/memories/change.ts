/** What people and tools do to a memory that is there. */
import * as lifecycle from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import type { MemoryAccess } from "./access.ts";
import { findMemory } from "./find.ts";

/** @throws RecordError as `findMemory` does; VALIDATION_ERROR with every wrong or fixed field */
export const updateMemory = (
  access: MemoryAccess,
  target: string,
  change: { readonly [field: string]: unknown },
): Promise<Memory> => changed(access, target, (memory, now) => lifecycle.updateMemory(memory, change, now));

/** Takes it out of recall, and keeps it. */
export const archiveMemory = (access: MemoryAccess, target: string): Promise<Memory> =>
  changed(access, target, lifecycle.archive);

export const unarchiveMemory = (access: MemoryAccess, target: string): Promise<Memory> =>
  changed(access, target, lifecycle.unarchive);

/** Another takes its place: it is kept, and not recalled any more. */
export async function supersedeMemory(access: MemoryAccess, target: string, by: string): Promise<Memory> {
  const { id } = await findMemory(access, by);
  return changed(access, target, (memory, now) => lifecycle.supersede(memory, id, now));
}

async function changed(
  access: MemoryAccess,
  target: string,
  change: (memory: Memory, now: Date) => Memory,
): Promise<Memory> {
  const after = change(await findMemory(access, target), access.view.host.now());
  await access.store.memories.put([after]);
  await keepTriggers(access, [after]);
  return after;
}

/**
 * Deletes memories for good, with their links and what they are found by. One that is not there, and none is deleted.
 *
 * @throws RecordError as `findMemory` does
 */
export async function forget(access: MemoryAccess, targets: readonly string[]): Promise<Memory[]> {
  const found = new Map<string, Memory>();
  for (const target of targets) {
    const memory = await findMemory(access, target);
    found.set(memory.id, memory);
  }
  await access.store.memories.forget(access.view.project.id, [...found.keys()]);
  await keepTriggers(access, [...found.values()]);
  return [...found.values()];
}

/** What waits for something to happen is looked at without the database, in files that have to keep step. */
async function keepTriggers({ view, store }: MemoryAccess, changed: readonly Memory[]): Promise<void> {
  if (changed.some(({ type }) => type === "prospective")) await writeTriggers(view, store);
}
