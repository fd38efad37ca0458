/** Asking reviewers: all at once, each within its time. What one of them does never reaches the others. */
import type { MemoryType } from "../memory/types.ts";
import { clip, isObject } from "../record/value.ts";
import { REASON_MAX, readAnswer } from "./parse.ts";
import type { Outcome, Panel, Reviewer, ReviewerReply } from "./types.ts";

/** What became of each, in the panel's order. Never rejects: who throws, hangs or answers nonsense has failed. */
export const askPanel = (
  { reviewers, timeoutMs }: Panel,
  content: string,
  type: MemoryType,
  signal?: AbortSignal,
): Promise<Outcome[]> =>
  Promise.all(
    reviewers.map((reviewer) => {
      const question = (limit: AbortSignal): Promise<ReviewerReply> => reviewer.review(content, type, limit);
      return ask(reviewer, question, timeoutMs, signal);
    }),
  );

async function ask(
  { name, metric, executor }: Reviewer,
  question: (limit: AbortSignal) => Promise<ReviewerReply>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const who = { name, metric, executor };
  const limit = new AbortController();
  const end = Promise.withResolvers<never>();
  const stop = (why: string): void => {
    end.reject(new Error(why));
    limit.abort();
  };
  const calledOff = (): void => stop("called off");
  const timer = setTimeout(() => stop(`no answer within ${timeoutMs} ms`), timeoutMs);
  signal?.addEventListener("abort", calledOff, { once: true });
  if (signal?.aborted) calledOff();
  try {
    // Within a function, so that one that throws before it promises anything counts as well.
    const answering = (async () => question(limit.signal))();
    const reply = await Promise.race([answering, end.promise]);
    // Nobody can be sure that a reviewer answers as its type says.
    return isObject(reply) && "said" in reply
      ? { ...who, effort: reply.effort, ...readAnswer(reply.said) }
      : { ...who, ...readAnswer(reply) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return { ...who, ok: false, error: clip(why, REASON_MAX), cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", calledOff);
  }
}
