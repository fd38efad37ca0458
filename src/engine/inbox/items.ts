/** What waits for a person: proposals, and memories that nobody has judged. */
import { nameOf } from "../../memory/create.ts";
import type { Memory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { snippet } from "../../record/sanitize.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal, ProposalKind } from "../../store/proposal-port.ts";
import type { ProjectView } from "../project-view.ts";
import type { Workspace } from "../workspace.ts";

/** Where the inbox is looked into. */
export interface Desk {
  readonly ws: Workspace;
  readonly store: Store;
}

export type InboxItem =
  | { readonly kind: ProposalKind; readonly proposal: Proposal }
  | { readonly kind: "staged"; readonly memory: Memory };

export const idOf = (item: InboxItem): string => (item.kind === "staged" ? item.memory.id : item.proposal.id);
export const titleOf = (item: InboxItem): string =>
  item.kind === "staged" ? nameOf(item.memory) : item.proposal.title;
export const whyOf = (item: InboxItem): string =>
  item.kind === "staged" ? (item.memory.provenance?.why ?? "Nobody could judge it yet") : item.proposal.why;
export const sinceOf = (item: InboxItem): string =>
  item.kind === "staged" ? item.memory.created_at : item.proposal.created_at;

/** Most items of a list. */
export const ITEMS_MOST = 200;

/** Everything that waits, proposals first, the newest of each first. */
export async function inboxOf(
  { project }: Pick<ProjectView, "project">,
  store: Store,
  limit: number = ITEMS_MOST,
): Promise<InboxItem[]> {
  const proposals = await store.proposals.list(project.id, ["open"], limit);
  const staged = await store.memories.find(
    { project: project.id, session: "" },
    { statuses: ["staged"], everySession: true, limit },
  );
  return [
    ...proposals.map((proposal): InboxItem => ({ kind: proposal.kind, proposal })),
    ...staged
      .filter((memory) => memory.project === project.id)
      .map((memory): InboxItem => ({ kind: "staged", memory })),
  ].slice(0, limit);
}

const ID_MIN = 4;

/**
 * The item of an id, or of the only one that begins so. Decided proposals are found, too.
 *
 * @throws RecordError NOT_FOUND, INPUT_ERROR for a beginning of more than one
 */
export async function findItem({ ws, store }: Desk, target: string): Promise<InboxItem> {
  const id = target.trim().toLowerCase();
  const project = ws.project.id;
  const isLong = id.length >= ID_MIN;
  const proposals = isLong ? await store.proposals.beginning(project, id, 2) : [];
  const memories = isLong ? await store.memories.beginning(project, id, ITEMS_MOST) : [];
  const found: InboxItem[] = [
    ...proposals.map((proposal): InboxItem => ({ kind: proposal.kind, proposal })),
    ...memories
      .filter((memory) => memory.status === "staged" && memory.project === project)
      .map((memory): InboxItem => ({ kind: "staged", memory })),
  ];
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (only) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "id", expected: "the id of one item", got: `${snippet(target)}, which several begin with` },
      "Pass more of the id",
    );
  }
  throw new RecordError(
    "NOT_FOUND",
    { target: snippet(target), problem: "nothing in the inbox has this id" },
    "List what waits: recollect inbox",
  );
}
