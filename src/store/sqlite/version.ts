/** The version of the tables. The way to it is long, and loaded by those who have to go it. */
import type { Database } from "bun:sqlite";

/** As many as there are migrations. */
export const DATABASE_VERSION = 9;

export const databaseVersion = (db: Database): number =>
  db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
