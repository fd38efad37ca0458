/** The version of a database's tables: known without knowing the tables, which hardly any process has to make. */
import type { Database } from "bun:sqlite";

/** What `migrations.ts` leads to. */
export const DATABASE_VERSION = 10;

export const databaseVersion = (db: Database): number =>
  db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
