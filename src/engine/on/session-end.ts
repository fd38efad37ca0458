/** A session ends: the ledger notes when, the worker reads the rest of it, and what it had before it is cleared. */
import { messageOf } from "../../host/trace.ts";
import type { Store } from "../../store/port.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";
import { mayCapture, viewProject } from "../project-view.ts";
import { UNSETTLED_MAX, withStore } from "../with-store.ts";
import { captureLater, conversationOf } from "../worker/hand-over.ts";

type SessionEnded = Extract<EngineEvent, { kind: "SessionEnded" }>;

export async function onSessionEnded({ origin }: SessionEnded, host: Host): Promise<Reply> {
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  const note = async (store: Store): Promise<void> => {
    const now = host.now().toISOString();
    await store.ledger.session(view.project.id, origin.session, origin.client, now);
    await store.ledger.changeSession(view.project.id, origin.session, { ended_at: now });
    // First what only this hook can say: the client may end it at any moment.
    await captureLater(view, store, origin, { source: conversationOf(origin), ended: true });
    // What is told of work that ends is new: left open, the next start clears it once it has expired.
    if (!mayCapture(view)) return;
    try {
      const { closeSession } = await import("../work/working.ts");
      await closeSession(view, store, origin.session);
    } catch (error) {
      const about = { project: view.project.id, session: origin.session };
      host.trace({ level: "error", part: "working", message: messageOf(error), ...about });
    }
  };
  await withStore(view, note, { settleOver: UNSETTLED_MAX });
  return {};
}
