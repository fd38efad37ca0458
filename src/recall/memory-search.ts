/** Memories that a query is about, by their text alone: what is around it (scope, session, budget) is for the caller. */
import type { TextIndex } from "../store/text-port.ts";
import { analyzeQuery } from "../text/query.ts";
import { whereIn } from "./by-text.ts";
import { type RankedText, rankByText } from "./rank-text.ts";
import { evidence, isAnswerable, isRelevant, requiredMass, totalWeight, weigh } from "./relevance.ts";
import { searchTerms } from "./terms.ts";

export interface MemorySearch {
  readonly query: string;
  /** As `store/collections.ts` names them. */
  readonly collections: readonly string[];
  /** 1–1,000. */
  readonly limit: number;
  /** Whether only what is relevant in absolute terms counts: nothing, if nothing is. */
  readonly floor: boolean;
}

/** Best first. */
export async function searchMemories(
  text: TextIndex,
  { query, collections, limit, floor }: MemorySearch,
): Promise<RankedText[]> {
  const terms = analyzeQuery(query);
  if (terms.length === 0) return [];
  const view = await text.look(collections);
  const { items } = view.statistics;
  if (items === 0) return [];
  const all = [...new Set(terms.flatMap(({ term, parts }) => [term, ...parts]))];
  const frequencies = await view.frequencies(all);
  const weighed = weigh(terms, frequencies, items);
  const required = requiredMass(totalWeight(weighed), items);
  if (floor && !isAnswerable(weighed, required)) return [];
  const ranked = await rankByText({ view, frequencies, terms: searchTerms(weighed) }, limit);
  return floor ? ranked.filter((each) => isRelevant(evidence(weighed, whereIn(each)), required)) : ranked;
}
