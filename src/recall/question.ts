/** A query put to some collections: what its words weigh there, and what would answer it. */
import type { TextIndex } from "../store/text-port.ts";
import { analyzeQuery } from "../text/query.ts";
import type { Sought } from "./rank-text.ts";
import { isAnswerable, requiredMass, type Weighed, weigh } from "./relevance.ts";
import { searchTerms } from "./terms.ts";

export interface Question extends Sought {
  readonly weighed: readonly Weighed[];
  /** What an item must answer to be relevant at all. */
  readonly required: number;
  /** Whether any could: if even one with everything that occurs anywhere fell short, none can reach the floor. */
  readonly answerable: boolean;
}

/** Undefined where the query has no words, or the collections hold nothing. */
export async function putQuestion(
  text: TextIndex,
  collections: readonly string[],
  query: string,
): Promise<Question | undefined> {
  const asked = analyzeQuery(query);
  if (asked.length === 0) return undefined;
  const view = await text.look(collections);
  const { items } = view.statistics;
  if (items === 0) return undefined;
  const words = [...new Set(asked.flatMap(({ term, parts }) => [term, ...parts]))];
  const frequencies = await view.frequencies(words);
  const weighed = weigh(asked, frequencies, items);
  const required = requiredMass(weighed, items);
  return {
    view,
    frequencies,
    weighed,
    terms: searchTerms(weighed),
    required,
    answerable: isAnswerable(weighed, required),
  };
}
