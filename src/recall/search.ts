/** Search for people and tools: everything that shares a word with the query, best first, without a floor. */
import type { Place, RecordHeader, RecordProjection } from "../store/port.ts";
import { analyzeQuery } from "../text/query.ts";
import { textRelevance, whereIn } from "./by-text.ts";
import { evidence, weigh } from "./relevance.ts";

/** Hits looked at. */
const HITS = 200;

export interface SearchHit {
  readonly header: RecordHeader;
  /** 0–10: how well the text matches beside the best match. Comparable within one answer only. */
  readonly score: number;
}

/** @throws StoreError */
export async function searchByText(
  projection: RecordProjection,
  place: Place,
  query: string,
): Promise<SearchHit[]> {
  const terms = analyzeQuery(query);
  const all = [...new Set(terms.flatMap(({ term, parts }) => [term, ...parts]))];
  const records = await projection.count(place);
  const weighed = weigh(terms, await projection.documentFrequencies(place, all), records);
  const hits = await projection.search(place, { terms: all }, HITS);
  const found = hits.map((hit) => ({ hit, mass: evidence(weighed, whereIn(hit)).mass }));
  const relevance = textRelevance(found, records);
  return found
    .map((each) => ({ header: each.hit.header, score: 10 * relevance(each) }))
    .sort((a, b) => b.score - a.score || (a.header.path < b.header.path ? -1 : 1));
}
