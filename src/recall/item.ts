/** An item: a record or a memory, as recall sees it. */
import { nameOf } from "../memory/create.ts";
import { certainty, changedAt, familiarity, recency } from "../memory/strength.ts";
import type { Memory } from "../memory/types.ts";
import {
  type BuiltInCategory,
  CATEGORIES,
  type CategoryName,
  CUSTOM_CATEGORY_PRIORITY,
} from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { Lane } from "./budget.ts";
import { memoryLine } from "./memory-line.ts";
import { type EntryOptions, recordEntry, type Shown } from "./render.ts";
import type { Worth } from "./worth.ts";

export interface RecordItem {
  readonly kind: "record";
  /** Relative to the memory root. */
  readonly path: string;
  /** The file's MD5. */
  readonly hash: string;
  readonly record: ProjectRecord;
}

export interface MemoryItem {
  readonly kind: "memory";
  readonly memory: Memory;
}

export type Item = RecordItem | MemoryItem;

/** Of a record its path relative to the memory root, of a memory its id. */
export const idOf = (item: Item): string => (item.kind === "record" ? item.path : item.memory.id);

/** Another one for the same item in other words. */
export const versionOf = (item: Item): string =>
  item.kind === "record" ? item.hash : item.memory.content_hash;

/** What the ledger notes of an item that was told. */
export const mentionOf = (item: Item, score: number): Omit<Shown, "characters" | "tokens"> => ({
  item: idOf(item),
  version: versionOf(item),
  ...(item.kind === "memory" ? { isMemory: true as const } : {}),
  score,
});

export const titleOf = (item: Item): string =>
  item.kind === "record" ? item.record.title : nameOf(item.memory);

/** The part of the budget where a record of a category is shown. */
const LANE_OF: { readonly [category in BuiltInCategory]: Lane } = {
  session_summary: "episodic",
  decision: "semantic",
  constraint: "semantic",
  preference: "semantic",
  runbook: "procedural",
  tech_debt: "prospective",
};

export function laneOf(item: Item): Lane {
  if (item.kind === "memory") return item.memory.type === "working" ? "episodic" : item.memory.type;
  const { category } = item.record;
  return Object.hasOwn(LANE_OF, category) ? LANE_OF[category as BuiltInCategory] : "semantic";
}

/** When it happened, or was last changed. */
export function timeOf(item: Item): string {
  if (item.kind === "record") return item.record.updated_at;
  return item.memory.type === "episodic" ? item.memory.timestamp : changedAt(item.memory);
}

/** Order of a category among equals: 1 first. */
export const priorityOf = (category: CategoryName): number =>
  Object.hasOwn(CATEGORIES, category)
    ? CATEGORIES[category as BuiltInCategory].priority
    : CUSTOM_CATEGORY_PRIORITY;

/**
 * What was written down for the project and reviewed is important, the more so the earlier its category comes; only a
 * memory says by itself how important it is.
 */
const recordImportance = (category: CategoryName): number => 8.5 - priorityOf(category) / 2;

/** @param text how well it fits, 0–1 */
export function worthAt(item: Item, text: number, now: Date): Worth {
  if (item.kind === "record") {
    const { updated_at, confidence = 0.5, category } = item.record;
    const shares = { recency: recency(updated_at, now), familiarity: 0, certainty: confidence };
    return { text, importance: recordImportance(category), ...shares };
  }
  const { memory } = item;
  return {
    text,
    importance: memory.importance,
    recency: recency(changedAt(memory), now),
    familiarity: familiarity(memory.access_count),
    certainty: certainty(memory),
  };
}

/** Its line for a model: a record in the index's form with its gist, a memory as a fact. */
export const lineOf = (item: Item, options: EntryOptions): string =>
  item.kind === "record"
    ? recordEntry(item.path, item.record, options)
    : memoryLine(item.memory, options.redact);
