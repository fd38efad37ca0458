import { type LabelledSession, labelled } from "../../../session.ts";

/** Revenue that differs from the ledger: a warehouse, its models and a courteous analyst; dbt, Snowflake. */
const session: LabelledSession = labelled({
  name: "recognised-revenue",
  held: true,
  project: "/home/agnes/analytics/warehouse",
  talk: (t) => {
    t.prompt(
      "Hello! Could you please help me find out why our revenue dashboard is 3.1% above what finance has in the ledger for January? The dashboard reads fct_orders. No rush, but Joanna presents to the board next week, so I'd like to understand it properly rather than patch it.",
    )
      .said("I'll trace `fct_orders` from its sources and compare January with the ledger at each step.")
      .read(
        "/home/agnes/analytics/warehouse/models/marts/fct_orders.sql",
        `select
    o.order_id,
    o.ordered_at,
    o.amount_minor - coalesce(r.amount_minor, 0) as net_amount_minor
from {{ ref('stg_shop__orders') }} o
left join {{ ref('stg_shop__refunds') }} r using (order_id)`,
      )
      .ran(
        "dbt show --inline \"select count(*) n, count(distinct order_id) d from {{ ref('fct_orders') }} where ordered_at >= '2026-01-01' and ordered_at < '2026-02-01'\"",
        "| N      | D      |\n| ------ | ------ |\n| 48,211 | 46,902 |",
      )
      .said(
        "There it is, for the most part. An order may have several refunds, and `fct_orders.sql` joins them without aggregating first, so 1,309 orders appear more than once and their full amount is counted each time. Summing the refunds per order before the join mends it.",
      )
      .edited(
        "/home/agnes/analytics/warehouse/models/marts/fct_orders.sql",
        "left join {{ ref('stg_shop__refunds') }} r using (order_id)",
        "left join refunds_by_order r using (order_id)",
      )
      .ran(
        "dbt run -s fct_orders",
        "14:20:11  1 of 1 START sql table model dbt_agnes.fct_orders .... [RUN]\n14:20:13  Database Error in model fct_orders (models/marts/fct_orders.sql)\n  002003 (42S02): SQL compilation error:\n  Object 'DEV.DBT_AGNES.STG_SHOP__ORDERS' does not exist or not authorized.",
        1,
      )
      .ran("ls target-prod/ scripts/", "manifest.json\nscripts/pull-prod-manifest.sh")
      .ran(
        "scripts/pull-prod-manifest.sh && dbt build -s fct_orders --defer --state target-prod --favor-state",
        "14:22:40  1 of 4 OK created sql table model dbt_agnes.fct_orders ....... [SUCCESS in 6.1s]\n14:22:44  Done. PASS=4 WARN=0 ERROR=0 SKIP=0 TOTAL=4",
      )
      .said(
        "The models upstream don't exist in your development schema. It works when they are taken from production: `scripts/pull-prod-manifest.sh && dbt build -s fct_orders --defer --state target-prod --favor-state`.",
      )
      .ran(
        "dbt show --inline \"select sum(net_amount_minor) from {{ ref('fct_orders') }} where ordered_at >= '2026-01-01' and ordered_at < '2026-02-01'\"",
        "| SUM           |\n| ------------- |\n| 1,204,881,200 |",
      )
      .said("January is now 12,048,812.00 PLN. The ledger says 12,001,410.00, so 0.4% is still open.")
      .prompt(
        "Thank you, that explains so much! The rest I believe I can tell you: finance recognises revenue on the dispatch date, in Warsaw time, and not on the order date. Orders from the 30th and 31st usually leave on the 2nd.",
      )
      .thought("So a model by dispatch date is needed. Change fct_orders, or a new one?")
      .said(
        "That would account for it. Two ways: change the date in `fct_orders`, which changes every report that reads it, or add a model of its own for recognised revenue. Before advising I'd like to know who reads `fct_orders`.",
      )
      .called("Agent", {
        description: "Find the readers of fct_orders",
        subagent_type: "general-purpose",
        prompt: "List every Metabase card and exposure that reads fct_orders or its columns, with owner.",
      })
      .gave([
        {
          type: "text",
          text: "11 Metabase cards and 2 exposures read fct_orders. Marketing owns 8 of the cards (cohorts, CAC), the board deck uses 2, and 1 is archived. The marketing cards all group by ordered_at.",
        },
      ])
      .said(
        "Eleven cards read it; eight belong to marketing and all group by the order date, so for them the order date is right.",
      )
      .prompt(
        "Oh, then please let us leave fct_orders as it is and make a separate model, fct_revenue_recognised. I don't want to explain to marketing why their cohorts moved.",
      )
      .wrote(
        "/home/agnes/analytics/warehouse/models/marts/fct_revenue_recognised.sql",
        "{{ config(materialized='incremental', unique_key='order_id') }}\n\nselect\n    o.order_id,\n    convert_timezone('Europe/Warsaw', s.dispatched_at)::date as recognised_on,\n    o.net_amount / 100.0 as net_amount\nfrom {{ ref('fct_orders') }} o\njoin {{ ref('stg_courier__shipments') }} s using (order_id)\n{% if is_incremental() %}\nwhere s.updated_at > (select dateadd(day, -3, max(updated_at)) from {{ this }})\n{% endif %}",
      )
      .said(
        "I've made it incremental with a look-back of 3 days, which is ample for shipments that arrive late.",
      )
      .prompt(
        "If I may: couriers send corrections for up to ten days, InPost especially. We got burnt by that last spring. And amounts, could they please always stay integers in grosze with the suffix _minor? We agreed never to have decimals in the marts.",
      )
      .edited(
        "/home/agnes/analytics/warehouse/models/marts/fct_revenue_recognised.sql",
        "dateadd(day, -3,",
        "dateadd(day, -10,",
      )
      .edited(
        "/home/agnes/analytics/warehouse/models/marts/fct_revenue_recognised.sql",
        "o.net_amount / 100.0 as net_amount",
        "o.net_amount_minor",
      )
      .said("Ten days, and `net_amount_minor` stays an integer.")
      .ran(
        "dbt build -s fct_revenue_recognised --defer --state target-prod --favor-state",
        "14:51:02  Database Error in model fct_revenue_recognised\n  000904 (42000): SQL compilation error: error line 5 at position 41\n  invalid identifier 'S.DISPATCHED_AT'",
        1,
      )
      .ran(
        "dbt show --inline \"select * from {{ source('courier','shipments') }} limit 1\" --output json | head -6",
        '{\n  "node": "inline_query",\n  "show": [\n    { "ID": 9912, "ORDER_ID": 4410, "dispatchedAt": "2026-01-30T23:40:00Z" }\n  ]\n}',
      )
      .said(
        "The courier's connector lands `dispatchedAt` in camel case, which Snowflake keeps only when quoted, and `stg_courier__shipments` never selected it. I'll add it to the staging model as `\"dispatchedAt\" as dispatched_at`.",
      )
      .edited(
        "/home/agnes/analytics/warehouse/models/staging/stg_courier__shipments.sql",
        "    order_id,",
        '    order_id,\n    "dispatchedAt" as dispatched_at,',
      )
      .ran(
        "dbt build -s stg_courier__shipments+ --defer --state target-prod --favor-state",
        "14:55:31  Done. PASS=9 WARN=0 ERROR=0 SKIP=0 TOTAL=9",
      )
      .ran(
        "dbt show --inline \"select sum(net_amount_minor) from {{ ref('fct_revenue_recognised') }} where recognised_on between '2026-01-01' and '2026-01-31'\"",
        "| SUM           |\n| ------------- |\n| 1,200,141,000 |",
      )
      .said("12,001,410.00 PLN: to the grosz what the ledger says.")
      .prompt(
        "Oh wow, to the grosz! I've never seen that before. May I ask what `--favor-state` does, exactly?",
      )
      .said(
        "It makes dbt take a model from the state's schema even when you have one of the same name in your own, so a stale copy of yours can't get in the way.",
      )
      .prompt(
        "I see, thank you. Shall we have a test that compares it with the ledger each night, or is that overdoing it?",
      )
      .said(
        "I think it's worth it: a singular test over the last closed month with a tolerance of 0.1%, as a warning rather than an error, since the ledger is sometimes posted late.",
      )
      .prompt("Yes, please do, with severity warn exactly for that reason.")
      .wrote(
        "/home/agnes/analytics/warehouse/tests/revenue_matches_ledger.sql",
        "{{ config(severity='warn') }}\nselect * from compared where abs(diff) > 0.001 * ledger_minor",
      )
      .ran(
        "dbt test -s revenue_matches_ledger --defer --state target-prod",
        "15:10:09  Done. PASS=1 WARN=0 ERROR=0 SKIP=0 TOTAL=1",
      )
      .said("Passes for January.")
      .prompt(
        "Perfect. There is also the old fct_revenue, the one with the spreadsheet seeds. It can be deleted once Joanna has moved the board deck over, she says by the end of March. Would you be so kind and not let us forget?",
      )
      .ran("dbt ls -s fct_revenue+ --resource-type model", "warehouse.marts.fct_revenue")
      .said("Nothing depends on it in dbt, so after the deck has moved it can go without further changes.")
      .prompt("Could you describe the columns in the yml as well? Short, one line each.")
      .edited(
        "/home/agnes/analytics/warehouse/models/marts/_marts.yml",
        "models:",
        "models:\n  - name: fct_revenue_recognised\n    columns:\n      - name: recognised_on\n        description: Day of dispatch in Warsaw",
      )
      .said("Four columns described.")
      .prompt("And would you open a pull request, please? Piotr reviews.")
      .ran(
        "git checkout -qb recognised-revenue && git add -A && git commit -qm 'Recognised revenue by day of dispatch' && gh pr create --fill --reviewer piotrz",
        "https://github.com/brightfern/warehouse/pull/640",
      )
      .said(
        "Opened https://github.com/brightfern/warehouse/pull/640 for Piotr.\n\n## What it does\n- `fct_orders`: refunds are summed per order before the join\n- New `fct_revenue_recognised` by day of dispatch in Warsaw, which agrees with the January ledger\n- A nightly test `revenue_matches_ledger` that warns above 0.1%",
      )
      .prompt("Wonderful, thank you ever so much. Have a lovely afternoon!")
      .said("You too, Agnes.");
  },
  agents: {
    readers: (t) => {
      t.prompt("List every Metabase card and exposure that reads fct_orders or its columns, with owner.")
        .ran(
          "grep -rn fct_orders models/exposures.yml",
          "models/exposures.yml:12:      - ref('fct_orders')\nmodels/exposures.yml:30:      - ref('fct_orders')",
        )
        .ran(
          "python scripts/metabase_cards.py --uses fct_orders --format csv | cut -d, -f2 | sort | uniq -c",
          "      8 marketing\n      2 board\n      1 archived",
        )
        .said(
          "11 Metabase cards and 2 exposures read fct_orders. Marketing owns 8 of the cards (cohorts, CAC), the board deck uses 2, and 1 is archived. The marketing cards all group by ordered_at.",
        );
    },
  },
  keep: [
    { kind: "fix", words: ["several refunds|refunds are summed", "fct_orders"] },
    { kind: ["command", "fix"], words: ["--defer --state target-prod", "pull-prod-manifest.sh"] },
    { kind: "learning", type: "semantic", words: ["dispatch date", "Warsaw time"] },
    { kind: "decision", words: ["separate model, fct_revenue_recognised|leave fct_orders as it is"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["up to ten days"] },
    { kind: ["preference", "correction", "decision"], type: "semantic", words: ["_minor", "grosze"] },
    { kind: ["fix", "learning"], words: ["dispatchedAt", "stg_courier__shipments"] },
    { kind: "intention", type: "prospective", words: ["end of March"] },
    { kind: "outcome", words: ["fct_revenue_recognised", "January ledger|revenue_matches_ledger"] },
  ],
  may: [
    { kind: ["learning"], words: ["marketing", "order date|ordered_at"] },
    { kind: ["decision", "learning"], words: ["warning rather than an error|severity warn"] },
    { kind: ["learning", "command"], words: ["development schema"] },
    { kind: ["learning"], words: ["30th and 31st"] },
    { kind: ["learning"], words: ["stale copy"] },
    { kind: ["learning"], words: ["Nothing depends on it"] },
    { kind: ["learning"], words: ["Piotr reviews"] },
  ],
  never: ["ample for shipments", "3 days", "lovely afternoon", "Oh wow", "overdoing"],
});

export default session;
