/** `index.md` on the disk: one line per active record, derived from the record files. */
import { join } from "node:path";
import { writeAtomic } from "../../host/atomic.ts";
import { formatIndexLine, type IndexEntry, parseIndexLine } from "../../record/index-line.ts";
import { INDEX_FILE } from "./layout.ts";
import { readPlainFile } from "./read.ts";

const INDEX_MAX_BYTES = 100_000_000;

/** The text of `index.md`; undefined if it is missing, unreadable, a link, or left empty by a failing machine. */
export function readIndex(root: string): string | undefined {
  const file = readPlainFile(join(root, INDEX_FILE), INDEX_MAX_BYTES);
  if (file === undefined || "problem" in file) return undefined;
  const text = file.bytes.toString("utf8");
  return text.trim() === "" ? undefined : text;
}

/** Writes the index's text. It is derived, so the disk may take its time. */
export const writeIndex = (root: string, text: string): void =>
  writeAtomic(join(root, INDEX_FILE), text, { flush: "later" });

/**
 * The index's text after lines of the given paths were taken out and those with an entry put in, at their place in the
 * order. Other lines stay as they are and are not even parsed, so that a write does not pay for ten thousand records.
 *
 * @param changes by path relative to the project: the entry now, or undefined if it is no longer active.
 */
export function changeIndex(text: string, changes: ReadonlyMap<string, IndexEntry | undefined>): string {
  const names = [...changes.keys()].map((path) => path.slice(path.lastIndexOf("/") + 1));
  const kept = text
    .replace(/\n+$/, "")
    .split("\n")
    .filter(
      (line) => !names.some((name) => line.includes(name)) || !changes.has(parseIndexLine(line)?.path ?? ""),
    );
  for (const entry of changes.values()) if (entry) insert(kept, entry);
  while (kept.at(-1) === "") kept.pop();
  const empty = !kept.some((line) => line.startsWith("- ["));
  return `${kept.join("\n")}\n${empty ? "\n" : ""}`;
}

function insert(lines: string[], entry: IndexEntry): void {
  const line = formatIndexLine(entry);
  const added = parseIndexLine(line) ?? entry;
  const first = lines.findIndex((candidate) => candidate.startsWith("- ["));
  if (first < 0) {
    if (lines.at(-1) !== "") lines.push("");
    lines.push(line);
    return;
  }
  let [low, high] = [first, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = parseIndexLine(lines[middle] ?? "");
    if (!other || before(other, added)) low = middle + 1;
    else high = middle;
  }
  lines.splice(low, 0, line);
}

/** The order of `renderIndex`: category, title regardless of case, path, all by code units. */
function before(a: IndexEntry, b: IndexEntry): boolean {
  if (a.category !== b.category) return a.category < b.category;
  const [left, right] = [a.title.toLowerCase(), b.title.toLowerCase()];
  return left === right ? a.path < b.path : left < right;
}
