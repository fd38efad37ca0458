/** The record files of one project: the truth of what it has decided and learned. */
import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeAtomic } from "../../host/atomic.ts";
import { systemCode, writeError } from "../../host/fs-error.ts";
import { isThere } from "../../host/quick-fs.ts";
import type { CategoryName } from "../../record/category.ts";
import { RecordError } from "../../record/error.ts";
import { type IndexEntry, parseIndex } from "../../record/index-line.ts";
import type { FileStamp } from "../port.ts";
import { isIndexBehind, readIndex } from "./index-file.ts";
import {
  absolutePath,
  categoryOf,
  checkRoot,
  type Layout,
  type LayoutOptions,
  locate,
  openLayout,
  type RecordPath,
} from "./layout.ts";
import type { LockOptions } from "./lock.ts";
import type { FileProblem, StoredRecord } from "./read.ts";
import { fileStamps, projectPath, readAt, type ScanResult, scanRoot } from "./scan.ts";
import { folderTimes } from "./stamps.ts";
import type { RecordTransaction } from "./transaction.ts";

const IGNORED = `# Derived by recollect, or of use on this machine only.
index.md
.lock
.lock.owner
*.tmp
*.invalid.*
`;

export interface RecordFiles {
  readonly layout: Layout;
  /** Absolute path of the memory root. */
  readonly root: string;
  /** Whether the memory root is there. */
  exists(): boolean;
  /** Modification times of the category folders, by folder name. A folder's changes whenever a record in it is written. */
  folderStamps(): Map<string, FileStamp>;
  /**
   * Modification times and sizes of the files of a category's folder that can be records, by path; a problem if the folder
   * cannot be listed. Reads none of them.
   */
  fileStamps(folder: string): Map<RecordPath, FileStamp> | FileProblem;
  /** The record at a path; undefined if there is no file. Never throws for what the file is or holds. */
  read(path: RecordPath): StoredRecord | FileProblem | undefined;
  /** Every record and every unusable file. Take stamps before, so that changes meanwhile are seen the next time. */
  scan(): ScanResult;
  /** The record that a person's or model's words mean; see `locate` in layout.ts for what it accepts and refuses. */
  locate(target: string, category?: CategoryName): RecordPath;
  /** A record's path relative to the project's folder. */
  projectPath(path: RecordPath): string;
  /** The entries of `index.md` as it stands; undefined if there is none. */
  index(): IndexEntry[] | undefined;
  /** The same, but undefined too if records came or went since it was written: the next transaction writes it anew. */
  currentIndex(): IndexEntry[] | undefined;
  /** Makes the memory root and its `.gitignore` where they are missing. Throws `WRITE_ERROR`, `SECURITY_ERROR`. */
  ensure(): void;
  /**
   * Runs `fn` under the lock of the memory root, then brings `index.md` up to date, also when `fn` throws after some writes.
   * `fn` is synchronous: nothing is awaited under the lock. After a transaction that was killed, its remains are healed first;
   * an `index.md` that others' changes have left behind is not believed and written anew.
   *
   * @throws RecordError `LOCK_ERROR` if the lock is not had in time (nothing is written then), and whatever `fn` throws.
   */
  transact<T>(fn: (tx: RecordTransaction) => T, options?: LockOptions): Promise<T>;
}

/** Opens, without making anything. Throws as `openLayout` does. */
export function openRecordFiles(options: LayoutOptions): RecordFiles {
  const layout = openLayout(options);
  const { root } = layout;
  const index = (): IndexEntry[] | undefined => {
    const text = readIndex(root);
    return text === undefined ? undefined : parseIndex(text);
  };
  return {
    layout,
    root,
    exists: () => isThere(root),
    folderStamps: () => folderTimes(root, layout.byFolder.keys()),
    fileStamps: (folder) => fileStamps(layout, folder),
    read: (path) => readChecked(layout, path),
    scan: () => scanRoot(layout),
    locate: (target, category) => locate(layout, target, category),
    projectPath: (path) => projectPath(layout, path),
    index,
    currentIndex: () => (isIndexBehind(layout) ? undefined : index()),
    ensure: () => ensure(layout),
    async transact(fn, lockOptions) {
      ensure(layout);
      // Most processes only read: what writes is loaded when it is needed.
      const { transact } = await import("./transact.ts");
      return transact(layout, fn, lockOptions);
    },
  };
}

function readChecked(layout: Layout, path: RecordPath): StoredRecord | FileProblem | undefined {
  try {
    absolutePath(layout, path);
    return readAt(layout, path, categoryOf(layout, path));
  } catch (error) {
    const code = systemCode(error);
    if (code !== undefined) return { path, problem: `the file cannot be reached (${code})` };
    if (!(error instanceof RecordError)) throw error;
    return { path, problem: `${error.details.got ?? "not the path of a record"}. ${error.fix}` };
  }
}

function ensure(layout: Layout): void {
  checkRoot(layout);
  const ignore = join(layout.root, ".gitignore");
  try {
    mkdirSync(layout.root, { recursive: true });
  } catch (error) {
    throw writeError(layout.root, error);
  }
  if (!lstatSync(ignore, { throwIfNoEntry: false })) writeAtomic(ignore, IGNORED);
}
