/** The tables of what is done apart from sessions: jobs and the worker's seat, marks, usage, proposals. */
import { MEMORY_TYPES } from "../../memory/types.ts";
import { JOB_KINDS, JOB_STATES } from "../job-port.ts";
import { TABLES } from "../memory-rows.ts";
import { PROPOSAL_KINDS, PROPOSAL_STATES } from "../proposal-port.ts";
import { PURPOSES } from "../usage-port.ts";

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(", ");

/** `asked` grows with each asking: who finishes a job sees by it whether it was asked for again meanwhile. */
const jobs = `
CREATE TABLE jobs(
  kind TEXT NOT NULL CHECK(kind IN (${oneOf(JOB_KINDS)})),
  project TEXT NOT NULL,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL CHECK(json_valid(payload)),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK(state IN (${oneOf(JOB_STATES)})),
  due TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  asked INTEGER NOT NULL DEFAULT 1,
  begun INTEGER NOT NULL DEFAULT 0,
  owner TEXT,
  leased_until TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY(kind, project, subject)) WITHOUT ROWID;
CREATE INDEX takable_jobs ON jobs(coalesce(leased_until, due)) WHERE state <> 'dead';
CREATE TABLE seats(
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until TEXT NOT NULL) WITHOUT ROWID;
`;

const marks = `
CREATE TABLE marks(
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  source TEXT NOT NULL,
  client TEXT NOT NULL,
  path TEXT NOT NULL,
  folder TEXT NOT NULL,
  "offset" INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  carry TEXT NOT NULL DEFAULT '{}' CHECK(json_valid(carry)),
  at TEXT NOT NULL,
  closed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(project, session, source)) WITHOUT ROWID;
CREATE INDEX open_marks ON marks(at) WHERE closed = 0;
`;

const usage = `
CREATE TABLE usage(
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  project TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK(purpose IN (${oneOf(PURPOSES)})),
  executor TEXT NOT NULL,
  model TEXT NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  usd REAL NOT NULL,
  ok INTEGER,
  ms INTEGER,
  error TEXT) WITHOUT ROWID;
CREATE INDEX usage_by_time ON usage(at);
`;

const proposals = `
CREATE TABLE proposals(
  project TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK(kind IN (${oneOf(PROPOSAL_KINDS)})),
  state TEXT NOT NULL DEFAULT 'open' CHECK(state IN (${oneOf(PROPOSAL_STATES)})),
  title TEXT NOT NULL,
  body TEXT NOT NULL CHECK(json_valid(body)),
  sources TEXT NOT NULL CHECK(json_valid(sources)),
  why TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  decided_at TEXT,
  reason TEXT,
  result TEXT,
  PRIMARY KEY(project, id)) WITHOUT ROWID;
CREATE UNIQUE INDEX proposals_by_hash ON proposals(project, hash);
CREATE INDEX proposals_by_state ON proposals(project, state, id);
`;

/** Memories say where they came from. */
const provenance = MEMORY_TYPES.map(
  (type) =>
    `ALTER TABLE ${TABLES[type]} ADD COLUMN provenance TEXT CHECK(provenance IS NULL OR json_valid(provenance));`,
).join("\n");

export const work: string = [jobs, marks, usage, proposals, provenance].join("\n");

/** Work says which environment it is to be done in; and when a project was last looked after has a place of its own. */
export const environments = `
ALTER TABLE jobs ADD COLUMN env TEXT NOT NULL DEFAULT '';
ALTER TABLE marks ADD COLUMN env TEXT NOT NULL DEFAULT '';
CREATE TABLE runs(
  project TEXT NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY(project, kind)) WITHOUT ROWID;
INSERT INTO runs SELECT project, 'maintain', at FROM marks WHERE session = '' AND source = 'maintenance';
DELETE FROM marks WHERE session = '' AND source = 'maintenance';
`;
