/** The tables, by version. A migration, once released, is never changed: a later one amends it. */
import type { Database } from "bun:sqlite";
import { memories } from "./memory-tables.ts";
import { text } from "./text-tables.ts";
import { DATABASE_VERSION, databaseVersion } from "./version.ts";
import { environments, work } from "./work-tables.ts";

/** Projection, with an FTS5 table for each place (`fts_<no>`), made with its first records. */
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
 * Records and memories are searched together, in an index of their own (`text-tables.ts`). The projection is derived: what
 * it held is read from the files again.
 */
function together(db: Database): void {
  const tables = db.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE name GLOB 'fts_[0-9]*' AND sql LIKE 'CREATE VIRTUAL%'",
  );
  for (const { name } of tables.all()) db.run(`DROP TABLE "${name}"`);
  db.run(`
    DROP TABLE terms;
    DELETE FROM records;
    DELETE FROM places;
    ALTER TABLE places DROP COLUMN active;
    ALTER TABLE records DROP COLUMN passages;
    ALTER TABLE records DROP COLUMN prominent;
    ALTER TABLE records DROP COLUMN terms;
    ${text} ${memories}`);
}

/** Injections say what they cost and for which prompt; the user's own memories are found without going through all. */
const costs = `
ALTER TABLE injections ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE injections ADD COLUMN prompt TEXT;
CREATE INDEX users_episodic ON episodic_memories(id) WHERE scope = 'user';
CREATE INDEX users_semantic ON semantic_memories(id) WHERE scope = 'user';
CREATE INDEX users_prospective ON prospective_memories(id) WHERE scope = 'user';
CREATE INDEX users_procedural ON procedural_memories(id) WHERE scope = 'user';
`;

/** What was judged and not kept; and memories are found by what they say without going through all of a project. */
const refusals = `
CREATE TABLE refusals(
  project TEXT NOT NULL,
  hash TEXT NOT NULL,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY(project, hash)) WITHOUT ROWID;
CREATE INDEX episodic_by_hash ON episodic_memories(project, content_hash);
CREATE INDEX semantic_by_hash ON semantic_memories(project, content_hash);
CREATE INDEX prospective_by_hash ON prospective_memories(project, content_hash);
CREATE INDEX procedural_by_hash ON procedural_memories(project, content_hash);
`;

/** What always holds is found without going through all records of a place. */
const byCategory =
  "CREATE INDEX records_by_category ON records(place, category, status, updated_at DESC, path);";

/** Whether the answer to a prompt drew on what it was given. */
const uses = `
ALTER TABLE injections ADD COLUMN used INTEGER;
CREATE INDEX unjudged_injections ON injections(project, session) WHERE used IS NULL AND place = 'prompt';
CREATE INDEX injections_by_item ON injections(project, item);
`;

type Migration = string | ((db: Database) => void);

/** Migration n (from 1) leads from version n − 1 to n. */
export const MIGRATIONS: readonly Migration[] = [
  `${projection}${ledger}`,
  seen,
  synthetic,
  together,
  costs,
  refusals,
  byCategory,
  uses,
  work,
  environments,
];

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
