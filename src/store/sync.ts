/** Keeping the projection in step with the record files, as cheaply as the moment allows. */
import type { ProjectRecord } from "../record/types.ts";
import { changedFolders, sameStamp, UNSETTLED } from "./freshness.ts";
import type { FileStamp, Place, ProjectedRecord, RecordProjection } from "./port.ts";

/** The record files, as far as the projection needs them. Paths are relative to the memory root. */
export interface RecordSource {
  /** Stamps of the category folders that exist, by folder name. Reads none of them. */
  folderStamps(): Map<string, FileStamp>;
  /** Stamps of a folder's files that can be records, by path; a problem if the folder is there and cannot be listed. */
  fileStamps(folder: string): Map<string, FileStamp> | SourceProblem;
  /** The record at a path, with the stamp it had before it was read; undefined if there is no file. */
  read(
    path: string,
  ): { path: string; hash: string; stamp: FileStamp; record: ProjectRecord } | SourceProblem | undefined;
}

/** A file that should be a record and is none, or a folder that cannot be looked into. */
export interface SourceProblem {
  path: string;
  /** What is wrong, in a sentence without a full stop. */
  problem: string;
}

/**
 * `quick`: a folder whose modification time is the stored one is not looked into (six `stat` calls when nothing
 * changed). It misses a file overwritten in place by an editor that does not rename; the next `full` finds it.
 * `full`: every file is looked at (not read).
 */
export type RefreshMode = "quick" | "full";

export interface RefreshOptions {
  readonly mode: RefreshMode;
  /** Milliseconds since the epoch; the clock unless given. */
  readonly now?: () => number;
}

export interface RefreshReport {
  /** Records read and put. */
  put: number;
  /** Records taken out because their files are gone or unreadable. */
  removed: number;
  /** Files that should be records and are not, and folders that could not be listed: their records stay as they were. */
  problems: SourceProblem[];
  /** Whether the projection changed in a way that a search could show. */
  changed: boolean;
}

/**
 * A stamp younger than this many milliseconds is not kept: file systems count time in ticks (4–10 ms on Linux, more
 * elsewhere), and a second change within the same tick would leave the stamp as it is. The folder or file is then
 * looked at again the next time.
 */
export const SETTLED_AFTER = 50;

/** Records read before they are written to the projection: bounds the memory of a first run. */
const BATCH = 2_000;

/**
 * Brings the projection of a place up to date.
 *
 * Stamps are taken before contents are read, so a change in between is found the next time; two processes doing
 * this at once can at worst leave an older stamp, which has the same effect.
 *
 * @throws StoreError
 */
export async function refreshProjection(
  files: RecordSource,
  projection: RecordProjection,
  place: Place,
  { mode, now = Date.now }: RefreshOptions,
): Promise<RefreshReport> {
  const report: RefreshReport = { put: 0, removed: 0, problems: [], changed: false };
  const stored = await projection.folders(place);
  const current = files.folderStamps();
  const differing = changedFolders(stored, current);
  const changed = mode === "full" ? [...current.keys()] : differing.changed;
  const { gone } = differing;
  if (changed.length === 0 && gone.length === 0) return report;

  const started = now();
  const known = await projection.stamps(place);
  const found = new Map<string, FileStamp>();
  const unlisted = new Set<string>();
  // A folder may seem gone because the way to it is closed.
  const looked = new Set([...changed, ...gone]);
  for (const folder of looked) {
    const stamps = files.fileStamps(folder);
    if (stamps instanceof Map) for (const [path, stamp] of stamps) found.set(path, stamp);
    else {
      report.problems.push(stamps);
      unlisted.add(folder);
    }
  }

  const isGone = (folder: string): boolean =>
    !unlisted.has(folder) && (looked.has(folder) || !current.has(folder));
  const remove = [...known.keys()].filter((path) => !found.has(path) && isGone(folderOf(path)));
  const unsettled = new Set(unlisted);
  let put: ProjectedRecord[] = [];
  for (const [path, stamp] of found) {
    const before = known.get(path);
    if (before && sameStamp(before, stamp)) continue;
    const read = files.read(path);
    if (read === undefined || "problem" in read) {
      if (read) report.problems.push({ path, problem: read.problem });
      if (before) remove.push(path);
      continue;
    }
    const settled = isSettled(read.stamp, started);
    if (!settled) unsettled.add(folderOf(path));
    if (before?.hash !== read.hash) report.put += 1;
    put.push({ path, hash: read.hash, stamp: settled ? read.stamp : UNSETTLED, record: read.record });
    if (put.length >= BATCH) {
      await projection.apply(place, { put, remove: [], folders: stored });
      put = [];
    }
  }
  const folders = new Map(
    [...current].map(([folder, stamp]): [string, FileStamp] =>
      isSettled(stamp, started) && !unsettled.has(folder) ? [folder, stamp] : [folder, UNSETTLED],
    ),
  );
  for (const folder of unlisted) folders.set(folder, UNSETTLED);
  await projection.apply(place, { put, remove, folders });
  report.removed = remove.length;
  report.changed = report.put > 0 || report.removed > 0;
  return report;
}

/** A stamp from the future is not settled either: the file system's clock is ahead, or was set back since. */
const isSettled = (stamp: FileStamp, now: number): boolean =>
  stamp.mtime !== "" && Number(BigInt(stamp.mtime) / 1_000_000n) + SETTLED_AFTER <= now;

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.indexOf("/")));
