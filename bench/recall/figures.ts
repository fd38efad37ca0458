/** How good answers are, in the usual figures. */
import type { Asked } from "./set.ts";

/** In percent, but for the number of queries and the times. */
export interface Figures {
  readonly queries: number;
  readonly "R@1": number;
  readonly "R@5": number;
  readonly "R@10": number;
  /** Of answerable queries, those that got all that is relevant (or five) among the first five. */
  readonly "all@5": number;
  readonly "nDCG@10": number;
  readonly MRR: number;
  /** Of answerable queries, those that got anything. */
  readonly answered?: number;
  /** Of all that answerable queries got, what was relevant. */
  readonly precision?: number;
  /** Of queries without an answer, those that got none. */
  readonly silent?: number;
  /** Of queries with something that must not come back, those that it came back to. */
  readonly leaked?: number;
  /** Milliseconds, median and 95th percentile. */
  readonly p50: number;
  readonly p95: number;
}

export const K = 10;

export function figuresOf(asked: readonly Asked[]): Figures {
  const answerable = asked.filter(({ query }) => query.relevant.length > 0);
  const unanswerable = asked.filter(({ query }) => query.relevant.length === 0);
  const guarded = asked.filter(({ query }) => (query.forbidden?.length ?? 0) > 0);
  const mean = (of: (each: Asked) => number): number =>
    share(
      answerable.reduce((sum, each) => sum + of(each), 0),
      answerable.length,
    );
  const found = (ids: readonly string[], relevant: readonly string[]): number =>
    relevant.filter((id) => ids.includes(id)).length;
  const recall = (k: number): number =>
    mean(({ query, ids }) => found(ids.slice(0, k), query.relevant) / query.relevant.length);
  const returned = answerable.reduce((sum, { ids }) => sum + ids.length, 0);
  const right = answerable.reduce((sum, { query, ids }) => sum + found(ids, query.relevant), 0);
  const times = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    queries: asked.length,
    "R@1": recall(1),
    "R@5": recall(5),
    "R@10": recall(10),
    "all@5": mean(({ query, ids }) =>
      found(ids.slice(0, 5), query.relevant) === Math.min(5, query.relevant.length) ? 1 : 0,
    ),
    "nDCG@10": mean(({ query, ids }) => gain(ids, query.relevant)),
    MRR: mean(({ query, ids }) => {
      const rank = ids.findIndex((id) => query.relevant.includes(id));
      return rank < 0 ? 0 : 1 / (rank + 1);
    }),
    ...(answerable.length > 0
      ? { answered: mean(({ ids }) => (ids.length > 0 ? 1 : 0)), precision: share(right, returned) }
      : {}),
    ...(unanswerable.length > 0
      ? { silent: share(unanswerable.filter(({ ids }) => ids.length === 0).length, unanswerable.length) }
      : {}),
    ...(guarded.length > 0
      ? {
          leaked: share(
            guarded.filter(({ query, ids }) => query.forbidden?.some((id) => ids.includes(id))).length,
            guarded.length,
          ),
        }
      : {}),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** @param sorted ascending */
export const percentile = (sorted: readonly number[], at: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? 0;

/** Normalised discounted cumulative gain with relevance of 0 or 1: https://en.wikipedia.org/wiki/Discounted_cumulative_gain */
function gain(ids: readonly string[], relevant: readonly string[]): number {
  const discount = (rank: number): number => 1 / Math.log2(rank + 2);
  const got = ids
    .slice(0, K)
    .reduce((sum, id, rank) => sum + (relevant.includes(id) ? discount(rank) : 0), 0);
  const best = Array.from({ length: Math.min(K, relevant.length) }, (_, rank) => discount(rank));
  const most = best.reduce((sum, each) => sum + each, 0);
  return most === 0 ? 0 : got / most;
}
