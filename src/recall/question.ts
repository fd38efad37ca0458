/** A query put to some collections: what its words weigh there, and what would answer it. */
import { type TextIndex, together } from "../store/text-port.ts";
import { analyzeQuery } from "../text/query.ts";
import type { Sought } from "./rank-text.ts";
import { type Floor, floorOf, hasGrown, isAnswerable, type OwnFloor, ownFloorOf } from "./relevance.ts";
import { searchTerms } from "./terms.ts";

export interface Question extends Sought {
  /** What an item must answer to be relevant, among all that the collections hold. */
  readonly floor: Floor;
  /**
   * The same among records alone, or memories alone, for items of a collection of that kind: what sessions leave behind must
   * not make a record harder to find, nor the other way round. Undefined where there is but one kind,
   * and for a kind that has grown: its items are enough by themselves to say which words are rare.
   */
  ownFloor(collection: string): OwnFloor | undefined;
  /** Whether any could: if even one with everything that occurs anywhere fell short, none can reach the floor. */
  readonly answerable: boolean;
}

/**
 * Undefined where the query has no words, or the collections hold nothing.
 *
 * @param records which of the collections holds records; the others hold memories
 */
export async function putQuestion(
  text: TextIndex,
  collections: readonly string[],
  query: string,
  records?: string,
): Promise<Question | undefined> {
  const asked = analyzeQuery(query);
  if (asked.length === 0) return undefined;
  const view = await text.look(collections);
  const { items } = view.statistics;
  if (items === 0) return undefined;
  const words = [...new Set(asked.flatMap(({ term, parts }) => [term, ...parts]))];
  const counts = await view.frequencies(words);
  const frequencies = together(words, counts);
  const floor = floorOf(asked, frequencies, items);
  const recorded = view.collections.find(({ name }) => name === records)?.items ?? 0;
  const [ofRecord, ofMemory] = [true, false].map((ofRecords): OwnFloor | undefined => {
    const own = ofRecords ? recorded : items - recorded;
    if (own === 0 || own === items || hasGrown(own)) return undefined;
    const names = view.collections.map(({ name }) => name).filter((name) => (name === records) === ofRecords);
    return ownFloorOf(asked, together(words, counts, names), own);
  });
  return {
    view,
    frequencies,
    terms: searchTerms(floor.weighed),
    floor,
    ownFloor: (collection) => (collection === records ? ofRecord : ofMemory),
    answerable: [floor, ofRecord, ofMemory].some((each) => each && isAnswerable(each)),
  };
}
