/** Items that say the same as another. */
import { termsOf } from "../text/postings.ts";
import { isNearDuplicate } from "../text/similarity.ts";
import type { Item } from "./item.ts";
import { tellsOf } from "./told-by.ts";

interface Entry {
  readonly hit: { readonly postings: string };
  readonly item: Item;
}

/**
 * One by one, because comparing costs: who has enough asks for no more.
 *
 * @param entries best first; of two that say the same the better one is kept, and in place of a memory the record that tells it
 */
export function* withoutNearDuplicates<T extends Entry>(entries: readonly T[]): Generator<T, void> {
  const read = new Map<T, ReadonlySet<string>>();
  const termsIn = (entry: T): ReadonlySet<string> => {
    const terms = read.get(entry) ?? termsOf(entry.hit.postings);
    read.set(entry, terms);
    return terms;
  };
  const records = entries.flatMap((entry) => (entry.item.kind === "record" ? { entry, ...entry.item } : []));
  const tellerOf = (entry: T): T | undefined => {
    if (entry.item.kind === "record" || records.length === 0) return undefined;
    const tells = tellsOf(entry.item.memory, termsIn(entry));
    return records.find(({ entry: other, record }) => tells(record, termsIn(other)))?.entry;
  };
  const kept: T[] = [];
  for (const entry of entries) {
    const next = tellerOf(entry) ?? entry;
    if (kept.some((other) => isNearDuplicate(termsIn(next), termsIn(other)))) continue;
    kept.push(next);
    yield next;
  }
}
