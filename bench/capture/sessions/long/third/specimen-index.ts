import { type LabelledSession, labelled } from "../../../session.ts";

/** A slow Postgres in a hospital's laboratory: plans read closely with somebody who is careful and formal. */
const session: LabelledSession = labelled({
  name: "specimen-index",
  held: true,
  project: "/opt/labline/db",
  talk: (t) => {
    t.prompt(
      "Good afternoon. Since the weekend, the worklist screen in haematology takes between 8 and 20 seconds to open. The statement behind it is in sql/worklist.sql. I would like to understand the cause before anything is altered.",
    )
      .read(
        "/opt/labline/db/sql/worklist.sql",
        `select s.id, s.barcode, s.received_at, r.code, r.status
  from specimen s
  join result r on r.specimen_id = s.id
 where s.ward_id = $1
   and s.department = $2
   and r.status = 'PENDING'
 order by s.received_at
 limit 200;`,
      )
      .said("Understood: first the cause. I'll get a plan from the reporting database.")
      .ran(
        "psql -p 6432 -d labline -f explain.sql",
        "psql:explain.sql:1: ERROR:  unsupported startup parameter in options: plan_cache_mode",
        2,
      )
      .ran(
        'psql -p 6432 -d labline -c "set plan_cache_mode = auto" -f explain.sql',
        'SET\npsql:explain.sql:3: ERROR:  prepared statement "wl" does not exist',
        3,
      )
      .prompt(
        "6432 is PgBouncer in transaction mode, so for anything with PREPARE or SET you have to go to 5433, which is the server itself.",
      )
      .ran(
        "psql -p 5433 -d labline -f explain.sql",
        `SET
PREPARE
 Limit  (cost=1204.11..1204.61 rows=200 width=58) (actual time=11873.204..11873.260 rows=200 loops=1)
   ->  Sort  (actual time=11873.202..11873.231 rows=200 loops=1)
         Sort Key: s.received_at
         Sort Method: top-N heapsort  Memory: 47kB
         ->  Nested Loop  (cost=0.99..1182.40 rows=3 width=58) (actual time=0.412..11790.331 rows=41877 loops=1)
               ->  Index Scan using specimen_ward_idx on specimen s  (cost=0.56..412.10 rows=3 width=38) (actual time=0.201..9310.118 rows=388214 loops=1)
                     Index Cond: (ward_id = $1)
                     Filter: (department = $2)
               ->  Index Scan using result_specimen_idx on result r  (actual time=0.005..0.006 rows=0 loops=388214)
                     Filter: (status = 'PENDING'::text)
                     Rows Removed by Filter: 4
 Planning Time: 0.310 ms
 Execution Time: 11873.901 ms`,
      )
      .said(
        "With port 5433 it works. The interesting number is `rows=3` against an actual `rows=388214` on `specimen`. The planner multiplies the selectivity of `ward_id` and `department` as though they were independent.",
      )
      .prompt("Are they not?")
      .ran(
        "psql -p 5433 -d labline -c 'select department, count(distinct ward_id) from specimen group by 1 order by 2'",
        " department | count \n------------+-------\n HAEM       |     4\n MICRO      |    11\n CHEM       |    37",
      )
      .said(
        "Hardly: haematology receives from 4 wards only. A ward practically determines the department. I presume the table holds some 40 million rows and statistics were last gathered long ago; a plain `ANALYZE` may be all that's missing.",
      )
      .prompt(
        "It was analysed on Sunday. And it is 310 million rows in specimen, not forty, since the archive of the old system was imported in February.",
      )
      .said(
        "Thank you. Then staleness isn't the cause, and the estimate is wrong by construction. Extended statistics tell the planner about the dependency:\n\n```sql\ncreate statistics specimen_ward_department (dependencies, mcv)\n  on ward_id, department from specimen;\nanalyze specimen;\n```\n\nI'd try it on the copy first.",
      )
      .prompt("Please do so on the copy. You may do as you like there.")
      .ran(
        "psql -p 5433 -d labline_copy -c 'create statistics specimen_ward_department (dependencies, mcv) on ward_id, department from specimen' -c 'analyze specimen'",
        "CREATE STATISTICS\nANALYZE",
      )
      .ran(
        "psql -p 5433 -d labline_copy -f explain.sql",
        ` Limit  (actual time=902.118..902.170 rows=200 loops=1)
   ->  Sort
         ->  Hash Join  (cost=.. rows=40210 width=58) (actual time=310.002..871.410 rows=41877 loops=1)
               Hash Cond: (s.id = r.specimen_id)
               ->  Bitmap Heap Scan on specimen s  (rows=391005) (actual rows=388214)
               ->  Hash
                     ->  Index Scan using result_pending_idx on result r
 Execution Time: 903.377 ms`,
      )
      .said(
        "From 11.9 s to 0.9 s. The cause was the misestimate of `ward_id` and `department`, which sent it into a nested loop over 388,214 rows; with `specimen_ward_department` it plans a hash join over the pending results.",
      )
      .prompt(
        "That is a clear explanation, thank you. Still, 0.9 s is not what the clinicians were used to. Would partitioning by year help?",
      )
      .thought(
        "Partitioning: queries aren't restricted by time. A composite index on the worklist is better.",
      )
      .said(
        `It would not help this statement, since it has no condition on time: every partition would have to be looked into.

| Option | Worklist | Effort | Remark |
| --- | --- | --- | --- |
| Partition by year | no gain | weeks | foreign keys have to be rebuilt |
| Partial index on pending results, with ward | ~5 ms | an hour | needs \`ward_id\` on \`result\` |
| Index \`(ward_id, department, received_at)\` | ~60 ms | an hour | 9 GB |
| BRIN on \`received_at\` | no gain here | minutes | 3 MB, helps the archive searches |`,
      )
      .prompt(
        "Partitioning is then off the table, and in any case we must keep everything for thirty years and are two people. I favour the third, as the second duplicates the ward and wards do move.",
      )
      .said("The third it is. I'll write the migration.")
      .wrote(
        "/opt/labline/db/migrations/0141_worklist_index.sql",
        "create index specimen_worklist_idx on specimen (ward_id, department, received_at);",
      )
      .prompt(
        "No. An index in production is always created concurrently, outside of a transaction, and it is me who runs it, at night; you only prepare the file.",
      )
      .edited(
        "/opt/labline/db/migrations/0141_worklist_index.sql",
        "create index specimen_worklist_idx",
        "-- no-transaction\ncreate index concurrently if not exists specimen_worklist_idx",
      )
      .said("Changed to `concurrently` and marked `no-transaction`; I'll leave running it to you.")
      .ran(
        "psql -p 5433 -d labline_copy -f migrations/0141_worklist_index.sql",
        'ERROR:  canceling statement due to statement timeout\nCONTEXT:  while scanning block 1840221 of relation "public.specimen"',
        3,
      )
      .said(
        "The role has a `statement_timeout` of ten minutes, and it leaves an invalid index behind. I'll drop that and set the timeout to 0 at the top of the file.",
      )
      .edited(
        "/opt/labline/db/migrations/0141_worklist_index.sql",
        "-- no-transaction\n",
        "-- no-transaction\nset statement_timeout = 0;\ndrop index concurrently if exists specimen_worklist_idx;\n",
      )
      .ran(
        "psql -p 5433 -d labline_copy -f migrations/0141_worklist_index.sql",
        "SET\nDROP INDEX\nCREATE INDEX\nTime: 1684220.118 ms (28:04.220)",
      )
      .ran("psql -p 5433 -d labline_copy -f explain.sql", " Execution Time: 48.216 ms")
      .said("48 ms. Building the index took 28 minutes on the copy.")
      .prompt(
        "Very good. One remark about the night: the replica at the Northfield site stops replaying when a long query is running there, because hot_standby_feedback is off on purpose. So it lags after such a migration and that is not an alarm.",
      )
      .said("Noted; I've put that into the header of the migration, so that whoever is on duty sees it.")
      .prompt("What does pg_stat_statements say, have others become slow too?")
      .ran(
        "psql -p 5433 -d labline -c 'select left(query, 50), calls, mean_exec_time::int from pg_stat_statements order by total_exec_time desc limit 4'",
        " left                                               | calls | mean\n----------------------------------------------------+-------+------\n select s.id, s.barcode, s.received_at, r.code      | 10233 | 9120\n select count(*) from audit_event where actor = $1  |  2110 |  804\n insert into audit_event                            | 88120 |    2\n select * from ward                                 | 90001 |    0",
      )
      .said(
        "Only one other: the count on `audit_event`, 0.8 s on average. It's shown on the profile page as a badge.",
      )
      .prompt(
        "Nobody looks at that badge. That can wait until we are on version 17 in the autumn; kindly remind me of it then.",
      )
      .said("I'll leave `audit_event` as it is until the upgrade.")
      .prompt("Should the autovacuum settings be changed for specimen, do you think?")
      .said(
        "Not urgently. With the default scale factor of 0.2, it's vacuumed after 62 million dead rows, which is late; but specimens are scarcely ever updated, so few rows die.",
      )
      .prompt("Then we leave it alone. Please show me the final file once more.")
      .ran(
        "cat migrations/0141_worklist_index.sql",
        "-- no-transaction\n-- Replica at Northfield may lag after this; not an alarm.\nset statement_timeout = 0;\ndrop index concurrently if exists specimen_worklist_idx;\ncreate index concurrently if not exists specimen_worklist_idx on specimen (ward_id, department, received_at);",
      )
      .prompt("That is in order. I shall run both tonight after the eleven o'clock round. Good evening.")
      .said("Good evening, and a quiet night.");
  },
  keep: [
    { kind: ["learning", "command", "correction"], words: ["6432", "5433"] },
    { kind: "fix", words: ["misestimate|independent", "specimen_ward_department"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["310 million"] },
    {
      kind: "decision",
      words: ["Partitioning is then off the table", "thirty years"],
    },
    {
      kind: ["preference", "correction"],
      type: "semantic",
      words: ["created concurrently", "me who runs it"],
    },
    { kind: "learning", type: "semantic", words: ["hot_standby_feedback is off on purpose"] },
    { kind: "intention", type: "prospective", words: ["version 17|until the upgrade"] },
  ],
  may: [
    { kind: "decision", words: ["I favour the third|third it is"] },
    { kind: "fix", words: ["statement_timeout"] },
    { kind: "intention", words: ["run both tonight"] },
    { kind: "decision", words: ["leave it alone"] },
    { kind: "outcome", words: ["48 ms"] },
    { kind: "learning", words: ["4 wards only"] },
    { kind: "learning", words: ["lags after such a migration"] },
    { kind: "learning", words: ["28 minutes"] },
  ],
  never: ["40 million rows", "ANALYZE` may be all", "Good evening", "I presume", "scale factor"],
});

export default session;
