import { type LabelledSession, labelled } from "../../../session.ts";

/** Data work with dbt and Snowflake: two numbers for one revenue, and who is right. */
const session: LabelledSession = labelled({
  name: "dbt-revenue-drift",
  project: "/home/priya/analytics",
  talk: (t) => {
    t.prompt(
      "Finance says January net revenue is 4.31M, our fct_revenue says 4.52M. Can you help me find the 210k? No changes yet please, I want to understand it first",
    )
      .read(
        "/home/priya/analytics/models/marts/fct_revenue.sql",
        `with lines as (select * from {{ ref('stg_billing__invoice_lines') }}),
refunds as (select * from {{ ref('stg_stripe__refunds') }})
select
  l.invoice_id,
  l.amount - coalesce(r.amount, 0) as net_amount,
  l.recognised_on
from lines l
left join refunds r on r.charge_id = l.charge_id`,
      )
      .said(
        "I'll compare by component. A few candidates: refunds that don't join, credit notes, currency conversion, and the cut-off date of the month.",
      )
      .ran(
        "snowsql -c analytics -q \"select count(*), sum(amount) from analytics.staging.stg_stripe__refunds where charge_id is null and created_at >= '2026-01-01' and created_at < '2026-02-01'\"",
        `250001 (08001): Failed to connect to DB. Verify the account name is correct: analytics.snowflakecomputing.com:443. Timed out`,
        1,
      )
      .said("The connection times out, I'll check the account name.")
      .prompt("snowsql is broken here since the sso change. use dbt show, inline")
      .ran(
        "dbt show --inline \"select count(*) n, sum(amount) amt from {{ ref('stg_stripe__refunds') }} where charge_id is null and created_at between '2026-01-01' and '2026-01-31'\" --target prod_ro",
        `Running with dbt=1.9.2
Previewing inline node:
|  N |  AMT |
| -- | ---- |
|  0 |      |`,
      )
      .said("No orphaned refunds. Next, credit notes.")
      .ran(
        "dbt show --inline \"select type, count(*) n, sum(amount) amt from {{ ref('stg_billing__invoice_lines') }} where recognised_on between '2026-01-01' and '2026-01-31' group by 1\" --target prod_ro",
        `| TYPE         |     N |          AMT |
| ------------ | ----- | ------------ |
| subscription | 38120 | 4,190,233.11 |
| usage        |  9921 |   541,870.40 |
| setup        |   212 |    63,600.00 |`,
      )
      .said(
        "There isn't a single credit note among the lines. The source table `raw.billing.documents` has `doc_type = 'CN'`, and `stg_billing__invoice_lines` filters on `doc_type = 'INV'`. That would be 68k for January.",
      )
      .prompt("68 of 210, so not all of it")
      .thought("Look for duplicates by refund join fan-out. That would lower, not raise. So usage?")
      .ran(
        "dbt show --inline \"select date_trunc('day', recognised_on) d, sum(amount) amt from {{ ref('stg_billing__invoice_lines') }} where type = 'usage' group by 1 order by 2 desc limit 4\" --target prod_ro",
        `| D          |        AMT |
| ---------- | ---------- |
| 2026-01-01 | 142,011.90 |
| 2025-10-01 |  13,870.12 |
| 2026-01-17 |  12,990.80 |
| 2025-12-09 |  12,411.02 |`,
      )
      .said(
        "One day stands out: usage of 142k on 1 January. Those lines have `service_period_end` in December, so they look like December usage that was billed in January and is recognised on the invoice date.",
      )
      .prompt(
        "Right, that's it: usage is billed in arrears. Finance books it in the month it was consumed, we by invoice date. Finance is right, in case anyone asks — their number goes to the auditors, ours follows.",
      )
      .said("Then 68k + 142k = 210k, which explains the whole difference to within 300.")
      .prompt(
        "Lovely. Fix both. Should it be recognised at service_period_end or spread over the period, what do you think?",
      )
      .said(
        "For usage the period is always one calendar month, so both give the same monthly figures; spreading would only matter for daily charts and multiply the rows by 30. I'd use `service_period_end`.",
      )
      .prompt("ok, period end")
      .edited(
        "/home/priya/analytics/models/staging/stg_billing__invoice_lines.sql",
        "where doc_type = 'INV'",
        "where doc_type in ('INV', 'CN')",
      )
      .edited(
        "/home/priya/analytics/models/staging/stg_billing__invoice_lines.sql",
        "invoice_date as recognised_on",
        "case when type = 'usage' then service_period_end else invoice_date end as recognised_on",
      )
      .ran(
        "dbt build -s stg_billing__invoice_lines+ --target dev",
        `1 of 9 OK created sql view model dev_priya.stg_billing__invoice_lines ... [SUCCESS 1 in 1.2s]
2 of 9 FAIL 41 not_negative_fct_revenue_net_amount ................ [FAIL 41 in 0.9s]
3 of 9 SKIP relation dev_priya.rpt_revenue_monthly
Done. PASS=6 WARN=0 ERROR=1 SKIP=2 TOTAL=9`,
        1,
      )
      .said(
        "The test `not_negative` now fails for 41 rows: those are the credit notes, which are negative by nature. I'd restrict the test to `doc_type = 'INV'`.",
      )
      .prompt("yes")
      .edited(
        "/home/priya/analytics/models/marts/_marts.yml",
        "- not_negative",
        "- not_negative:\n    config:\n      where: \"doc_type = 'INV'\"",
      )
      .ran(
        "dbt build -s stg_billing__invoice_lines+ --target dev",
        "Done. PASS=9 WARN=0 ERROR=0 SKIP=0 TOTAL=9",
      )
      .ran(
        "dbt show --inline \"select sum(net_amount) from {{ ref('fct_revenue') }} where recognised_on between '2026-01-01' and '2026-01-31'\" --target dev",
        "| SUM(NET_AMOUNT) |\n| --------------- |\n|    4,310,288.51 |",
      )
      .said(
        "January is 4,310,288.51 now. The 210k were two things in `stg_billing__invoice_lines.sql`: credit notes were filtered out, and usage was recognised on the invoice date instead of the end of its service period.",
      )
      .prompt("4.31, finally!! ok and how far back does that change history? will people scream")
      .ran(
        "dbt show --inline \"select month, old_amt, new_amt, new_amt - old_amt diff from {{ ref('cmp_revenue') }} order by 1 desc limit 6\" --target dev",
        `Compilation Error
  Model 'sql operation' depends on a node named 'cmp_revenue' which was not found`,
        1,
      )
      .ran(
        "dbt show --inline \"with o as (select date_trunc('month', recognised_on) m, sum(net_amount) a from analytics.marts.fct_revenue group by 1), n as (select date_trunc('month', recognised_on) m, sum(net_amount) a from {{ ref('fct_revenue') }} group by 1) select m, n.a - o.a diff from o join n using (m) order by 1 desc limit 4\" --target dev",
        `| M          |     DIFF |
| ---------- | -------- |
| 2026-02-01 |  -30,412 |
| 2026-01-01 | -209,944 |
| 2025-12-01 |   81,020 |
| 2025-11-01 |  -44,871 |`,
      )
      .said(
        "Every month since usage billing began in March 2025 changes, by 30k to 210k in either direction.",
      )
      .prompt(
        "Then we can't just ship it. The board deck of Q4 is out with the old numbers. Keep the old figures as fct_revenue_legacy until the annual report is done, then drop it",
      )
      .wrote(
        "/home/priya/analytics/models/marts/fct_revenue_legacy.sql",
        "-- as it was until 2026-03\nselect * from {{ ref('stg_billing__invoice_lines_legacy') }}\n",
      )
      .wrote(
        "/home/priya/analytics/models/staging/stg_billing__invoice_lines_legacy.sql",
        "select * from {{ source('billing', 'documents') }} where doc_type = 'INV'\n",
      )
      .ran("dbt build -s fct_revenue_legacy+ --target dev", "Done. PASS=3 WARN=0 ERROR=0 SKIP=0 TOTAL=3")
      .said("`fct_revenue_legacy` keeps the figures as they were.")
      .prompt("also can you format the sql in the house style? commas leading. you did trailing")
      .edited(
        "/home/priya/analytics/models/marts/fct_revenue_legacy.sql",
        "select *",
        "select\n    invoice_id\n  , net_amount\n  , recognised_on",
      )
      .said("Leading commas in both new models.")
      .prompt("ty. is there a sqlfluff config? would be good if that was checked")
      .ran("cat .sqlfluff", "cat: .sqlfluff: No such file or directory", 1)
      .said(
        "There is none. I can add one with `comma_position = leading`, it would complain about 60-odd old files at first.",
      )
      .prompt("not today")
      .said("OK.")
      .prompt("does looker need anything? the explore points at fct_revenue")
      .called("Grep", { pattern: "fct_revenue", path: "/home/priya/analytics/looker" })
      .gave("looker/views/revenue.view.lkml:3:  sql_table_name: analytics.marts.fct_revenue ;;")
      .said(
        "No, columns and names are the same. The dashboards will show the new figures after the next run at 05:00.",
      )
      .prompt(
        "hmm. wait with the merge until Monday then, I need to tell the sales VP before he sees his december go up lol",
      )
      .said("I'll leave the branch `revenue-cutoff` unmerged.")
      .prompt("thanks, super helpful");
  },
  keep: [
    { kind: ["command", "learning"], words: ["snowsql is broken|dbt show --inline"] },
    {
      kind: ["learning", "correction"],
      type: "semantic",
      words: ["Finance is right|billed in arrears|in the month it was consumed"],
    },
    { kind: "decision", words: ["service_period_end|period end"] },
    { kind: "fix", words: ["stg_billing__invoice_lines", "credit notes|invoice date"] },
    { kind: ["decision", "intention"], words: ["fct_revenue_legacy", "annual report"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["house style|commas leading"] },
    { kind: "intention", type: "prospective", words: ["merge until Monday|before he sees"] },
  ],
  may: [
    { kind: ["fix", "decision"], words: ["not_negative"] },
    { kind: "learning", words: ["Every month since usage billing began"] },
    { kind: ["intention", "learning", "decision"], words: ["comma_position"] },
    { kind: "intention", words: ["unmerged"] },
    { kind: "learning", words: ["board deck of Q4"] },
    { kind: ["learning", "outcome"], words: ["68k + 142k"] },
    { kind: "learning", words: ["next run at 05:00"] },
    { kind: "outcome", words: ["fct_revenue"] },
    { kind: "learning", words: ["doc_type = 'CN'"] },
  ],
  never: [
    "currency conversion",
    "Lovely",
    "will people scream",
    "cmp_revenue",
    "super helpful",
    "No orphaned refunds",
    "68 of 210",
  ],
});

export default session;
