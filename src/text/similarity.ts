/** How alike two texts are, by the terms they have. */

/** Jaccard: common terms as a share of all, 0–1; two texts without any are the same. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = commonTerms(a, b);
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}

/** Share of a text's terms that another has, 0–1. */
export const coverage = (of: ReadonlySet<string>, by: ReadonlySet<string>): number =>
  of.size === 0 ? 1 : commonTerms(of, by) / of.size;

function commonTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const term of few) if (many.has(term)) common += 1;
  return common;
}

/** Two items with this share of common terms say the same. */
export const NEAR_DUPLICATE = 0.8;

/** Whether they do; most pairs are told apart by their numbers of terms. */
export const isNearDuplicate = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  Math.min(a.size, b.size) >= NEAR_DUPLICATE * Math.max(a.size, b.size) && jaccard(a, b) >= NEAR_DUPLICATE;
