/**
 * An item's analysed text as the database keeps it, so that it is scored the same whatever database that is: a line for
 * each passage, with the number of its terms and what each term counts for there, those of tags and title first.
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
  /** Terms of each passage of the body; none is as one that is empty. */
  readonly passages: readonly (readonly string[])[];
  /**
   * Whether the title was made of the body. It weighs as much, because what a text is about it says first; but nobody chose
   * its words, so it is not prominent.
   */
  readonly titleIsMade?: boolean;
}

export interface EncodedText {
  readonly postings: string;
  /** Characters at the beginning of `postings` that the terms of title and tags take. */
  readonly prominent: number;
  /** Every distinct term. */
  readonly terms: readonly string[];
  readonly passages: number;
  /** Terms of all passages. */
  readonly length: number;
}

/** In halves. */
const TITLE = 6;
const TAG = 3;
const BODY = 2;

export function encodeText({ title, tags, passages, titleIsMade }: AnalysedText): EncodedText {
  const bodies = passages.length > 0 ? passages : [[]];
  const head = new Map<string, number>();
  count(head, tags, TAG);
  const tagged = head.size;
  count(head, title, TITLE);
  const distinct = titleIsMade ? tagged : head.size;
  const lines: string[] = [];
  const terms = new Set<string>();
  let prominent = 0;
  let length = 0;
  for (const body of bodies) {
    // Most items have one passage, which needs no copy.
    const weights = bodies.length === 1 ? head : new Map(head);
    count(weights, body, BODY);
    const size = title.length + tags.length + body.length;
    const entries = [`${size}`];
    for (const [term, weight] of weights) {
      entries.push(`${term}:${weight}`);
      terms.add(term);
    }
    if (lines.length === 0 && distinct > 0) prominent = entries.slice(0, distinct + 1).join(" ").length;
    lines.push(`${entries.join(" ")} `);
    length += size;
  }
  return { postings: lines.join("\n"), prominent, terms: [...terms], passages: bodies.length, length };
}

function count(weights: Map<string, number>, terms: readonly string[], weight: number): void {
  for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
}

/** The distinct terms of an encoded text. */
export function termsOf(postings: string): Set<string> {
  const terms = new Set<string>();
  for (const line of postings.split("\n")) {
    for (const entry of line.split(" ")) {
      const colon = entry.indexOf(":");
      if (colon > 0) terms.add(entry.slice(0, colon));
    }
  }
  return terms;
}

/** Where a term stands first in an encoded text; negative where it does not. */
export const positionOf = (term: string, postings: string): number => postings.indexOf(` ${term}:`);

/** Whether some passage says a term more than once; what stands in a title that was made of the body counts as that. */
export function isStressed(term: string, postings: string): boolean {
  const needle = ` ${term}:`;
  for (let at = postings.indexOf(needle); at >= 0; at = postings.indexOf(needle, at + 1)) {
    if (Number.parseInt(postings.slice(at + needle.length, at + needle.length + 8), 10) >= 2 * BODY)
      return true;
  }
  return false;
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
