/** Items that say much the same as a text: found by its words, compared by the terms they share. */
import { memoryCollections } from "../store/collections.ts";
import type { Viewpoint } from "../store/memory-port.ts";
import type { TextIndex } from "../store/text-port.ts";
import { termsOf } from "../text/postings.ts";
import { searchMemories } from "./memory-search.ts";
import type { RankedText } from "./rank-text.ts";

export interface SimilarMemory {
  readonly id: string;
  readonly terms: ReadonlySet<string>;
}

/** Memories that are compared: what shares fewer words than these is not much the same. */
const COMPARED = 16;

/** Of what the session may see, those whose words fit best, best first. */
export async function similarMemories(
  text: TextIndex,
  from: Viewpoint,
  said: string,
): Promise<SimilarMemory[]> {
  const found = await similarItems(text, memoryCollections(from), said);
  return found.map(({ key, postings }) => ({ id: key, terms: termsOf(postings) }));
}

/** Of these collections, those whose words fit best, best first. */
export const similarItems = (
  text: TextIndex,
  collections: readonly string[],
  said: string,
): Promise<RankedText[]> => searchMemories(text, { query: said, collections, limit: COMPARED, floor: false });
