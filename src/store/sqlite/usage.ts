/** Usage in SQLite. */
import type { Database } from "bun:sqlite";
import { inTheWay, type Spent } from "../caps.ts";
import type { Cap, Caps, PlannedUse, UsageRow, UsageStore } from "../usage-port.ts";
import { immediately } from "./immediately.ts";
import type { Run } from "./projection.ts";

export function sqliteUsage(db: Database, run: Run): UsageStore {
  return {
    book: (use, caps) => run(() => immediately(db, () => book(db, use, caps))),
    settle: (id, { ok, tokens_in, tokens_out, usd, ms, error }) =>
      run(() => {
        db.query(
          "UPDATE usage SET ok = ?2, tokens_in = ?3, tokens_out = ?4, usd = ?5, ms = ?6, error = ?7 WHERE id = ?1",
        ).run(id, ok ? 1 : 0, tokens_in, tokens_out, usd, Math.round(ms), error ?? null);
      }),
    sums: (since, project) =>
      run(() =>
        db
          .query<UsageRow, [string, string | null]>(
            `SELECT substr(at, 1, 10) AS day, executor, model, purpose, count(*) AS calls,
               coalesce(sum(ok = 0), 0) AS failed, sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out,
               total(usd) AS usd, coalesce(sum(ms), 0) AS ms
             FROM usage WHERE at >= ?1 AND (?2 IS NULL OR project = ?2)
             GROUP BY 1, 2, 3, 4 ORDER BY 1 DESC, 2, 3, 4`,
          )
          .all(since, project ?? null),
      ),
    prune: (before) => run(() => db.query("DELETE FROM usage WHERE at < ?").run(before).changes),
  };
}

function book(db: Database, use: PlannedUse, caps: Caps): { readonly refused?: Cap } {
  const spent = db
    .query<Spent, [string]>(
      `SELECT count(*) AS calls, coalesce(sum(tokens_in + tokens_out), 0) AS tokens, total(usd) AS usd
       FROM usage WHERE at >= ?`,
    )
    .get(caps.since);
  const refused = spent && inTheWay(spent, use, caps);
  if (refused) return { refused };
  db.query(
    `INSERT INTO usage(id, at, project, purpose, executor, model, tokens_in, tokens_out, usd)
     VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    use.id,
    use.at,
    use.project,
    use.purpose,
    use.executor,
    use.model,
    use.tokens_in,
    use.tokens_out,
    use.usd,
  );
  return {};
}
