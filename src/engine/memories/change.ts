/** What people and tools do to a memory that is there. */
import * as lifecycle from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { clearTraces } from "../forgetting/clear-traces.ts";
import { keepOut } from "../forgetting/keep-out.ts";
import { forgetProposals } from "../inbox/withdraw.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { clearedBy } from "../privacy.ts";
import type { MemoryAccess } from "./access.ts";
import { findMemory } from "./find.ts";

/** @throws RecordError as `findMemory` does; SECURITY_ERROR for a credential; VALIDATION_ERROR with every wrong or fixed field */
export async function updateMemory(
  access: MemoryAccess,
  target: string,
  change: { readonly [field: string]: unknown },
): Promise<Memory> {
  const fields = await clearedBy(access.view, change);
  return changed(access, target, (memory, now) => lifecycle.updateMemory(memory, fields, now));
}

/** Takes it out of recall, and keeps it. */
export const archiveMemory = (access: MemoryAccess, target: string): Promise<Memory> =>
  changed(access, target, lifecycle.archive);

export const unarchiveMemory = (access: MemoryAccess, target: string): Promise<Memory> =>
  changed(access, target, lifecycle.unarchive);

/** Another takes its place: it is kept, and not recalled any more. */
export const supersedeMemory = (access: MemoryAccess, target: string, by: string): Promise<Memory> =>
  alone(access, async (own) => {
    const { id } = await findMemory(own, by);
    return changed(own, target, (memory, now) => lifecycle.supersede(memory, id, now));
  });

/** Nobody's change comes between what is read and what is put. */
const alone = <T>(access: MemoryAccess, work: (own: MemoryAccess) => Promise<T>): Promise<T> =>
  access.store.alone(access.view.project.id, (store) => work({ ...access, store }));

const changed = (
  access: MemoryAccess,
  target: string,
  change: (memory: Memory, now: Date) => Memory,
): Promise<Memory> =>
  alone(access, async (own) => {
    const after = change(await findMemory(own, target), own.view.host.now());
    await own.store.memories.put([after]);
    await keepTriggers(own, [after]);
    return after;
  });

/**
 * Deletes memories for good, with their links and what they are found by. One that is not there, and none is deleted. Rows
 * that hold no memory any more go as well, by their whole ids. Returns the memories.
 *
 * @throws RecordError as `findMemory` does
 */
export const forget = (access: MemoryAccess, targets: readonly string[]): Promise<Memory[]> =>
  alone(access, async (own) => {
    const { view, store } = own;
    const found = new Map<string, Memory>();
    const spoilt: string[] = [];
    for (const target of targets) {
      const meant = await findToForget(own, target);
      if (typeof meant === "string") spoilt.push(meant);
      else found.set(meant.id, meant);
    }
    const memories = [...found.values()];
    const gone = [...found.keys(), ...spoilt];
    keepOut(view.host, view.project.id, memories);
    await store.memories.forget(view.project.id, gone);
    await forgetProposals(store, view.project.id, new Set(gone), view.host.now());
    await clearTraces(view, store, memories);
    await keepTriggers(own, memories);
    return memories;
  });

/** The memory meant, or the id of a row that holds none any more. @throws RecordError as `findMemory` does */
export async function findToForget(access: MemoryAccess, target: string): Promise<Memory | string> {
  try {
    return await findMemory(access, target);
  } catch (error) {
    if (!(error instanceof RecordError) || error.code !== "NOT_FOUND") throw error;
    const spoilt = await access.store.memories.spoilt(access.view.project.id);
    const id = target.trim().toLowerCase();
    if (!spoilt.includes(id)) throw error;
    return id;
  }
}

/** What waits for something to happen is looked at without the database, in files that have to keep step. */
async function keepTriggers({ view, store }: MemoryAccess, changed: readonly Memory[]): Promise<void> {
  if (changed.some(({ type }) => type === "prospective")) await writeTriggers(view, store);
}
