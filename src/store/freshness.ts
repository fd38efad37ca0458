/** Whether a projection still is what the record files say, as far as their folders' times tell. */
import type { FileStamp } from "./port.ts";

/** A stamp that is no match for any: look again. */
export const UNSETTLED: FileStamp = { mtime: "", size: 0 };

export const sameStamp = (a: FileStamp | undefined, b: FileStamp | undefined): boolean =>
  a !== undefined && b !== undefined && a.mtime !== "" && a.mtime === b.mtime && a.size === b.size;

/** Folders that have changed since `stored`, and those that are gone. */
export function changedFolders(
  stored: ReadonlyMap<string, FileStamp>,
  current: ReadonlyMap<string, FileStamp>,
): { changed: string[]; gone: string[] } {
  return {
    changed: [...current.keys()].filter((folder) => !sameStamp(stored.get(folder), current.get(folder))),
    gone: [...stored.keys()].filter((folder) => !current.has(folder)),
  };
}

/** Whether nothing has changed since something was stored, or there is nothing to store. */
export function isFresh(
  stored: ReadonlyMap<string, FileStamp>,
  current: ReadonlyMap<string, FileStamp>,
): boolean {
  const { changed, gone } = changedFolders(stored, current);
  return changed.length === 0 && gone.length === 0;
}
