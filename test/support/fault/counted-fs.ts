/**
 * Stands in for `node:fs` in a child process: counts the calls that change something, and kills the process at the one
 * that `KILL_AT` numbers (from 1), a write halfway through. At the end the process prints how many there were.
 */
import * as fs from "node:fs";

export * from "node:fs";

const killAt = Number(process.env.KILL_AT ?? 0);
let calls = 0;

function count(beforeDeath?: () => void): void {
  calls += 1;
  if (calls !== killAt) return;
  beforeDeath?.();
  process.kill(process.pid, "SIGKILL");
}

export const callsMade = (): number => calls;

/** Opening to read changes nothing, and neither do closing and flushing: the system outlives the process. */
export const openSync: typeof fs.openSync = (path, flags, mode) => {
  const reads = typeof flags === "number" && (flags & (fs.constants.O_WRONLY | fs.constants.O_CREAT)) === 0;
  if (!reads) count();
  return fs.openSync(path, flags, mode);
};

export const renameSync: typeof fs.renameSync = (...args) => {
  count();
  fs.renameSync(...args);
};

export const unlinkSync: typeof fs.unlinkSync = (...args) => {
  count();
  fs.unlinkSync(...args);
};

export const mkdirSync = ((path: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
  count();
  return fs.mkdirSync(path, options);
}) as typeof fs.mkdirSync;

export const writeFileSync: typeof fs.writeFileSync = (...args) => {
  count();
  fs.writeFileSync(...args);
};

export function writeSync(file: number, bytes: Uint8Array, offset: number, length: number): number {
  count(() => fs.writeSync(file, bytes, offset, length >> 1));
  return fs.writeSync(file, bytes, offset, length);
}
