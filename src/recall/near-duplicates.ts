/** Items that say the same as a better one. */
import { termsOf } from "../text/postings.ts";
import { isNearDuplicate } from "../text/similarity.ts";

/**
 * One by one, because comparing costs: who has enough asks for no more.
 *
 * @param entries best first; of two that say the same the better one is kept
 */
export function* withoutNearDuplicates<T>(
  entries: readonly T[],
  postingsOf: (entry: T) => string,
): Generator<T, void> {
  const [first, ...others] = entries;
  if (first === undefined) return;
  yield first;
  if (others.length === 0) return;
  const kept: ReadonlySet<string>[] = [termsOf(postingsOf(first))];
  for (const entry of others) {
    const terms = termsOf(postingsOf(entry));
    if (kept.some((other) => isNearDuplicate(terms, other))) continue;
    kept.push(terms);
    yield entry;
  }
}
