/** Setting aside a file that is no valid record: out of the way, kept as evidence. */
import { closeSync, openSync, renameSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "../../host/atomic.ts";
import { systemCode, writeError } from "../../host/fs-error.ts";

/**
 * Renames the file at the absolute `path` to `<path>.invalid.<unix seconds>`, or the next second whose name is free: nothing is
 * ever overwritten. A symbolic link is moved itself. The index follows at the next transaction.
 *
 * @returns the new path.
 * @throws RecordError `WRITE_ERROR`, also if there is no such file.
 */
export function quarantine(path: string, now: Date): string {
  const to = reserveName(path, Math.floor(now.getTime() / 1_000));
  try {
    renameSync(path, to);
  } catch (error) {
    unlinkSync(to);
    throw writeError(path, error);
  }
  syncFolder(dirname(path));
  return to;
}

/** An empty file of our own holds the name until the rename replaces it. */
function reserveName(path: string, seconds: number): string {
  for (let at = seconds; ; at += 1) {
    const name = `${path}.invalid.${at}`;
    try {
      closeSync(openSync(name, "wx", 0o644));
      return name;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw writeError(path, error);
    }
  }
}
