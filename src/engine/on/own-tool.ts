/** Our own tools: which run without asking the person, and who is calling. */
import type { EngineEvent, Reply } from "../events.ts";

type OwnToolIntended = Extract<EngineEvent, { kind: "OwnToolIntended" }>;

/**
 * Reading needs no permission of its own, nor does saving: what a draft changes or takes out of a record stays in its change
 * log. Taking a whole record out of recall is for the client to ask about, be it by `memory_retire` or by a draft, and so is
 * forgetting, which nothing brings back, and remembering for all of the user's projects: what was slipped to the model in
 * one of them must not come up in every other without a person having seen it. The inbox is a person's: a model may read it out,
 * and what it decides there has to be asked about.
 */
const WITHOUT_ASKING: ReadonlySet<string> = new Set([
  "memory_save",
  "memory_search",
  "memory_get",
  "memory_remember",
  "memory_recall",
  "memory_timeline",
  "memory_related",
  "memory_link",
  "memory_task",
  "memory_remind",
  "memory_review",
  "memory_inbox",
]);

/** The server is shared by the client's sessions and cannot tell them apart; the hook can, and signs what belongs to one. */
const SIGNED: ReadonlySet<string> = new Set([
  "memory_save",
  "memory_get",
  "memory_remember",
  "memory_recall",
  "memory_timeline",
  "memory_related",
  "memory_link",
  "memory_forget",
  "memory_task",
  "memory_remind",
  "memory_review",
]);

export function onOwnTool({ tool, input, origin }: OwnToolIntended): Reply {
  const signed = { ...input, session: origin.session };
  if (!WITHOUT_ASKING.has(tool) || isForAPerson(tool, input))
    return SIGNED.has(tool) ? { input: signed } : {};
  const verdict = {
    permit: "allow",
    reason: "Recollect's own tool: reads and saves project memory",
  } as const;
  return SIGNED.has(tool) ? { verdict, input: signed } : { verdict };
}

const isForAPerson = (tool: string, input: OwnToolIntended["input"]): boolean =>
  (tool === "memory_save" && retires(input.drafts)) ||
  (tool === "memory_inbox" && !/^(?:list|show)$/i.test(String(input.action).trim())) ||
  (tool === "memory_remember" && String(input.scope).trim().toLowerCase() === "user");

/** Whether one of the drafts, a list or its JSON, has the action DELETE, as `parseDraft` reads it. */
function retires(drafts: unknown): boolean {
  const list = typeof drafts === "string" ? parsed(drafts) : drafts;
  return Array.isArray(list) && list.some((draft) => String(draft?.action).toUpperCase() === "DELETE");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // and the tool will refuse it
  }
}
