/** Making everything derived anew: `index.md` and the projection, from one reading of the files. */
import type { HealResult } from "../../store/files/heal.ts";
import { rebuildIndex } from "../../store/files/maintenance.ts";
import type { RecordFiles } from "../../store/files/record-files.ts";
import { type RecordSource, refreshProjection } from "../../store/sync.ts";
import { tryStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";

export interface RebuildReport extends Omit<HealResult, "records"> {
  /** `rebuilt`, or why the database was not. */
  database: string;
}

export async function rebuild(ws: Workspace): Promise<RebuildReport> {
  // Taken before the files are read, so that what changes meanwhile is seen the next time.
  const folders = ws.files.folderStamps();
  const { records, ...healed } = await rebuildIndex(ws.files);
  const changed = new Set(healed.duplicates.map(({ path }) => path));
  const source = asRead(ws.files, { folders, records, problems: healed.problems, changed });
  const stored = await tryStore(ws, async ({ projection }) => {
    await projection.clear(ws.place);
    await refreshProjection(source, projection, ws.place, { mode: "full" });
  });
  return { ...healed, database: stored.ok ? "rebuilt" : stored.problem };
}

interface Reading extends Pick<HealResult, "records" | "problems"> {
  folders: ReturnType<RecordFiles["folderStamps"]>;
  /** Paths of records that have changed since they were read. */
  changed: ReadonlySet<string>;
}

/** Files as they were just read; those that have changed since are read again. */
function asRead(files: RecordFiles, { folders, records, problems, changed }: Reading): RecordSource {
  const known = new Map(
    records.filter(({ path }) => !changed.has(path)).map((record) => [record.path, record]),
  );
  return {
    folderStamps: () => folders,
    fileStamps: (folder) =>
      problems.find(({ path }) => path === folder) ??
      new Map(
        records
          .filter(({ path }) => path.startsWith(`${folder}/`))
          .map(({ path, stamp }) => [path, stamp] as const),
      ),
    read: (path) => known.get(path) ?? files.read(path),
  };
}
