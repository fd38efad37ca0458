/** Taking away what deleting leaves behind. */
import type { Database } from "bun:sqlite";
import { StoreError } from "../error.ts";

/**
 * Writes all of the database anew. FTS5 keeps what was deleted until it merges, and its blocks are rows like any other; then
 * no page is left that held anything else, and the log is emptied, which holds the pages as they were.
 *
 * @throws StoreError `LOCKED` where another process reads an older state: that stands in the log until it is done
 */
export function scrub(db: Database): void {
  db.run("INSERT INTO text_fts(text_fts) VALUES('optimize')");
  db.run("VACUUM");
  const emptied = db.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get();
  if (emptied?.busy === 0) return;
  throw new StoreError(
    "LOCKED",
    db.filename,
    "Another process reads from the database, so that what was deleted still stands in its log",
    "End what uses it, or wait, and run it again.",
  );
}
