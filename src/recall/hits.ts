/** Records that share words with a query, by how well their text fits. */
import { recordCollection } from "../store/collections.ts";
import type { Place, RecordHeader, Store } from "../store/port.ts";
import type { TextStatistics } from "../store/text-port.ts";
import { bm25, inverseFrequency } from "../text/postings.ts";

/** What of a store recall looks into. */
export type Searched = Pick<Store, "projection" | "text">;

export interface TextHit {
  /** Relative to the memory root. */
  readonly path: string;
  readonly header: RecordHeader;
  /** BM25 of the best passage, higher is better; comparable within one query only. */
  readonly score: number;
  /** As `text/postings.ts` encodes it. */
  readonly postings: string;
  /** Characters of `postings` that the terms of title and tags take. */
  readonly prominent: number;
}

/** The words of a query, among the records of a place. */
export interface Sought {
  /** In how many records each word occurs; those that occur nowhere are left out. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly statistics: TextStatistics;
  /** Words to look for; all of `frequencies` unless they are too many. */
  readonly terms: readonly string[];
}

/**
 * Items that are scored, at least: those with the weightiest words. BM25 over all of them puts no other first (on beads and
 * the qmd set as good to 0.1 in recall@1, recall@5 and nDCG@10 as scoring everything).
 */
const CANDIDATES = 64;
/** Weights are whole numbers, so that sums are the same in every database. */
const WEIGHT = 1_000;

/** Best first, at most `limit` (1–1,000). Records that come to the same stand in the order of their paths. */
export async function textHits(
  { projection, text }: Searched,
  place: Place,
  { frequencies, statistics, terms }: Sought,
  limit: number,
): Promise<TextHit[]> {
  const idf = (term: string): number => inverseFrequency(frequencies.get(term) ?? 0, statistics.items);
  const weighed = terms
    .filter((term) => frequencies.has(term))
    .map((term) => ({ term, weight: Math.max(1, Math.round(WEIGHT * idf(term))) }));
  if (weighed.length === 0) return [];
  const found = await text.candidates([recordCollection(place)], weighed, Math.max(CANDIDATES, limit));
  const needles = [...frequencies.keys()].map((term) => ({ term, idf: idf(term) }));
  const average = statistics.length / Math.max(1, statistics.passages);
  const scored = found
    .map((candidate) => ({ ...candidate, score: bm25(candidate.postings, needles, average) }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, limit);
  const headers = new Map(
    (
      await projection.headersOf(
        place,
        scored.map(({ key }) => key),
      )
    ).map((header) => [header.path, header]),
  );
  return scored.flatMap(({ key, score, postings, prominent }) => {
    const header = headers.get(key);
    return header ? [{ path: key, header, score, postings, prominent }] : [];
  });
}
