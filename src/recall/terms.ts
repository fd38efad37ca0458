/** Which of a prompt's terms are searched for: few enough that the search takes bounded time. */
import type { Weighed } from "./relevance.ts";

/** Words searched for, at most: the rarest. FTS5 takes about 0.1 ms for each at 10,000 records. */
export const WORDS_MAX = 14;
/** Identifiers, paths and error codes searched for besides, at most. */
export const SPECIALS_MAX = 10;
/**
 * Occurrences looked at, at most: 2 µs each in FTS5. Rare terms come first and a few are always taken, so what
 * falls out are the words that every other record holds.
 */
export const OCCURRENCES_MAX = 1_200;
const ALWAYS = 2;

/** The terms to search for: identifiers, paths and error codes first, then words, rarest first. */
export function searchTerms(weighed: readonly Weighed[]): string[] {
  const words = new Map<string, number>();
  const specials = new Map<string, number>();
  for (const { term, present } of weighed) {
    for (const each of present) {
      const special = term.kind !== "word" && each.term === term.term;
      (special ? specials : words).set(each.term, each.records);
    }
  }
  for (const term of specials.keys()) words.delete(term);
  const chosen: string[] = [];
  let occurrences = 0;
  for (const [term, records] of [...rarest(specials, SPECIALS_MAX), ...rarest(words, WORDS_MAX)]) {
    if (chosen.length >= ALWAYS && occurrences + records > OCCURRENCES_MAX) continue;
    chosen.push(term);
    occurrences += records;
  }
  return chosen;
}

const rarest = (terms: ReadonlyMap<string, number>, most: number): [string, number][] =>
  [...terms].sort((a, b) => a[1] - b[1]).slice(0, most);
