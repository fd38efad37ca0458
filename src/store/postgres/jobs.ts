/**
 * Jobs and the worker's seat in PostgreSQL, those of one home: what a job is about are files that other machines which share
 * the database do not have. SQLite needs no such thing, its file is of one home.
 */
import { labelsDoneIn } from "../job-environment.ts";
import type { JobKey, JobStore, NewJob, Post, Seat } from "../job-port.ts";
import { type JobRow, jobOf, seatEnv, seatName } from "../work-rows.ts";
import type { Connection, Query, Value } from "./connection.ts";
import { fromJson, toJson } from "./texts.ts";

/** Seats are the user's, and of no project. */
const seatsOf = (home: string): string => `project = '' AND home = '${home}'`;
const COLUMNS =
  "kind, project, subject, payload::text AS payload, env, state, due, attempts, owner, leased_until, error, created_at";
/** Since when it may be taken: since it was due, or since its owner let it go. */
const SINCE = "coalesce(leased_until, due)";
const ORDER = `${SINCE}, created_at, kind, project, subject`;

/** Of one environment's worker, whose label is $2 with its settings in $3, or of any where that is null; strays in $4. */
const TAKABLE = `state <> 'dead' AND ${SINCE} <= $1
  AND ($2::text IS NULL OR env IN ($2::text, $3::text) OR ${SINCE} <= $4::text)`;

const wanted = (now: string, post: Post | undefined): Value[] =>
  post ? [now, ...labelsDoneIn(post.env), post.strays] : [now, null, null, null];

const keyOf = ({ kind, project, subject }: JobKey): Value[] => [kind, project, subject];

/** @param home 16 hex digits, or "" */
export function postgresJobs({ query, transaction }: Connection, home: string): JobStore {
  const SEATS = seatsOf(home);
  const OURS = `home = '${home}'`;
  const KEY = `${OURS} AND kind = $1 AND project = $2 AND subject = $3`;
  const MINE = `${KEY} AND state = 'leased' AND owner = $4`;
  return {
    add: (job) => add(query, home, job),
    async lease({ owner, now, until }, post) {
      const [row] = await query<JobRow>(
        `WITH next AS MATERIALIZED (
           SELECT kind, project, subject FROM jobs WHERE ${OURS} AND ${TAKABLE}
           ORDER BY ${ORDER} LIMIT 1 FOR UPDATE SKIP LOCKED)
         UPDATE jobs j SET state = 'leased', owner = $5, leased_until = $6, attempts = attempts + 1, begun = asked
         FROM next WHERE j.${OURS} AND j.kind = next.kind AND j.project = next.project AND j.subject = next.subject
         RETURNING j.${COLUMNS.replaceAll(", ", ", j.")}`,
        [...wanted(now, post), owner, until],
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
    async takeSeat({ owner, now, until }, env = "") {
      const taken = await query(
        `INSERT INTO seats AS known(project, home, name, owner, until) VALUES('', '${home}', $4, $1, $3)
         ON CONFLICT(project, home, name) DO UPDATE SET owner = excluded.owner, until = excluded.until
         WHERE known.owner = $1 OR known.until <= $2 RETURNING 1`,
        [owner, now, until, seatName(env)],
      );
      return taken.length > 0;
    },
    async clearSeat(owner) {
      const cleared = await query(`DELETE FROM seats WHERE ${SEATS} AND owner = $1 RETURNING 1`, [owner]);
      return cleared.length > 0;
    },
    leaveSeat: (owner, now, post) => transaction((own) => leaveSeat(own, home, { owner, now, post })),
    async seat(now, env = "") {
      const [seat] = await query<Seat>(
        `SELECT owner, until FROM seats WHERE ${SEATS} AND name = $2 AND until > $1`,
        [now, seatName(env)],
      );
      return seat;
    },
    async seats(now) {
      const rows = await query<Seat & { readonly name: string }>(
        `SELECT name, owner, until FROM seats WHERE ${SEATS} AND until > $1 ORDER BY name`,
        [now],
      );
      return rows.map(({ name, ...rest }) => ({ ...rest, env: seatEnv(name) }));
    },
    async noteRun(kind, project, at) {
      await query(
        `INSERT INTO runs(home, project, kind, at) VALUES('${home}', $1, $2, $3)
         ON CONFLICT(project, home, kind) DO UPDATE SET at = excluded.at`,
        [project, kind, at],
      );
    },
    async lastRun(kind, project) {
      const [row] = await query<{ at: string }>(
        `SELECT at FROM runs WHERE ${OURS} AND project = $1 AND kind = $2`,
        [project, kind],
      );
      return row?.at;
    },
  };
}

/**
 * The seats of those who would come to it are held fast until the job is there: who leaves one meanwhile waits, and sees the
 * job. A worker's own label may say more than a job's does.
 */
async function add(
  query: Query,
  home: string,
  { payload, at, due = at, env = "", ...key }: NewJob,
): Promise<{ manned: boolean }> {
  const seats = await query(
    `WITH asked AS (
       INSERT INTO jobs AS known(home, kind, project, subject, payload, due, created_at, env)
       VALUES('${home}', $1, $2, $3, $4::json, $5, $6, $7)
       ON CONFLICT(project, home, kind, subject) DO UPDATE SET payload = excluded.payload, env = excluded.env,
         asked = known.asked + 1,
         due = CASE WHEN known.state = 'waiting' OR known.state = 'leased' AND known.asked > known.begun
               THEN least(known.due, excluded.due) ELSE excluded.due END,
         attempts = CASE known.state WHEN 'dead' THEN 0 ELSE known.attempts END,
         state = CASE known.state WHEN 'dead' THEN 'waiting' ELSE known.state END)
     SELECT until > $6 AS manned FROM seats
     WHERE ${seatsOf(home)} AND (name = $8 OR starts_with(name, $8 || '.')) FOR KEY SHARE`,
    [...keyOf(key), toJson(payload), due, at, env, seatName(env)],
  );
  return { manned: (seats as { manned: boolean }[]).some(({ manned }) => manned) };
}

async function finish(own: Query, mine: string, values: Value[]): Promise<void> {
  await own(`DELETE FROM jobs WHERE ${mine} AND asked = begun`, values);
  await own(
    `UPDATE jobs SET state = 'waiting', attempts = 0, owner = NULL, leased_until = NULL, error = NULL WHERE ${mine}`,
    values,
  );
}

interface Leaving {
  readonly owner: string;
  readonly now: string;
  readonly post: Post | undefined;
}

async function leaveSeat(own: Query, home: string, { owner, now, post }: Leaving): Promise<boolean> {
  const SEAT = `${seatsOf(home)} AND name = $1`;
  const name = seatName(post?.env ?? "");
  const [seat] = await own<Seat>(`SELECT owner, until FROM seats WHERE ${SEAT} FOR UPDATE`, [name]);
  const isAnothers = seat !== undefined && seat.owner !== owner && seat.until > now;
  if (isAnothers) return true;
  const due = await own(
    `SELECT 1 FROM jobs WHERE home = '${home}' AND ${TAKABLE} LIMIT 1`,
    wanted(now, post),
  );
  if (due.length > 0) return false;
  await own(`DELETE FROM seats WHERE ${SEAT} AND owner = $2`, [name, owner]);
  return true;
}
