/** Looking at all record files of a memory root. Needs no lock: files change in one step each. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../../host/fs-error.ts";
import type { Category } from "../../record/category.ts";
import { RecordError } from "../../record/error.ts";
import type { IndexEntry } from "../../record/index-line.ts";
import type { FileStamp } from "../port.ts";
import { checkFolder, isRecordName, type Layout, type RecordPath } from "./layout.ts";
import {
  type FileProblem,
  isProblem,
  parseStored,
  RECORD_MAX_BYTES,
  readPlainFile,
  type StoredRecord,
} from "./read.ts";

/** Every record, whatever its status, and every file that should be one and is not; each sorted by path. */
export interface ScanResult {
  records: StoredRecord[];
  problems: FileProblem[];
}

export function scanRoot(layout: Layout): ScanResult {
  const all = [...layout.byFolder.values()].map((category) => scanCategory(layout, category));
  return {
    records: all.flatMap((result) => result.records).sort(byPath),
    problems: all.flatMap((result) => result.problems).sort(byPath),
  };
}

export function scanCategory(layout: Layout, category: Category): ScanResult {
  const result: ScanResult = { records: [], problems: [] };
  let names: string[];
  try {
    names = jsonNames(layout, category);
  } catch (error) {
    return { records: [], problems: [folderProblem(category.folder, error)] };
  }
  for (const name of names) {
    const found = readAt(layout, `${category.folder}/${name}`, category);
    if (found === undefined) continue;
    if (isProblem(found)) result.problems.push(found);
    else result.records.push(found);
  }
  return result;
}

/** The record at a path whose folder has been checked. */
export function readAt(
  layout: Layout,
  path: RecordPath,
  category: Category,
): StoredRecord | FileProblem | undefined {
  if (!isRecordName(path.slice(path.indexOf("/") + 1))) {
    return { path, problem: "the file's name is no id (a–z, 0–9 and hyphens) with .json" };
  }
  const file = readPlainFile(join(layout.root, path), RECORD_MAX_BYTES);
  if (file === undefined) return undefined;
  return "problem" in file ? { path, problem: file.problem } : parseStored(path, category.name, file);
}

function jsonNames(layout: Layout, category: Category): string[] {
  if (!checkFolder(layout, category.folder)) return [];
  return readdirSync(join(layout.root, category.folder)).filter((name) => name.endsWith(".json"));
}

/** A folder whose files cannot be told, as a problem of its own. Rethrows what the file system did not say. */
function folderProblem(folder: string, error: unknown): FileProblem {
  if (error instanceof RecordError) {
    return { path: folder, problem: `the folder cannot be used: ${error.details.got ?? "not usable"}` };
  }
  const code = systemCode(error);
  if (code === undefined) throw error;
  return { path: folder, problem: `the folder cannot be read (${code})` };
}

/**
 * Modification times and sizes of the files of a category's folder that can be records, by path, without reading them.
 * A folder that cannot be listed is a problem; one that is not there, or is a link, has none.
 */
export function fileStamps(layout: Layout, folder: string): Map<RecordPath, FileStamp> | FileProblem {
  const stamps = new Map<RecordPath, FileStamp>();
  const absolute = join(layout.root, folder);
  try {
    if (!lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return stamps;
    for (const name of readdirSync(absolute)) {
      if (!isRecordName(name)) continue;
      const stat = lstatSync(join(absolute, name), { bigint: true, throwIfNoEntry: false });
      if (stat?.isFile()) {
        stamps.set(`${folder}/${name}`, { mtime: stat.mtimeNs.toString(), size: Number(stat.size) });
      }
    }
  } catch (error) {
    return systemCode(error) === "ENOENT" ? new Map() : folderProblem(folder, error);
  }
  return stamps;
}

/** The index entry of a record; undefined unless it is active. */
export function indexEntry(
  layout: Layout,
  { path, record }: Pick<StoredRecord, "path" | "record">,
): IndexEntry | undefined {
  if (record.record_status !== "active") return undefined;
  const category = layout.categories.get(record.category);
  return {
    category: category?.display ?? record.category.toUpperCase(),
    title: record.title,
    path: projectPath(layout, path),
    tags: record.tags,
  };
}

/** A record's path relative to the project's folder, with forward slashes. */
export const projectPath = (layout: Layout, path: RecordPath): string => `${layout.memoryRoot}/${path}`;

const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
