/**
 * Jobs and the worker's seat in PostgreSQL, those of one home: what a job is about are files that other machines which share
 * the database do not have. SQLite needs no such thing, its file is of one home.
 */
import type { JobKey, JobStore, NewJob, Seat } from "../job-port.ts";
import { type JobRow, jobOf } from "../work-rows.ts";
import type { Connection, Query, Value } from "./connection.ts";
import { fromJson, toJson } from "./texts.ts";

/** The seat is the user's, and of no project. */
const seatOf = (home: string): string => `project = '' AND name = 'worker' AND home = '${home}'`;
const COLUMNS =
  "kind, project, subject, payload::text AS payload, state, due, attempts, owner, leased_until, error, created_at";
/** Since when it may be taken: since it was due, or since its owner let it go. */
const SINCE = "coalesce(leased_until, due)";
const ORDER = `${SINCE}, created_at, kind, project, subject`;

const keyOf = ({ kind, project, subject }: JobKey): Value[] => [kind, project, subject];

/** @param home 16 hex digits, or "" */
export function postgresJobs({ query, transaction }: Connection, home: string): JobStore {
  const SEAT = seatOf(home);
  const OURS = `home = '${home}'`;
  const KEY = `${OURS} AND kind = $1 AND project = $2 AND subject = $3`;
  const MINE = `${KEY} AND state = 'leased' AND owner = $4`;
  return {
    add: (job) => add(query, home, job),
    async lease({ owner, now, until }) {
      const [row] = await query<JobRow>(
        `WITH next AS MATERIALIZED (
           SELECT kind, project, subject FROM jobs WHERE ${OURS} AND state <> 'dead' AND ${SINCE} <= $2
           ORDER BY ${ORDER} LIMIT 1 FOR UPDATE SKIP LOCKED)
         UPDATE jobs j SET state = 'leased', owner = $1, leased_until = $3, attempts = attempts + 1, begun = asked
         FROM next WHERE j.${OURS} AND j.kind = next.kind AND j.project = next.project AND j.subject = next.subject
         RETURNING j.${COLUMNS.replaceAll(", ", ", j.")}`,
        [owner, now, until],
      );
      return row && jobOf(row, fromJson);
    },
    async renew(key, { owner, until }) {
      const renewed = await query(`UPDATE jobs SET leased_until = $5 WHERE ${MINE} RETURNING 1`, [
        ...keyOf(key),
        owner,
        until,
      ]);
      return renewed.length > 0;
    },
    finish: (key, owner) => transaction((own) => finish(own, MINE, [...keyOf(key), owner])),
    async fail(key, owner, error, retry) {
      await query(
        `UPDATE jobs SET owner = NULL, leased_until = NULL, error = $5,
           state = CASE WHEN $6::text IS NULL AND asked = begun THEN 'dead' ELSE 'waiting' END,
           attempts = CASE WHEN $6::text IS NULL AND asked > begun THEN 0 ELSE attempts END,
           due = CASE WHEN asked > begun THEN least(due, $6::text) ELSE coalesce($6::text, due) END
         WHERE ${MINE}`,
        [...keyOf(key), owner, error, retry === "give up" ? null : retry.at],
      );
    },
    async list(limit) {
      const rows = await query<JobRow>(
        `SELECT ${COLUMNS} FROM jobs WHERE ${OURS} ORDER BY ${ORDER} LIMIT $1::int`,
        [limit],
      );
      return rows.map((row) => jobOf(row, fromJson));
    },
    async drop(which) {
      const dropped =
        "kind" in which
          ? await query(`DELETE FROM jobs WHERE ${KEY} RETURNING 1`, keyOf(which))
          : await query(`DELETE FROM jobs WHERE ${OURS} AND project = $1 RETURNING 1`, [which.project]);
      return dropped.length;
    },
    async takeSeat({ owner, now, until }) {
      const taken = await query(
        `INSERT INTO seats AS known(project, home, name, owner, until) VALUES('', '${home}', 'worker', $1, $3)
         ON CONFLICT(project, home, name) DO UPDATE SET owner = excluded.owner, until = excluded.until
         WHERE known.owner = $1 OR known.until <= $2 RETURNING 1`,
        [owner, now, until],
      );
      return taken.length > 0;
    },
    async clearSeat(owner) {
      const cleared = await query(`DELETE FROM seats WHERE ${SEAT} AND owner = $1 RETURNING 1`, [owner]);
      return cleared.length > 0;
    },
    leaveSeat: (owner, now) => transaction((own) => leaveSeat(own, home, owner, now)),
    async seat(now) {
      const [seat] = await query<Seat>(`SELECT owner, until FROM seats WHERE ${SEAT} AND until > $1`, [now]);
      return seat;
    },
  };
}

/** The seat is held fast until the job is there: who leaves it meanwhile waits, and sees the job. */
async function add(
  query: Query,
  home: string,
  { payload, at, due = at, ...key }: NewJob,
): Promise<{ manned: boolean }> {
  const seats = await query(
    `WITH asked AS (
       INSERT INTO jobs AS known(home, kind, project, subject, payload, due, created_at)
       VALUES('${home}', $1, $2, $3, $4::json, $5, $6)
       ON CONFLICT(project, home, kind, subject) DO UPDATE SET payload = excluded.payload, asked = known.asked + 1,
         due = CASE WHEN known.state = 'waiting' OR known.state = 'leased' AND known.asked > known.begun
               THEN least(known.due, excluded.due) ELSE excluded.due END,
         attempts = CASE known.state WHEN 'dead' THEN 0 ELSE known.attempts END,
         state = CASE known.state WHEN 'dead' THEN 'waiting' ELSE known.state END)
     SELECT until > $6 AS manned FROM seats WHERE ${seatOf(home)} FOR KEY SHARE`,
    [...keyOf(key), toJson(payload), due, at],
  );
  return { manned: (seats as { manned: boolean }[])[0]?.manned ?? false };
}

async function finish(own: Query, mine: string, values: Value[]): Promise<void> {
  await own(`DELETE FROM jobs WHERE ${mine} AND asked = begun`, values);
  await own(
    `UPDATE jobs SET state = 'waiting', attempts = 0, owner = NULL, leased_until = NULL, error = NULL WHERE ${mine}`,
    values,
  );
}

async function leaveSeat(own: Query, home: string, owner: string, now: string): Promise<boolean> {
  const SEAT = seatOf(home);
  const [seat] = await own<Seat>(`SELECT owner, until FROM seats WHERE ${SEAT} FOR UPDATE`);
  const isAnothers = seat !== undefined && seat.owner !== owner && seat.until > now;
  if (isAnothers) return true;
  const due = await own(
    `SELECT 1 FROM jobs WHERE home = '${home}' AND state <> 'dead' AND ${SINCE} <= $1 LIMIT 1`,
    [now],
  );
  if (due.length > 0) return false;
  await own(`DELETE FROM seats WHERE ${SEAT} AND owner = $1`, [owner]);
  return true;
}
