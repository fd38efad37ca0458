/** What `recollect index` does: rebuild, validate, query. */

import { RecordError } from "../../record/error.ts";
import { formatIndexLine, type IndexEntry } from "../../record/index-line.ts";
import { type HealResult, heal } from "./heal.ts";
import { INDEX_FILE } from "./layout.ts";
import type { LockOptions } from "./lock.ts";
import type { FileProblem } from "./read.ts";
import type { RecordFiles } from "./record-files.ts";
import { indexEntry, type ScanResult } from "./scan.ts";

/**
 * Writes `index.md` anew from the record files; without active records an empty one. Unusable files are reported and
 * skipped, remains of crashed writes healed.
 */
export const rebuildIndex = (files: RecordFiles, options?: LockOptions): Promise<HealResult> =>
  files.transact((tx) => heal(tx), options);

export interface IndexValidation {
  /** Whether `index.md` is there and lists exactly the active records. */
  ok: boolean;
  /** Whether `index.md` is there. */
  present: boolean;
  /** Active records without a line, or with another title or tags in it; paths relative to the project. */
  missing: string[];
  /** Lines without an active record, or twice the same, or with another title or tags; paths relative to the project. */
  stale: string[];
  problems: FileProblem[];
}

/** Compares `index.md` with the record files, as `scan` has just found them. Changes nothing. */
export function validateIndex(files: RecordFiles, scan: ScanResult = files.scan()): IndexValidation {
  const listed = files.index();
  const { records, problems } = scan;
  const due = lines(records.flatMap((stored) => indexEntry(files.layout, stored) ?? []));
  const found = lines(listed ?? []);
  const dueLines = new Set(due.map(({ line }) => line));
  const foundLines = new Set(found.map(({ line }) => line));
  const missing = due.filter(({ line }) => !foundLines.has(line)).map(({ path }) => path);
  const seen = new Set<string>();
  const stale = found
    .filter(({ line }) => {
      const again = seen.has(line);
      seen.add(line);
      return again || !dueLines.has(line);
    })
    .map(({ path }) => path);
  const present = listed !== undefined;
  return { ok: present && missing.length === 0 && stale.length === 0, present, missing, stale, problems };
}

const lines = (entries: readonly IndexEntry[]): { path: string; line: string }[] =>
  entries.map((entry) => ({ path: entry.path, line: formatIndexLine(entry) }));

/**
 * The lines of `index.md` that contain `keyword`, regardless of case, in the file's order.
 *
 * @throws RecordError `NOT_FOUND` if there is no index.
 */
export function queryIndex(files: RecordFiles, keyword: string): string[] {
  const entries = files.index();
  if (!entries) {
    throw new RecordError(
      "NOT_FOUND",
      { target: files.projectPath(INDEX_FILE) },
      "Run recollect index --rebuild",
    );
  }
  const wanted = keyword.toLowerCase();
  return entries.map(formatIndexLine).filter((line) => line.toLowerCase().includes(wanted));
}

export { type GcItem, type GcOptions, type GcResult, gc } from "./gc.ts";
export { quarantine } from "./quarantine.ts";
