/** What was really put before a model is noted: so that no session is told twice, and memories know that they were of use. */
import { messageOf } from "../../host/trace.ts";
import type { Shown } from "../../recall/render.ts";
import type { Store } from "../../store/port.ts";
import type { Origin } from "../events.ts";
import type { ProjectView } from "../project-view.ts";

/** Where something was put before a model. */
export type InjectionPlace = "prompt" | "session_start" | "subagent" | "file" | "tool";

/** Whose context something was put into: a subagent has one of its own, and has seen nothing of its session's. */
export const readerOf = ({ session, agent }: Origin): string => (agent ? `${session}/${agent}` : session);

export interface Injected {
  /** The session, or a subagent of it: see `readerOf`. */
  readonly session: string;
  readonly place: InjectionPlace;
  /** The client's id of the prompt that it came with, where there is one. */
  readonly prompt?: string;
  readonly shown: readonly Shown[];
}

/** What cannot be noted is told all the same, perhaps a second time later: a failure is traced. */
export async function commitAccess(
  view: Pick<ProjectView, "project" | "host">,
  store: Pick<Store, "ledger" | "memories">,
  injected: Injected,
): Promise<void> {
  if (injected.shown.length === 0) return;
  try {
    await note(view, store, injected);
  } catch (error) {
    const about = { project: view.project.id, session: injected.session };
    view.host.trace({ level: "error", part: "ledger", message: messageOf(error), ...about });
  }
}

async function note(
  { project, host }: Pick<ProjectView, "project" | "host">,
  { ledger, memories }: Pick<Store, "ledger" | "memories">,
  { session, place, prompt, shown }: Injected,
): Promise<void> {
  const at = host.now().toISOString();
  const about = { session, place, at, ...(prompt ? { prompt } : {}) };
  await ledger.addInjections(
    project.id,
    shown.map(({ item, version, score, characters, tokens }) => ({
      ...about,
      item,
      version,
      score,
      characters,
      tokens,
    })),
  );
  const recalled = shown.filter(({ isMemory }) => isMemory).map(({ item }) => item);
  if (recalled.length > 0) await memories.accessed(project.id, recalled, at);
}
