/**
 * One lock per memory root, held for a whole transaction.
 *
 * The lock is the operating system's own, on the file `<root>/.lock`: it ends with its owner, however that one ends, so there
 * is nothing to take over and no race about who may. SQLite brings the portable part (POSIX and Windows locks, several
 * holders in one process): a transaction begun IMMEDIATE on an empty database excludes every other one, and rolled
 * back writes nothing, so the file stays empty. See https://www.sqlite.org/lockingv3.html.
 *
 * Beside it lies `<root>/.lock.owner` while the lock is held: it names the owner to those who wait, and if it is found by the
 * next owner, the previous one did not come to its end and derived files need a look.
 */
import { Database } from "bun:sqlite";
import { closeSync, lstatSync, openSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { systemCode, writeError } from "../../host/fs-error.ts";
import { RecordError } from "../../record/error.ts";

export const LOCK_FILE = ".lock";
export const LOCK_OWNER_FILE = ".lock.owner";

export interface LockOptions {
  /** How long to wait for another owner, in milliseconds (0–60,000); 5,000 unless given. */
  timeoutMs?: number;
}

export interface HeldLock {
  /** The previous owner was killed, or failed to bring derived files up to date. */
  readonly interrupted: boolean;
  /** Gives the lock back. `unfinished` leaves a note for the next owner, who then finds it `interrupted`. */
  release(outcome: "finished" | "unfinished"): void;
}

/**
 * Waits for the lock of `root` (which must exist) and takes it.
 *
 * @throws RecordError `LOCK_ERROR` when it cannot be had in time or the file system knows no locks, `SECURITY_ERROR` when
 *   the lock file is not a plain file, `WRITE_ERROR` when it cannot be made.
 */
export async function acquireLock(root: string, options: LockOptions = {}): Promise<HeldLock> {
  const timeoutMs = Math.min(Math.max(options.timeoutMs ?? 5_000, 0), 60_000);
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const database = tryLock(join(root, LOCK_FILE));
    if (database) return hold(root, database);
    const left = deadline - performance.now();
    if (left <= 0) throw busy(root, timeoutMs);
    await Bun.sleep(Math.min(pause(attempt), left));
  }
}

/** Most transactions last a few milliseconds: look again soon at first, then every 20–50 ms; scattered, so that none starves. */
const pause = (attempt: number): number => (attempt < 4 ? 1 + Math.random() * 3 : 20 + Math.random() * 30);

/** The database whose open transaction is the lock, or undefined if someone else has it. */
function tryLock(path: string): Database | undefined {
  const before = lockFile(path);
  let database: Database | undefined;
  try {
    database = new Database(path, { readwrite: true, create: false });
    database.run("PRAGMA journal_mode = MEMORY");
    database.run("BEGIN IMMEDIATE");
    // Whoever removes the file while others use it would otherwise let two owners in, each with a file of its own.
    if (lockFile(path) === before) return database;
    database.close();
    return undefined;
  } catch (error) {
    database?.close();
    return refuseUnlessBusy(path, error);
  }
}

/**
 * The identity of the lock file, made if it is not there. It is never opened here when it exists: closing any descriptor
 * of a file drops all POSIX locks that this process has on it.
 */
function lockFile(path: string): bigint {
  for (;;) {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat) {
      if (stat.isFile() && stat.size === 0n) return stat.ino;
      throw new RecordError(
        "SECURITY_ERROR",
        {
          target: path,
          expected: "an empty plain file",
          got: stat.isFile() ? "a file with content" : "no plain file",
        },
        `Delete ${path}; it is made anew when needed`,
      );
    }
    try {
      closeSync(openSync(path, "wx", 0o644));
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw writeError(path, error);
    }
  }
}

function refuseUnlessBusy(path: string, error: unknown): undefined {
  const code = systemCode(error) ?? "";
  if (code.startsWith("SQLITE_BUSY")) return undefined;
  if (error instanceof RecordError) throw error;
  if (code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_READONLY")) throw writeError(path, error);
  throw new RecordError(
    "LOCK_ERROR",
    { target: path, got: error instanceof Error ? error.message : String(error) },
    "Nothing was written. If this file system cannot lock files, keep the project on a local disk",
  );
}

function hold(root: string, database: Database): HeldLock {
  const note = join(root, LOCK_OWNER_FILE);
  const interrupted = lstatSync(note, { throwIfNoEntry: false }) !== undefined;
  leaveNote(note);
  return {
    interrupted,
    release(outcome) {
      try {
        if (outcome === "finished") unlinkSync(note);
      } catch {
        // Then the next owner looks at the derived files once more than needed.
      } finally {
        database.run("ROLLBACK");
        database.close();
      }
    },
  };
}

/** Replaces the note. Made anew each time, never written through a link that someone put there. */
function leaveNote(note: string): void {
  const owner = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    unlinkSync(note);
  } catch {
    // none there
  }
  try {
    writeFileSync(note, `${JSON.stringify(owner)}\n`, { flag: "wx", mode: 0o644 });
  } catch {
    // A full disk: whatever the transaction writes next will tell.
  }
}

function busy(root: string, timeoutMs: number): RecordError {
  return new RecordError(
    "LOCK_ERROR",
    { target: join(root, LOCK_FILE), owner: ownerOf(root), waited: `${Math.round(timeoutMs)} ms` },
    "Nothing was written. Repeat in a moment; if the owner hangs, end that process",
  );
}

/** For people: who holds the lock, as far as its note tells. */
function ownerOf(root: string): string {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(root, LOCK_OWNER_FILE), "utf8"));
    if (typeof owner !== "object" || owner === null) return "unknown";
    const { pid, host, since } = owner as { [key: string]: unknown };
    return `process ${String(pid)} on ${String(host)} since ${String(since)}`;
  } catch {
    return "unknown";
  }
}
