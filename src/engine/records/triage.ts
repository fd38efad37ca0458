/** Triage in one go, for scripts: the last messages of a transcript scored, whatever was proposed before. */

import { agentsRequest } from "../../capture/agents-request.ts";
import { writeContextFiles } from "../../capture/context-files.ts";
import { isCaptured } from "../../capture/decide.ts";
import { activityOf, triageText } from "../../capture/score.ts";
import { tablesFor } from "../../capture/tables.ts";
import { readTranscript } from "../../capture/transcript.ts";
import type { Activity, Signal, TriagedCategory } from "../../capture/types.ts";
import { transcriptRoots } from "../../host/paths.ts";
import type { StoredSignal } from "../../store/port.ts";
import type { Origin } from "../events.ts";
import type { Workspace } from "../workspace.ts";

export interface TriageReport {
  /** What is worth saving, most important first; empty when nothing is. */
  categories: TriagedCategory[];
  signals: Signal[];
  activity: Activity;
}

/** Looks, and writes nothing. Throws RecordError and file system errors; a missing transcript yields nothing. */
export async function triageOnce(ws: Workspace, origin: Origin): Promise<TriageReport> {
  const { config, host } = ws;
  if (!config.triage.enabled || !origin.transcript) {
    return { categories: [], signals: [], activity: activityOf([]) };
  }
  const { path, format } = origin.transcript;
  const roots = transcriptRoots(host.env);
  const { max_messages: maxMessages, thresholds } = config.triage;
  const { messages } = await readTranscript(path, { offset: 0, format, roots, maxMessages });
  return triageText(messages, {
    tables: tablesFor(config),
    thresholds,
    wanted: (category) => isCaptured(config, category),
    maxMessages,
  });
}

/**
 * What a client's model is told, for drafting by subagents; empty when there is nothing to save. The excerpts that they
 * read are written to the staging folder.
 */
export function stageRequest(ws: Workspace, origin: Origin, report: TriageReport): string {
  const { categories, signals, activity } = report;
  if (categories.length === 0) return "";
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
    staging: ws.host.paths.staging,
    session: origin.session,
    proposed: categories,
    signals: stored,
    activity,
    categories: ws.categories,
  });
  return agentsRequest({ categories, contextFiles, parallel: ws.config.triage.parallel, activity });
}
