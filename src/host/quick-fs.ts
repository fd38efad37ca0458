/**
 * Looking at files as a hook can afford it. `node:fs` takes 3.3 ms to load under Bun 1.4, two thirds of what an empty
 * process takes as a whole; these few looks do with what Bun has built in, and cost microseconds. Everything that
 * writes, lists or distinguishes kinds of files is for `node:fs`.
 */

/** What Bun gives as the time of a file that is not there; pinned by a test. */
const NO_TIME = 2 ** 52 - 1;

/** Milliseconds since the epoch of the last change, links followed; undefined when there is nothing at the path. */
export function timeOf(path: string): number | undefined {
  const time = Bun.file(path).lastModified;
  return time === NO_TIME ? undefined : time;
}

/** Whether there is anything at the path, links followed. */
export const isThere = (path: string): boolean => timeOf(path) !== undefined;

/** Bytes; 0 when there is no file, or an empty or a special one (of a pipe Bun says that it is endless). */
export function sizeOf(path: string): number {
  const { size } = Bun.file(path);
  return Number.isFinite(size) ? size : 0;
}

/**
 * The content of a regular file that is not empty, at most `most` bytes; undefined for any other. It is mapped, not
 * read: there is no synchronous reading without `node:fs`. Files that others replace by renaming are safe to map.
 */
export function mapFile(path: string, most: number): Uint8Array | undefined {
  const size = sizeOf(path);
  if (size === 0 || size > most) return undefined;
  try {
    return Bun.mmap(path, { shared: false }).slice();
  } catch {
    return undefined;
  }
}

/** The real path of a folder; undefined when there is none that may be entered. */
export function realFolder(path: string): string | undefined {
  const here = process.cwd();
  if (path === here || here.startsWith(`${path}/`)) return path; // what leads to a real path is real
  try {
    process.chdir(path);
  } catch {
    return undefined;
  }
  try {
    return process.cwd();
  } finally {
    process.chdir(here);
  }
}

/** The real path of a regular file, links followed; undefined when there is none. */
export function realFile(path: string): string | undefined {
  const slash = path.lastIndexOf("/");
  const folder = realFolder(path.slice(0, slash) || "/");
  if (folder === undefined || !isThere(path)) return undefined;
  try {
    const real = Bun.resolveSync(`${folder === "/" ? "" : folder}${path.slice(slash)}`, "/");
    // It resolves modules, so for what is no regular file it may come up with a neighbour: `pipe` → `pipe.js`.
    return timeOf(real) === timeOf(path) && sizeOf(real) === sizeOf(path) ? real : undefined;
  } catch {
    return undefined;
  }
}
