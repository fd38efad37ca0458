/** The ledger of sessions in SQLite. */
import type { Database } from "bun:sqlite";
import type { CategoryName } from "../../record/category.ts";
import type { Effect, Injection, SessionLedger, SessionState, StoredSignal, TurnActivity } from "../port.ts";
import { immediately } from "./immediately.ts";
import type { Run } from "./projection.ts";

/** A row as SQLite gives it: absent values are null. */
type Row<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] };
type SignalRow = Omit<Row<StoredSignal>, "boosted"> & { boosted: number };
type InjectionRow = Omit<Row<Injection>, "used"> & { used: number | null };
type SessionRow = Omit<Row<SessionState>, "synthetic"> & { synthetic: number };
type ActivityRow = Omit<TurnActivity, "tools"> & { tools: string };

const SESSION_COLUMNS =
  'project, session, client, started_at, ended_at, transcript, "offset", messages, turns, requests, last_request_turn, synthetic';

export function sqliteLedger(db: Database, run: Run): SessionLedger {
  const state = (project: string, session: string): SessionState | undefined => {
    const row = db
      .query<SessionRow, [string, string]>(
        `SELECT ${SESSION_COLUMNS} FROM sessions WHERE project = ? AND session = ?`,
      )
      .get(project, session);
    return row ? sessionState(row) : undefined;
  };
  return {
    session: (project, session, client, now) =>
      run(() => {
        const known = state(project, session);
        if (known) {
          // To the day is enough, and most calls then write nothing.
          db.query(
            "UPDATE sessions SET seen_at = ?3 WHERE project = ?1 AND session = ?2 AND substr(seen_at, 1, 10) < substr(?3, 1, 10)",
          ).run(project, session, now);
          return known;
        }
        const start = {
          project,
          session,
          client,
          started_at: now,
          offset: 0,
          messages: 0,
          turns: 0,
          requests: 0,
        };
        db.query(
          "INSERT INTO sessions(project, session, client, started_at, seen_at) VALUES(?1, ?2, ?3, ?4, ?4) ON CONFLICT DO NOTHING",
        ).run(project, session, client, now);
        return state(project, session) ?? start;
      }),

    changeSession: (project, session, change) =>
      run(() => {
        const { ended_at, transcript, offset, messages, turns, requests, last_request_turn, synthetic } =
          change;
        db.query(
          `UPDATE sessions SET ended_at = coalesce(?3, ended_at), transcript = coalesce(?4, transcript),
             "offset" = coalesce(?5, "offset"), messages = coalesce(?6, messages), turns = coalesce(?7, turns),
             requests = coalesce(?8, requests), last_request_turn = coalesce(?9, last_request_turn),
             synthetic = coalesce(?10, synthetic)
           WHERE project = ?1 AND session = ?2`,
        ).run(
          project,
          session,
          ended_at ?? null,
          transcript ?? null,
          offset ?? null,
          messages ?? null,
          turns ?? null,
          requests ?? null,
          last_request_turn ?? null,
          synthetic ?? null,
        );
      }),

    recentSessions: (project, limit) =>
      run(() =>
        db
          .query<SessionRow, [string, number]>(
            `SELECT ${SESSION_COLUMNS} FROM sessions WHERE project = ? ORDER BY started_at DESC, session LIMIT ?`,
          )
          .all(project, limit)
          .map(sessionState),
      ),

    addTurn: (project, signals, activity) =>
      run(() => immediately(db, () => addTurn(db, project, signals, activity))),

    pending: (project, session, fromMessage) =>
      run(() => ({
        signals: db
          .query<SignalRow, [string, string, number]>(
            `SELECT session, turn, message, category, boosted, snippet, excerpt, lifecycle_event, hash, state
             FROM signals WHERE project = ? AND session = ? AND state = 'pending' AND message >= ?
             ORDER BY message, turn, hash`,
          )
          .all(project, session, fromMessage)
          .map(signal),
        activity: db
          .query<ActivityRow, [string, string, number]>(
            `SELECT session, turn, message, tool_uses, tools, exchanges FROM activity
             WHERE project = ? AND session = ? AND proposed = 0 AND message >= ? ORDER BY message, turn`,
          )
          .all(project, session, fromMessage)
          .map((row) => ({ ...row, tools: JSON.parse(row.tools) as string[] })),
      })),

    markProposed: (project, session) =>
      run(() => {
        immediately(db, () => {
          db.query(
            `UPDATE signals SET state = 'proposed', snippet = '', excerpt = ''
             WHERE project = ? AND session = ? AND state = 'pending'`,
          ).run(project, session);
          db.query("UPDATE activity SET proposed = 1 WHERE project = ? AND session = ? AND proposed = 0").run(
            project,
            session,
          );
        });
      }),

    shown: (project, session) =>
      run(() => {
        const rows = db
          .query<{ item: string; version: string }, [string, string]>(
            "SELECT item, version FROM injections WHERE project = ? AND session = ? AND forgotten = 0 ORDER BY no",
          )
          .all(project, session);
        return new Map(rows.map(({ item, version }) => [item, version]));
      }),

    addInjections: (project, injections) =>
      run(() => {
        if (injections.length === 0) return;
        // One statement is a transaction of its own, and every prompt that is answered waits for this one.
        db.query(
          `INSERT INTO injections(project, session, item, version, place, score, characters, tokens, at, prompt)
           SELECT ?1, j.value ->> 'session', j.value ->> 'item', j.value ->> 'version', j.value ->> 'place',
                  j.value ->> 'score', j.value ->> 'characters', j.value ->> 'tokens', j.value ->> 'at', j.value ->> 'prompt'
           FROM json_each(?2) j ORDER BY j.key`,
        ).run(
          project,
          JSON.stringify(injections, (_, value) =>
            typeof value === "string" ? value.toWellFormed() : value,
          ),
        );
      }),

    forgetShown: (project, session) =>
      run(() => {
        db.query(
          "UPDATE injections SET forgotten = 1 WHERE project = ? AND session = ? AND forgotten = 0",
        ).run(project, session);
      }),

    recentInjections: (project, limit) =>
      run(() =>
        db
          .query<InjectionRow, [string, number]>(
            `SELECT ${INJECTION_COLUMNS} FROM injections WHERE project = ? ORDER BY no DESC LIMIT ?`,
          )
          .all(project, limit)
          .map(injection),
      ),

    unjudged: (project, session) =>
      run(() =>
        db
          .query<InjectionRow, [string, string]>(
            `SELECT ${INJECTION_COLUMNS} FROM injections WHERE ${UNJUDGED} ORDER BY no`,
          )
          .all(project, session)
          .map(injection),
      ),

    judge: (project, session, used) =>
      run(() => {
        db.query(
          `UPDATE injections SET used = item IN (SELECT value FROM json_each(?3)) WHERE ${UNJUDGED}`,
        ).run(project, session, JSON.stringify(used));
      }),

    effects: (project, items) => run(() => effects(db, project, items)),

    savedRecords: (project, session) =>
      run(() =>
        db
          .query<{ path: string; category: CategoryName; action: string; at: string }, [string, string]>(
            "SELECT path, category, action, at FROM saved_records WHERE project = ? AND session = ? ORDER BY no",
          )
          .all(project, session),
      ),

    addSavedRecord: (project, session, { path, category, action, at }) =>
      run(() => {
        db.query(
          "INSERT INTO saved_records(project, session, path, category, action, at) VALUES(?, ?, ?, ?, ?, ?)",
        ).run(project, session, path, category, action, at);
      }),

    forgetSession: (project, session) =>
      run(() => immediately(db, () => forgetSession(db, project, session))),

    forgetSignals: (project, session, hashes) =>
      run(
        () =>
          db
            .query(
              "DELETE FROM signals WHERE project = ? AND session = ? AND hash IN (SELECT value FROM json_each(?))",
            )
            .run(project, session, JSON.stringify(hashes)).changes,
      ),

    prune: (before, limit) => run(() => immediately(db, () => prune(db, before, limit))),
  };
}

const INJECTION_COLUMNS = "session, item, version, place, score, characters, tokens, at, prompt, used";
/** Most sessions are over and judged: what is not has an index of its own. */
const UNJUDGED = "project = ?1 AND session = ?2 AND used IS NULL AND place = 'prompt'";

const injection = ({ prompt, used, ...rest }: InjectionRow): Injection => ({
  ...rest,
  ...(prompt === null ? {} : { prompt }),
  ...(used === null ? {} : { used: used === 1 }),
});

function effects(db: Database, project: string, items: readonly string[]): Map<string, Effect> {
  const rows = db
    .query<{ item: string; judged: number; used: number; idle: number }, [string, string]>(
      `SELECT i.item, count(*) AS judged, sum(i.used) AS used, sum(i.no > coalesce(last.no, 0)) AS idle
       FROM injections i LEFT JOIN
         (SELECT item, max(no) AS no FROM injections WHERE project = ?1 AND used = 1 GROUP BY item) last USING (item)
       WHERE i.project = ?1 AND i.used IS NOT NULL AND i.item IN (SELECT value FROM json_each(?2)) GROUP BY i.item`,
    )
    .all(project, JSON.stringify(items));
  return new Map(rows.map(({ item, ...effect }) => [item, effect]));
}

/** What is kept of a session, besides itself. */
const OF_SESSION = ["signals", "activity", "injections", "saved_records", "marks"] as const;

function prune(db: Database, before: string, limit: number): { sessions: number; injections: number } {
  const gone = db
    .query<{ project: string; session: string }, [string, number]>(
      "SELECT project, session FROM sessions WHERE seen_at < ? ORDER BY seen_at LIMIT ?",
    )
    .all(before, limit);
  for (const table of [...OF_SESSION, "sessions"]) {
    const forget = db.query(`DELETE FROM ${table} WHERE project = ? AND session = ?`);
    for (const { project, session } of gone) forget.run(project, session);
  }
  // They are numbered as time goes by, so the oldest are found without an index of times.
  const { changes } = db
    .query(
      "DELETE FROM injections WHERE no IN (SELECT no FROM (SELECT no, at FROM injections ORDER BY no LIMIT ?2) WHERE at < ?1)",
    )
    .run(before, limit);
  return { sessions: gone.length, injections: changes };
}

function forgetSession(
  db: Database,
  project: string,
  session: string,
): { signals: number; injections: number } {
  const gone = (table: string): number =>
    db.query(`DELETE FROM ${table} WHERE project = ? AND session = ?`).run(project, session).changes;
  const signals = gone("signals");
  gone("activity");
  const injections = db
    .query(
      "DELETE FROM injections WHERE project = ?1 AND (session = ?2 OR substr(session, 1, length(?2) + 1) = ?2 || '/')",
    )
    .run(project, session).changes;
  return { signals, injections };
}

function addTurn(
  db: Database,
  project: string,
  signals: readonly StoredSignal[],
  activity: TurnActivity,
): void {
  const insert = (): ReturnType<Database["query"]> =>
    db.query(
      `INSERT INTO signals(project, session, hash, turn, message, category, boosted, snippet, excerpt, lifecycle_event, state)
     VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    );
  for (const found of signals) {
    insert().run(
      project,
      found.session,
      found.hash,
      found.turn,
      found.message,
      found.category,
      found.boosted ? 1 : 0,
      found.snippet,
      found.excerpt,
      found.lifecycle_event ?? null,
      found.state,
    );
  }
  db.query(
    `INSERT INTO activity(project, session, turn, message, tool_uses, tools, exchanges) VALUES(?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(project, session, turn) DO UPDATE SET message = excluded.message, tool_uses = excluded.tool_uses,
       tools = excluded.tools, exchanges = excluded.exchanges`,
  ).run(
    project,
    activity.session,
    activity.turn,
    activity.message,
    activity.tool_uses,
    JSON.stringify(activity.tools),
    activity.exchanges,
  );
}

function sessionState(row: SessionRow): SessionState {
  const { ended_at, transcript, last_request_turn, synthetic, ...rest } = row;
  return {
    ...rest,
    ...(ended_at === null ? {} : { ended_at }),
    ...(transcript === null ? {} : { transcript }),
    ...(last_request_turn === null ? {} : { last_request_turn }),
    ...(synthetic === 0 ? {} : { synthetic: true }),
  };
}

function signal(row: SignalRow): StoredSignal {
  const { boosted, lifecycle_event, ...rest } = row;
  return { ...rest, boosted: boosted === 1, ...(lifecycle_event === null ? {} : { lifecycle_event }) };
}
