/** A transcript holds something new that is worth reading apart from the turn: a subagent's work, or what a compaction made. */
import type { Store } from "../../store/port.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";
import { viewProject } from "../project-view.ts";
import { UNSETTLED_MAX, withStore } from "../with-store.ts";
import { captureLater, conversationOf, keepsSessions } from "../worker/hand-over.ts";

type TranscriptGrown = Extract<EngineEvent, { kind: "SubagentEnded" | "ContextCompacted" }>;

export async function onTranscriptGrown(event: TranscriptGrown, host: Host): Promise<Reply> {
  const { origin } = event;
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  const source =
    event.kind === "SubagentEnded"
      ? { id: origin.agent ?? "", path: event.transcript }
      : conversationOf(origin);
  if (!source || !keepsSessions(view)) return {};
  const handOver = (store: Store): Promise<void> => captureLater(view, store, origin, { source });
  await withStore(view, handOver, { settleOver: UNSETTLED_MAX });
  return {};
}
