/** What happens in a session is handed over to the worker: hooks only say that there is something to do. */
import { messageOf } from "../../host/trace.ts";
import { settingsOf } from "../../store/job-environment.ts";
import type { NewJob } from "../../store/job-port.ts";
import { MAIN } from "../../store/mark-port.ts";
import type { Store } from "../../store/port.ts";
import { noteSwitch } from "../consent/switched.ts";
import type { Origin } from "../events.ts";
import { mayCapture, type ProjectView } from "../project-view.ts";
import { labelOf } from "./environment.ts";

/** Whether sessions of the project are kept as memories, and this one may be. */
export const keepsSessions = (view: ProjectView): boolean => {
  const { memories, mode } = view.config.capture;
  return memories && mode !== "off" && mayCapture(view);
};

/** Notes it when sessions are kept no more, or are again. A failure is traced. */
export function watchSwitch(view: ProjectView): void {
  try {
    noteSwitch(view);
  } catch (error) {
    const { host, project } = view;
    host.trace({ level: "warning", part: "capture", message: messageOf(error), project: project.id });
  }
}

/** A transcript of the session: the conversation's own, or a subagent's. */
export interface Source {
  /** `MAIN`, or the id of a subagent. */
  readonly id: string;
  readonly path: string;
}

export const conversationOf = ({ transcript }: Origin): Source | undefined =>
  transcript && { id: MAIN, path: transcript.path };

/**
 * A transcript that somebody may have to read: it is found by a sweep even if nobody ever asks for it.
 *
 * @param env label of the environment here
 */
export const markSource = async (
  { project, host }: ProjectView,
  { marks }: Store,
  origin: Origin,
  { id, path, env }: Source & { readonly env: string },
): Promise<void> => {
  const { client, session } = origin;
  const folder = folderOf(origin);
  const at = host.now().toISOString();
  await marks.begin({ project: project.id, session, source: id, client, path, folder, at, env });
};

/**
 * Asks for the session's transcripts to be read on. What cannot be handed over is found by the next sweep; a failure is
 * traced.
 *
 * @param ended whether the session is over
 */
export async function captureLater(
  view: ProjectView,
  store: Store,
  origin: Origin,
  { source, ended = false }: { readonly source: Source | undefined; readonly ended?: boolean },
): Promise<void> {
  if (!source) return;
  watchSwitch(view);
  if (!keepsSessions(view)) return;
  await handOver(view, origin, async (at) => {
    const label = labelOf(view);
    await markSource(view, store, origin, { ...source, env: label });
    const payload = { folder: folderOf(origin), ...(ended ? { ended } : {}) };
    const env = settingsOf(label);
    const { manned } = await store.jobs.add({ kind: "capture", ...at, payload, env });
    // Nobody comes after a session's end to see whether who has the seat still lives.
    return manned && !ended;
  });
}

/** Asks for records to be drafted of what the session has given signals of. A failure is traced. */
export const draftLater = (view: ProjectView, store: Store, origin: Origin): Promise<void> =>
  handOver(view, origin, async (at) => {
    const payload = { folder: folderOf(origin) };
    return (await store.jobs.add({ kind: "draft", ...at, payload, env: labelOf(view) })).manned;
  });

/** @param add returns whether someone is at work who will come to it */
async function handOver(
  { project, host }: ProjectView,
  { session }: Origin,
  add: (at: Pick<NewJob, "project" | "subject" | "at">) => Promise<boolean>,
): Promise<void> {
  try {
    if (!(await add({ project: project.id, subject: session, at: host.now().toISOString() })))
      host.startWorker?.();
  } catch (error) {
    host.trace({
      level: "warning",
      part: "capture",
      message: `not handed over: ${messageOf(error)}`,
      project: project.id,
      session,
    });
  }
}

/** Where the project is viewed from: the shell's folder wanders. */
export const folderOf = ({ projectDir, cwd }: Origin): string => projectDir ?? cwd;
