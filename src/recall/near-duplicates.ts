/** Items that say the same as a better one. */
import { termsOf } from "../text/postings.ts";
import { isNearDuplicate } from "../text/similarity.ts";

/** @param entries best first; of two that say the same the better one is kept */
export function withoutNearDuplicates<T>(entries: readonly T[], postingsOf: (entry: T) => string): T[] {
  const kept: { entry: T; terms: ReadonlySet<string> }[] = [];
  for (const entry of entries) {
    const terms = termsOf(postingsOf(entry));
    if (!kept.some((other) => isNearDuplicate(terms, other.terms))) kept.push({ entry, terms });
  }
  return kept.map(({ entry }) => entry);
}
