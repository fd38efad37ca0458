/** What a bundle entry weighs with every chunk it can load. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Bytes per entry: the hot entry as a whole, and those of its chunks that one event loads. */
export function loadedBytes(dist: string): Map<string, number> {
  return new Map([["the hot entry (all events)", total(join(dist, "hook.js"), new Set())]]);
}

/** Files reachable from an entry by static and dynamic imports of chunks, as absolute paths. */
export function reachable(file: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, path = ""] of text.matchAll(/(?:from|import)\s*\(?["'](\.{1,2}\/[^"']+\.js)["']/g)) {
    reachable(join(dirname(file), path), seen);
  }
  return seen;
}

const total = (file: string, seen: Set<string>): number =>
  [...reachable(file, seen)].reduce((sum, path) => sum + readFileSync(path).byteLength, 0);
