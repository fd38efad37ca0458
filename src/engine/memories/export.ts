/** All memories of a project, as lines to keep or to take elsewhere. */

import { headerLine, linkLine, memoryLine } from "../../memory/transfer.ts";
import type { Memory, MemoryLink, MemoryType } from "../../memory/types.ts";
import type { MemoryAccess } from "./access.ts";
import { checkBounds } from "./limits.ts";
import type { ExportRequest } from "./requests.ts";

/** Memories read at a time. */
const STRETCH = 500;

/**
 * Lines without their ends: a header, then the memories by id, some at a time, each time followed by the links that lead from
 * them. The user's memories of other projects stay there.
 */
export async function* exportMemories(
  { view, store }: Pick<MemoryAccess, "view" | "store">,
  { types }: ExportRequest = {},
): AsyncGenerator<string> {
  checkBounds(types ? { types } : {});
  const project = view.project.id;
  yield headerLine(project, view.project.name);
  for (let after = ""; ; ) {
    const memories = await store.memories.walk(project, {
      after,
      limit: STRETCH,
      ...(types ? { types } : {}),
    });
    const last = memories.at(-1);
    if (!last) return;
    for (const memory of memories) yield memoryLine(memory);
    for (const link of await linksWithin(store, project, memories, types)) yield linkLine(link);
    after = last.id;
  }
}

/** Links from these memories to some that are exported, too. */
async function linksWithin(
  { memories: stored }: MemoryAccess["store"],
  project: string,
  memories: readonly Memory[],
  types: readonly MemoryType[] | undefined,
): Promise<MemoryLink[]> {
  const here = new Set(memories.map(({ id }) => id));
  const links = await stored.linksFrom(project, [...here]);
  const beyond = links.flatMap(({ target_id: id }) => (here.has(id) ? [] : [id]));
  for (const memory of await stored.get(project, [...new Set(beyond)])) {
    if (memory.project === project && (types?.includes(memory.type) ?? true)) here.add(memory.id);
  }
  return links.filter(({ target_id: id }) => here.has(id));
}
