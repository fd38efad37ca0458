/** What may be done to record files while the lock is held. Files change at once; `index.md` follows at the end, once. */
import { mkdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeDurably, sweepTemporaries, syncFolder, writeAtomic } from "../../host/atomic.ts";
import { systemCode, writeError } from "../../host/fs-error.ts";
import type { Category, CategoryName } from "../../record/category.ts";
import { RecordError } from "../../record/error.ts";
import { type IndexEntry, parseIndex, renderIndex } from "../../record/index-line.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { changeIndex, markIndexCurrent, readIndex, writeIndex } from "./index-file.ts";
import {
  absolutePath,
  categoryOf,
  checkFolder,
  INDEX_FILE,
  type Layout,
  locate,
  type RecordPath,
} from "./layout.ts";
import { type FileProblem, md5, RECORD_MAX_BYTES, readPlainFile, type StoredRecord } from "./read.ts";
import { renderRecord } from "./render.ts";
import { indexEntry, projectPath, readAt, type ScanResult, scanCategory, scanRoot } from "./scan.ts";
import { folderTimes } from "./stamps.ts";

/**
 * Record files under the lock. Every method is synchronous, and throws once the transaction is over. Methods that take
 * a path throw `PATH_ERROR` or `SECURITY_ERROR` if it cannot be a record's, those that write `WRITE_ERROR` if it fails.
 */
export interface RecordTransaction {
  /** The record that a person's or model's words mean; see `locate` in layout.ts. */
  locate(target: string, category?: CategoryName): RecordPath;
  categoryOf(path: RecordPath): Category;
  /** The path relative to the project's folder. */
  projectPath(path: RecordPath): string;
  /** Whether any file is there, readable or not. */
  exists(path: RecordPath): boolean;
  read(path: RecordPath): StoredRecord | FileProblem | undefined;
  /** Writes a record, new or not, and returns the MD5 of its file in hex. */
  put(path: RecordPath, record: ProjectRecord): string;
  /** Writes `record` at `to`, where nothing may be yet, and removes `from` when the index has followed. Returns the MD5. */
  rename(from: RecordPath, to: RecordPath, record: ProjectRecord): string;
  /** Deletes the file. One that is not there is no error. */
  remove(path: RecordPath): void;
  /** The active records as `index.md` lists them, this transaction's changes included. */
  index(): IndexEntry[];
  /** The category's records of every status, in order of their paths; unreadable files are left out. */
  records(category: CategoryName): StoredRecord[];
  /** Every record of every category. Reads all files. */
  scan(): ScanResult;
  /** Makes the end of the transaction write the index anew from all files, instead of changing its lines. */
  rebuildIndex(): void;
  /** Removes temporary files that crashed writers left. Returns their paths relative to the memory root. */
  sweep(): string[];
}

/** A transaction and how it ends. */
export interface OpenTransaction {
  readonly tx: RecordTransaction;
  /** Brings the index up to date. Never throws: an index that cannot be written is removed, and the answer is "unfinished". */
  finish(): "finished" | "unfinished";
}

export function openTransaction(layout: Layout): OpenTransaction {
  const changed = new Map<RecordPath, IndexEntry | undefined>();
  /** Old names of renamed records: gone for this transaction, deleted once the index has followed. */
  const leaving = new Set<RecordPath>();
  /** What `index.md` said at first sight; read once, because no one else changes it meanwhile. */
  let listed: IndexEntry[] | undefined;
  let scanned: ScanResult | undefined;
  let rebuild = false;
  let open = true;

  const check = (path: RecordPath): string => {
    if (!open) throw new Error("This transaction is over");
    return absolutePath(layout, path);
  };
  const indexText = (): string | undefined => {
    const text = rebuild ? undefined : readIndex(layout.root);
    return text === undefined ? undefined : changeIndex(text, byProjectPath(layout, changed));
  };
  const activeEntries = (): IndexEntry[] => {
    scanned ??= scanRoot(layout);
    const untouched = scanned.records.filter(({ path }) => !changed.has(path));
    const added = [...changed.values()].filter((entry) => entry !== undefined);
    return [...untouched.flatMap((stored) => indexEntry(layout, stored) ?? []), ...added];
  };
  const listedEntries = (): IndexEntry[] => {
    const text = rebuild ? undefined : readIndex(layout.root);
    return text === undefined ? activeEntries() : parseIndex(text);
  };

  const tx: RecordTransaction = {
    locate: (target, category) => locate(layout, target, category),
    categoryOf: (path) => categoryOf(layout, path),
    projectPath: (path) => projectPath(layout, path),
    exists: (path) => plain(check(path)) !== undefined && !leaving.has(path),
    read(path) {
      check(path);
      return leaving.has(path) ? undefined : readAt(layout, path, categoryOf(layout, path));
    },
    put(path, record) {
      const absolute = check(path);
      const text = renderRecord(record);
      checkSize(projectPath(layout, path), text);
      makeFolder(layout, dirname(absolute), categoryOf(layout, path).folder);
      writeAtomic(absolute, text);
      leaving.delete(path);
      changed.set(path, indexEntry(layout, { path, record }));
      return md5(Buffer.from(text, "utf8"));
    },
    rename(from, to, record) {
      check(from);
      if (tx.exists(to)) {
        const target = projectPath(layout, to);
        throw new RecordError(
          "WRITE_ERROR",
          { target, got: "a file is there already" },
          "Choose another name",
        );
      }
      const hash = tx.put(to, record);
      leaving.add(from);
      changed.set(from, undefined);
      return hash;
    },
    remove(path) {
      removeDurably(check(path));
      changed.set(path, undefined);
    },
    index() {
      listed ??= listedEntries();
      const changes = byProjectPath(layout, changed);
      const added = [...changes.values()].filter((entry) => entry !== undefined);
      return [...listed.filter(({ path }) => !changes.has(path)), ...added];
    },
    records: (name) => {
      const category = layout.categories.get(name);
      if (!category) return [];
      return scanCategory(layout, category)
        .records.filter(({ path }) => !leaving.has(path))
        .sort(byPath);
    },
    scan() {
      scanned = scanRoot(layout);
      return scanned;
    },
    rebuildIndex() {
      rebuild = true;
    },
    sweep: () => [
      // Only the root has writers without the lock: those of its `.gitignore` and of the configuration.
      ...sweepTemporaries(layout.root, Date.now() - 60_000),
      ...[...folderTimes(layout.root, layout.byFolder.keys()).keys()].flatMap((folder) =>
        sweepTemporaries(join(layout.root, folder), Number.POSITIVE_INFINITY).map(
          (name) => `${folder}/${name}`,
        ),
      ),
    ],
  };

  return {
    tx,
    finish() {
      open = false;
      try {
        if (rebuild || changed.size > 0) writeIndexNow(layout, indexText, activeEntries);
        for (const path of leaving) removeDurably(absolutePath(layout, path));
        if (changed.size > 0) markIndexCurrent(layout);
        return "finished";
      } catch {
        dropIndex(layout);
        return "unfinished";
      }
    },
  };
}

function writeIndexNow(layout: Layout, change: () => string | undefined, rebuilt: () => IndexEntry[]): void {
  const text = change();
  if (text === undefined) writeIndex(layout.root, renderIndex(rebuilt()));
  else if (text !== readIndex(layout.root)) writeIndex(layout.root, text);
}

/** No index is better than a wrong one: a missing one is rebuilt. */
function dropIndex(layout: Layout): void {
  try {
    unlinkSync(join(layout.root, INDEX_FILE));
  } catch {
    // The next transaction finds this one unfinished and rebuilds.
  }
}

function makeFolder(layout: Layout, absolute: string, folder: string): void {
  if (checkFolder(layout, folder)) return;
  try {
    mkdirSync(absolute);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw writeError(absolute, error);
  }
  syncFolder(layout.root);
  checkFolder(layout, folder);
}

const plain = (absolute: string): ReturnType<typeof readPlainFile> =>
  readPlainFile(absolute, RECORD_MAX_BYTES);

function checkSize(target: string, text: string): void {
  const size = Buffer.byteLength(text, "utf8");
  if (size <= RECORD_MAX_BYTES) return;
  throw new RecordError(
    "WRITE_ERROR",
    { target, expected: `at most ${RECORD_MAX_BYTES} bytes`, got: `${size} bytes` },
    "Shorten the record's content",
  );
}

const byProjectPath = (
  layout: Layout,
  changed: ReadonlyMap<RecordPath, IndexEntry | undefined>,
): Map<string, IndexEntry | undefined> =>
  new Map([...changed].map(([path, entry]) => [projectPath(layout, path), entry]));

const byPath = (a: StoredRecord, b: StoredRecord): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
