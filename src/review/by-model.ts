/** Reviewers that are a model: each asked by itself, or all about several items in one call. */
import type { MemoryType } from "../memory/types.ts";
import { chance } from "../models/chance.ts";
import type { Model, ModelAnswer } from "../models/model.ts";
import { clip } from "../record/value.ts";
import { readBatchAnswer } from "./batch-answer.ts";
import { REASON_MAX } from "./parse.ts";
import { type LabelledItem, questionFor, type ReviewItem } from "./question.ts";
import { RUBRICS, type Rubric } from "./rubrics.ts";
import type { Effort, Outcome, Panel, Reviewer } from "./types.ts";

export interface ModelReview {
  readonly model: Model;
  /** Milliseconds for what one reviewer has to say. */
  readonly timeoutMs: number;
}

/** Items that one call is asked about, at most: with more, models mix them up and answers break off. */
export const BATCH_MAX = 12;

/** Milliseconds that a batch has: those of the reviewers that it answers for, within what a job of the worker has. */
export const batchTimeMs = (timeoutMs: number): number =>
  Math.min(timeoutMs * RUBRICS.length, Math.max(timeoutMs, BATCH_TIME_MAX));
const BATCH_TIME_MAX = 120_000;

/** Milliseconds in which a model that was stopped has to notice. */
const GRACE_MS = 1_000;

/** The three as a panel: three calls at once. @param known what is remembered of the same, nearest first */
export const modelPanel = ({ model, timeoutMs }: ModelReview, known: readonly string[]): Panel => ({
  reviewers: RUBRICS.map((rubric) => reviewer(model, timeoutMs, rubric, known)),
  // The call has its own time, and says why it ended; this is for one that does not end.
  timeoutMs: timeoutMs + GRACE_MS,
});

function reviewer(model: Model, timeoutMs: number, rubric: Rubric, known: readonly string[]): Reviewer {
  const { name, metric } = rubric;
  return {
    name,
    metric,
    executor: model.executor,
    async review(content: string, type: MemoryType, signal: AbortSignal) {
      const item = { label: chance(), content, type, known };
      const question = questionFor([rubric], [item], chance());
      const answer = await model.ask(question, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      return { said: answer.text, effort: effortOf(answer, 1) };
    },
  };
}

/**
 * What each of the three says of each item, in the items' order, from one call; for that it has the time of three reviewers.
 * An item that the answer passes over has three failures.
 *
 * @throws ModelError where the call failed
 */
export async function reviewBatch(
  { model, timeoutMs }: ModelReview,
  items: readonly ReviewItem[],
  signal: AbortSignal,
): Promise<Outcome[][]> {
  const labelled: LabelledItem[] = items.map((item) => ({ ...item, label: chance() }));
  const question = questionFor(RUBRICS, labelled, chance());
  const limit = AbortSignal.timeout(batchTimeMs(timeoutMs));
  const answer = await model.ask(question, AbortSignal.any([signal, limit]));
  const labels = labelled.map(({ label }) => label);
  const names = RUBRICS.map(({ name }) => name);
  const read = readBatchAnswer(answer.text, labels, names);
  const effort = effortOf(answer, items.length * RUBRICS.length);
  return labels.map((label) =>
    RUBRICS.map(({ name, metric }): Outcome => {
      const who = { name, metric, executor: model.executor, effort };
      const opinion = read.get(label)?.get(name) ?? { ok: false, error: "says nothing of it" };
      return opinion.ok
        ? { ...who, ...opinion }
        : { ...who, ok: false, error: clip(opinion.error, REASON_MAX) };
    }),
  );
}

/** A share of what a call came to. @param shares opinions that it gave */
const effortOf = ({ model, ms, tokens_in, tokens_out, usd }: ModelAnswer, shares: number): Effort => ({
  model,
  ms,
  tokens_in: Math.round(tokens_in / shares),
  tokens_out: Math.round(tokens_out / shares),
  usd: usd / shares,
});
