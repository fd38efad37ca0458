/** Whether one path lies in another, by name; both absolute. Nothing on the disk is looked at. */
import { isAbsolute, relative, sep } from "node:path";

/** Whether `path` lies strictly below `folder`. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether `path` is the folder or below it. */
export const isInside = (path: string, folder: string): boolean =>
  relative(folder, path) === "" || isBelow(path, folder);
