/** Which memories are contradicted by one that holds as well, and nobody has decided between them. */
import { isRecallable } from "../../memory/lifecycle.ts";
import type { Store } from "../../store/port.ts";
import { PROPOSALS_MOST } from "./withdraw.ts";

/** Those of the ids that something open contradicts: a memory that is linked so, or a record in an open proposal. */
export async function openDisputes(
  { memories, proposals }: Pick<Store, "memories" | "proposals">,
  project: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const links = await memories.disputes(project, ids);
  const ends = [...new Set(links.flatMap(({ source_id, target_id }) => [source_id, target_id]))];
  const holding = new Set(
    (ends.length > 0 ? await memories.get(project, ends) : [])
      .filter((memory) => isRecallable(memory, now))
      .map(({ id }) => id),
  );
  const disputed = new Set(
    links
      .filter(({ source_id, target_id }) => holding.has(source_id) && holding.has(target_id))
      .flatMap(({ source_id, target_id }) => [source_id, target_id]),
  );
  const open = (await proposals.list(project, ["open"], PROPOSALS_MOST)).filter(
    ({ kind }) => kind === "conflict",
  );
  for (const { sources } of open) for (const source of sources) disputed.add(source);
  return ids.filter((id) => disputed.has(id));
}
