/** Recall that was asked for: by a person, a model or a program, within a budget. */
import { isRecallable } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import type { Composed, Composition } from "../../recall/compose.ts";
import { everyCollection } from "../../recall/every-collection.ts";
import { searchMemories } from "../../recall/memory-search.ts";
import { retrieve } from "../../recall/retrieve.ts";
import { workingLane } from "../../recall/working-lane.ts";
import { memoryCollections } from "../../store/collections.ts";
import { assertOn } from "../consent/refuse.ts";
import { masking } from "../privacy.ts";
import { enabledCategories, entryOptions, hasRecords } from "../project-view.ts";
import { commitAccess } from "../recall/injected.ts";
import { refreshIfStale } from "../recall/recall.ts";
import { type MemoryAccess, viewpointOf } from "./access.ts";
import { checkBounds } from "./limits.ts";
import type { RecallQuery } from "./requests.ts";

/**
 * Records and memories that answer a query, with the text that a model would get. It changes nothing; `noteRecalled` notes
 * what was put before a model.
 *
 * @throws RecordError INPUT_ERROR, StoreError
 */
export async function recallItems(access: MemoryAccess, asked: RecallQuery): Promise<Composed> {
  checkBounds(asked);
  const { view, store, caller } = access;
  assertOn(view);
  const records = hasRecords(view);
  if (records) await refreshIfStale(view, store);
  const working = asked.types?.includes("working") ? await workingMemory(access) : undefined;
  return retrieve({
    budget: view.config.retrieval.tokens.explicit,
    ...asked,
    store,
    from: viewpointOf(access),
    everySession: caller.isPerson,
    ...(records ? { place: view.place } : {}),
    now: view.host.now(),
    enabledCategories: enabledCategories(view),
    render: entryOptions(view),
    ...(working && asked.budget !== 0 ? { working } : {}),
  });
}

/** What is at hand, within its own budget. */
async function workingMemory(access: MemoryAccess): Promise<NonNullable<Composition["working"]>> {
  const { view, store, caller } = access;
  const found = await store.memories.find(viewpointOf(access), {
    types: ["working"],
    statuses: ["active"],
    everySession: caller.isPerson,
  });
  const now = view.host.now();
  const open = found.filter((memory) => memory.type === "working" && isRecallable(memory, now));
  const budget = view.config.retrieval.tokens.working;
  return {
    ...workingLane(
      open.filter((memory) => memory.type === "working"),
      budget,
      masking(view),
    ),
    budget,
  };
}

/** What a model was given counts as shown: it is not told the same at its next prompt. */
export async function noteRecalled(access: MemoryAccess, { shown }: Composed): Promise<void> {
  const { session } = viewpointOf(access);
  await commitAccess(access.view, access.store, { session, place: "tool", shown });
}

/** Most memories that a query may mean. */
const MEANT_MAX = 1_000;

/** All memories that answer a query, near repetitions included: what someone means who says it of memories to be deleted. */
export async function memoriesAnswering(access: MemoryAccess, query: string): Promise<Memory[]> {
  const { store, caller } = access;
  const from = viewpointOf(access);
  const collections = caller.isPerson ? await everyCollection(store.text, from) : memoryCollections(from);
  const found = await searchMemories(store.text, { query, collections, limit: MEANT_MAX, floor: true });
  return store.memories.get(
    from.project,
    found.map(({ key }) => key),
  );
}
