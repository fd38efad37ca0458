/** Clearing away on demand what is cleared away by and by: retired records, and what time makes of memories; and undoing it. */
import { isDigest } from "../../memory/digest.ts";
import type { Memory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { type GcResult, gc } from "../../store/files/maintenance.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { type Undone, undoPromotion } from "../inbox/undo.ts";
import { refreshIndex } from "../records/save.ts";
import { tryStore, withStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";
import { ON_DEMAND, undoDigest, undoPattern } from "./age-memories.ts";
import { type Maintained, maintain } from "./maintain.ts";

/** Retired records whose grace period is over. */
export async function collectRecords(ws: Workspace, dryRun: boolean): Promise<GcResult> {
  const { grace_period_days: graceDays, archive_retired: archiveRetired } = ws.config.delete;
  const result = await gc(ws.files, { graceDays, archiveRetired, now: ws.host.now(), dryRun });
  if (!dryRun) await refreshIndex(ws);
  return result;
}

/** Records are cleared away without a database, too: what keeps memories from it is told. */
export async function collectMemories(
  ws: Workspace,
  dryRun: boolean,
): Promise<Maintained | { problem: string }> {
  const done = await tryStore(ws, (store) => maintain(ws, store, { limits: ON_DEMAND, dryRun }));
  return done.ok ? done.value : { problem: done.problem };
}

/**
 * Undoes a digest, what events have become, or a promotion to a record: the one of this id, or the last.
 *
 * @throws RecordError NOT_FOUND where there is none; OCC_CONFLICT where someone has built on it; StoreError
 */
export const undoLast = (ws: Workspace, id?: string): Promise<Undone> =>
  withStore(ws, async (store) => {
    const deed =
      id === undefined ? await lastDeed(ws, store) : await deedOf(ws, store, id.trim().toLowerCase());
    if ("proposal" in deed) return undoPromotion({ ws, store }, deed.proposal);
    const { memory } = deed;
    const at = { store, project: ws.project.id, now: ws.host.now() };
    const isOfEvents = memory.type === "episodic" && isDigest(memory);
    const restored = isOfEvents ? await undoDigest(at, memory.id) : await undoPattern(at, memory.id);
    return { restored, done: [`${restored.length} events are back in place of ${memory.id}`] };
  });

/** Something that was done and can be undone. */
type Deed = { readonly memory: Memory } | { readonly proposal: Proposal };

/** Memories and proposals looked at for what was done last. */
const LOOKED_AT = 500;

async function deedOf({ project }: Workspace, store: Store, id: string): Promise<Deed> {
  const [proposal] = await store.proposals.beginning(project.id, id, 1);
  if (proposal && proposal.kind !== "conflict") return { proposal };
  const [memory] = await store.memories.beginning(project.id, id, 1);
  if (memory) return { memory };
  throw nothing(id);
}

async function lastDeed({ project }: Workspace, store: Store): Promise<Deed> {
  const made = await store.memories.find(
    { project: project.id, session: "" },
    { types: ["episodic", "semantic"], statuses: ["active"], everySession: true, limit: LOOKED_AT },
  );
  const accepted = await store.proposals.list(project.id, ["accepted"], LOOKED_AT);
  const deeds = [
    ...made.filter(isMade).map((memory) => ({ at: memory.created_at, deed: { memory } })),
    ...accepted
      .filter(({ kind, result }) => kind !== "conflict" && result !== undefined)
      .map((proposal) => ({ at: proposal.decided_at ?? "", deed: { proposal } })),
  ];
  const last = deeds.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))[0];
  if (!last) throw nothing("the last");
  return last.deed;
}

const isMade = (memory: Memory): boolean =>
  memory.provenance?.by === "promotion" &&
  (memory.type === "semantic" || (memory.type === "episodic" && isDigest(memory)));

const nothing = (target: string): RecordError =>
  new RecordError(
    "NOT_FOUND",
    { target, problem: "There is nothing here that can be undone" },
    "Take an id that `recollect gc` or `recollect inbox` has told",
  );
