/** A prompt: the few records that bear on it are put before the model, each once. */
import { messageOf } from "../host/trace.ts";
import { type Rendered, renderRecalled } from "../recall/render.ts";
import { type RecalledItem, recallRecords } from "../recall/select.ts";
import type { Store } from "../store/port.ts";
import { refreshProjection } from "../store/sync.ts";
import type { EngineEvent, Host, Reply } from "./events.ts";
import { enabledCategories, openWorkspace, type Workspace, withStore } from "./workspace.ts";

type PromptSubmitted = Extract<EngineEvent, { kind: "PromptSubmitted" }>;

export async function onPrompt({ origin, prompt, synthetic }: PromptSubmitted, host: Host): Promise<Reply> {
  if (synthetic || prompt.trim() === "") return {};
  const ws = openWorkspace(host, origin.projectDir ?? origin.cwd);
  const { retrieval } = ws.config;
  if (!retrieval.enabled || retrieval.max_inject === 0 || retrieval.max_chars === 0 || !ws.files.exists())
    return {};
  try {
    const context = await withStore(host, (store) => recallInto(ws, store, origin.session, prompt));
    return context ? { context } : {};
  } catch (error) {
    // A dead store must not mean silence: the files themselves answer, by keywords, without a memory of what was shown.
    host.trace({
      level: "error",
      part: "recall",
      message: messageOf(error),
      project: ws.project.id,
      session: origin.session,
    });
    const { recallFromFiles } = await import("./recall-from-files.ts");
    const { text } = rendered(ws, recallFromFiles(ws, prompt));
    return text ? { context: text } : {};
  }
}

async function recallInto(ws: Workspace, store: Store, session: string, prompt: string): Promise<string> {
  const { project, place, host } = ws;
  await refreshProjection(ws.files, store.projection, place, { mode: "quick" });
  const items = await recall(ws, store, prompt, await store.ledger.shown(project.id, session));
  const { text, shown } = rendered(ws, items);
  if (shown.length > 0) {
    const at = host.now().toISOString();
    await store.ledger.addInjections(
      project.id,
      shown.map((item) => ({ session, place: "prompt", at, ...item })),
    );
  }
  return text;
}

/** What a prompt should see, by the project's settings. */
export function recall(
  ws: Workspace,
  store: Store,
  prompt: string,
  shown: ReadonlyMap<string, string>,
): Promise<RecalledItem[]> {
  return recallRecords({
    projection: store.projection,
    place: ws.place,
    prompt,
    now: ws.host.now(),
    settings: ws.config.retrieval,
    shown,
    enabledCategories: enabledCategories(ws),
  });
}

/** The block for the model, within the configured length. */
export const rendered = (ws: Workspace, items: readonly RecalledItem[]): Rendered =>
  renderRecalled(items, {
    memoryRoot: ws.config.memory_root,
    maxChars: ws.config.retrieval.max_chars,
    categories: ws.categories,
  });
