/** Our own tools: which run without asking the person, and who is calling. */
import type { EngineEvent, Reply } from "./events.ts";

type OwnToolIntended = Extract<EngineEvent, { kind: "OwnToolIntended" }>;

/** Reading and saving need no permission of their own: saving cannot destroy. Retiring asks, as the client sees fit. */
const WITHOUT_ASKING: ReadonlySet<string> = new Set(["memory_save", "memory_search", "memory_get"]);

export function onOwnTool(event: OwnToolIntended): Reply {
  if (!WITHOUT_ASKING.has(event.tool)) return {};
  const verdict = {
    permit: "allow",
    reason: "Recollect's own tool: reads and saves project memory",
  } as const;
  // The server is shared by the client's sessions and cannot tell them apart; the hook can.
  return event.tool === "memory_save"
    ? { verdict, input: { ...event.input, session: event.origin.session } }
    : { verdict };
}
