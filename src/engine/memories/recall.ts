/** Recall that was asked for: by a person, a model or a program, within a budget. */
import type { Memory, MemoryType } from "../../memory/types.ts";
import { collectionsSeen } from "../../recall/items/collections.ts";
import { type Retrieved, type RetrievedItem, retrieve } from "../../recall/items/retrieve.ts";
import { searchMemories } from "../../recall/memory-search.ts";
import { commitAccess } from "../injected.ts";
import { enabledCategories } from "../project-view.ts";
import { bringUpToDate } from "../recall.ts";
import { type MemoryAccess, viewpointOf } from "./access.ts";
import { checkBounds } from "./limits.ts";

export interface RecallQuery {
  readonly query: string;
  /** Tokens of the whole text: 0 for nothing; `retrieval.tokens.explicit` unless told. */
  readonly budget?: number;
  /** All unless told. */
  readonly types?: readonly MemoryType[];
  /** 1–10. */
  readonly minImportance?: number;
  /** RFC 3339. */
  readonly since?: string;
  readonly before?: string;
  /** 1–1,000; 20 unless told. */
  readonly limit?: number;
}

/**
 * Records and memories that answer a query, with the text that a model would get. It changes nothing; `noteRecalled` notes
 * what was put before a model.
 *
 * @throws RecordError INPUT_ERROR, StoreError
 */
export async function recallItems(access: MemoryAccess, asked: RecallQuery): Promise<Retrieved> {
  checkBounds(asked);
  const { view, store, caller } = access;
  await bringUpToDate(view, store);
  return retrieve({
    budget: view.config.retrieval.tokens.explicit,
    ...asked,
    store,
    from: viewpointOf(access),
    everySession: caller.isPerson,
    place: view.place,
    now: view.host.now(),
    enabledCategories: enabledCategories(view),
    render: { memoryRoot: view.config.memory_root, categories: view.categories },
  });
}

/** What a model was given counts as shown: it is not told the same at its next prompt. */
export async function noteRecalled(access: MemoryAccess, { items }: Retrieved): Promise<void> {
  const { session } = viewpointOf(access);
  await commitAccess(access.view, access.store, { session, place: "tool", shown: items.map(shownOf) });
}

const shownOf = ({ item, score, characters, tokens }: RetrievedItem) => ({
  ...(item.kind === "record"
    ? { item: item.path, version: item.version }
    : { item: item.memory.id, version: item.memory.content_hash, isMemory: true as const }),
  score,
  characters,
  tokens,
});

/** Most memories that a query may mean. */
const MEANT_MAX = 1_000;

/** All memories that answer a query, near repetitions included: what someone means who says it of memories to be deleted. */
export async function memoriesAnswering(access: MemoryAccess, query: string): Promise<Memory[]> {
  const { store, caller } = access;
  const from = viewpointOf(access);
  const collections = await collectionsSeen(store.text, from, caller.isPerson);
  const found = await searchMemories(store.text, { query, collections, limit: MEANT_MAX, floor: true });
  return store.memories.get(
    from.project,
    found.map(({ key }) => key),
  );
}
