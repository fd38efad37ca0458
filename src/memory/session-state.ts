/** What a session was asked: working memory for whoever goes on without having seen it, not for every prompt. */
import { oneLine } from "../record/sanitize.ts";
import { clip } from "../record/value.ts";
import type { WorkingDraft } from "./tasks.ts";
import type { WorkingMemory } from "./types.ts";

/** Requests that are noted, the last ones, and characters of each. */
const REQUESTS = 4;
const REQUEST_MAX = 160;

/** Below the tasks of a session. */
const PRIORITY_LAST = 5;

/** Undefined where nothing was asked. @param prompts in their order */
export function requestsDraft(prompts: readonly string[]): WorkingDraft | undefined {
  const asked = prompts.map((prompt) => clip(oneLine(prompt.slice(0, 2_000)), REQUEST_MAX));
  const last = asked.filter((request, n) => request !== "" && request !== asked[n - 1]).slice(-REQUESTS);
  return last.length === 0
    ? undefined
    : {
        type: "working",
        content: `Asked in this session, the latest last: ${last.map((request) => `“${request}”`).join("; ")}`,
        context_type: "state",
        task_scope: "session",
        priority: PRIORITY_LAST,
      };
}

export const isSessionState = ({
  context_type,
  task_scope,
}: Pick<WorkingMemory, "context_type" | "task_scope">): boolean =>
  context_type === "state" && task_scope === "session";
