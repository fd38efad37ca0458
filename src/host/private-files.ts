/** Files that are the user's alone: in folders of their own (0700), never under a name that someone else could have prepared. */
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { RecordError } from "../record/error.ts";

/**
 * Makes a folder where there is none, and takes others' rights to it away.
 *
 * @throws RecordError `SECURITY_ERROR` when it is not the user's own
 */
export function ownFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stat = lstatSync(path);
  const own = process.getuid?.();
  if (!stat.isDirectory() || (own !== undefined && stat.uid !== own)) {
    throw new RecordError(
      "SECURITY_ERROR",
      { path, reason: "The folder is a link or belongs to someone else" },
      "Remove it; it is made anew",
    );
  }
  if ((stat.mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/** Always a new file (0600): whatever stood under the name before (a link, too) is only unlinked. */
export function writeFresh(path: string, text: string): void {
  try {
    unlinkSync(path);
  } catch {
    // there was none
  }
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = openSync(path, flags, 0o600);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
