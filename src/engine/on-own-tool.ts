/** What runs without asking the person: our own tools that destroy nothing, and reading what we staged for the session. */
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { sessionFolder } from "../capture/context-files.ts";
import type { EngineEvent, Host, Reply } from "./events.ts";

type ReadIntended = Extract<EngineEvent, { kind: "ReadIntended" }>;
type OwnToolIntended = Extract<EngineEvent, { kind: "OwnToolIntended" }>;

/** Reading and saving need no permission of their own: saving cannot destroy. Retiring asks, as the client sees fit. */
const WITHOUT_ASKING: ReadonlySet<string> = new Set(["memory_save", "memory_search", "memory_get"]);

export function onOwnTool(event: OwnToolIntended): Reply {
  if (!WITHOUT_ASKING.has(event.tool)) return {};
  const verdict = { permit: "allow", reason: "Recollect's own tool: reads and saves project memory" } as const;
  // The server is shared by the client's sessions and cannot tell them apart; the hook can.
  return event.tool === "memory_save"
    ? { verdict, input: { ...event.input, session: event.origin.session } }
    : { verdict };
}

/** Drafters read the context files of their own session; anything else is for the client to decide. */
export function onRead({ origin, path }: ReadIntended, host: Host): Reply {
  try {
    if (dirname(realpathSync(path)) !== realpathSync(sessionFolder(host.paths.staging, origin.session))) return {};
  } catch {
    return {};
  }
  return { verdict: { permit: "allow", reason: "Recollect staged this file for the session" } };
}
