/**
 * `index.md` on the disk: one line per active record, derived from the record files. Git ignores it, so a pull or a checkout
 * changes records without it; that shows in the times of the category folders.
 */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { writeAtomic } from "../../host/atomic.ts";
import { timeOf } from "../../host/quick-fs.ts";
import { formatIndexLine, type IndexEntry, parseIndexLine } from "../../record/index-line.ts";
import { INDEX_FILE, type Layout } from "./layout.ts";
import { readPlainFile } from "./read.ts";

const INDEX_MAX_BYTES = 100_000_000;

/** The text of `index.md`; undefined if it is missing, unreadable, a link, or left empty by a failing machine. */
export function readIndex(root: string): string | undefined {
  const file = readPlainFile(join(root, INDEX_FILE), INDEX_MAX_BYTES);
  if (file === undefined || "problem" in file) return undefined;
  const text = file.bytes.toString("utf8");
  return text.trim() === "" ? undefined : text;
}

/**
 * Whether record files came or went after `index.md` was written: a category's folder is newer than it, or one of which it lists
 * records is gone. A file changed in its place, as some editors do, does not show; nor does what happens within the same
 * millisecond. False if there is no index.
 */
export function isIndexBehind(layout: Layout): boolean {
  const written = indexTime(layout);
  if (written === undefined) return false;
  const times = folderTimes(layout);
  if (times.some(({ time }) => time !== undefined && time > written)) return true;
  const gone = times.filter(({ time }) => time === undefined);
  return gone.length > 0 && listsAny(layout, gone);
}

/** Makes `index.md` as new as the category folders, for a transaction that knows that it lists what they hold. */
export function markIndexCurrent(layout: Layout): void {
  const newest = Math.max(0, ...folderTimes(layout).map(({ time = 0 }) => time));
  // Half a millisecond more, so that no rounding makes it older.
  if (newest > (indexTime(layout) ?? newest)) {
    const time = (newest + 0.5) / 1_000;
    utimesSync(join(layout.root, INDEX_FILE), time, time);
  }
}

const indexTime = (layout: Layout): number | undefined => timeOf(join(layout.root, INDEX_FILE));

interface FolderTime {
  folder: string;
  /** Milliseconds since the epoch of the last change; undefined if there is no such folder. */
  time: number | undefined;
}

const folderTimes = ({ root, byFolder }: Layout): FolderTime[] =>
  [...byFolder.keys()].map((folder) => ({ folder, time: timeOf(join(root, folder)) }));

/** Whether the index has a record of one of these folders. Only lines that name one are parsed. */
function listsAny({ root, memoryRoot }: Layout, folders: readonly FolderTime[]): boolean {
  const text = readIndex(root) ?? "";
  return folders.some(
    ({ folder }) =>
      text.includes(`/${folder}/`) &&
      text
        .split("\n")
        .some(
          (line) =>
            line.includes(`/${folder}/`) && parseIndexLine(line)?.path.startsWith(`${memoryRoot}/${folder}/`),
        ),
  );
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
