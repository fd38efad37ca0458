/** Write transactions. */
import type { Database } from "bun:sqlite";

/**
 * Runs work in a transaction that holds the write lock from its beginning, and undoes it when the work throws. The same as
 * `db.transaction(work).immediate()`, which prepares a dozen statements before the first of them runs: more than a
 * hook's whole write takes. Within a transaction it is a part of that.
 */
export function immediately<T>(db: Database, work: () => T): T {
  if (db.inTransaction) return work();
  db.run("BEGIN IMMEDIATE");
  let done: T;
  try {
    done = work();
    db.run("COMMIT");
  } catch (error) {
    if (db.inTransaction) db.run("ROLLBACK");
    throw error;
  }
  return done;
}
