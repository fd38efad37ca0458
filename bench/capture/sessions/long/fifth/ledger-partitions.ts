import { type LabelledSession, labelled } from "../../../session.ts";

/** A table that grew too large is partitioned while it is in use; Postgres, Python, with a compaction in the middle. */
const session: LabelledSession = labelled({
  name: "ledger-partitions",
  project: "/srv/dev/tomasz/postings",
  talk: (t) => {
    t.prompt(
      "the postings table is at 1.9 TB and vacuum takes 31 hours. lets partition it. pg 15 on our own metal, no rds. what are our options, dont write anything yet",
    )
      .ran(
        "psql $RO -c '\\d+ posting'",
        '                        Table "public.posting"\n   Column    |           Type           | Nullable |      Default\n-------------+--------------------------+----------+--------------------\n id          | bigint                   | not null | nextval(\'posting_id_seq\')\n account_id  | bigint                   | not null |\n booked_on   | date                     | not null |\n value_date  | date                     | not null |\n amount      | numeric(18,4)            | not null |\n currency    | character(3)             | not null |\nIndexes:\n    "posting_pkey" PRIMARY KEY, btree (id)\n    "posting_account_booked" btree (account_id, booked_on)',
      )
      .ran(
        "psql $RO -Atc \"select calls, left(query,90) from pg_stat_statements where query ilike '%from posting %' order by calls desc limit 4\"",
        "88120331|select sum(amount) from posting where account_id = $1 and booked_on <= $2\n20155610|select * from posting where account_id = $1 and booked_on between $2 and $3 order by id\n4019822|select * from posting where id = $1\n3310|select * from posting where value_date between $1 and $2",
      )
      .said(
        "Options:\n\n1. **Range by `booked_on`** (monthly). Old months become read-only and are frozen once; `id` lookups touch every partition.\n2. **Hash by `account_id`**. Balances touch one partition; retention doesn't get easier.\n3. **Range, then hash**. Many partitions, planning time.\n\nI lean to 1, but the balance query `booked_on <= $2` would then read all partitions of the past.",
      )
      .prompt(
        "the balance query is going away, accounts team moves to snapshots in march. so 1. quarterly not monthly, auditors ask by quarter and 12 yrs * 12 is too many",
      )
      .said("Range by `booked_on`, quarterly, it is: 48 partitions for the 12 years plus the ones ahead.")
      .prompt("lookup by id stays tho. 4 mio calls")
      .said(
        "An id lookup without the partition key probes 48 indexes, which measured around 0.4 ms instead of 0.02 ms in my experience. We could derive the quarter from the id, since ids grow with time.",
      )
      .prompt(
        "they dont. back-dated corrections get an id now but booked_on in an old quarter, happens every month end",
      )
      .said(
        "Right, then id and quarter aren't tied. So callers have to pass `booked_on` with the id, or we accept the 0.4 ms.",
      )
      .prompt("accept, 4 mio a month is nothing")
      .prompt("online migration how? we can have 10 min of read only on a sunday, thats it")
      .said(
        "Attach the old table as it is, no copying:\n\n1. `posting` → `posting_legacy`, new partitioned `posting`\n2. `ALTER TABLE … ATTACH PARTITION posting_legacy FOR VALUES FROM (MINVALUE) TO ('2026-04-01')`, with a `CHECK` constraint validated beforehand so that the attach doesn't scan\n3. new quarters are partitions from the start\n4. quarters are moved out of legacy in the background over weeks\n\nThe primary key has to become `(id, booked_on)`, that index on 1.9 TB must be built concurrently before.",
      )
      .prompt("nice. foreign keys pointing at posting.id?")
      .ran(
        "psql $RO -Atc \"select conrelid::regclass, conname from pg_constraint where confrelid='posting'::regclass\"",
        "posting_tag|posting_tag_posting_id_fkey\nreversal|reversal_original_id_fkey",
      )
      .said(
        "Two: `posting_tag` and `reversal`. A foreign key needs a unique index on `id` alone, which a partitioned table can't have, so both would need `booked_on` too or lose the constraint.",
      )
      .prompt("posting_tag is dead since the 2023 rewrite, drop the table. reversal gets the column")
      .wrote(
        "/srv/dev/tomasz/postings/migrations/210_partition_prepare.sql",
        "create unique index concurrently posting_id_booked on posting (id, booked_on);\nalter table reversal add column original_booked_on date;\ndrop table posting_tag;",
      )
      .wrote(
        "/srv/dev/tomasz/postings/migrations/211_partition_switch.sql",
        "begin;\nset local lock_timeout = '3s';\nalter table posting rename to posting_legacy;\n…",
      )
      .ran(
        "make migrate-scratch",
        "applying 210_partition_prepare.sql\npsycopg.errors.ActiveSqlTransaction: CREATE INDEX CONCURRENTLY cannot run inside a transaction block",
        2,
      )
      .called("Grep", { pattern: "autocommit", path: "/srv/dev/tomasz/postings/tools" })
      .gave("tools/migrate.py:61:    autocommit = '-- no-transaction' in sql.splitlines()[0]")
      .said(
        "The migration runner wraps every file in a transaction unless the first line is `-- no-transaction`. I'll add it to 210.",
      )
      .edited(
        "/srv/dev/tomasz/postings/migrations/210_partition_prepare.sql",
        "create unique index",
        "-- no-transaction\ncreate unique index",
      )
      .ran(
        "make migrate-scratch",
        "applying 210_partition_prepare.sql … ok (4.1s)\napplying 211_partition_switch.sql … ok (0.2s)",
      )
      .said("Both apply to the scratch database.")
      .prompt("now the mover")
      .wrote(
        "/srv/dev/tomasz/postings/postings/mover.py",
        "async def move_quarter(conn, quarter: Quarter, batch: int = 20_000) -> int:\n    …",
      )
      .wrote("/srv/dev/tomasz/postings/tests/test_mover.py", "async def test_moves_everything_once(): …")
      .ran(
        "uv run pytest -q tests/test_mover.py",
        "..F.                                                      [100%]\nFAILED tests/test_mover.py::test_totals_stay_equal - AssertionError: Decimal('100.0000') != Decimal('200.0000')\n1 failed, 3 passed in 2.91s",
        1,
      )
      .said(
        "While rows are moved, a reader sees them twice: the insert and the delete are in two transactions. I'll do both in one statement with `WITH moved AS (DELETE … RETURNING *) INSERT …`.",
      )
      .edited(
        "/srv/dev/tomasz/postings/postings/mover.py",
        "await conn.execute(INSERT)\n        await conn.commit()\n        await conn.execute(DELETE)",
        "await conn.execute(MOVE)",
      )
      .ran(
        "uv run pytest -q tests/test_mover.py",
        "....                                                      [100%]\n4 passed in 2.80s",
      )
      .said("Fixed, totals stay equal while it moves.")
      .command("/compact")
      .compacted(
        `1. Primary request: partition \`posting\` (1.9 TB, Postgres 15 on own hardware) online.
2. Decisions:
   - Range partitions by booked_on, quarterly.
   - posting_legacy is attached as one partition, quarters move out of it in the background.
   - The mover must never run on the primary during the EOD batch (22:00-23:30 CET); Tomasz said so when we talked about batch sizes.
3. Files: migrations/210_partition_prepare.sql, migrations/211_partition_switch.sql, postings/mover.py, tests/test_mover.py
4. Errors and fixes:
   - CREATE INDEX CONCURRENTLY in a transaction: first line -- no-transaction.
   - rows seen twice: one statement.
5. Pending:
   - Partitions ahead of time: nobody creates them yet, the last one ends 2026-12-31.
6. Current work: the mover passes its tests.`,
      )
      .said(
        "The mover passes its tests. Next I'd measure it on the scratch database with a realistic amount of rows.",
      )
      .prompt(
        "yes use the clone on db-lab2, 1/50 of prod. db-lab2 is wiped every saturday so dont leave stuff there",
      )
      .ran(
        "uv run python -m postings.mover --dsn $LAB2 --quarter 2019Q1 --measure",
        "moved 812000 rows in 00:03:12 (4229/s), wal 1.1 GB, replica lag max 9.2s",
      )
      .said("4,200 rows a second with a replica lag of up to 9.2 s. Is that acceptable?")
      .prompt("no. risk reads from the replica and alarms at 5s")
      .edited(
        "/srv/dev/tomasz/postings/postings/mover.py",
        "batch: int = 20_000",
        "batch: int = 5_000, max_lag: float = 2.0",
      )
      .ran(
        "uv run python -m postings.mover --dsn $LAB2 --quarter 2019Q2 --measure",
        "moved 790114 rows in 00:05:41 (2317/s), wal 1.1 GB, replica lag max 2.3s",
      )
      .said(
        "With batches of 5,000 and a pause above 2 s of lag the maximum is 2.3 s. For all of production that makes about 23 days of moving.",
      )
      .prompt(
        "23 days is fine. should we compress the old ones, or cold storage?? ah no. later. first get it live",
      )
      .said("OK, leaving storage out.")
      .prompt("write the runbook, docs/runbooks/partition.md, short. rollback included")
      .wrote(
        "/srv/dev/tomasz/postings/docs/runbooks/partition.md",
        "# Partitioning `posting`\n\n## Before Sunday\n…\n## Rollback\nDetach `posting_legacy`, rename back; only possible until the mover has started.",
      )
      .said(
        "Written. **Rollback is only possible until the mover has started**, the runbook says so at the top.",
      )
      .prompt("great. sunday 15th then, me and Aylin. open the MR, no automerge")
      .ran(
        "git push -u origin partition-posting",
        "remote: https://git.intern/core/postings/-/merge_requests/new?source=partition-posting",
      )
      .said("Pushed; the partitioning is ready: two migrations, the mover with its tests and the runbook.")
      .prompt("👍");
  },
  keep: [
    { kind: ["decision", "learning"], words: ["quarterly", "auditors"] },
    { kind: ["correction", "learning"], words: ["back-dated corrections"], type: "semantic" },
    { kind: ["decision", "learning"], words: ["posting_tag is dead"] },
    {
      kind: ["fix", "learning", "command"],
      words: ["-- no-transaction", "migration runner|210_partition_prepare.sql"],
    },
    { kind: ["fix", "learning"], words: ["sees them twice", "mover.py|one statement"] },
    { kind: ["summary", "decision", "learning", "preference"], words: ["EOD batch"] },
    {
      kind: ["summary", "intention", "learning"],
      words: ["Partitions ahead of time"],
      type: ["prospective", "semantic"],
    },
    { kind: ["learning", "correction"], words: ["alarms at 5s"], type: "semantic" },
    { kind: "learning", words: ["Rollback is only possible until"] },
  ],
  may: [
    { kind: "learning", words: ["moves to snapshots in march"] },
    { kind: "learning", words: ["wiped every saturday"] },
    { kind: "decision", words: ["accept"] },
    { kind: "decision", words: ["no copying|attached as one partition"] },
    { kind: "intention", words: ["sunday 15th"] },
    { kind: "intention", words: ["compress the old ones"] },
    { kind: ["learning", "preference"], words: ["10 min of read only"] },
    { kind: "outcome", words: ["partition"] },
    { kind: "learning", words: ["aren't tied|unique index on `id` alone"] },
    { kind: "decision", words: ["batches of 5,000"] },
    { kind: ["summary", "decision"], words: ["Range partitions by booked_on"] },
    { kind: "learning", words: ["on our own metal"] },
  ],
  never: [
    "derive the quarter from the id",
    "in my experience",
    "I lean to 1",
    "leaving storage out",
    "812000",
  ],
});

export default session;
