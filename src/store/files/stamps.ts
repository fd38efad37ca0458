/** What can be told of record files without `node:fs`, for the prompt that asks each time whether anything changed. */
import { join } from "node:path";
import { timeOf } from "../../host/quick-fs.ts";
import type { FileStamp } from "../port.ts";

/**
 * Modification times of the category folders that exist, by folder name, in whole milliseconds: whoever compares them
 * does not trust a stamp of the last moment anyway. `root` is absolute.
 */
export function folderTimes(root: string, folders: Iterable<string>): Map<string, FileStamp> {
  const stamps = new Map<string, FileStamp>();
  for (const folder of folders) {
    const time = timeOf(join(root, folder));
    if (time !== undefined) stamps.set(folder, { mtime: `${time}000000`, size: 0 });
  }
  return stamps;
}
