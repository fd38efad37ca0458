/** The token budget: what each lane may take, and what fits. */
import { RecordError } from "../record/error.ts";

/** Parts of the budget, in the order they are shown. Working memory has its own, beside these. */
export const LANES = ["episodic", "semantic", "prospective", "procedural"] as const;
export type Lane = (typeof LANES)[number];

/** Tokens of the whole budget unless told, as the original has it. */
export const DEFAULT_BUDGET = 8_000;
/** Shares of the lanes, of eight thousand: 2,000, 3,000, 1,000 and 2,000. */
const SHARE: { readonly [lane in Lane]: number } = {
  episodic: 0.25,
  semantic: 0.375,
  prospective: 0.125,
  procedural: 0.25,
};
/** What a question moves from one lane to another: 500 of eight thousand. */
const BOOST = 0.0625;

/** @throws RecordError INPUT_ERROR for what is no budget */
export function checkBudget(budget: number): void {
  if (Number.isInteger(budget) && budget >= 0) return;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "budget", expected: "a whole number of tokens, 0 or more", got: String(budget) },
    "Pass 0 for nothing, or leave it out for the default",
  );
}

/** Characters of a question that are looked at; what is pasted into it says nothing of what is asked for. */
const LOOKED_AT = 4_000;

/** Most tokens of each lane; together the budget. Questions after tasks and after procedures move some. */
export function allocate(budget: number, query: string): { [lane in Lane]: number } {
  const asked = query.slice(0, LOOKED_AT).toLowerCase();
  const share = { ...SHARE };
  if (/\b(?:todos?|tasks?)\b/.test(asked)) {
    share.prospective += BOOST;
    share.semantic -= BOOST;
  }
  if (/\bhow to\b|\bprocedures?\b/.test(asked)) {
    share.procedural += BOOST;
    share.episodic -= BOOST;
  }
  const caps = { episodic: 0, semantic: 0, prospective: 0, procedural: 0 };
  let left = budget;
  for (const lane of LANES) {
    caps[lane] = Math.floor(budget * share[lane]);
    left -= caps[lane];
  }
  caps.semantic += left;
  return caps;
}

export interface Fitting<T> {
  readonly lane: Lane;
  readonly tokens: number;
  readonly item: T;
}

/**
 * What fits: of each lane the best within its share, passing over what is too large for what is left; then, of all that
 * did not fit, the best into what the lanes left unused.
 *
 * @param entries best first
 */
export function fit<T>(
  entries: readonly Fitting<T>[],
  caps: { readonly [lane in Lane]: number },
): { kept: Fitting<T>[]; trimmed: number } {
  const left = { ...caps };
  const chosen = new Set<Fitting<T>>();
  for (const entry of entries) {
    if (entry.tokens > left[entry.lane]) continue;
    left[entry.lane] -= entry.tokens;
    chosen.add(entry);
  }
  let unused = LANES.reduce((sum, lane) => sum + left[lane], 0);
  for (const entry of entries) {
    if (chosen.has(entry) || entry.tokens > unused) continue;
    unused -= entry.tokens;
    chosen.add(entry);
  }
  return { kept: entries.filter((entry) => chosen.has(entry)), trimmed: entries.length - chosen.size };
}
