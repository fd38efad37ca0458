/** Triage in one go, for scripts: the last messages of a transcript scored, whatever was proposed before. */
import { writeContextFiles } from "../capture/context-files.ts";
import { isCaptured } from "../capture/decide.ts";
import { agentsRequest } from "../capture/request.ts";
import { triageText } from "../capture/score.ts";
import { tablesFor } from "../capture/tables.ts";
import { readTranscript } from "../capture/transcript.ts";
import type { TriagedCategory } from "../capture/types.ts";
import { transcriptRoots } from "../host/paths.ts";
import type { StoredSignal } from "../store/port.ts";
import type { Origin } from "./events.ts";
import type { Workspace } from "./workspace.ts";

export interface TriageReport {
  categories: TriagedCategory[];
  /** What a client's model is told; empty when there is nothing to save. */
  text: string;
}

/** Throws RecordError and file system errors; a missing transcript yields nothing. */
export async function triageOnce(ws: Workspace, origin: Origin): Promise<TriageReport> {
  const { config, host } = ws;
  if (!config.triage.enabled || !origin.transcript) return { categories: [], text: "" };
  const { path, format } = origin.transcript;
  const roots = transcriptRoots(host.env);
  const { max_messages: maxMessages, thresholds } = config.triage;
  const { messages } = await readTranscript(path, { offset: 0, format, roots, maxMessages });
  const { categories, signals, activity } = triageText(messages, {
    tables: tablesFor(config),
    thresholds,
    wanted: (category) => isCaptured(config, category),
    maxMessages,
  });
  if (categories.length === 0) return { categories, text: "" };
  const stored = signals.map(
    ({ lifecycleEvent, ...signal }): StoredSignal => ({
      ...signal,
      session: origin.session,
      turn: 0,
      state: "pending",
      ...(lifecycleEvent ? { lifecycle_event: lifecycleEvent } : {}),
    }),
  );
  const contextFiles = writeContextFiles({
    staging: host.paths.staging,
    session: origin.session,
    proposed: categories,
    signals: stored,
    activity,
    categories: ws.categories,
  });
  return {
    categories,
    text: agentsRequest({ categories, contextFiles, parallel: config.triage.parallel, activity }),
  };
}
