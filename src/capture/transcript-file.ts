/** The file of a transcript: where it may lie, and what of it can be read. */
import { realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import { realFile, realFolder, sizeOf } from "../host/quick-fs.ts";
import { RecordError } from "../record/error.ts";
import { CLOSE_BRACE, LINE_BREAK } from "./json-line.ts";

/**
 * The real path of a transcript, or undefined where there is none (yet).
 *
 * @param roots the path must lie, with links resolved, in one of these folders
 * @throws RecordError PATH_ERROR for a path that leads elsewhere, or to something that is not a regular file
 */
export function transcriptFile(path: string, roots: readonly string[]): string | undefined {
  const real = realFile(path) ?? realFolder(path) ?? realSpecial(path);
  if (real === undefined) return undefined;
  const inside = roots.some((root) => {
    const realRoot = realFolder(root);
    return realRoot !== undefined && real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
  });
  if (!inside) {
    throw new RecordError(
      "PATH_ERROR",
      { reason: "The transcript lies outside the allowed folders", path, allowed: roots.join(", ") },
      "Pass a transcript below the home folder or the temporary folder",
    );
  }
  // What has no size may be a pipe, and reading from one would hang.
  if (realFolder(real) !== undefined || (sizeOf(real) === 0 && !statSync(real).isFile())) {
    throw new RecordError(
      "PATH_ERROR",
      { reason: "Not a regular file", path },
      "Pass the path of a transcript file (.jsonl)",
    );
  }
  return real;
}

/** What can only be told with care: a pipe, a device, or nothing. */
function realSpecial(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(path, error);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

export const unreadable = (path: string, error: unknown): RecordError =>
  new RecordError(
    "READ_ERROR",
    { reason: error instanceof Error ? error.message : String(error), path },
    "Check that the file exists and may be read by this user",
  );

/**
 * Whether a line begins (or the line break of a consumed one stands) at the offset. A file in which none does was
 * rewritten since, and is read from its start.
 *
 * @param read the bytes from one place up to another
 */
export async function beginsLine(
  read: (from: number, to: number) => Uint8Array | Promise<Uint8Array>,
  offset: number,
  size: number,
): Promise<boolean> {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > size) return false;
  if (offset === 0) return true;
  const around = await read(offset - 1, Math.min(offset + 1, size));
  return (
    around[0] === LINE_BREAK || around[1] === LINE_BREAK || (offset === size && around[0] === CLOSE_BRACE)
  );
}
