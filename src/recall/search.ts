/** Search for people and tools: everything that shares a word with the query, best first, without a floor. */
import type { CategoryName } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import { recordCollection } from "../store/collections.ts";
import type { Place } from "../store/port.ts";
import { searchable } from "../store/searchable.ts";
import { together } from "../store/text-port.ts";
import { positionOf } from "../text/postings.ts";
import { analyzeQuery } from "../text/query.ts";
import { textRelevance, whereIn } from "./by-text.ts";
import { type Searched, type TextHit, textHits } from "./hits.ts";
import { evidence, weigh } from "./relevance.ts";

/** Hits looked at; among those of all categories the ones of a single category may stand far behind. */
const HITS = 200;
const HITS_FOR_CATEGORY = 1_000;

export interface TextSearch {
  readonly query: string;
  /** Hits of this category only. */
  readonly category?: CategoryName;
  /** Records to search besides the active ones, which are all that the projection indexes. */
  readonly besides?: readonly { readonly path: string; readonly record: ProjectRecord }[];
}

export interface SearchHit {
  /** Relative to the memory root. */
  readonly path: string;
  /** 0–10: how well the text matches beside the best match. Comparable within one answer only. */
  readonly score: number;
}

/**
 * With records besides the active ones, BM25 of the index says nothing about all of them: then the share of the query
 * that a record answers decides alone.
 *
 * @throws StoreError
 */
export async function searchByText(
  store: Searched,
  place: Place,
  { query, category, besides = [] }: TextSearch,
): Promise<SearchHit[]> {
  const terms = analyzeQuery(query);
  const all = [...new Set(terms.flatMap(({ term, parts }) => [term, ...parts]))];
  const others = besides.map(({ path, record }) => {
    const found = searchable(record);
    return { path, postings: found.postings, prominent: found.prominent };
  });
  const view = await store.text.look([recordCollection(place)]);
  const frequencies = together(all, await view.frequencies(all));
  const among = new Map(frequencies);
  for (const { postings } of others) addTo(among, postings, all);
  const records = view.statistics.items + others.length;
  const weighed = weigh(terms, among, records);
  const massOf = (hit: Pick<TextHit, "postings" | "prominent">): number =>
    evidence(weighed, whereIn(hit)).mass;

  const sought = { view, frequencies, terms: all };
  const hits = await textHits(store.projection, place, sought, category ? HITS_FOR_CATEGORY : HITS);
  const active = hits
    .filter(({ header }) => category === undefined || header.category === category)
    .map((hit) => ({ path: hit.path, hit, mass: massOf(hit) }));
  if (others.length === 0) {
    const relevance = textRelevance(active, records);
    return sorted(active.map((each) => ({ path: each.path, score: 10 * relevance(each) })));
  }
  const found = [...active, ...others.map((other) => ({ path: other.path, mass: massOf(other) }))];
  const best = Math.max(...found.map(({ mass }) => mass), Number.MIN_VALUE);
  return sorted(
    found.filter(({ mass }) => mass > 0).map(({ path, mass }) => ({ path, score: (10 * mass) / best })),
  );
}

function addTo(frequencies: Map<string, number>, postings: string, wanted: readonly string[]): void {
  for (const term of wanted)
    if (positionOf(term, postings) >= 0) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
}

/** Best first; of equals the active one, which was found first, stays before the other. */
const sorted = (hits: readonly SearchHit[]): SearchHit[] => hits.toSorted((a, b) => b.score - a.score);
