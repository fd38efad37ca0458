/**
 * Signals of custom categories: regular expressions from the configuration, which has judged each of them. A
 * repository's configuration may come from anyone, so that they only ever see lines of limited length, and scoring
 * limits the time that they take together.
 */

import type { CustomSignals } from "../config/types.ts";
import type { CategoryName } from "../record/category.ts";
import { PATTERN_FLAGS, PATTERN_LINE_MAX } from "../text/pattern-limits.ts";
import { CUSTOM_WEIGHTS, type SignalTable } from "./patterns.ts";

/** Tables of the categories that have primary signals of their own. */
export function customTables(signals: ReadonlyMap<CategoryName, CustomSignals>): SignalTable[] {
  const tables: SignalTable[] = [];
  for (const [category, { primary, boosters }] of signals) {
    if (primary.length === 0) continue;
    tables.push({
      category,
      primary: [{ pattern: anyOf(primary) }],
      boosters: anyOf(boosters),
      weights: CUSTOM_WEIGHTS,
      negation: {},
      maxLine: PATTERN_LINE_MAX,
    });
  }
  return tables;
}

/** Of no patterns an expression that matches nothing. */
const anyOf = (patterns: readonly string[]): RegExp =>
  new RegExp(patterns.map((pattern) => `(?:${pattern})`).join("|") || "(?!)", `g${PATTERN_FLAGS}`);
