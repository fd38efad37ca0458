/**
 * What models were asked, and what it cost; and the caps on that. A part of the store port; every driver passes
 * `usage-conformance.ts`.
 */

export const PURPOSES = ["review", "draft", "verify"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What may be spent from `since` on. Nobody is asked at no calls or no tokens; what costs money, not at no dollars. */
export interface Caps {
  /** RFC 3339: midnight of the user's day, as a rule. */
  readonly since: string;
  readonly calls: number;
  /** Tokens in and out together. */
  readonly tokens: number;
  /** US dollars. Only counted where prices are known. */
  readonly usd: number;
}

export type Cap = "calls" | "tokens" | "usd";

/** A call that is about to be made. */
export interface PlannedUse {
  /** Unique. */
  readonly id: string;
  readonly at: string;
  readonly project: string;
  readonly purpose: Purpose;
  /** What makes the call: `endpoint`, `claude`, `client`. */
  readonly executor: string;
  readonly model: string;
  /** Estimates, in tokens and dollars: they count until the call has ended. */
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly usd: number;
}

/** How it ended. */
export interface UseOutcome {
  readonly ok: boolean;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly usd: number;
  readonly ms: number;
  /** What went wrong, without keys or contents. */
  readonly error?: string;
}

/** Sums over calls of one day, executor, model and purpose. */
export interface UsageRow {
  /** `2026-03-07`, UTC. */
  readonly day: string;
  readonly executor: string;
  readonly model: string;
  readonly purpose: Purpose;
  readonly calls: number;
  /** Those that are known to have ended badly. */
  readonly failed: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly usd: number;
  /** Altogether. */
  readonly ms: number;
}

export interface UsageStore {
  /**
   * Books a call before it is made, if what was booked since `caps.since`, of every project, and this one together stay
   * within every cap. In one step, so that two processes never spend the same rest. Otherwise says which cap is in the way.
   */
  book(use: PlannedUse, caps: Caps): Promise<{ readonly refused?: Cap }>;
  /** Puts what it came to in the place of the estimates. A call whose process died counts as estimated. */
  settle(id: string, outcome: UseOutcome): Promise<void>;
  /** Sums since a time, of every project or one, the newest day first. */
  sums(since: string, project?: string): Promise<UsageRow[]>;
  /** Forgets calls before a time. Returns how many. */
  prune(before: string): Promise<number>;
}
