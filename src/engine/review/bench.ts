/** The reviewers that the configuration names, where they are models: asked each by itself, or all at once about several. */
import type { Memory } from "../../memory/types.ts";
import { ModelError } from "../../models/error.ts";
import type { Model } from "../../models/model.ts";
import { BATCH_MAX, batchTimeMs, modelPanel, reviewBatch } from "../../review/by-model.ts";
import { askPanel } from "../../review/panel.ts";
import type { ReviewItem } from "../../review/question.ts";
import { RUBRICS } from "../../review/rubrics.ts";
import type { Executor, Outcome } from "../../review/types.ts";
import type { Store } from "../../store/port.ts";
import { openModel } from "../open-model.ts";
import type { ProjectView } from "../project-view.ts";
import { itemOf } from "./items.ts";

export interface Bench {
  readonly executor: Executor;
  /** Memories that it is asked about at a time, at most. */
  readonly most: number;
  /** Milliseconds that it may take for them. */
  readonly timeMs: number;
  /** What becomes of asking each reviewer about each memory, in their order. Never rejects for what a model does. */
  ask(memories: readonly Memory[], signal: AbortSignal): Promise<Outcome[][]>;
}

type Redact = (text: string) => Promise<string>;

/** @param redact takes out what nobody is to be shown */
export function openBench(view: ProjectView, store: Store, project: string, redact: Redact): Bench {
  const { calls, timeout_ms: timeoutMs, executor: configured } = view.config.review;
  const executor = configured === "claude" ? "claude" : "endpoint";
  const batched = calls === "batched";
  const ask = async (items: readonly ReviewItem[], signal: AbortSignal): Promise<Outcome[][]> => {
    try {
      const model = await openModel(view, store, { executor, purpose: "review", project });
      return batched
        ? await reviewBatch({ model, timeoutMs }, items, signal)
        : await Promise.all(items.map((item) => askEach(model, timeoutMs, item, signal)));
    } catch (error) {
      if (error instanceof ModelError) return items.map(() => allFailed(executor, error));
      throw error;
    }
  };
  return {
    executor,
    most: batched ? BATCH_MAX : 1,
    timeMs: batched ? batchTimeMs(timeoutMs) : timeoutMs,
    ask: async (memories, signal) =>
      ask(await Promise.all(memories.map((memory) => itemOf(memory, store, redact))), signal),
  };
}

const askEach = (
  model: Model,
  timeoutMs: number,
  { content, type, known }: ReviewItem,
  signal: AbortSignal,
): Promise<Outcome[]> => askPanel(modelPanel({ model, timeoutMs }, known), content, type, signal);

const allFailed = (executor: Executor, error: ModelError): Outcome[] =>
  RUBRICS.map(({ name, metric }) => ({
    name,
    metric,
    executor,
    ok: false,
    error: error.message,
    cause: error,
  }));
