/** Recall: which records and memories, if any, a query is about. Changes nothing. */
import type { MatchStrategy } from "../config/types.ts";
import type { MemoryType } from "../memory/types.ts";
import type { CategoryName } from "../record/category.ts";
import type { Lane } from "./budget.ts";
import { byKeywords } from "./by-keywords.ts";
import { byText } from "./by-text.ts";
import { type Item, idOf, laneOf, timeOf, versionOf } from "./item.ts";
import type { Sight } from "./load.ts";
import type { Worth } from "./worth.ts";

export interface FindRequest extends Sight {
  /** Every session's memories, not only what the viewpoint's may see. For people. */
  readonly everySession?: boolean;
  readonly query: string;
  /** `full_text` unless told; the other looks at the titles and tags of records alone. */
  readonly strategy?: MatchStrategy;
  /** Items at most, 0–1,000. */
  readonly limit: number;
  /** Types of memory, all unless told; records come in the lane of their kind, if that is asked for. */
  readonly types?: readonly MemoryType[];
  /** Of memories, 1–10; 1 unless told. */
  readonly minImportance?: number;
  /** RFC 3339: happened or changed at or after, and before. */
  readonly since?: string;
  readonly before?: string;
  readonly enabledCategories: ReadonlySet<CategoryName>;
  /**
   * What the session has been shown, item → version: shown again only in another version. Asked for once at most, and not
   * when nothing is relevant.
   */
  readonly shown?: () => Promise<ReadonlyMap<string, string>>;
}

/** Why an item was found. */
export interface Explanation {
  readonly strategy: MatchStrategy | "due" | "always";
  /** What of the query the item contains. */
  readonly matched: readonly string[];
  /** Share of the query's informative content that the item answers, 0–1; `full_text` only. */
  readonly coverage?: number;
  /** Weight of what it answers, and the weight it had to reach. */
  readonly mass?: number;
  readonly required?: number;
  /** BM25; comparable within one query only. */
  readonly bm25?: number;
  /** What the score was made of. */
  readonly worth?: Worth;
  /** Points of the keyword scorer; `title_tags` only. */
  readonly points?: number;
}

export interface FoundItem {
  readonly item: Item;
  readonly lane: Lane;
  /** 0–10; with `title_tags` the keyword scorer's points. Higher is better. */
  readonly score: number;
  readonly explain: Explanation;
  /** What has to be told with it, already clean. */
  readonly mark?: string;
}

const NOTHING_SHOWN = async (): Promise<ReadonlyMap<string, string>> => new Map();

/**
 * What a model should see of a query, best first; nothing if nothing is relevant.
 *
 * @throws StoreError
 */
export async function findItems(asked: FindRequest): Promise<FoundItem[]> {
  if (asked.limit <= 0) return [];
  const request = { ...asked, shown: asked.shown ?? NOTHING_SHOWN };
  const found = asked.strategy === "title_tags" ? await byKeywords(request) : await byText(request);
  return found.slice(0, asked.limit);
}

/** Whether an item is one of those asked for, whatever it says. */
export function isWanted(
  item: Item,
  { types, minImportance = 1, since, before, enabledCategories }: FindRequest,
): boolean {
  if (types && !types.includes(item.kind === "memory" ? item.memory.type : laneOf(item))) return false;
  if (
    item.kind === "memory"
      ? item.memory.importance < minImportance
      : !enabledCategories.has(item.record.category)
  )
    return false;
  const time = since === undefined && before === undefined ? 0 : Date.parse(timeOf(item));
  return (
    !(since !== undefined && time < Date.parse(since)) &&
    !(before !== undefined && time >= Date.parse(before))
  );
}

/** Whether the session has not been shown it as it is. */
export const isNew = (item: Item, shown: ReadonlyMap<string, string>): boolean =>
  shown.get(idOf(item)) !== versionOf(item);
