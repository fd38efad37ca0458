/** A session ends: the ledger notes when. */
import type { Store } from "../store/port.ts";
import type { EngineEvent, Host, Reply } from "./events.ts";
import { viewProject } from "./project-view.ts";
import { withStore } from "./with-store.ts";

type SessionEnded = Extract<EngineEvent, { kind: "SessionEnded" }>;

export async function onSessionEnded({ origin }: SessionEnded, host: Host): Promise<Reply> {
  const ws = viewProject(host, origin.projectDir ?? origin.cwd);
  const note = async ({ ledger }: Store): Promise<void> => {
    const now = host.now().toISOString();
    const state = await ledger.session(ws.project.id, origin.session, origin.client, now);
    await ledger.saveSession({ ...state, ended_at: now });
  };
  await withStore(ws, note, { settleOver: 0 });
  return {};
}
