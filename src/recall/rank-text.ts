/** Items that share words with a query, by how well their text fits, whatever they are. */
import type { TextCandidate, TextView } from "../store/text-port.ts";
import { bm25, inverseFrequency } from "../text/postings.ts";

/** The words of a query, among the items of a view. */
export interface Sought {
  readonly view: TextView;
  /** In how many items each word occurs; those that occur nowhere are left out. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Words to look for: all of `frequencies` unless they are too many. */
  readonly terms: readonly string[];
}

export interface RankedText extends TextCandidate {
  /** BM25 of the best passage, higher is better; comparable within one query only. */
  readonly score: number;
}

/**
 * Items that are scored, at least: those whose words weigh most together. BM25 over all of them puts no other first (on
 * beads and the qmd set as good to 0.1 in recall@1, recall@5 and nDCG@10 as scoring everything).
 */
const CANDIDATES = 64;
/** Weights are whole numbers, so that sums are the same in every database. */
const WEIGHT = 1_000;

/** Best first, at most `limit` (1–1,000). Items that come to the same stand in the order of their keys. */
export async function rankByText({ view, frequencies, terms }: Sought, limit: number): Promise<RankedText[]> {
  const { statistics } = view;
  const idf = (term: string): number => inverseFrequency(frequencies.get(term) ?? 0, statistics.items);
  const weighed = terms
    .filter((term) => frequencies.has(term))
    .map((term) => ({ term, weight: Math.max(1, Math.round(WEIGHT * idf(term))) }));
  if (weighed.length === 0) return [];
  const found = await view.candidates(weighed, Math.max(CANDIDATES, limit));
  const needles = [...frequencies.keys()].map((term) => ({ term, idf: idf(term) }));
  const average = statistics.length / Math.max(1, statistics.passages);
  return found
    .map((candidate) => ({ ...candidate, score: bm25(candidate.postings, needles, average) }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, limit);
}
