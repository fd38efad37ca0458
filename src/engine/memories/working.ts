/** Working memory by hand: for programs that have no tasks of a client's to go by. */

import { createMemory } from "../../memory/create.ts";
import { cleared, isOpen } from "../../memory/lifecycle.ts";
import type { WorkingMemory } from "../../memory/types.ts";
import type { MemoryQuery } from "../../store/memory-port.ts";
import { assertMayKeep, assertOn } from "../consent/refuse.ts";
import { clearedBy } from "../privacy.ts";
import { type MemoryAccess, provenanceOf, viewpointOf } from "./access.ts";
import { LIMIT_MAX } from "./limits.ts";
import type { WorkingDraft } from "./requests.ts";

/** What the task at hand needs; it lives for four hours from now unless it is cleared before. */
export async function createWorking(access: MemoryAccess, draft: WorkingDraft): Promise<WorkingMemory> {
  if (access.caller.isPerson) assertOn(access.view);
  else assertMayKeep(access.view);
  const { content, task, ...more } = await clearedBy(access.view, draft);
  const memory = createMemory(
    {
      type: "working",
      content,
      provenance: provenanceOf(access.caller),
      ...more,
      ...(task === undefined ? {} : { todo_id: task }),
    },
    {
      ...viewpointOf(access),
      agent: access.caller.name,
      now: access.view.host.now(),
      random: crypto.getRandomValues(new Uint8Array(10)),
    },
  ) as WorkingMemory;
  await access.store.memories.put([memory]);
  return memory;
}

/** The session's own that is neither cleared nor over, the newest first; of one task, or all. */
export async function openWorking(access: MemoryAccess, task?: string): Promise<WorkingMemory[]> {
  const query: MemoryQuery = {
    types: ["working"],
    statuses: ["active"],
    limit: LIMIT_MAX,
    ...(task === undefined ? {} : { todo: task }),
  };
  const now = access.view.host.now();
  const found = await access.store.memories.find(viewpointOf(access), query);
  return found.filter((memory) => memory.type === "working").filter((memory) => isOpen(memory, now));
}

/** Clears the session's own, of one task or all: it is kept, and not shown any more. Returns how many it was. */
export const clearWorking = (access: MemoryAccess, task?: string): Promise<number> =>
  access.store.alone(access.view.project.id, async (store) => {
    const open = await openWorking({ ...access, store }, task);
    const now = access.view.host.now();
    await store.memories.put(open.map((memory) => cleared(memory, "cleared by hand", now)));
    return open.length;
  });
