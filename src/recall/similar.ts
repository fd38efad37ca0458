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

/** Memories that say much the same as a text, to someone. */
export type FindSimilar = (said: string) => Promise<readonly SimilarMemory[]>;

export const similarTo =
  (text: TextIndex, from: Viewpoint): FindSimilar =>
  (said) =>
    similarMemories(text, from, said);

/** Each text is looked for once: for whoever asks several things about it while nobody stores anything. */
export function similarOnce(text: TextIndex, from: Viewpoint): FindSimilar {
  const known = new Map<string, Promise<readonly SimilarMemory[]>>();
  return (said) => {
    const found = known.get(said) ?? similarMemories(text, from, said);
    known.set(said, found);
    return found;
  };
}

/** Of these collections, those whose words fit best, best first. */
export const similarItems = (
  text: TextIndex,
  collections: readonly string[],
  said: string,
): Promise<RankedText[]> => searchMemories(text, { query: said, collections, limit: COMPARED, floor: false });
