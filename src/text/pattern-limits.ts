/** What the expressions of a configuration may come to; `pattern.ts` measures them. */

/** Most characters of one expression. */
export const PATTERN_MAX = 200;
/** Most expressions of one list. */
export const PATTERNS_MAX = 50;
/** Longest line that an expression is tried on, in UTF-16 units. */
export const PATTERN_LINE_MAX = 500;
/** How expressions are read: without regard to case, and by code points. */
export const PATTERN_FLAGS = "iu";
