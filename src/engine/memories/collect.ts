/** Clearing away on demand what session starts clear away by and by: retired records, and memories that have aged. */
import { type GcResult, gc } from "../../store/files/maintenance.ts";
import { refreshIndex } from "../records/save.ts";
import { tryStore, withStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";
import { type Aged, ageMemories, ON_DEMAND, undoDigest } from "./age-memories.ts";

/** Retired records whose grace period is over. */
export async function collectRecords(ws: Workspace, dryRun: boolean): Promise<GcResult> {
  const { grace_period_days: graceDays, archive_retired: archiveRetired } = ws.config.delete;
  const result = await gc(ws.files, { graceDays, archiveRetired, now: ws.host.now(), dryRun });
  if (!dryRun) await refreshIndex(ws);
  return result;
}

/** Records are cleared away without a database, too: what keeps memories from it is told. */
export async function collectMemories(ws: Workspace, dryRun: boolean): Promise<Aged | { problem: string }> {
  const done = await tryStore(ws, (store) =>
    ageMemories({
      store,
      project: ws.project.id,
      now: ws.host.now(),
      compressAfterDays: ws.config.memory.compress_after_days,
      limits: ON_DEMAND,
      dryRun,
    }),
  );
  return done.ok ? done.value : { problem: done.problem };
}

/** Ids of the events that are back. @throws RecordError NOT_FOUND; StoreError */
export const restoreDigest = (ws: Workspace, id: string): Promise<string[]> =>
  withStore(ws, (store) => undoDigest({ store, project: ws.project.id, now: ws.host.now() }, id));
