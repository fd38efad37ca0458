/** Items that say the same as a better one. */
import { termsOf } from "../text/postings.ts";

/** Two items with this share of common terms say the same; the better one is kept. */
const NEAR_DUPLICATE = 0.8;

/** @param entries best first */
export function withoutNearDuplicates<T>(entries: readonly T[], postingsOf: (entry: T) => string): T[] {
  const kept: { entry: T; terms: ReadonlySet<string> }[] = [];
  for (const entry of entries) {
    const terms = termsOf(postingsOf(entry));
    if (!kept.some((other) => similarity(terms, other.terms) >= NEAR_DUPLICATE)) kept.push({ entry, terms });
  }
  return kept.map(({ entry }) => entry);
}

/** Jaccard: common terms as a share of all. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (Math.min(a.size, b.size) < NEAR_DUPLICATE * Math.max(a.size, b.size)) return 0;
  let common = 0;
  for (const term of a) if (b.has(term)) common += 1;
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}
