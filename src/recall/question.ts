/** A query put to some collections: what its words weigh there, and what would answer it. */
import { type TextIndex, together } from "../store/text-port.ts";
import { analyzeQuery } from "../text/query.ts";
import type { Sought } from "./rank-text.ts";
import { type Floor, floorOf, isAnswerable, type OwnFloor, ownFloorOf } from "./relevance.ts";
import { searchTerms } from "./terms.ts";

export interface Question extends Sought {
  /** What an item must answer to be relevant, among all that the collections hold. */
  readonly floor: Floor;
  /**
   * The same among records alone, or memories alone, for items of a collection of that kind: what sessions leave behind must
   * not make a record harder to find, nor the other way round. Undefined where there is but one kind.
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
  const recorded = view.sizes.get(records ?? "") ?? 0;
  const own = [true, false].map((ofRecords): OwnFloor | undefined => {
    if (recorded === 0 || recorded === items) return undefined;
    const names = [...view.sizes.keys()].filter((name) => (name === records) === ofRecords);
    return ownFloorOf(asked, together(words, counts, names), ofRecords ? recorded : items - recorded);
  });
  return {
    view,
    frequencies,
    terms: searchTerms(floor.weighed),
    floor,
    ownFloor: (collection) => own[collection === records ? 0 : 1],
    answerable: [floor, ...own].some((each) => each && isAnswerable(each)),
  };
}
