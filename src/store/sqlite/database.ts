/** Opening the database file: safely, privately, and whatever state it is in. */
import { constants, Database, SQLiteError } from "bun:sqlite";
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { isThere, realFolder, sizeOf } from "../../host/quick-fs.ts";
import { StoreError } from "../error.ts";
import { DATABASE_VERSION, databaseVersion } from "./version.ts";

/** SQLite's own files beside the database. */
export const COMPANIONS = ["-wal", "-shm"] as const;
/** Primary result codes: https://www.sqlite.org/rescode.html */
export const SQLITE = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  NOMEM: 7,
  READONLY: 8,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const;

/** Written beside the database when a query met damage, so that the next opening looks into it. */
export const SUSPECT = "-suspect";

export interface Opened {
  readonly db: Database;
  readonly notices: readonly string[];
}

export interface OpenOptions {
  /** Milliseconds. */
  readonly busyTimeout: number;
  readonly now: () => Date;
  /** Whether the usual case may do without looking after the rights to the file. */
  readonly quick: boolean;
}

/** @throws StoreError */
export function openDatabase(path: string, { busyTimeout, now, quick }: OpenOptions): Opened {
  const notices: string[] = [];
  const usual = quick ? connectQuickly(path, busyTimeout) : undefined;
  if (usual) return { db: usual, notices };
  try {
    const file = prepareFile(path);
    const suspect = existsSync(path + SUSPECT);
    try {
      return { db: connect(path, busyTimeout, suspect, notices), notices };
    } catch (error) {
      if (!isDamage(error)) throw error;
      notices.push(mend().setAside(path, file, now()));
      prepareFile(path);
      return { db: connect(path, busyTimeout, false, notices), notices };
    }
  } catch (error) {
    throw asStoreError(error, path);
  }
}

/**
 * The usual case, without a look at files that would cost more than the opening: the database is there, is no link
 * (SQLite refuses one with NOFOLLOW, and wants the folder's real path for that), is of this version and not suspect.
 * Anything else, and every failure, is for the careful way to find out about.
 */
function connectQuickly(path: string, busyTimeout: number): Database | undefined {
  const slash = path.lastIndexOf("/");
  const folder = realFolder(path.slice(0, slash));
  if (folder === undefined || sizeOf(path) === 0 || isThere(path + SUSPECT)) return undefined;
  const { SQLITE_OPEN_READWRITE, SQLITE_OPEN_NOFOLLOW } = constants;
  let db: Database | undefined;
  try {
    db = new Database(`${folder}${path.slice(slash)}`, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW);
    prepareConnection(db, busyTimeout);
    db.run("PRAGMA wal_autocheckpoint = 0");
    if (databaseVersion(db) === DATABASE_VERSION) return db;
  } catch (error) {
    // The careful way meets the same trouble and tells of it; only waiting is not to be done twice.
    if (hasCode(error, SQLITE.BUSY, SQLITE.LOCKED)) {
      db?.close();
      throw asStoreError(error, path);
    }
  }
  db?.close();
  return undefined;
}

function prepareConnection(db: Database, busyTimeout: number): void {
  db.run(
    `PRAGMA busy_timeout = ${wholeMs(busyTimeout)}; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON`,
  );
}

const wholeMs = (timeout: number): number => Math.max(0, Math.floor(timeout));

/**
 * Empties the write-ahead log into the database, if it is longer than `over` bytes and no one is reading from it.
 *
 * After processes that ended without closing, the next to open the database alone goes through the whole log, and
 * takes none of it for copied (https://www.sqlite.org/walformat.html#recovery): left to SQLite's automatic checkpoints,
 * which copy but do not shorten it, from a thousand pages on every single write would copy all of it anew.
 */
export function foldLog(
  db: Database,
  path: string,
  { over, busyTimeout }: { over: number; busyTimeout: number },
): void {
  if (sizeOf(`${path}-wal`) <= over) return;
  db.run("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
  db.run(`PRAGMA busy_timeout = ${wholeMs(busyTimeout)}`);
}

/**
 * Makes the folder (0700) and the file (0600) if there are none, and takes others' rights to a file away. An
 * existing folder's mode is its owner's business: the path may have been chosen by hand.
 */
function prepareFile(path: string): Stats {
  const known = lstatSync(path, { throwIfNoEntry: false });
  if (!known) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      closeSync(openSync(path, "wx", 0o600));
    } catch (error) {
      if (!isErrno(error, "EEXIST")) throw error;
    }
    return safe(path, lstatSync(path));
  }
  safe(path, known);
  if (process.platform !== "win32" && (known.mode & 0o077) !== 0) {
    for (const file of [path, ...COMPANIONS.map((suffix) => path + suffix)]) {
      if (existsSync(file)) chmodSync(file, 0o600);
    }
  }
  return known;
}

function safe(path: string, stat: Stats): Stats {
  if (stat.isFile()) return stat;
  const what = stat.isSymbolicLink() ? "The database is a symbolic link" : "The database is not a file";
  throw new StoreError(
    "UNSAFE_PATH",
    path,
    what,
    "Move it away, or set RECOLLECT_DATABASE to the file itself.",
  );
}

function connect(path: string, busyTimeout: number, suspect: boolean, notices: string[]): Database {
  const db = new Database(path, { readwrite: true, create: false });
  try {
    prepareConnection(db, busyTimeout);
    const version = databaseVersion(db);
    if (version > DATABASE_VERSION) {
      throw new StoreError(
        "NEWER_DATABASE",
        path,
        `The database has version ${version}, this program knows up to ${DATABASE_VERSION}`,
        "Update recollect; until then the database is left untouched.",
      );
    }
    if (version < DATABASE_VERSION) {
      switchToLog(db, busyTimeout);
      const { migrate } = require("./migrations.ts") as typeof import("./migrations.ts");
      migrate(db);
    }
    if (suspect) inspect(db, path, notices);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Milliseconds until it is tried again. */
const SWITCH_AGAIN_MS = 5;

/** For this SQLite does not wait by itself while another process, which makes the same database, has it. */
function switchToLog(db: Database, busyTimeout: number): void {
  const until = performance.now() + busyTimeout;
  while (true) {
    try {
      db.run("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!hasCode(error, SQLITE.BUSY, SQLITE.LOCKED) || performance.now() >= until) throw error;
      Bun.sleepSync(SWITCH_AGAIN_MS);
    }
  }
}

/** Looks into a database in which a query met damage; beyond mending it is for setting aside. */
function inspect(db: Database, path: string, notices: string[]): void {
  const found = mend().heal(db);
  if (found === "beyond mending") throw new Damage(path);
  if (found === "healed")
    notices.push(`The search index in ${path} was damaged; it is rebuilt from the record files.`);
  rmSync(path + SUSPECT, { force: true });
}

/** Loaded when it is needed, which is hardly ever. */
const mend = (): typeof import("./mend.ts") => require("./mend.ts");

class Damage extends Error {
  constructor(path: string) {
    super(`${path} is damaged`);
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Damage || hasCode(error, SQLITE.CORRUPT, SQLITE.NOTADB);

/** What a SQLite or file-system error means to the program; damage leaves a mark for the next opening. */
export function asStoreError(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const make = (code: StoreError["code"], what: string, fix: string): StoreError =>
    new StoreError(code, path, `${what}: ${message}`, fix, { cause: error });
  // A damaged length in the search index makes SQLite ask for absurd amounts of memory: worth a look, too.
  if (isDamage(error) || hasCode(error, SQLITE.NOMEM)) {
    try {
      writeFileSync(path + SUSPECT, "", { mode: 0o600 });
    } catch {
      // without the mark the next query that meets the damage tries again
    }
    return make(
      "CORRUPT",
      "The database is damaged",
      "Run `recollect doctor`; it is mended when next opened.",
    );
  }
  if (hasCode(error, SQLITE.BUSY, SQLITE.LOCKED)) {
    return make(
      "LOCKED",
      "The database is busy",
      "Try again; if it lasts, look for a process that holds the file.",
    );
  }
  if (hasCode(error, SQLITE.FULL) || isErrno(error, "ENOSPC", "EDQUOT")) {
    return make("FULL", "The disk is full", "Make room on the disk that holds the database.");
  }
  if (
    hasCode(error, SQLITE.PERM, SQLITE.READONLY, SQLITE.CANTOPEN) ||
    isErrno(error, "EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST")
  ) {
    return make(
      "UNWRITABLE",
      "The database cannot be opened or written",
      "Give yourself write permission on the file and its folder, or set RECOLLECT_HOME to a folder of your own.",
    );
  }
  return make("FAILED", "The database refused", "Run `recollect doctor`.");
}

export const hasCode = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof SQLiteError && codes.includes(error.errno & 0xff);

const isErrno = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));
