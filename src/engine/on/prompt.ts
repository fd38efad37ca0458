/** A prompt: the few records that bear on it are put before the model, each once. */
import { messageOf } from "../../host/trace.ts";
import type { Store } from "../../store/port.ts";
import type { EngineEvent, Host, Origin, Reply } from "../events.ts";
import { mayFire } from "../intentions/triggers.ts";
import { canRecall, type ProjectView, viewProject } from "../project-view.ts";
import { commitAccess } from "../recall/injected.ts";
import { composed, recallForPrompt } from "../recall/recall.ts";
import { withStore } from "../with-store.ts";

type PromptSubmitted = Extract<EngineEvent, { kind: "PromptSubmitted" }>;

export async function onPrompt(event: PromptSubmitted, host: Host): Promise<Reply> {
  const { origin, prompt, synthetic } = event;
  if (prompt.trim() === "") return {};
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (synthetic) return noteSynthetic(view, origin);
  if (!canRecall(view)) return {};
  try {
    const context = await withStore(view, (store) => recallInto(view, store, event));
    return context ? { context } : {};
  } catch (error) {
    // A dead store must not mean silence: the files themselves answer, by keywords, without a memory of what was shown.
    const about = { project: view.project.id, session: origin.session };
    host.trace({ level: "error", part: "recall", message: messageOf(error), ...about });
    const { recallFromFiles } = await import("../recall/recall-from-files.ts");
    const { text } = composed(view, recallFromFiles(view, prompt), prompt);
    return text ? { context: text } : {};
  }
}

/** The turn's end must know who began the turn, and the transcript may not tell it in time. */
async function noteSynthetic(view: ProjectView, { session, client }: Origin): Promise<Reply> {
  const { host, project } = view;
  await withStore(view, async ({ ledger }) => {
    await ledger.session(project.id, session, client, host.now().toISOString());
    await ledger.changeSession(project.id, session, { synthetic: true });
  });
  return {};
}

async function recallInto(
  view: ProjectView,
  store: Store,
  { origin: { session }, prompt, id }: PromptSubmitted,
): Promise<string> {
  await fireOnBranch(view, store, session);
  const { text, shown } = await recallForPrompt(view, store, {
    prompt,
    session,
    shown: () => store.ledger.shown(view.project.id, session),
  });
  await commitAccess(view, store, { session, place: "prompt", shown, ...(id ? { prompt: id } : {}) });
  return text;
}

/** What was to be remembered on this branch is due from now on. It is beside the point of the prompt: a failure is traced. */
async function fireOnBranch(view: ProjectView, store: Store, session: string): Promise<void> {
  const { host, project } = view;
  if (!mayFire(host)) return;
  try {
    await (await import("../intentions/fire.ts")).fireOnBranch(view, store, session);
  } catch (error) {
    const about = { part: "intentions", project: project.id, session };
    host.trace({ level: "warning", message: messageOf(error), ...about });
  }
}
