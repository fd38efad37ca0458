/** Recall: which records, if any, to put before a prompt. */
import type { MatchStrategy } from "../config/types.ts";
import { CATEGORIES, type CategoryName, CUSTOM_CATEGORY_PRIORITY } from "../record/category.ts";
import { DAY_MS } from "../record/time.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { Place, RecordHeader } from "../store/port.ts";
import { byKeywords } from "./by-keywords.ts";
import { byText } from "./by-text.ts";
import type { Searched } from "./hits.ts";

export interface RecallSettings {
  /** Most items, 0–20. */
  readonly max_inject: number;
  readonly match_strategy: MatchStrategy;
}

export interface RecallRequest {
  readonly store: Searched;
  readonly place: Place;
  readonly prompt: string;
  readonly now: Date;
  readonly settings: RecallSettings;
  /**
   * What the session has been shown: item → version. Shown again only in another version. Asked for once at most, and
   * not when nothing is relevant.
   */
  readonly shown: () => Promise<ReadonlyMap<string, string>>;
  readonly enabledCategories: ReadonlySet<CategoryName>;
}

/** Why an item was recalled, for `--explain`. */
export interface Explanation {
  readonly strategy: MatchStrategy;
  /** What of the prompt the record contains. */
  readonly matched: readonly string[];
  /** Share of the prompt's informative content that the record answers, 0–1; `full_text` only. */
  readonly coverage?: number;
  /** Weight of what it answers, and the weight it had to reach. */
  readonly mass?: number;
  readonly required?: number;
  /** BM25 as the database gave it; comparable within one prompt only. */
  readonly bm25?: number;
  /** Text relevance, 0–1, and what was added to it. */
  readonly text?: number;
  readonly priors?: { readonly category: number; readonly recency: number; readonly confidence: number };
  /** Points of the keyword scorer; `title_tags` only. */
  readonly points?: number;
}

export interface RecalledItem {
  /** Item id: the path relative to the memory root. */
  readonly item: string;
  /** Version of the item: the file's MD5. */
  readonly version: string;
  readonly record: ProjectRecord;
  /** 0–10 by text relevance and priors; with `title_tags` the keyword scorer's points. Higher is better. */
  readonly score: number;
  readonly explain: Explanation;
}

/** A record that qualifies, before it is read. */
export interface Ranked {
  readonly header: RecordHeader;
  readonly score: number;
  readonly explain: Explanation;
}

/**
 * The records that a prompt should see, best first; none if none is relevant. Changes nothing: what is really shown
 * is for the caller to record.
 *
 * @throws StoreError
 */
export async function recallRecords(asked: RecallRequest): Promise<RecalledItem[]> {
  const { store, place, settings } = asked;
  if (settings.max_inject <= 0) return [];
  let known: ReadonlyMap<string, string> | undefined;
  const request = { ...asked, shown: async () => (known ??= await asked.shown()) };
  const ranked = settings.match_strategy === "title_tags" ? await byKeywords(request) : await byText(request);
  if (ranked.length === 0) return [];
  const shown = await request.shown();
  const fresh = ranked
    .filter(({ header }) => shown.get(header.path) !== header.hash)
    .slice(0, settings.max_inject);
  const read = await store.projection.getMany(
    place,
    fresh.map(({ header }) => header.path),
  );
  const records = new Map(read.map(({ path, record }) => [path, record]));
  return fresh.flatMap(({ header, score, explain }) => {
    const record = records.get(header.path);
    return record ? [{ item: header.path, version: header.hash, record, score, explain }] : [];
  });
}

/** Order of a category among equals: 1 first. */
export const priorityOf = (category: CategoryName): number =>
  Object.hasOwn(CATEGORIES, category)
    ? CATEGORIES[category as keyof typeof CATEGORIES].priority
    : CUSTOM_CATEGORY_PRIORITY;

/** An item counts as recent for this many days after its last change. */
export const RECENT_DAYS = 30;

/** Days since an RFC 3339 time, never negative; undefined for no time. */
export function ageInDays(time: string, now: Date): number | undefined {
  const at = Date.parse(time);
  return Number.isNaN(at) ? undefined : Math.max(0, (now.getTime() - at) / DAY_MS);
}
