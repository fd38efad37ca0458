/** Garbage collection: retired records whose grace period is over are deleted, or archived if the configuration says so. */
import { RecordError } from "../../record/error.ts";
import { archiveRetired, purgeable } from "../../record/lifecycle.ts";
import type { RecordPath } from "./layout.ts";
import type { LockOptions } from "./lock.ts";
import { type FileProblem, isProblem, type StoredRecord } from "./read.ts";
import type { RecordFiles } from "./record-files.ts";
import type { ScanResult } from "./scan.ts";
import type { RecordTransaction } from "./transaction.ts";

export interface GcOptions extends LockOptions {
  /** Days from retirement to purge, 0–3,650. */
  graceDays: number;
  /** Archive instead of deleting. */
  archiveRetired: boolean;
  now: Date;
  /** Look at these records only (paths relative to the memory root), without reading all others. */
  paths?: readonly RecordPath[];
  /** Report what would be done, and do nothing. */
  dryRun?: boolean;
}

export interface GcItem {
  /** Relative to the project's folder. */
  path: string;
  title: string;
  retired_at: string;
}

export interface GcResult {
  purged: GcItem[];
  archived: GcItem[];
  /** Retired records left alone, and why: no readable time of retirement, or a file that could not be changed. */
  skipped: { path: string; reason: string }[];
  /** Retired records still within their grace period. */
  waiting: number;
  /** Unusable files met on the way; relative to the memory root. */
  problems: FileProblem[];
}

/**
 * Collects under the lock. One record that fails does not keep the others.
 *
 * @throws RecordError `LOCK_ERROR`, `WRITE_ERROR` if the memory root itself cannot be used.
 */
export function gc(files: RecordFiles, options: GcOptions): Promise<GcResult> {
  if (!files.exists()) return Promise.resolve(emptyResult());
  return options.dryRun
    ? Promise.resolve(plan(files, options))
    : files.transact((tx) => collect(tx, options), options);
}

/** What `collect` would do, seen without the lock. */
function plan(files: RecordFiles, options: GcOptions): GcResult {
  const { records, problems } = options.paths ? those(options.paths, files.read) : files.scan();
  return sortOut(records, problems, options, files.projectPath, () => undefined);
}

function collect(tx: RecordTransaction, options: GcOptions): GcResult {
  const { records, problems } = options.paths ? those(options.paths, tx.read) : tx.scan();
  const now = options.now.toISOString();
  return sortOut(records, problems, options, tx.projectPath, ({ path, record }) => {
    if (options.archiveRetired)
      tx.put(path, archiveRetired(record, { now, graceDays: options.graceDays }).record);
    else tx.remove(path);
  });
}

function those(
  paths: readonly RecordPath[],
  read: (path: RecordPath) => StoredRecord | FileProblem | undefined,
): ScanResult {
  const found = paths.flatMap((path) => read(path) ?? []);
  return {
    records: found.flatMap((each) => (isProblem(each) ? [] : [each])),
    problems: found.filter(isProblem),
  };
}

function sortOut(
  records: readonly StoredRecord[],
  problems: FileProblem[],
  { graceDays, archiveRetired: archives, now }: GcOptions,
  projectPath: (path: string) => string,
  act: (stored: StoredRecord) => void,
): GcResult {
  const result: GcResult = { ...emptyResult(), problems };
  for (const stored of records) {
    const { record } = stored;
    if (record.record_status !== "retired") continue;
    const path = projectPath(stored.path);
    const { title, retired_at } = record;
    if (typeof retired_at !== "string" || Number.isNaN(Date.parse(retired_at))) {
      result.skipped.push({
        path,
        reason: "retired_at is missing or no time; set it, or restore the record",
      });
    } else if (!purgeable(record, now.toISOString(), graceDays)) {
      result.waiting += 1;
    } else {
      const failure = attempt(() => act(stored));
      if (failure !== undefined) result.skipped.push({ path, reason: failure });
      else (archives ? result.archived : result.purged).push({ path, title, retired_at });
    }
  }
  return result;
}

/** What went wrong, or undefined. */
function attempt(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return `${error.message}. ${error.fix}`;
  }
}

const emptyResult = (): GcResult => ({ purged: [], archived: [], skipped: [], waiting: 0, problems: [] });
