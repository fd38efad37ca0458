/** A session begins: the projection is checked in full, and the model gets a short brief. */
import { removeOldStaging } from "../capture/context-files.ts";
import { sessionBrief } from "../recall/brief.ts";
import type { Store } from "../store/port.ts";
import { refreshProjection } from "../store/sync.ts";
import type { EngineEvent, Host, Reply } from "./events.ts";
import { enabledCategories } from "./project-view.ts";
import { withStore } from "./with-store.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

type SessionStarted = Extract<EngineEvent, { kind: "SessionStarted" }>;

export async function onSessionStarted(
  { origin, afterCompaction }: SessionStarted,
  host: Host,
): Promise<Reply> {
  const ws = openWorkspace(host, origin.projectDir ?? origin.cwd);
  for (const { where, key, message } of ws.problems) {
    host.trace({
      level: "warning",
      part: "config",
      message: `${where}: ${key}: ${message}`,
      project: ws.project.id,
    });
  }
  removeOldStaging(host.paths.staging, host.now());
  return withStore(host, async (store) => {
    await store.ledger.session(ws.project.id, origin.session, origin.client, host.now().toISOString());
    if (afterCompaction) await store.ledger.forgetShown(ws.project.id, origin.session);
    if (!ws.files.exists()) return {};
    await refreshProjection(ws.files, store.projection, ws.place, { mode: "full" });
    const brief = await briefFor(ws, store, origin.session);
    return brief ? { context: brief } : {};
  });
}

async function briefFor(ws: Workspace, store: Store, session: string): Promise<string> {
  const { config, host, place, project } = ws;
  if (!config.retrieval.enabled || !config.retrieval.session_brief) return "";
  const { text, shown } = await sessionBrief({
    projection: store.projection,
    place,
    now: host.now(),
    enabledCategories: enabledCategories(ws),
    render: { memoryRoot: config.memory_root, categories: ws.categories },
  });
  const at = host.now().toISOString();
  await store.ledger.addInjections(
    project.id,
    shown.map((item) => ({ session, place: "session_start", at, ...item })),
  );
  return text;
}
