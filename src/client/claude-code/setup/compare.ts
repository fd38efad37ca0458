/** Whether files and folders hold the same, so that a repeated installation has nothing to do. */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

const CHUNK = 4 * 1024 * 1024;

/** Same file, or same bytes. False where either is missing. */
export function sameFileContent(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (!one?.isFile() || !other?.isFile() || one.size !== other.size) return false;
  if (one.ino === other.ino && one.dev === other.dev) return true;
  const [left, right] = [openSync(a, "r"), openSync(b, "r")];
  try {
    const [bufferA, bufferB] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
    for (;;) {
      const read = readSync(left, bufferA, 0, CHUNK, null);
      const matched = readSync(right, bufferB, 0, CHUNK, null);
      if (read !== matched || !bufferA.subarray(0, read).equals(bufferB.subarray(0, read))) return false;
      if (read === 0) return true;
    }
  } finally {
    closeSync(left);
    closeSync(right);
  }
}

/** Whether two folders hold the same files with the same bytes and the same executable bits, `except` aside (top level). */
export function sameTree(a: string, b: string, except: readonly string[] = []): boolean {
  const [left, right] = [filesOf(a, except), filesOf(b, except)];
  if (!left || !right || left.join("\0") !== right.join("\0")) return false;
  return left.every((file) => {
    const [one, other] = [join(a, file), join(b, file)];
    const executable = (path: string): boolean => (statSync(path).mode & 0o100) !== 0;
    return executable(one) === executable(other) && readFileSync(one).equals(readFileSync(other));
  });
}

/** Relative paths of all files, sorted; undefined where there is no such folder. */
export function filesOf(dir: string, except: readonly string[] = []): string[] | undefined {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const walk = (relative: string): string[] =>
    readdirSync(join(dir, relative), { withFileTypes: true }).flatMap((entry) => {
      const path = join(relative, entry.name);
      if (relative === "" && except.includes(entry.name)) return [];
      return entry.isDirectory() ? walk(path) : [path];
    });
  return walk("").sort();
}
