/** Engine replies → what Claude Code's hooks print. An empty string prints nothing. */
import type { Reply } from "../../engine/events.ts";

/** The client cuts hook values beyond 10,000 UTF-16 units down to a file name and a preview. */
const HOOK_VALUE_MAX = 9_900;

export function encodeReply(event: string, reply: Reply): string {
  const specific: { [field: string]: unknown } = {};
  if (reply.context) specific.additionalContext = reply.context.slice(0, HOOK_VALUE_MAX);
  if (event === "PreToolUse" && reply.verdict) {
    specific.permissionDecision = reply.verdict.permit;
    specific.permissionDecisionReason = reply.verdict.reason;
  }
  if (event === "PreToolUse" && reply.input) specific.updatedInput = reply.input;
  const output: { [field: string]: unknown } = {};
  if (Object.keys(specific).length > 0) output.hookSpecificOutput = { hookEventName: event, ...specific };
  if (reply.problem) {
    output.decision = "block";
    output.reason = reply.problem;
  }
  if (reply.notice) output.systemMessage = reply.notice;
  return Object.keys(output).length > 0 ? JSON.stringify(output) : "";
}
