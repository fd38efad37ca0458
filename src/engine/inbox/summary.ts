/** What waits and what wastes attention, in figures: for the state of a project's memory. */
import type { Store } from "../../store/port.ts";
import type { Workspace } from "../workspace.ts";
import { inboxOf } from "./items.ts";
import { idleMemories, type Leech, unsettledRecords } from "./leeches.ts";

export interface InboxSummary {
  /** Items by kind; what there is none of is 0. */
  readonly promotion: number;
  readonly draft: number;
  readonly conflict: number;
  readonly staged: number;
  readonly leeches: readonly Leech[];
}

export const NOTHING_WAITS: InboxSummary = { promotion: 0, draft: 0, conflict: 0, staged: 0, leeches: [] };

/** @throws StoreError */
export async function inboxSummary(ws: Workspace, store: Store): Promise<InboxSummary> {
  const items = await inboxOf(ws, store);
  const of = (kind: string): number => items.filter((item) => item.kind === kind).length;
  const records = ws.files.exists()
    ? ws.files.scan().records.map(({ path, record }) => ({ path: ws.files.projectPath(path), record }))
    : [];
  return {
    promotion: of("promotion"),
    draft: of("draft"),
    conflict: of("conflict"),
    staged: of("staged"),
    leeches: [...(await idleMemories(ws, store)), ...unsettledRecords(records)],
  };
}
