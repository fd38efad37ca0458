/** An item of the inbox whole: what would be done, what it is made of, and what stands against it. */
import { nameOf } from "../../memory/create.ts";
import type { Memory } from "../../memory/types.ts";
import { conflictBodyOf, draftBodyOf } from "./body.ts";
import { openDisputes } from "./disputes.ts";
import { type Desk, findItem, type InboxItem } from "./items.ts";
import { lapse } from "./withdraw.ts";

export interface Shown {
  readonly item: InboxItem;
  /** What it would write, as JSON: a draft, or a staged memory. */
  readonly proposes: unknown;
  /** The memories that it is made of, or that contradict each other. */
  readonly memories: readonly Memory[];
  /** Titles and paths of the records that it is about. */
  readonly records: readonly { readonly path: string; readonly title: string; readonly said: string }[];
  /** Why it cannot be accepted as it is; absent where it can. */
  readonly blocked?: string;
}

/** @throws RecordError as `findItem` does; StoreError */
export async function showItem(desk: Desk, target: string): Promise<Shown> {
  const { ws, store } = desk;
  const item = await findItem(desk, target);
  if (item.kind === "staged") return { item, proposes: item.memory, memories: [], records: [] };
  const { proposal } = item;
  const draft = draftBodyOf(proposal);
  const conflict = conflictBodyOf(proposal);
  const ids = draft
    ? draft.memories.map(({ id }) => id)
    : proposal.sources.filter((ref) => !ref.includes("/"));
  const memories = await store.memories.get(proposal.project, ids);
  const paths = proposal.sources.filter((ref) => ref.includes("/"));
  const records = (await store.projection.getMany(ws.place, paths)).map(({ path, record }) => ({
    path,
    title: record.title,
    said: JSON.stringify(record.content),
  }));
  const blocked =
    proposal.state === "open" ? await whyBlocked(desk, item, ids) : `it is ${proposal.state} already`;
  return {
    item,
    proposes: draft?.draft ?? conflict ?? {},
    memories,
    records,
    ...(blocked === undefined ? {} : { blocked }),
  };
}

async function whyBlocked(
  { ws, store }: Desk,
  item: Exclude<InboxItem, { kind: "staged" }>,
  ids: readonly string[],
): Promise<string | undefined> {
  const lapsed = await lapse(ws, store, item.proposal);
  if (lapsed) return lapsed;
  if (item.kind === "conflict") return undefined;
  const disputed = await openDisputes(store, ws.project.id, ids, ws.host.now());
  return disputed.length > 0 ? `something contradicts ${disputed.join(", ")}: decide that first` : undefined;
}

/** One line on a memory: what it says, and since when. */
export const memorySaid = (memory: Memory): string =>
  `${nameOf(memory)} (${memory.type}, ${memory.created_at.slice(0, 10)})`;
