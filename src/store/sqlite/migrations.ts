/** The tables, by version. A migration, once released, is never changed: a later one amends it. */
import type { Database } from "bun:sqlite";
import { memories } from "./memory-tables.ts";
import { text } from "./text-tables.ts";

/**
 * Projection. Each place (a memory root of a project) has an FTS5 table of its own, `fts_<no>`, made with its first
 * records, for two reasons. BM25 takes its statistics from the whole table, so in a shared one every other project
 * would change this one's ranking. And a shared table pays for the postings of all projects at each prompt (the
 * cost grows with the rows that hold a term), where this one pays only for its own. Against it: each FTS table
 * costs 12 µs of every opening, when SQLite reads the schema; `projection.ts` therefore keeps a bounded number.
 *
 * `terms` holds in how many active records of a place a term occurs. FTS5 knows it too, but `fts5vocab` walks the
 * postings to count them: 100 µs a term at 10,000 records, where this table takes 2.
 */
const projection = `
CREATE TABLE places(
  no INTEGER PRIMARY KEY,
  project TEXT NOT NULL,
  root TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 0,
  folders TEXT NOT NULL DEFAULT '{}',
  UNIQUE(project, root));
CREATE TABLE records(
  no INTEGER PRIMARY KEY,
  place INTEGER NOT NULL REFERENCES places(no) ON DELETE CASCADE,
  path TEXT NOT NULL,
  category TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  tags TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  confidence REAL,
  hash TEXT NOT NULL,
  mtime TEXT NOT NULL,
  size INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  prominent INTEGER NOT NULL,
  terms TEXT NOT NULL,
  json TEXT NOT NULL,
  UNIQUE(place, path));
CREATE TABLE terms(
  place INTEGER NOT NULL REFERENCES places(no) ON DELETE CASCADE,
  term TEXT NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY(place, term)) WITHOUT ROWID;
`;

const ledger = `
CREATE TABLE sessions(
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  client TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  transcript TEXT,
  "offset" INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  requests INTEGER NOT NULL DEFAULT 0,
  last_request_turn INTEGER,
  PRIMARY KEY(project, session)) WITHOUT ROWID;
CREATE INDEX sessions_by_start ON sessions(project, started_at);
CREATE TABLE signals(
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  hash TEXT NOT NULL,
  turn INTEGER NOT NULL,
  message INTEGER NOT NULL,
  category TEXT NOT NULL,
  boosted INTEGER NOT NULL,
  snippet TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  lifecycle_event TEXT,
  state TEXT NOT NULL CHECK(state IN ('pending', 'proposed')),
  PRIMARY KEY(project, session, hash)) WITHOUT ROWID;
CREATE TABLE activity(
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  turn INTEGER NOT NULL,
  message INTEGER NOT NULL,
  tool_uses INTEGER NOT NULL,
  tools TEXT NOT NULL,
  exchanges INTEGER NOT NULL,
  proposed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(project, session, turn)) WITHOUT ROWID;
CREATE TABLE injections(
  no INTEGER PRIMARY KEY,
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  item TEXT NOT NULL,
  version TEXT NOT NULL,
  place TEXT NOT NULL,
  score REAL NOT NULL,
  characters INTEGER NOT NULL,
  at TEXT NOT NULL,
  forgotten INTEGER NOT NULL DEFAULT 0);
CREATE INDEX injections_by_session ON injections(project, session, forgotten);
CREATE TABLE saved_records(
  no INTEGER PRIMARY KEY,
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  path TEXT NOT NULL,
  category TEXT NOT NULL,
  action TEXT NOT NULL,
  at TEXT NOT NULL);
CREATE INDEX saved_by_session ON saved_records(project, session);
`;

/** When a session was last seen: what is kept of it is forgotten some time after. */
const seen = `
ALTER TABLE sessions ADD COLUMN seen_at TEXT NOT NULL DEFAULT '';
UPDATE sessions SET seen_at = COALESCE(ended_at, started_at);
`;

/** The transcript lags behind: that the client began a turn by itself is noted when it does. */
const synthetic = "ALTER TABLE sessions ADD COLUMN synthetic INTEGER NOT NULL DEFAULT 0;";

/**
 * Records and memories are searched together: the projection is made anew for that. It is derived, so what it held is
 * read from the files again.
 */
function together(db: Database): void {
  const tables = db.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE name GLOB 'fts_[0-9]*' AND sql LIKE 'CREATE VIRTUAL%'",
  );
  for (const { name } of tables.all()) db.run(`DROP TABLE "${name}"`);
  db.run(`DROP TABLE terms; DROP TABLE records; DROP TABLE places; ${projectionAnew} ${text} ${memories}`);
}

const projectionAnew = `
CREATE TABLE places(
  no INTEGER PRIMARY KEY,
  project TEXT NOT NULL,
  root TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  folders TEXT NOT NULL DEFAULT '{}',
  UNIQUE(project, root));
CREATE TABLE records(
  no INTEGER PRIMARY KEY,
  place INTEGER NOT NULL REFERENCES places(no) ON DELETE CASCADE,
  path TEXT NOT NULL,
  category TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  tags TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  confidence REAL,
  hash TEXT NOT NULL,
  mtime TEXT NOT NULL,
  size INTEGER NOT NULL,
  json TEXT NOT NULL,
  UNIQUE(place, path));
`;

type Migration = string | ((db: Database) => void);

/** Migration n (from 1) leads from version n − 1 to n. */
export const MIGRATIONS: readonly Migration[] = [`${projection}${ledger}`, seen, synthetic, together];

export const DATABASE_VERSION: number = MIGRATIONS.length;

export const databaseVersion = (db: Database): number =>
  db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;

/**
 * Brings an older database up to date, each step in a transaction of its own. Two processes may do it at once: the
 * version is read again under the write lock.
 */
export function migrate(db: Database): void {
  while (databaseVersion(db) < DATABASE_VERSION) {
    db.transaction(() => {
      const version = databaseVersion(db);
      const step = MIGRATIONS[version];
      if (step === undefined) return;
      if (typeof step === "string") db.run(step);
      else step(db);
      db.run(`PRAGMA user_version = ${version + 1}`);
    }).immediate();
  }
}
