/** Usage in PostgreSQL. */
import { inTheWay, type Spent } from "../caps.ts";
import type { Caps, PlannedUse, UsageRow, UsageStore } from "../usage-port.ts";
import type { Connection, Query } from "./connection.ts";

export function postgresUsage({ query, transaction }: Connection): UsageStore {
  return {
    book: (use, caps) => transaction((own) => book(own, use, caps)),
    async settle(id, { ok, tokens_in, tokens_out, usd, ms, error }) {
      await query(
        `UPDATE usage SET ok = $2::boolean, tokens_in = $3::bigint, tokens_out = $4::bigint, usd = $5::float8,
           ms = $6::bigint, error = $7 WHERE id = $1`,
        [id, ok, String(tokens_in), String(tokens_out), usd, String(Math.round(ms)), error ?? null],
      );
    },
    sums: (since, project) =>
      query<UsageRow>(
        `SELECT left(at, 10) AS day, executor, model, purpose, count(*)::int AS calls,
           count(*) FILTER (WHERE NOT ok)::int AS failed, sum(tokens_in)::float8 AS tokens_in,
           sum(tokens_out)::float8 AS tokens_out, sum(usd) AS usd, coalesce(sum(ms), 0)::float8 AS ms
         FROM usage WHERE at >= $1 AND ($2::text IS NULL OR project = $2)
         GROUP BY 1, 2, 3, 4 ORDER BY 1 DESC, 2, 3, 4`,
        [since, project ?? null],
      ),
    async prune(before) {
      return (await query("DELETE FROM usage WHERE at < $1 RETURNING 1", [before])).length;
    },
  };
}

/** One after another: what is left is read only when whoever books before has booked. */
async function book(own: Query, use: PlannedUse, caps: Caps): ReturnType<UsageStore["book"]> {
  await own("SELECT pg_advisory_xact_lock(hashtextextended(current_setting('search_path') || ' usage', 0))");
  const [spent] = await own<Spent>(
    `SELECT count(*)::int AS calls, coalesce(sum(tokens_in + tokens_out), 0)::float8 AS tokens,
       coalesce(sum(usd), 0) AS usd FROM usage WHERE at >= $1`,
    [caps.since],
  );
  const refused = spent && inTheWay(spent, use, caps);
  if (refused) return { refused };
  await own(
    `INSERT INTO usage(id, at, project, purpose, executor, model, tokens_in, tokens_out, usd)
     VALUES($1, $2, $3, $4, $5, $6, $7::bigint, $8::bigint, $9::float8)`,
    [
      use.id,
      use.at,
      use.project,
      use.purpose,
      use.executor,
      use.model,
      String(use.tokens_in),
      String(use.tokens_out),
      use.usd,
    ],
  );
  return {};
}
