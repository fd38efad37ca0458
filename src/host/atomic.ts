/**
 * Writing a file so that whoever looks, and whatever happens, sees either the old content or the new: the text goes
 * to a temporary file in the same folder, is forced to the disk, and takes the name in one step.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemCode, writeError } from "./fs-error.ts";

/** `.<name>.<16 hex digits>.tmp`: unpredictable, hidden, and recognisable as ours when a crash leaves one behind. */
const TEMPORARY = /^\..+\.[0-9a-f]{16}\.tmp$/;

export interface AtomicWriteOptions {
  /** Permission bits before the umask; 0o644 unless given. Use 0o600 for what is private to the user. */
  mode?: number;
  /** Permission bits whatever the umask, instead of `mode`: those of the file that is replaced. */
  exactMode?: number;
  /**
   * `now` (unless given) forces file and folder to the disk before returning. `later` leaves that to the system, for what can
   * be derived anew: several times faster, but after a power failure the file may be the old one, or empty.
   */
  flush?: "now" | "later";
}

/**
 * Replaces or creates `path` with `text` (UTF-8). The folder must exist. A symbolic link at `path` is replaced, not
 * followed.
 *
 * @throws RecordError `WRITE_ERROR`; the old file is then untouched and the temporary file gone.
 */
export function writeAtomic(path: string, text: string, options: AtomicWriteOptions = {}): void {
  const folder = dirname(path);
  const temporary = join(
    folder,
    `.${basename(path)}.${Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex")}.tmp`,
  );
  const { flush = "now" } = options;
  try {
    writeNew(temporary, Buffer.from(text, "utf8"), options);
    renameSync(temporary, path);
  } catch (error) {
    discard(temporary);
    throw writeError(path, error);
  }
  if (flush === "now") syncFolder(folder);
}

function writeNew(
  path: string,
  bytes: Uint8Array,
  { mode = 0o644, exactMode, flush = "now" }: AtomicWriteOptions,
): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, exactMode ?? mode);
  try {
    if (exactMode !== undefined) fchmodSync(file, exactMode);
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done);
    if (flush === "now") fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or cannot be removed now: `sweepTemporaries` gets it later.
  }
}

/**
 * Forces renames and removals in a folder to the disk. Not every system lets a folder be opened for that (Windows);
 * there the change is as durable as the system makes it by itself.
 */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, constants.O_RDONLY);
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The change itself has taken place.
  }
}

/** Removes a file and forces that to the disk; a file that is not there is no error. Throws `WRITE_ERROR`. */
export function removeDurably(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw writeError(path, error);
  }
  syncFolder(dirname(path));
}

/**
 * Removes temporary files that a crash left in `folder`, if they were last written before `olderThan` (milliseconds
 * since the epoch). Files of other programs are not touched. Returns the names removed.
 */
export function sweepTemporaries(folder: string, olderThan: number): string[] {
  const removed: string[] = [];
  for (const name of namesIn(folder)) {
    if (!TEMPORARY.test(name)) continue;
    try {
      const stat = lstatSync(join(folder, name));
      if (!stat.isFile() || stat.mtimeMs >= olderThan) continue;
      unlinkSync(join(folder, name));
      removed.push(name);
    } catch {
      // Someone else removed it, or it stays for the next time.
    }
  }
  return removed;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
