/**
 * The tables of what is done apart from sessions: jobs and the worker's seat, marks, usage, proposals. JSON stays as it was
 * written: people read the bodies of proposals.
 */
import { MEMORY_TYPES } from "../../memory/types.ts";
import { JOB_KINDS, JOB_STATES } from "../job-port.ts";
import { TABLES } from "../memory-rows.ts";
import { PROPOSAL_KINDS, PROPOSAL_STATES } from "../proposal-port.ts";
import { PURPOSES } from "../usage-port.ts";
import { oneOf, TEXT } from "./memory-tables.ts";

/** `asked` grows with each asking: who finishes a job sees by it whether it was asked for again meanwhile. */
const jobs = `
CREATE TABLE jobs(
  project ${TEXT} NOT NULL,
  kind ${TEXT} NOT NULL CHECK(kind IN (${oneOf(JOB_KINDS)})),
  subject ${TEXT} NOT NULL,
  payload JSON NOT NULL,
  state ${TEXT} NOT NULL DEFAULT 'waiting' CHECK(state IN (${oneOf(JOB_STATES)})),
  due ${TEXT} NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  asked INTEGER NOT NULL DEFAULT 1,
  begun INTEGER NOT NULL DEFAULT 0,
  owner ${TEXT},
  leased_until ${TEXT},
  error ${TEXT},
  created_at ${TEXT} NOT NULL,
  PRIMARY KEY(project, kind, subject));
CREATE INDEX takable_jobs ON jobs(coalesce(leased_until, due)) WHERE state <> 'dead';
CREATE TABLE seats(
  project ${TEXT} NOT NULL,
  name ${TEXT} NOT NULL,
  owner ${TEXT} NOT NULL,
  until ${TEXT} NOT NULL,
  PRIMARY KEY(project, name));
`;

const marks = `
CREATE TABLE marks(
  project ${TEXT} NOT NULL,
  session ${TEXT} NOT NULL,
  source ${TEXT} NOT NULL,
  client ${TEXT} NOT NULL,
  path ${TEXT} NOT NULL,
  folder ${TEXT} NOT NULL,
  "offset" BIGINT NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  carry JSON NOT NULL DEFAULT '{}',
  at ${TEXT} NOT NULL,
  closed BOOLEAN NOT NULL DEFAULT false,
  PRIMARY KEY(project, session, source));
CREATE INDEX open_marks ON marks(at) WHERE NOT closed;
`;

const usage = `
CREATE TABLE usage(
  project ${TEXT} NOT NULL,
  id ${TEXT} NOT NULL,
  at ${TEXT} NOT NULL,
  purpose ${TEXT} NOT NULL CHECK(purpose IN (${oneOf(PURPOSES)})),
  executor ${TEXT} NOT NULL,
  model ${TEXT} NOT NULL,
  tokens_in BIGINT NOT NULL,
  tokens_out BIGINT NOT NULL,
  usd DOUBLE PRECISION NOT NULL,
  ok BOOLEAN,
  ms BIGINT,
  error ${TEXT},
  PRIMARY KEY(project, id));
CREATE INDEX usage_by_id ON usage(id);
CREATE INDEX usage_by_time ON usage(at);
`;

const proposals = `
CREATE TABLE proposals(
  project ${TEXT} NOT NULL,
  id ${TEXT} NOT NULL,
  kind ${TEXT} NOT NULL CHECK(kind IN (${oneOf(PROPOSAL_KINDS)})),
  state ${TEXT} NOT NULL DEFAULT 'open' CHECK(state IN (${oneOf(PROPOSAL_STATES)})),
  title ${TEXT} NOT NULL,
  body JSON NOT NULL,
  sources JSON NOT NULL,
  why ${TEXT} NOT NULL,
  hash ${TEXT} NOT NULL,
  created_at ${TEXT} NOT NULL,
  decided_at ${TEXT},
  reason ${TEXT},
  result ${TEXT},
  PRIMARY KEY(project, id));
CREATE UNIQUE INDEX proposals_by_hash ON proposals(project, hash);
CREATE INDEX proposals_by_state ON proposals(project, state, id);
`;

/** Memories say where they came from. */
const provenance = MEMORY_TYPES.map(
  (type) => `ALTER TABLE ${TABLES[type]} ADD COLUMN IF NOT EXISTS provenance JSONB;`,
).join("\n");

export const workTables: string = [jobs, marks, usage, proposals, provenance].join("\n");

const HOMED = {
  jobs: "project, home, kind, subject",
  seats: "project, home, name",
  marks: "project, home, session, source",
};

/**
 * Several machines may share the database, and none has another's folders and transcripts: jobs, seat and marks are one home's.
 * What there was becomes the home's whose process comes first: more often than not there is no other.
 *
 * @param home 16 hex digits, or ""
 */
export const homeKeys = (home: string): string =>
  Object.entries(HOMED)
    .map(
      ([table, key]) => `
ALTER TABLE ${table} ADD COLUMN home ${TEXT} NOT NULL DEFAULT '${home}';
ALTER TABLE ${table} ALTER COLUMN home SET DEFAULT '';
ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD PRIMARY KEY(${key});`,
    )
    .join("\n");

/** Work says which environment it is to be done in; and when a project was last looked after has a place of its own. */
export const environments: string = `
ALTER TABLE jobs ADD COLUMN env ${TEXT} NOT NULL DEFAULT '';
ALTER TABLE marks ADD COLUMN env ${TEXT} NOT NULL DEFAULT '';
CREATE TABLE runs(
  project ${TEXT} NOT NULL,
  home ${TEXT} NOT NULL DEFAULT '',
  kind ${TEXT} NOT NULL,
  at ${TEXT} NOT NULL,
  PRIMARY KEY(project, home, kind));
INSERT INTO runs(project, home, kind, at)
  SELECT project, home, 'maintain', at FROM marks WHERE session = '' AND source = 'maintenance';
DELETE FROM marks WHERE session = '' AND source = 'maintenance';
`;
