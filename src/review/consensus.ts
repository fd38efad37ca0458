/**
 * What several reviewers' opinions come to. A metric counts by those who rated it alone: filling in what nobody said
 * moved every average of the original towards the filling.
 */
import {
  type Effort,
  type Executor,
  METRICS,
  type Metric,
  type Outcome,
  type ReviewAnswer,
} from "./types.ts";

/** How a memory was judged, as it is kept with it. */
export interface Review {
  /** What really judged; rules where nobody else could. */
  readonly executor: string;
  /** How many of the panel answered: `2/3 agents`. */
  readonly consensus: string;
  readonly agent_scores: readonly ({ readonly agent: string } & ReviewAnswer & Partial<Effort>)[];
  /** Null where nobody rated it. */
  readonly avg_importance: number | null;
  readonly avg_relevance: number | null;
  readonly avg_novelty: number | null;
  /** Why others of the panel did not count, by name. */
  readonly failed?: { readonly [agent: string]: string };
  /** One alone had to do. */
  readonly partial_consensus?: true;
  /** Nobody answered: what is said besides is what rules make of it. */
  readonly fallback?: true;
  /** What all of it took, where models were asked: the models by name, the slowest one's time, tokens and dollars together. */
  readonly model?: string;
  readonly ms?: number;
  readonly tokens_in?: number;
  readonly tokens_out?: number;
  readonly usd?: number;
  /** What came of it, and when. */
  readonly reason?: string;
  readonly judged_at?: string;
}

export type Decision =
  | { readonly action: "reject"; readonly reason: string; readonly review: Review }
  | {
      /** `reinforce`: it is known already; to be stored only if nothing is found that says it. */
      readonly action: "store" | "reinforce";
      /** `staged` waits for reviewers that answer. */
      readonly status: "active" | "staged";
      /** 1–10; absent where nobody rated it. */
      readonly importance?: number;
      readonly reason: string;
      readonly review: Review;
    };

/** Votes that decide. */
const MAJORITY = 2;
/** Averages below are not worth keeping. */
const IMPORTANCE_MIN = 4;
const RELEVANCE_MIN = 5;
/** Up to here it is known already. */
const KNOWN = 3;
/** What one reviewer alone has to give: who is alone has to be surer. */
const ALONE_MIN = 5;
/** What nobody judged is not important until somebody does. */
const STAGED_IMPORTANCE = 3;

type Answered = Extract<Outcome, { ok: true }>;

/** @param trivial what the filter of trivial content says, for the case that nobody answers */
export function consensus(outcomes: readonly Outcome[], trivial: boolean): Decision {
  const answered = outcomes.filter((outcome): outcome is Answered => outcome.ok);
  const review = reviewOf(outcomes, answered);
  const [only, another] = answered;
  if (!only) return unjudged(review, trivial);
  return another ? agreed(answered, review) : alone(only, review);
}

function agreed(answered: readonly Answered[], review: Review): Decision {
  const trivial = answered.filter(({ answer }) => answer.trivial).length;
  const against = answered.filter(({ answer }) => answer.trivial || answer.verdict === "reject").length;
  const reject = (reason: string): Decision => ({ action: "reject", reason, review });
  if (trivial >= MAJORITY) return reject(`Trivial (${trivial}/${answered.length} agents agreed)`);
  if (against >= MAJORITY) return reject(`Rejected (${against}/${answered.length} agents agreed)`);
  const { avg_importance: importance, avg_relevance: relevance, avg_novelty: novelty } = review;
  if ((importance ?? IMPORTANCE_MIN) < IMPORTANCE_MIN || (relevance ?? RELEVANCE_MIN) < RELEVANCE_MIN)
    return reject(`Low scores: importance=${shown(importance)}, relevance=${shown(relevance)}`);
  const isKnown = novelty !== null && novelty <= KNOWN;
  return {
    action: isKnown ? "reinforce" : "store",
    status: "active",
    ...rated(importance),
    reason: isKnown ? `Known already: novelty=${shown(novelty)}` : `${review.consensus} agreed`,
    review,
  };
}

/** One reviewer is believed in what it was asked, and in nothing else. */
function alone({ metric, answer }: Answered, whole: Review): Decision {
  const review = { ...whole, partial_consensus: true as const };
  const reject = (why: string): Decision => ({
    action: "reject",
    reason: `Single agent (partial failure), ${why}`,
    review,
  });
  if (answer.trivial) return reject("trivial");
  if (answer.verdict === "reject") return reject("rejected");
  const score = answer[metric];
  if (score === undefined) return staged("Single agent (partial failure), without its score", review);
  const isLow = score < ALONE_MIN;
  // What is known is no reason to refuse it: it is a reason to look for where.
  if (isLow && metric !== "novelty") return reject(`low ${metric}: ${score}`);
  return {
    action: isLow ? "reinforce" : "store",
    status: "active",
    ...rated(metric === "importance" ? score : null),
    reason: "Single agent (partial failure), cautious acceptance",
    review,
  };
}

function unjudged(whole: Review, trivial: boolean): Decision {
  const review = { ...whole, fallback: true as const };
  return trivial
    ? { action: "reject", reason: "All agents failed, heuristic filter rejected", review }
    : staged("All agents failed, heuristic accepted with low importance", review);
}

const staged = (reason: string, review: Review): Decision => ({
  action: "store",
  status: "staged",
  importance: STAGED_IMPORTANCE,
  reason,
  review,
});

/** Rounded half up: what lies between two is worth the higher. */
const rated = (importance: number | null): { importance?: number } =>
  importance === null ? {} : { importance: Math.floor(importance + 0.5) };

const shown = (average: number | null): string => average?.toFixed(1) ?? "unrated";

function reviewOf(outcomes: readonly Outcome[], answered: readonly Answered[]): Review {
  const average = (metric: Metric): number | null => {
    const scores = answered.flatMap(({ answer }) => answer[metric] ?? []);
    return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  const [importance, relevance, novelty] = METRICS.map(average) as [
    number | null,
    number | null,
    number | null,
  ];
  const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : [[outcome.name, outcome.error] as const]));
  const executors = new Set<Executor>(answered.map(({ executor }) => executor));
  return {
    executor: executors.size === 0 ? "heuristic" : [...executors].sort().join("+"),
    consensus: `${answered.length}/${outcomes.length} agents`,
    agent_scores: answered.map(({ name, answer, effort }) => ({ agent: name, ...answer, ...effort })),
    avg_importance: importance,
    avg_relevance: relevance,
    avg_novelty: novelty,
    ...(failed.length > 0 ? { failed: Object.fromEntries(failed) } : {}),
    ...effortOf(outcomes),
  };
}

/** What all of them took together; they are asked at once, so that the slowest one's time is the panel's. */
function effortOf(outcomes: readonly Outcome[]): Partial<Effort> {
  const efforts = outcomes.flatMap(({ effort }) => effort ?? []);
  if (efforts.length === 0) return {};
  const sum = (of: (effort: Effort) => number): number =>
    efforts.reduce((all, effort) => all + of(effort), 0);
  return {
    model: [...new Set(efforts.map(({ model }) => model))].sort().join("+"),
    ms: Math.max(...efforts.map(({ ms }) => ms)),
    tokens_in: sum(({ tokens_in }) => tokens_in),
    tokens_out: sum(({ tokens_out }) => tokens_out),
    usd: sum(({ usd }) => usd),
  };
}

/** What rules decide where models were asked in vain: it says so, and why, and counts no rule for an agent. */
export function insteadOf(asked: readonly Outcome[], byRules: Decision): Decision {
  const failed = Object.fromEntries(asked.flatMap((each) => (each.ok ? [] : [[each.name, each.error]])));
  const none = `0/${asked.length} agents`;
  return {
    ...byRules,
    review: { ...byRules.review, ...effortOf(asked), consensus: none, fallback: true, failed },
  };
}
