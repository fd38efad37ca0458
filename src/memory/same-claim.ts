/**
 * Whether two texts with the same words can say the same. Their terms leave out the small words, and a number is one term
 * among many: "retry 3 times" and "never retry 5 times" share nearly all.
 */

/** When it was makes no other claim of it. */
const TIMES =
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?\b|\b\d{1,2}:\d{2}(?::\d{2})?\b/g;
const NUMBERS = /\d+(?:[.,:]\d+)*/g;
const NEGATIONS =
  /\b(?:not|no|never|none|neither|nor|cannot|without|avoid|stop|don'?t|doesn'?t|didn'?t|isn'?t|aren'?t|wasn'?t|won'?t|can'?t|shouldn'?t|mustn'?t|instead of|no longer|rather than)\b/gi;

/** Numbers and negations are the same in both, in whatever order; dates and times aside. */
export const canBeSameClaim = (a: string, b: string): boolean =>
  marks(a, NUMBERS) === marks(b, NUMBERS) && marks(a, NEGATIONS) === marks(b, NEGATIONS);

const marks = (text: string, pattern: RegExp): string =>
  (text.replace(TIMES, " ").match(pattern) ?? [])
    .map((mark) => mark.toLowerCase().replace("'", ""))
    .sort()
    .join(" ");
