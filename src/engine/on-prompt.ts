/** A prompt: the few records that bear on it are put before the model, each once. */
import { messageOf } from "../host/trace.ts";
import type { Store } from "../store/port.ts";
import type { EngineEvent, Host, Origin, Reply } from "./events.ts";
import { commitAccess } from "./injected.ts";
import { canRecall, type ProjectView, viewProject } from "./project-view.ts";
import { recall, rendered } from "./recall.ts";
import { withStore } from "./with-store.ts";

type PromptSubmitted = Extract<EngineEvent, { kind: "PromptSubmitted" }>;

export async function onPrompt({ origin, prompt, synthetic }: PromptSubmitted, host: Host): Promise<Reply> {
  if (prompt.trim() === "") return {};
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (synthetic) return noteSynthetic(view, origin);
  if (!canRecall(view)) return {};
  try {
    const context = await withStore(host, (store) => recallInto(view, store, origin.session, prompt));
    return context ? { context } : {};
  } catch (error) {
    // A dead store must not mean silence: the files themselves answer, by keywords, without a memory of what was shown.
    const about = { project: view.project.id, session: origin.session };
    host.trace({ level: "error", part: "recall", message: messageOf(error), ...about });
    const { recallFromFiles } = await import("./recall-from-files.ts");
    const { text } = rendered(view, recallFromFiles(view, prompt));
    return text ? { context: text } : {};
  }
}

/** The turn's end must know who began the turn, and the transcript may not tell it in time. */
async function noteSynthetic({ host, project }: ProjectView, { session, client }: Origin): Promise<Reply> {
  await withStore(host, async ({ ledger }) => {
    const state = await ledger.session(project.id, session, client, host.now().toISOString());
    await ledger.saveSession({ ...state, synthetic: true });
  });
  return {};
}

async function recallInto(view: ProjectView, store: Store, session: string, prompt: string): Promise<string> {
  const { id } = view.project;
  const items = await recall(view, store, prompt, () => store.ledger.shown(id, session));
  const { text, shown } = rendered(view, items);
  await commitAccess(view, store, { session, place: "prompt", shown });
  return text;
}
