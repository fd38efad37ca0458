/** How strongly a memory stands: by age, by use, by what speaks for it. Every figure is 0–1. */
import { DAY_MS } from "../record/time.ts";
import type { Memory } from "./types.ts";

const WEEK = 7;
const MONTH = 30;
/** What is left of a memory after a week, and after a month. */
const AFTER_WEEK = 0.5;
const AFTER_MONTH = 0.1;

/**
 * 1 today, 0.5 after a week, 0.1 after a month. No single exponential goes through these, so it is two: one to the
 * seventh day, and a slower one from there. Age counts from the last change, never from the last access: what is shown
 * would stay fresh by being shown. A time in the future counts as now.
 */
export function recency(changed: string, now: Date): number {
  const at = Date.parse(changed);
  if (Number.isNaN(at)) return 0;
  const days = Math.max(0, (now.getTime() - at) / DAY_MS);
  return days <= WEEK
    ? AFTER_WEEK ** (days / WEEK)
    : AFTER_WEEK * (AFTER_MONTH / AFTER_WEEK) ** ((days - WEEK) / (MONTH - WEEK));
}

/** Accesses from which more make no difference. */
const ACCESSES = 100;

/** Logarithmic in how often it was shown: 0 for never, 1 for a hundred times and more. */
export const familiarity = (accessCount: number): number =>
  Math.min(1, Math.log(Math.max(0, accessCount) + 1) / Math.log(ACCESSES + 1));

/** Rate of success by Laplace's rule of succession: https://en.wikipedia.org/wiki/Rule_of_succession */
export const laplace = (successes: number, uses: number): number => (successes + 1) / (uses + 2);

/** The later of creation and change. */
export const changedAt = ({ created_at: created, updated_at: updated }: Memory): string =>
  Date.parse(updated) > Date.parse(created) ? updated : created;

/** How sure it is: stated, seen to work, or neither. */
export const certainty = (memory: Memory): number =>
  memory.type === "semantic"
    ? memory.confidence
    : memory.type === "procedural"
      ? laplace(memory.success_count, memory.usage_count)
      : 0.5;

/** A confidence after one more session spoke for it: each takes away a third of the doubt. */
export const reinforced = (confidence: number): number => Math.min(1, confidence + (1 - confidence) / 3);
