/** Who judges whether something is worth remembering, and what they say. */
import type { MemoryType } from "../memory/types.ts";

/** What a reviewer rates, 1–10 each; every reviewer has one of its own. */
export const METRICS = ["importance", "relevance", "novelty"] as const;
export type Metric = (typeof METRICS)[number];

export const VERDICTS = ["store", "reject", "abstain"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One reviewer's opinion. A metric that it did not rate is absent: nobody fills it in. */
export interface ReviewAnswer {
  /** `abstain` leaves it to the scores. */
  readonly verdict: Verdict;
  readonly trivial: boolean;
  readonly importance?: number;
  readonly relevance?: number;
  readonly novelty?: number;
  readonly reason: string;
}

/**
 * What really judged: rules of this program, a model at an endpoint, the user's own `claude -p`, or agents in the client's
 * session.
 */
export type Executor = "heuristic" | "endpoint" | "claude" | "client";

export interface Reviewer {
  /** `analyzer`, `patterns` or `knowledge-archaeologist`. */
  readonly name: string;
  readonly metric: Metric;
  readonly executor: Executor;
  /** It should give up when the signal says so. */
  review(content: string, type: MemoryType, signal: AbortSignal): Promise<ReviewerReply>;
}

/** An answer, or text to read one from (see `parse.ts`), with what it took where that is known. */
export type ReviewerReply = ReviewAnswer | string | { readonly said: string; readonly effort: Effort };

/** What an answer took. Of a call that answered for several reviewers it is a share, but for the time. */
export interface Effort {
  /** The model that answered. */
  readonly model: string;
  readonly ms: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  /** US dollars; 0 where no price is known. */
  readonly usd: number;
}

/** Reviewers that are asked together. */
export interface Panel {
  readonly reviewers: readonly Reviewer[];
  /** Milliseconds that each may take. */
  readonly timeoutMs: number;
}

/** What became of asking one reviewer. */
export type Outcome = Pick<Reviewer, "name" | "metric" | "executor"> & { readonly effort?: Effort } & (
    | { readonly ok: true; readonly answer: ReviewAnswer }
    | {
        readonly ok: false;
        readonly error: string;
        /** What was thrown, for who decides whether to ask again. */
        readonly cause?: unknown;
      }
  );
