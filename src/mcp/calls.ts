/** What the MCP tools do. Answers are short text: a model reads them. */

import { MAX_DRAFTS } from "../consolidate/draft.ts";
import type { CommitResult, DraftResult } from "../consolidate/types.ts";
import { assertMayKeep, assertOn } from "../engine/consent/refuse.ts";
import { maskedFields, masking } from "../engine/privacy.ts";
import { findRecord, retire, searchRecords } from "../engine/records/records.ts";
import { saveDrafts } from "../engine/records/save.ts";
import type { Workspace } from "../engine/workspace.ts";
import { RecordError } from "../record/error.ts";
import { cleanText } from "../record/sanitize.ts";
import { type Arguments, required } from "./arguments.ts";
import { inbox } from "./inbox-calls.ts";
import { callMemoryTool, memoryOf } from "./memory-calls.ts";
import { review } from "./review-tool.ts";

/** Tools by which a model keeps something, whatever their arguments. */
const KEEPING: ReadonlySet<string> = new Set([
  "memory_save",
  "memory_remember",
  "memory_link",
  "memory_task",
  "memory_remind",
  "memory_review",
]);

/**
 * Runs a tool; throws RecordError for bad arguments and failed work, and where the user wants none of it. What must not be
 * shown is taken out of its answer.
 */
export async function callTool(ws: Workspace, name: string, args: Arguments): Promise<string> {
  if (KEEPING.has(name) && args.action !== "list") assertMayKeep(ws);
  else assertOn(ws);
  return masking(ws)(await answerOf(ws, name, args));
}

async function answerOf(ws: Workspace, name: string, args: Arguments): Promise<string> {
  switch (name) {
    case "memory_save":
      return save(ws, args);
    case "memory_search":
      return search(ws, args);
    case "memory_get":
      // JSON escapes what steers a terminal; what only hides from people is taken out.
      return cleanText(JSON.stringify(maskedFields(ws, await recordOrMemory(ws, args)), null, 1));
    case "memory_retire": {
      const written = await retire(ws, required(args, "id"), required(args, "reason"));
      return `${written.status}: ${written.target} (${written.title})`;
    }
    case "memory_review":
      return review(ws, args);
    case "memory_inbox":
      return inbox(ws, args);
    default: {
      const answer = callMemoryTool(ws, name, args);
      if (answer) return answer;
      throw new RecordError(
        "INPUT_ERROR",
        { tool: name, problem: "no such tool" },
        "List the server's tools",
      );
    }
  }
}

async function recordOrMemory(ws: Workspace, args: Arguments): Promise<unknown> {
  const id = required(args, "id");
  try {
    return findRecord(ws, id).record;
  } catch (error) {
    const memory = isNotFound(error) ? await memoryOf(ws, args) : undefined;
    if (memory) return memory;
    throw error;
  }
}

const isNotFound = (error: unknown): boolean => error instanceof RecordError && error.code === "NOT_FOUND";

async function save(ws: Workspace, args: Arguments): Promise<string> {
  const drafts = typeof args.drafts === "string" ? tryJson(args.drafts) : args.drafts;
  if (!Array.isArray(drafts) || drafts.length === 0 || drafts.length > MAX_DRAFTS) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "drafts", expected: `a list of 1 to ${MAX_DRAFTS} drafts`, got: typeof args.drafts },
      "Pass drafts: [{category, summary, …}]",
    );
  }
  const session = typeof args.session === "string" ? args.session : undefined;
  return renderCommit(await saveDrafts(ws, { drafts, session }));
}

const tryJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** One line per draft; error blocks in full, because the model mends them. */
export function renderCommit({ results, retired, warnings, commit }: CommitResult): string {
  return [
    ...results.map(renderResult),
    ...retired.map(({ path, reason }) => `retired: ${path} (${reason})`),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(commit ? [`git commit ${commit}`] : []),
  ].join("\n");
}

function renderResult(result: DraftResult): string {
  if (result.error) return `${result.category}: not saved\n${result.error.block()}`;
  const subject = [result.title && `"${result.title}"`, result.target && `-> ${result.target}`]
    .filter(Boolean)
    .join(" ");
  const notes = result.warnings.map((warning) => `\n  warning: ${warning}`).join("");
  const head = `${result.status}: ${result.category} ${subject}`.trimEnd();
  return `${head} (${result.reason})${notes}`;
}

async function search(ws: Workspace, args: Arguments): Promise<string> {
  const limit = typeof args.limit === "number" ? Math.min(50, Math.max(1, Math.trunc(args.limit))) : 10;
  const category = typeof args.category === "string" ? args.category : undefined;
  const found = await searchRecords(ws, {
    query: required(args, "query"),
    limit,
    includeInactive: args.include_retired === true,
    ...(category ? { category } : {}),
  });
  if (found.length === 0) return "No record matches.";
  return found
    .map(({ display, title, path, status, gist }) => {
      const state = status === "active" ? "" : ` (${status})`;
      return `- [${display}] ${title}${state} -> ${path}\n  ${gist}`;
    })
    .join("\n");
}
