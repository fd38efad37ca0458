/** All memories of a project, as lines to keep or to take elsewhere. */

import { headerLine, linkLine, memoryLine } from "../../memory/transfer.ts";
import type { MemoryType } from "../../memory/types.ts";
import type { MemoryAccess } from "./access.ts";
import { checkBounds } from "./limits.ts";

/** Memories read at a time. */
const STRETCH = 500;

export interface ExportRequest {
  /** All unless told; a link is exported if both its ends are. */
  readonly types?: readonly MemoryType[];
}

/** Lines without their ends: a header, the memories by id, then the links. The user's memories of other projects stay there. */
export async function* exportMemories(
  { view, store }: Pick<MemoryAccess, "view" | "store">,
  { types }: ExportRequest = {},
): AsyncGenerator<string> {
  checkBounds(types ? { types } : {});
  const project = view.project.id;
  yield headerLine(project, view.project.name);
  for await (const memories of stretches(store, project, types)) {
    for (const memory of memories) yield memoryLine(memory);
  }
  for await (const memories of stretches(store, project, types)) {
    const links = await store.memories.linksFrom(
      project,
      memories.map(({ id }) => id),
    );
    const targets = [...new Set(links.map(({ target_id }) => target_id))];
    const there = await store.memories.get(project, targets);
    const exported = new Set(
      there.flatMap((memory) =>
        memory.project === project && (types?.includes(memory.type) ?? true) ? [memory.id] : [],
      ),
    );
    for (const link of links) if (exported.has(link.target_id)) yield linkLine(link);
  }
}

async function* stretches(
  { memories }: MemoryAccess["store"],
  project: string,
  types: readonly MemoryType[] | undefined,
): AsyncGenerator<readonly Awaited<ReturnType<typeof memories.walk>>[number][]> {
  for (let after = ""; ; ) {
    const stretch = await memories.walk(project, { after, limit: STRETCH, ...(types ? { types } : {}) });
    const last = stretch.at(-1);
    if (!last) return;
    yield stretch;
    after = last.id;
  }
}
