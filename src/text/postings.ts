/**
 * An item's analysed text as the database keeps it, so that it is scored the same whatever database that is: a line for
 * each passage, with the number of its terms and what each term counts for there.
 *
 *     57 ledger:8 sqlite:2 …
 *
 * A term of the title counts as three of the body and one of the tags as one and a half: weights are in halves, to be
 * whole numbers. Terms hold no blanks and no colons (see `analyze.ts`).
 */

/** The analysed terms of an item. */
export interface AnalysedText {
  readonly title: readonly string[];
  readonly tags: readonly string[];
  /** Terms of each passage of the body; at least one, possibly empty. */
  readonly passages: readonly (readonly string[])[];
}

/** In halves. */
const TITLE = 6;
const TAG = 3;
const BODY = 2;

export function encodePostings({ title, tags, passages }: AnalysedText): string {
  return passages
    .map((body) => {
      const weights = new Map<string, number>();
      const add = (terms: readonly string[], weight: number): void => {
        for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
      };
      add(title, TITLE);
      add(tags, TAG);
      add(body, BODY);
      const length = title.length + tags.length + body.length;
      return `${length} ${[...weights].map(([term, weight]) => `${term}:${weight} `).join("")}`;
    })
    .join("\n");
}

/** A term with what its occurrence tells: see `inverseFrequency`. */
export interface Needle {
  readonly term: string;
  readonly idf: number;
}

/** BM25's constants; the choice is nearly flat. https://en.wikipedia.org/wiki/Okapi_BM25 */
const K1 = 1.2;
const B = 0.75;

/** BM25 of the best passage: 0 where no term occurs. @param averageLength terms of a passage, on average */
export function bm25(postings: string, needles: readonly Needle[], averageLength: number): number {
  let best = 0;
  for (const passage of postings.split("\n")) {
    const length = Number.parseInt(passage, 10);
    const norm = K1 * (1 - B + (B * length) / Math.max(1, averageLength));
    let score = 0;
    for (const { term, idf } of needles) {
      const at = passage.indexOf(` ${term}:`);
      if (at < 0) continue;
      const frequency = Number.parseInt(passage.slice(at + term.length + 2), 10) / BODY;
      score += (idf * frequency * (K1 + 1)) / (frequency + norm);
    }
    best = Math.max(best, score);
  }
  return best;
}

/** What it tells of an item to hold a term that `occurrences` of `items` hold; always positive. */
export const inverseFrequency = (occurrences: number, items: number): number =>
  Math.log(1 + (Math.max(items, occurrences) - occurrences + 0.5) / (occurrences + 0.5));
