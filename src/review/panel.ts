/** Asking reviewers: all at once, each within its time. What one of them does never reaches the others. */
import type { MemoryType } from "../memory/types.ts";
import { clip } from "../record/value.ts";
import { REASON_MAX, readAnswer } from "./parse.ts";
import type { Outcome, Panel, Reviewer } from "./types.ts";

/** What became of each, in the panel's order. Never rejects: who throws, hangs or answers nonsense has failed. */
export const askPanel = (
  { reviewers, timeoutMs }: Panel,
  content: string,
  type: MemoryType,
  signal?: AbortSignal,
): Promise<Outcome[]> =>
  Promise.all(
    reviewers.map((reviewer) => {
      const question = (limit: AbortSignal): Promise<unknown> => reviewer.review(content, type, limit);
      return ask(reviewer, question, timeoutMs, signal);
    }),
  );

async function ask(
  { name, metric, executor }: Reviewer,
  question: (limit: AbortSignal) => Promise<unknown>,
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
    return { ...who, ...readAnswer(await Promise.race([answering, end.promise])) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...who, ok: false, error: clip(why, REASON_MAX) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", calledOff);
  }
}
