/** Which sessions saved a record, as far as the ledger goes back. */
import { tryStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";

export interface SavedBy {
  readonly session: string;
  readonly action: string;
  readonly at: string;
}

/** Sessions looked at, the newest. */
const SESSIONS = 200;

/** Either may be told from the project or from the memory root. */
const isSame = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

/** The oldest first. */
export async function savedBy(ws: Workspace, path: string): Promise<SavedBy[]> {
  const project = ws.project.id;
  const found = await tryStore(ws, async ({ ledger }) => {
    const saved: SavedBy[] = [];
    for (const { session } of await ledger.recentSessions(project, SESSIONS)) {
      for (const record of await ledger.savedRecords(project, session))
        if (isSame(record.path, path)) saved.push({ session, action: record.action, at: record.at });
    }
    return saved.sort((a, b) => (a.at < b.at ? -1 : 1));
  });
  return found.ok ? found.value : [];
}
