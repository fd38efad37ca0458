/** Making everything derived anew: `index.md` and the projection, from one reading of the files. */
import type { HealResult } from "../store/files/heal.ts";
import { rebuildIndex } from "../store/files/maintenance.ts";
import type { RecordFiles } from "../store/files/record-files.ts";
import { type RecordSource, refreshProjection } from "../store/sync.ts";
import { tryStore } from "./with-store.ts";
import type { Workspace } from "./workspace.ts";

export interface RebuildReport extends Omit<HealResult, "records"> {
  /** `rebuilt`, or why the database was not. */
  database: string;
}

export async function rebuild(ws: Workspace): Promise<RebuildReport> {
  // Taken before the files are read, so that what changes meanwhile is seen the next time.
  const folders = ws.files.folderStamps();
  const { records, ...healed } = await rebuildIndex(ws.files);
  const source = asRead(ws.files, folders, records, new Set(healed.duplicates.map(({ path }) => path)));
  const stored = await tryStore(ws, async ({ projection }) => {
    await projection.clear(ws.place);
    await refreshProjection(source, projection, ws.place, { mode: "full" });
  });
  return { ...healed, database: stored.ok ? "rebuilt" : stored.problem };
}

/** Files as they were just read; those that have changed since are read again. */
function asRead(
  files: RecordFiles,
  folders: ReturnType<RecordFiles["folderStamps"]>,
  records: HealResult["records"],
  changed: ReadonlySet<string>,
): RecordSource {
  const known = new Map(
    records.filter(({ path }) => !changed.has(path)).map((record) => [record.path, record]),
  );
  return {
    folderStamps: () => folders,
    fileStamps: () => new Map(records.map(({ path, stamp }) => [path, stamp])),
    read: (path) => known.get(path) ?? files.read(path),
  };
}
