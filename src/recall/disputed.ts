/** Memories that contradict each other, where recall shows one of them: the newer stands first, and both say so. */
import { nameOf } from "../memory/create.ts";
import { isRecallable, isVisible } from "../memory/lifecycle.ts";
import { changedAt } from "../memory/strength.ts";
import type { Memory } from "../memory/types.ts";
import { clip } from "../record/value.ts";
import type { FoundItem } from "./find.ts";
import type { Sight } from "./load.ts";
import { shownText } from "./render.ts";

const NAME_MAX = 80;

/**
 * What was found, marked where something that holds as well contradicts it; a newer one that was not found is put before it.
 * One question to the database, and none where no memory was found.
 *
 * @throws StoreError
 */
export async function withDisputes(
  { store: { memories }, from, now }: Pick<Sight, "store" | "from" | "now">,
  found: readonly FoundItem[],
): Promise<readonly FoundItem[]> {
  const known = new Map<string, Memory>();
  for (const { item } of found) if (item.kind === "memory") known.set(item.memory.id, item.memory);
  if (known.size === 0) return found;
  const links = await memories.disputes(from.project, [...known.keys()]);
  if (links.length === 0) return found;
  const missing = links
    .flatMap(({ source_id, target_id }) => [source_id, target_id])
    .filter((id) => !known.has(id));
  for (const memory of await memories.get(from.project, [...new Set(missing)]))
    if (isRecallable(memory, now) && isVisible(memory, from)) known.set(memory.id, memory);
  const against = new Map<string, Memory[]>();
  for (const { source_id, target_id } of links) {
    const [source, target] = [known.get(source_id), known.get(target_id)];
    if (!source || !target) continue;
    against.set(source_id, [...(against.get(source_id) ?? []), target]);
    against.set(target_id, [...(against.get(target_id) ?? []), source]);
  }
  return placed(found, against);
}

function placed(found: readonly FoundItem[], against: ReadonlyMap<string, readonly Memory[]>): FoundItem[] {
  const result = new Map<string, FoundItem>();
  const rest = new Map(
    found.map((each) => [each.item.kind === "memory" ? each.item.memory.id : each.item.path, each]),
  );
  const add = (id: string, each: FoundItem): void => {
    if (result.has(id)) return;
    const own = each.item.kind === "memory" ? each.item.memory : undefined;
    const others = own ? (against.get(id) ?? []) : [];
    for (const newer of others.filter((other) => own && isNewer(other, own)))
      add(newer.id, rest.get(newer.id) ?? { ...each, item: { kind: "memory", memory: newer } });
    const [other] = others;
    if (!result.has(id)) result.set(id, own && other ? { ...each, mark: markOf(own, other) } : each);
  };
  for (const [id, each] of rest) add(id, each);
  return [...result.values()];
}

/** Of two of the same time the one with the later id: never both ways. */
const isNewer = (a: Memory, b: Memory): boolean =>
  changedAt(a) > changedAt(b) || (changedAt(a) === changedAt(b) && a.id > b.id);

function markOf(own: Memory, other: Memory): string {
  const name = shownText(clip(nameOf(other), NAME_MAX));
  return isNewer(own, other)
    ? `(newer than, and against: “${name}”)`
    : `(contradicted on ${changedAt(other).slice(0, 10)} by: “${name}”)`;
}
