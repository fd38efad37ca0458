/** Failures of the file system as errors that say what, where and how to mend it. */
import { RecordError } from "../record/error.ts";

const FIXES: Readonly<{ [code: string]: string }> = {
  ENOSPC: "Free some disk space, then repeat; nothing was changed",
  EDQUOT: "Free some of your disk quota, then repeat; nothing was changed",
  EFBIG: "Shorten the text, or raise the limit on file sizes, then repeat; nothing was changed",
  EROFS: "The file system is read-only: make it writable, or set memory_root to a writable folder",
  EACCES: "Give yourself permission to write to this folder, then repeat",
  EPERM: "Give yourself permission to write to this folder, then repeat",
  EMFILE: "Too many files are open: close some programs, then repeat",
  ENFILE: "Too many files are open: close some programs, then repeat",
  ENAMETOOLONG: "Choose a shorter name",
  EIO: "The disk reported a failure: check it, then repeat",
};

/** The error code that the operating system gave, e.g. `ENOENT`; undefined if it was not such an error. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** A `WRITE_ERROR` for a failed change at `path`. An error that is a `RecordError` already is returned as it is. */
export function writeError(path: string, error: unknown): RecordError {
  if (error instanceof RecordError) return error;
  const code = systemCode(error);
  const got = error instanceof Error ? error.message : String(error);
  const fix = (code && FIXES[code]) ?? "Check that the folder exists and can be written to, then repeat";
  return new RecordError("WRITE_ERROR", { target: path, ...(code ? { cause: code } : {}), got }, fix);
}
