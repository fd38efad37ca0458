import { type LabelledSession, labelled } from "../../../session.ts";

/** On call at night: a payment API runs out of database connections behind pgbouncer; Go and Postgres. */
const session: LabelledSession = labelled({
  name: "pager-storm",
  project: "/home/ines/settle-api",
  talk: (t) => {
    t.prompt(
      `paged 3 times in 20 min, settle-api p99 through the roof. logs from one pod:

2026-02-27T02:11:09Z ERROR capture failed err="acquire conn: context deadline exceeded" route=/v2/captures merchant=m_8841 took=5.001s
2026-02-27T02:11:09Z ERROR capture failed err="acquire conn: context deadline exceeded" route=/v2/captures merchant=m_1190 took=5.000s
2026-02-27T02:11:10Z WARN  breaker half-open upstream=acquirer-eu
2026-02-27T02:11:12Z ERROR capture failed err="acquire conn: context deadline exceeded" route=/v2/captures merchant=m_8841 took=5.001s

where do i look`,
    )
      .said(
        "The requests time out waiting for a connection from the pool, not on a query. I'll look at how the pool is set up and at what holds connections.",
      )
      .called("Grep", { pattern: "MaxConns|pgxpool", path: "/home/ines/settle-api" })
      .gave(
        "internal/store/pool.go:31:\tcfg.MaxConns = 20\ninternal/store/pool.go:44:\tpool, err := pgxpool.NewWithConfig(ctx, cfg)",
      )
      .read(
        "/home/ines/settle-api/internal/store/pool.go",
        "     1\tpackage store\n    29\tfunc NewPool(ctx context.Context, dsn string) (*pgxpool.Pool, error) {\n    30\t\tcfg, err := pgxpool.ParseConfig(dsn)\n    31\t\tcfg.MaxConns = 20\n    32\t\tcfg.MaxConnIdleTime = 5 * time.Minute\n    44\t\tpool, err := pgxpool.NewWithConfig(ctx, cfg)",
      )
      .ran(
        "kubectl -n settle get pods",
        "NAME                          READY   STATUS    RESTARTS   AGE\nsettle-api-6c9f7bd4d8-2mxjq   1/1     Running   0          3h\nsettle-api-6c9f7bd4d8-7zkwd   1/1     Running   0          3h\nsettle-api-6c9f7bd4d8-hb2lp   1/1     Running   2          3h\nsettle-api-6c9f7bd4d8-qq8rt   1/1     Running   0          3h",
      )
      .said(
        "Four pods with 20 connections each is 80. Is there a limit in the database that is lower than that?",
      )
      .prompt(
        "we dont talk to postgres directly, theres a pgbouncer in transaction mode in between, default_pool_size 60, has been for years",
      )
      .ran(
        "psql -h pgbouncer.settle -p 6432 pgbouncer -c 'show pools'",
        'psql: error: connection to server at "pgbouncer.settle" (10.4.2.19), port 6432 failed: FATAL:  not allowed',
        2,
      )
      .prompt(
        "you need the stats user for that, only it may use the admin console. pw comes out of vault, its in my env already",
      )
      .ran(
        "PGPASSWORD=$PGB_STATS_PW psql -U pgb_stats -h pgbouncer.settle -p 6432 pgbouncer -c 'show pools'",
        " database |   user    | cl_active | cl_waiting | sv_active | sv_idle | maxwait\n----------+-----------+-----------+------------+-----------+---------+---------\n settle   | settle_rw |        19 |         61 |        60 |       0 |      41\n settle   | settle_ro |         2 |          0 |         2 |       6 |       0",
      )
      .said(
        "That works. All 60 server connections of `settle_rw` are in use and 61 clients are waiting, but only 19 clients are active. Something on the server side keeps connections busy; let me look at Postgres itself.",
      )
      .ran(
        'psql "$SETTLE_RO_DSN" -c "select state, wait_event, count(*), max(now()-xact_start) from pg_stat_activity where usename=\'settle_rw\' group by 1,2"',
        "        state        |  wait_event   | count |       max\n---------------------+---------------+-------+-----------------\n idle in transaction | ClientRead    |    41 | 00:00:38.201144\n active              | transactionid |    15 | 00:00:31.700310\n active              |               |     4 | 00:00:00.003821",
      )
      .thought(
        "41 idle in transaction with up to 38s. So code opens a tx and does something else - HTTP to the acquirer?",
      )
      .said(
        "41 connections are `idle in transaction`: somebody opens a transaction and then does something slow that isn't SQL. My guess is a leaked transaction in the refund worker.",
      )
      .prompt("refund worker is a different db user, settle_jobs. cant be that")
      .said(
        "You're right, then it must be the API itself. I'll look for calls to the acquirer inside of transactions.",
      )
      .called("Grep", { pattern: "BeginTx|acquirer\\.", path: "/home/ines/settle-api/internal/capture" })
      .gave(
        "internal/capture/service.go:88:\ttx, err := s.pool.BeginTx(ctx, pgx.TxOptions{})\ninternal/capture/service.go:97:\tres, err := s.acquirer.Capture(ctx, req)\ninternal/capture/service.go:112:\treturn tx.Commit(ctx)",
      )
      .read(
        "/home/ines/settle-api/internal/capture/service.go",
        "    86\tfunc (s *Service) Capture(ctx context.Context, in Input) error {\n    88\t\ttx, err := s.pool.BeginTx(ctx, pgx.TxOptions{})\n    92\t\tlocked, err := s.lockPayment(ctx, tx, in.PaymentID)\n    97\t\tres, err := s.acquirer.Capture(ctx, req)\n   104\t\tif err := s.recordCapture(ctx, tx, res); err != nil {\n   112\t\treturn tx.Commit(ctx)",
      )
      .said(
        "Found it. The root cause is that `Capture` in `internal/capture/service.go` calls the acquirer over HTTP while it holds a transaction with the row lock, so as soon as acquirer-eu gets slow every capture keeps a connection for up to 40 seconds.\n\nTwo ways out for tonight:\n\n1. a short timeout on the acquirer call (2 lines, captures fail faster)\n2. split it: reserve in one transaction, call, record in a second one (right, but not a thing for 3 am)",
      )
      .prompt(
        "1 now. what timeout? acquirer-eu sla says they answer in 8s at worst, anything beyond that they reverse on their side automatically",
      )
      .edited(
        "/home/ines/settle-api/internal/capture/service.go",
        "\tres, err := s.acquirer.Capture(ctx, req)",
        "\tactx, cancel := context.WithTimeout(ctx, s.cfg.AcquirerTimeout)\n\tdefer cancel()\n\tres, err := s.acquirer.Capture(actx, req)",
      )
      .edited(
        "/home/ines/settle-api/internal/config/config.go",
        "type Config struct {",
        'type Config struct {\n\tAcquirerTimeout time.Duration `env:"ACQUIRER_TIMEOUT" envDefault:"9s"`',
      )
      .ran("go test ./internal/capture/...", "ok  \tgithub.com/settle/settle-api/internal/capture\t2.114s")
      .said("Done. Timeout is 9s, configurable by `ACQUIRER_TIMEOUT`. Shall I deploy it?")
      .prompt(
        "i deploy, you dont. we have a freeze from the 25th to the 2nd every month because of merchant payouts, i need an exception from Bohdan",
      )
      .said("Understood. I'll wait until you have it.")
      .wait(14)
      .prompt("ok exception granted, its out. check the pools again")
      .ran(
        "PGPASSWORD=$PGB_STATS_PW psql -U pgb_stats -h pgbouncer.settle -p 6432 pgbouncer -c 'show pools'",
        " database |   user    | cl_active | cl_waiting | sv_active | sv_idle | maxwait\n----------+-----------+-----------+------------+-----------+---------+---------\n settle   | settle_rw |        22 |          0 |        24 |      36 |       0\n settle   | settle_ro |         1 |          0 |         1 |       7 |       0",
      )
      .said(
        "Nobody is waiting any more, 36 server connections are idle. p99 should recover within a few minutes.",
      )
      .prompt("it does 🎉 should we raise default_pool_size to 120 while at it?")
      .said(
        "I wouldn't: Postgres has `max_connections = 200` and the jobs and the read side already take up to 90. More connections would only have moved the queue into the database.",
      )
      .prompt(
        "fair, leave it. alert thresholds then? it paged me for cl_waiting > 0 for 10s which is silly, happens every deploy",
      )
      .read(
        "/home/ines/settle-api/ops/alerts/pgbouncer.yaml",
        "- alert: PgbouncerClientsWaiting\n  expr: pgbouncer_pools_client_waiting_connections > 0\n  for: 10s\n  labels:\n    severity: page",
      )
      .edited("/home/ines/settle-api/ops/alerts/pgbouncer.yaml", "> 0\n  for: 10s", "> 10\n  for: 2m")
      .said("It pages only for more than 10 waiting clients over 2 minutes now.")
      .prompt("good. splitting the transaction is for next week, pls write a ticket text i can paste")
      .said(
        "**Capture: don't hold a transaction across the acquirer call**\n\n- Reserve the payment (status `capturing`) in a first transaction\n- Call the acquirer without a transaction\n- Record the result in a second transaction\n- A sweeper resolves payments that stay in `capturing` for longer than a minute\n\nAcceptance: with an acquirer that sleeps for 30s, no connection is `idle in transaction`.",
      )
      .prompt(
        "sweeper has to ask the acquirer by our reference, never by theirs, theirs is only unique per day. add that and im going to bed",
      )
      .said("Added: *the sweeper looks captures up by our own reference.* Good night!")
      .prompt("thx night");
  },
  keep: [
    {
      kind: ["fix", "learning"],
      words: ["root cause|holds a transaction", "service.go"],
      type: ["episodic", "semantic"],
    },
    { kind: "learning", words: ["pgbouncer in transaction mode"], type: "semantic" },
    { kind: ["command", "learning"], words: ["pgb_stats|stats user"], type: ["procedural", "semantic"] },
    { kind: ["correction", "learning"], words: ["settle_jobs"], type: "semantic" },
    { kind: "learning", words: ["8s at worst"], type: "semantic" },
    { kind: ["learning", "preference"], words: ["freeze from the 25th"], type: "semantic" },
    { kind: "decision", words: ["max_connections = 200|moved the queue"] },
    { kind: "intention", words: ["splitting the transaction", "next week"], type: "prospective" },
    { kind: ["learning", "correction", "preference"], words: ["only unique per day"], type: "semantic" },
  ],
  may: [
    { kind: "preference", words: ["i deploy"] },
    { kind: "decision", words: ["ACQUIRER_TIMEOUT"] },
    { kind: "decision", words: ["1 now"] },
    { kind: ["decision", "outcome"], words: ["10 waiting clients|happens every deploy"] },
  ],
  never: ["leaked transaction", "m_8841", "Good night", "where do i look", "should recover"],
});

export default session;
