/**
 * How much an item is worth putting before a model, 0–10. What it says about the query dominates: two items of which one
 * matches half as well as the other never change places, whatever else speaks for the weaker. The original weighed
 * importance three tenths and text four, on scales of their own, so that an old, important, unrelated memory beat a
 * perfect match; here every term is 0–1, and what is not relevant at all does not come here.
 */

export interface Worth {
  /** How well the text fits beside the best, 0–1. */
  readonly text: number;
  /** 1–10. */
  readonly importance: number;
  /** 0–1 each: see `memory/strength.ts`. */
  readonly recency: number;
  readonly familiarity: number;
  readonly certainty: number;
}

/** Shares of the score; together 1. */
export const SHARES = {
  text: 0.7,
  importance: 0.12,
  recency: 0.1,
  familiarity: 0.03,
  certainty: 0.05,
} as const;

export const worthOf = ({ text, importance, recency, familiarity, certainty }: Worth): number =>
  10 *
  (SHARES.text * text +
    SHARES.importance * ((importance - 1) / 9) +
    SHARES.recency * recency +
    SHARES.familiarity * familiarity +
    SHARES.certainty * certainty);
