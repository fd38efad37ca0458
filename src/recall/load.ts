/** From what the text index found to records and memories. */
import { isRecallable } from "../memory/lifecycle.ts";
import { memoryCollections, recordCollection } from "../store/collections.ts";
import type { Viewpoint } from "../store/memory-port.ts";
import type { Place, Store } from "../store/port.ts";
import type { TextCandidate } from "../store/text-port.ts";
import type { Item } from "./item.ts";

/** Where items are looked for. */
export interface Sight {
  readonly store: Pick<Store, "projection" | "text" | "memories">;
  readonly from: Viewpoint;
  /** Where the project's records are; none are searched without. */
  readonly place?: Place;
  readonly now: Date;
}

/** The collections in sight. */
export const collectionsOf = ({ from, place }: Pick<Sight, "from" | "place">): string[] => [
  ...memoryCollections(from),
  ...(place ? [recordCollection(place)] : []),
];

interface Hit {
  readonly hit: Pick<TextCandidate, "collection" | "key">;
}

/** Hits with the items behind them, in their order; without those that are not to be recalled now. */
export async function loadItems<H extends Hit>(
  { store, from, place, now }: Sight,
  hits: readonly H[],
): Promise<(H & { readonly item: Item })[]> {
  const records = place ? recordCollection(place) : undefined;
  const isRecord = ({ hit }: Hit): boolean => hit.collection === records;
  const paths = hits.filter(isRecord).map(({ hit }) => hit.key);
  const ids = hits.filter((each) => !isRecord(each)).map(({ hit }) => hit.key);
  const recordAt = new Map<string, Item>();
  if (place && paths.length > 0) {
    for (const { path, hash, record } of await store.projection.getMany(place, paths))
      recordAt.set(path, { kind: "record", path, hash, record });
  }
  const memoryOf = new Map<string, Item>();
  if (ids.length > 0) {
    for (const memory of await store.memories.get(from.project, ids))
      if (isRecallable(memory, now)) memoryOf.set(memory.id, { kind: "memory", memory });
  }
  return hits.flatMap((each) => {
    const item = (isRecord(each) ? recordAt : memoryOf).get(each.hit.key);
    return item ? [{ ...each, item }] : [];
  });
}
