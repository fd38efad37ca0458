/** The ledger of sessions in PostgreSQL. */
import type { CategoryName } from "../../record/category.ts";
import type { Effect, Injection, SessionLedger, SessionState, StoredSignal, TurnActivity } from "../port.ts";
import type { Connection } from "./connection.ts";
import { arrayOf, fromJson, toJson } from "./texts.ts";

/** A row as PostgreSQL gives it: absent values are null. */
type Row<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] };
type ActivityRow = Omit<TurnActivity, "tools"> & { tools: string };

// An integer of 64 bits would come as text; a file's offset fits a double.
const SESSION_COLUMNS = `project, session, client, started_at, ended_at, transcript, "offset"::float8 AS "offset", messages,
  turns, requests, last_request_turn, synthetic`;

export function postgresLedger({ query, transaction }: Connection): SessionLedger {
  return {
    async session(project, session, client, now) {
      // Made or seen again in one statement; to the day is enough, and most calls then write nothing.
      const [row] = await query<Row<SessionState>>(
        `WITH known AS (SELECT ${SESSION_COLUMNS}, seen_at FROM sessions WHERE project = $1 AND session = $2),
           seen AS (UPDATE sessions SET seen_at = $4 WHERE project = $1 AND session = $2
                    AND left(seen_at, 10) < left($4, 10)),
           made AS (INSERT INTO sessions(project, session, client, started_at, seen_at)
                    SELECT $1, $2, $3, $4, $4 WHERE NOT EXISTS (SELECT FROM known) ON CONFLICT DO NOTHING)
         SELECT ${SESSION_COLUMNS.replaceAll("::float8", "")} FROM known`,
        [project, session, client, now],
      );
      if (row) return sessionState(row);
      return { project, session, client, started_at: now, offset: 0, messages: 0, turns: 0, requests: 0 };
    },

    async changeSession(project, session, change) {
      const { ended_at, transcript, offset, messages, turns, requests, last_request_turn, synthetic } =
        change;
      await query(
        `UPDATE sessions SET ended_at = coalesce($3, ended_at), transcript = coalesce($4, transcript),
           "offset" = coalesce($5::bigint, "offset"), messages = coalesce($6::int, messages),
           turns = coalesce($7::int, turns), requests = coalesce($8::int, requests),
           last_request_turn = coalesce($9::int, last_request_turn), synthetic = coalesce($10::boolean, synthetic)
         WHERE project = $1 AND session = $2`,
        [
          project,
          session,
          ended_at ?? null,
          transcript ?? null,
          offset === undefined ? null : String(offset),
          messages ?? null,
          turns ?? null,
          requests ?? null,
          last_request_turn ?? null,
          synthetic ?? null,
        ],
      );
    },

    async recentSessions(project, limit) {
      const rows = await query<Row<SessionState>>(
        `SELECT ${SESSION_COLUMNS} FROM sessions WHERE project = $1 ORDER BY started_at DESC, session LIMIT $2::int`,
        [project, limit],
      );
      return rows.map(sessionState);
    },

    async addTurn(project, signals, activity) {
      await query(
        `WITH signals AS (
           INSERT INTO signals(project, session, hash, turn, message, category, boosted, snippet, excerpt,
             lifecycle_event, state)
           SELECT $1, s.session, s.hash, s.turn, s.message, s.category, s.boosted, s.snippet, s.excerpt,
             s.lifecycle_event, s.state
           FROM jsonb_to_recordset($2::jsonb) AS s(session text, hash text, turn int, message int, category text,
             boosted boolean, snippet text, excerpt text, lifecycle_event text, state text)
           ON CONFLICT DO NOTHING)
         INSERT INTO activity(project, session, turn, message, tool_uses, tools, exchanges)
         VALUES($1, $3, $4::int, $5::int, $6::int, $7::jsonb, $8::int)
         ON CONFLICT(project, session, turn) DO UPDATE SET message = excluded.message, tool_uses = excluded.tool_uses,
           tools = excluded.tools, exchanges = excluded.exchanges`,
        [
          project,
          toJson(signals),
          activity.session,
          activity.turn,
          activity.message,
          activity.tool_uses,
          toJson(activity.tools),
          activity.exchanges,
        ],
      );
    },

    async pending(project, session, fromMessage) {
      const signals = await query<Row<StoredSignal>>(
        `SELECT session, turn, message, category, boosted, snippet, excerpt, lifecycle_event, hash, state
         FROM signals WHERE project = $1 AND session = $2 AND state = 'pending' AND message >= $3::int
         ORDER BY message, turn, hash`,
        [project, session, fromMessage],
      );
      const activity = await query<ActivityRow>(
        `SELECT session, turn, message, tool_uses, tools::text AS tools, exchanges FROM activity
         WHERE project = $1 AND session = $2 AND NOT proposed AND message >= $3::int ORDER BY message, turn`,
        [project, session, fromMessage],
      );
      return {
        signals: signals.map(({ lifecycle_event, ...rest }) => ({
          ...rest,
          ...(lifecycle_event === null ? {} : { lifecycle_event }),
        })),
        activity: activity.map((row) => ({ ...row, tools: fromJson(row.tools) as string[] })),
      };
    },

    async markProposed(project, session) {
      await query(
        `WITH signals AS (UPDATE signals SET state = 'proposed', snippet = '', excerpt = ''
                          WHERE project = $1 AND session = $2 AND state = 'pending')
         UPDATE activity SET proposed = true WHERE project = $1 AND session = $2 AND NOT proposed`,
        [project, session],
      );
    },

    async shown(project, session) {
      const rows = await query<{ item: string; version: string }>(
        "SELECT item, version FROM injections WHERE project = $1 AND session = $2 AND NOT forgotten ORDER BY no",
        [project, session],
      );
      return new Map(rows.map(({ item, version }) => [item, version]));
    },

    async addInjections(project, injections) {
      if (injections.length === 0) return;
      await query(
        `INSERT INTO injections(project, session, item, version, place, score, characters, tokens, at, prompt)
         SELECT $1, j.session, j.item, j.version, j.place, j.score, j.characters, j.tokens, j.at, j.prompt
         FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (session text, item text, version text, place text,
           score float8, characters int, tokens int, at text, prompt text)) WITH ORDINALITY j ORDER BY j.ordinality`,
        [project, toJson(injections)],
      );
    },

    async forgetShown(project, session) {
      await query(
        "UPDATE injections SET forgotten = true WHERE project = $1 AND session = $2 AND NOT forgotten",
        [project, session],
      );
    },

    async recentInjections(project, limit) {
      const rows = await query<Row<Injection>>(
        `SELECT ${INJECTION_COLUMNS} FROM injections WHERE project = $1 ORDER BY no DESC LIMIT $2::int`,
        [project, limit],
      );
      return rows.map(injection);
    },

    async unjudged(project, session) {
      const rows = await query<Row<Injection>>(
        `SELECT ${INJECTION_COLUMNS} FROM injections WHERE ${UNJUDGED} ORDER BY no`,
        [project, session],
      );
      return rows.map(injection);
    },

    async judge(project, session, used) {
      await query(`UPDATE injections SET used = (item = ANY($3::text[])) WHERE ${UNJUDGED}`, [
        project,
        session,
        arrayOf(used),
      ]);
    },

    async effects(project, items) {
      const rows = await query<{ item: string } & Effect>(
        `SELECT i.item, count(*)::int AS judged, count(*) FILTER (WHERE i.used)::int AS used,
           count(*) FILTER (WHERE i.no > coalesce(last.no, 0))::int AS idle
         FROM injections i LEFT JOIN
           (SELECT item, max(no) AS no FROM injections
            WHERE project = $1 AND used AND item = ANY($2::text[]) GROUP BY item) last USING (item)
         WHERE i.project = $1 AND i.used IS NOT NULL AND i.item = ANY($2::text[]) GROUP BY i.item`,
        [project, arrayOf(items)],
      );
      return new Map(rows.map(({ item, ...effect }) => [item, effect]));
    },

    savedRecords: (project, session) =>
      query<{ path: string; category: CategoryName; action: string; at: string }>(
        "SELECT path, category, action, at FROM saved_records WHERE project = $1 AND session = $2 ORDER BY no",
        [project, session],
      ),

    async addSavedRecord(project, session, { path, category, action, at }) {
      await query(
        "INSERT INTO saved_records(project, session, path, category, action, at) VALUES($1, $2, $3, $4, $5, $6)",
        [project, session, path, category, action, at],
      );
    },

    forgetSession: (project, session) =>
      transaction(async (own) => {
        const gone = (table: string): Promise<unknown[]> =>
          own(`DELETE FROM ${table} WHERE project = $1 AND session = $2 RETURNING 1`, [project, session]);
        const signals = await gone("signals");
        await gone("activity");
        const injections = await own(
          `DELETE FROM injections WHERE project = $1 AND (session = $2 OR starts_with(session, $2 || '/'))
           RETURNING 1`,
          [project, session],
        );
        return { signals: signals.length, injections: injections.length };
      }),

    async forgetSignals(project, session, hashes) {
      const gone = await query(
        "DELETE FROM signals WHERE project = $1 AND session = $2 AND hash = ANY($3::text[]) RETURNING 1",
        [project, session, arrayOf(hashes)],
      );
      return gone.length;
    },

    prune: (before, limit) =>
      transaction(async (own) => {
        const sessions = await own<{ project: string; session: string }>(
          "SELECT project, session FROM sessions WHERE seen_at < $1 ORDER BY seen_at LIMIT $2::int",
          [before, limit],
        );
        const gone = toJson(sessions);
        for (const table of OF_SESSION) {
          await own(
            `DELETE FROM ${table} t USING jsonb_to_recordset($1::jsonb) AS g(project text, session text)
             WHERE t.project = g.project AND t.session = g.session`,
            [gone],
          );
        }
        const injections = await own(
          `DELETE FROM injections WHERE (project, no) IN
             (SELECT project, no FROM injections WHERE at < $1 ORDER BY at, no LIMIT $2::int) RETURNING no`,
          [before, limit],
        );
        return { sessions: sessions.length, injections: injections.length };
      }),
  };
}

const INJECTION_COLUMNS = "session, item, version, place, score, characters, tokens, at, prompt, used";
/** Most sessions are over and judged: what is not has an index of its own. */
const UNJUDGED = "project = $1 AND session = $2 AND used IS NULL AND place = 'prompt'";

const injection = ({ prompt, used, ...rest }: Row<Injection>): Injection => ({
  ...rest,
  ...(prompt === null ? {} : { prompt }),
  ...(used === null ? {} : { used }),
});

/** What is kept of a session, and itself. */
const OF_SESSION = ["signals", "activity", "injections", "saved_records", "marks", "sessions"] as const;

function sessionState(row: Row<SessionState>): SessionState {
  const { ended_at, transcript, last_request_turn, synthetic, ...rest } = row;
  return {
    ...rest,
    ...(ended_at === null ? {} : { ended_at }),
    ...(transcript === null ? {} : { transcript }),
    ...(last_request_turn === null ? {} : { last_request_turn }),
    ...(synthetic ? { synthetic: true } : {}),
  };
}
