/**
 * Signals of custom categories: regular expressions from the configuration. A repository's configuration may come from
 * anyone, so an expression must not be able to hang a hook: it is limited in length, may not repeat a group that itself
 * repeats or branches, and only ever sees lines of at most 500 characters.
 */
import type { CustomSignals } from "../config/types.ts";
import type { CategoryName } from "../record/category.ts";
import { CUSTOM_WEIGHTS, type SignalTable } from "./patterns.ts";

/** Most characters of one expression, and most expressions of one list. */
const PATTERN_MAX = 200;
const PATTERNS_MAX = 50;
/** Longest line that custom expressions are tried on. */
const CUSTOM_LINE_MAX = 500;
/** Unbounded repetitions of wide classes (`.*`, `\S+`) in one expression: each multiplies the worst case by the line. */
const WIDE_REPEATS_MAX = 2;

/** A bad expression: where it stands, and what is wrong with it in a sentence. */
export interface SignalProblem {
  /** Key in the configuration, e.g. `categories.api_note.signals.primary.0`. */
  key: string;
  message: string;
}

/** Tables of the categories that have signals of their own. Bad expressions are left out and reported. */
export function customTables(signals: ReadonlyMap<CategoryName, CustomSignals>): {
  tables: SignalTable[];
  problems: SignalProblem[];
} {
  const tables: SignalTable[] = [];
  const problems: SignalProblem[] = [];
  for (const [category, { primary, boosters }] of signals) {
    const key = `categories.${category}.signals`;
    const main = combine(primary, `${key}.primary`, problems);
    const near = combine(boosters, `${key}.boosters`, problems);
    if (!main) continue;
    tables.push({
      category,
      primary: main,
      boosters: near ?? NEVER,
      weights: CUSTOM_WEIGHTS,
      negation: {},
      maxLine: CUSTOM_LINE_MAX,
    });
  }
  return { tables, problems };
}

const NEVER = /(?!)/g;

function combine(patterns: readonly string[], key: string, problems: SignalProblem[]): RegExp | undefined {
  const good: string[] = [];
  for (const [index, pattern] of patterns.slice(0, PATTERNS_MAX).entries()) {
    const fault = faultOf(pattern);
    if (fault) problems.push({ key: `${key}.${index}`, message: `${fault}; the expression is not used.` });
    else good.push(`(?:${pattern})`);
  }
  if (patterns.length > PATTERNS_MAX) {
    problems.push({ key, message: `Only the first ${PATTERNS_MAX} expressions are used.` });
  }
  return good.length > 0 ? new RegExp(good.join("|"), "gi") : undefined;
}

/** What makes an expression unusable, or undefined. */
export function faultOf(pattern: string): string | undefined {
  if (pattern.trim() === "") return "An empty expression matches everything";
  if (pattern.length > PATTERN_MAX) return `Longer than ${PATTERN_MAX} characters`;
  try {
    const expression = new RegExp(pattern, "i");
    if (expression.test("")) return "It matches the empty text, and so every line";
  } catch (error) {
    return `Not a regular expression (${error instanceof Error ? error.message : String(error)})`;
  }
  return backtrackingFault(pattern);
}

/** One token: an escape, a class, a group's start or end, a repetition, or any other character. */
const TOKEN =
  /\\(?:k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|[*+?]|\{\d+(?:,\d*)?\}|[\s\S]/g;

function backtrackingFault(pattern: string): string | undefined {
  const groups: { unbounded: boolean; branches: boolean }[] = [{ unbounded: false, branches: false }];
  let wideRepeats = 0;
  let closed: { unbounded: boolean; branches: boolean } | undefined;
  let previous = "";
  for (const [token] of pattern.matchAll(TOKEN)) {
    const current = groups.at(-1);
    if (!current) return "Unbalanced parentheses";
    if (/^\\(?:[1-9]|k<)/.test(token)) return "It refers back to a group";
    if (token.startsWith("(")) groups.push({ unbounded: false, branches: false });
    else if (token === ")") {
      closed = groups.pop();
      const outer = groups.at(-1);
      if (closed?.unbounded && outer) outer.unbounded = true;
      previous = token;
      continue;
    } else if (token === "|") current.branches = true;
    else if (isRepeat(token)) {
      if (closed && previous === ")" && (closed.unbounded || closed.branches)) {
        return "It repeats a group that itself repeats or branches";
      }
      if (isUnbounded(token)) {
        current.unbounded = true;
        if (/^(?:\.|\\[SWDw]|\[|\))/.test(previous)) wideRepeats += 1;
        if (wideRepeats > WIDE_REPEATS_MAX)
          return `More than ${WIDE_REPEATS_MAX} open repetitions like .* in it`;
      }
    }
    closed = undefined;
    previous = token;
  }
  return undefined;
}

const isUnbounded = (token: string): boolean => token === "*" || token === "+" || /^\{\d+,\}$/.test(token);
const isRepeat = (token: string): boolean => isUnbounded(token) || /^\{\d+(?:,\d*)?\}$/.test(token);
