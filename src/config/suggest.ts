/** "Did you mean …?" for keys that do not exist. */
import { CONFIG_KEYS, segmentsBelow } from "./keys.ts";

/**
 * The most likely key for a path that is none, as dotted text.
 * `names` are the known categories, which stand where the table says `*`.
 */
export function suggestKey(path: readonly string[], names: readonly string[]): string | undefined {
  const parent = path.slice(0, -1);
  const last = path.at(-1)?.toLowerCase() ?? "";
  const siblings = segmentsBelow(parent).flatMap((segment) => (segment === "*" ? names : [segment]));
  const sibling = nearest(last, siblings);
  if (sibling) return [...parent, sibling].join(".");
  const elsewhere = CONFIG_KEYS.filter(({ key }) => key.split(".").at(-1) === last).map(({ key }) => key);
  return elsewhere.length === 1 ? elsewhere[0]?.replace("*", "<category>") : undefined;
}

/** The word of the list that is at most a third of its letters away, if there is one. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance && distance <= Math.max(1, Math.floor(candidate.length / 3))) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein's distance with swapped neighbours counted as one. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
