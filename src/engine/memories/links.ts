/** Relations between memories, for people and tools. */

import { isRecallable } from "../../memory/lifecycle.ts";
import { createLink, neighboursOf, OWN_LINK_TYPES, type OwnLinkType } from "../../memory/links.ts";
import type { Memory, MemoryLink } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import type { MemoryAccess } from "./access.ts";
import { findMemory, sees } from "./find.ts";
import type { LinkRequest, Related } from "./requests.ts";

/** @throws RecordError as `findMemory` does */
export async function related(access: MemoryAccess, target: string): Promise<Related> {
  const memory = await findMemory(access, target);
  const { memories } = access.store;
  const project = access.view.project.id;
  const neighbours = neighboursOf(memory.id, await memories.links(project, memory.id));
  const read = await memories.get(
    project,
    neighbours.map(({ id }) => id),
  );
  const known = new Map(read.map((each) => [each.id, each]));
  const links = neighbours.flatMap(({ id, link, outgoing }) => {
    const other = known.get(id);
    return other && sees(access, other) ? [{ link, outgoing, memory: other }] : [];
  });
  return { memory, links };
}

/**
 * Links two memories, or changes the strength of the link.
 *
 * @throws RecordError as `findMemory` does; VALIDATION_ERROR for a type or strength that is none
 */
export async function linkMemories(
  access: MemoryAccess,
  { from, to, type, strength }: LinkRequest,
): Promise<{ link: MemoryLink; source: Memory; target: Memory }> {
  const [source, target] = [await findMemory(access, from), await findMemory(access, to)];
  if (!OWN_LINK_TYPES.some((known) => known === type)) {
    const expected = `one of ${OWN_LINK_TYPES.join(", ")}`;
    throw new RecordError("INPUT_ERROR", { field: "type", expected, got: type }, "Choose one of them");
  }
  const link = createLink(
    {
      source_id: source.id,
      target_id: target.id,
      link_type: type,
      ...(strength === undefined ? {} : { strength }),
    },
    access.view.host.now(),
  );
  await access.store.memories.link(access.view.project.id, link);
  return { link, source, target };
}

/** Takes links from one to another away, of a type or all. Returns how many there were. */
export async function unlinkMemories(
  access: MemoryAccess,
  { from, to, type }: { from: string; to: string; type?: OwnLinkType },
): Promise<number> {
  const [source, target] = [await findMemory(access, from), await findMemory(access, to)];
  return access.store.memories.unlink(access.view.project.id, source.id, target.id, type);
}

/** Memories that hold, and that one cannot hold together with. @throws RecordError as `findMemory` does */
export async function contradicting(access: MemoryAccess, target: string): Promise<Memory[]> {
  const { links } = await related(access, target);
  const now = access.view.host.now();
  const others = links.filter(
    ({ link, memory }) => link.link_type === "contradicts" && isRecallable(memory, now),
  );
  return [...new Map(others.map(({ memory }) => [memory.id, memory])).values()];
}
