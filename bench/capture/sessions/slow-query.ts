import { type LabelledSession, labelled } from "../session.ts";

/** Performance work in SQL: numbers, an index, a rejected idea. */
const session: LabelledSession = labelled({
  name: "slow-query",
  project: "/home/ann/analytics",
  talk: (t) => {
    t.prompt("the weekly report query takes 40s, get it under 2")
      .ran(
        "psql -f sql/weekly.sql",
        'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
        2,
      )
      .ran("docker compose up -d db", "Container analytics-db-1  Started")
      .ran(
        "psql -f sql/weekly.sql",
        'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
        2,
      )
      .ran("psql -h localhost -p 5433 -U analytics -f sql/weekly.sql", "(412 rows)\nTime: 41210 ms")
      .said("The database of the compose file listens on 5433. I have the slow run; now the plan.")
      .ran(
        "psql -h localhost -p 5433 -U analytics -c 'explain analyze select 1'",
        "Seq Scan on events  (cost=0.00..912233.10 rows=38112 width=16)",
      )
      .said(
        "A sequential scan over events, because the query casts the timestamp to a date. An index on the cast would work, or a range condition.",
      )
      .edited(
        "/home/ann/analytics/sql/weekly.sql",
        "created_at::date between",
        "created_at >= :from and created_at <",
      )
      .wrote(
        "/home/ann/analytics/migrations/019_events_created.sql",
        "create index concurrently events_created on events (created_at);",
      )
      .ran("psql -h localhost -p 5433 -U analytics -f sql/weekly.sql", "(412 rows)\nTime: 810 ms")
      .said(
        "The query takes 0.8 s now. I rewrote the date condition as a range because a cast on `created_at` cannot use the index, and added the index in `019_events_created.sql`.",
      )
      .prompt("could we also just materialize it?")
      .said("You could, but then the report would be as old as the last refresh.")
      .prompt(
        "no, then leave it. the index has to be created on the replica first, we can do that once the migration window is approved",
      )
      .said("Understood.")
      .prompt("why was the seq scan picked anyway");
  },
  keep: [
    { kind: "command", type: "procedural", words: ["-p 5433", "psql"], importance: [4, 7] },
    { kind: "decision", words: ["range", "cannot use the index"], importance: [5, 8] },
    { kind: "outcome", words: ["weekly.sql", "0.8 s|range"], importance: [3, 7] },
    { kind: ["intention"], type: "prospective", words: ["index", "replica"], importance: [4, 8] },
  ],
  never: ["materialize"],
});

export default session;
