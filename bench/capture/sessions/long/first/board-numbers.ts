import { type LabelledSession, labelled } from "../../../session.ts";

/** Numbers for a slide, asked of ClickHouse one after another: all of it is for today, but for one remark. */
const session: LabelledSession = labelled({
  name: "board-numbers",
  project: "/home/irina/bi",
  talk: (t) => {
    t.prompt("hi, need a couple numbers for the board slide, meeting is at 2. first: active users february")
      .ran('clickhouse-client -q "select uniq(user_id) from events where toYYYYMM(ts) = 202602"', "184221")
      .said("184,221 users had at least one event in February.")
      .prompt("and jan")
      .ran('clickhouse-client -q "select uniq(user_id) from events where toYYYYMM(ts) = 202601"', "179904")
      .said("179,904 in January, so February is up by 2.4%.")
      .prompt("thats higher than what i had last month, i had 161k for jan")
      .ran(
        'clickhouse-client -q "select is_internal, uniq(user_id) from events where toYYYYMM(ts) = 202601 group by 1"',
        `0	161377
1	18527`,
      )
      .said("161,377 without the internal ones; `is_internal = 1` makes the difference.")
      .prompt(
        "right, that's bots and load tests, those never count as users in anything we show outside. so feb again pls",
      )
      .ran(
        'clickhouse-client -q "select uniq(user_id) from events where toYYYYMM(ts) = 202602 and is_internal = 0"',
        "166038",
      )
      .said("166,038 for February, against 161,377 in January: +2.9%.")
      .prompt("per country top 5")
      .ran(
        'clickhouse-client -q "select country, uniq(user_id) u from events where toYYYYMM(ts) = 202602 and is_internal = 0 group by 1 order by u desc limit 5 format PrettyCompact"',
        `┌─country─┬─────u─┐
│ PL      │ 71204 │
│ CZ      │ 31880 │
│ DE      │ 22019 │
│ RO      │ 14711 │
│ SK      │  9920 │
└─────────┴───────┘`,
      )
      .said(
        "| Country | Users |\n|---|---|\n| PL | 71,204 |\n| CZ | 31,880 |\n| DE | 22,019 |\n| RO | 14,711 |\n| SK | 9,920 |",
      )
      .prompt("as percent")
      .said("PL 42.9%, CZ 19.2%, DE 13.3%, RO 8.9%, SK 6.0%, others 9.8%.")
      .prompt("why is romania growing?")
      .said(
        "I can only guess from the events: sign-ups from RO doubled after 9 February, and most of them carry `utm_campaign=ro_launch`.",
      )
      .prompt("ah marketing. ok. avg session length, minutes")
      .ran(
        "clickhouse-client -q \"select avg(len)/60 from (select session_id, dateDiff('second', min(ts), max(ts)) len from events where toYYYYMM(ts) = 202602 and is_internal = 0 group by session_id)\"",
        "Received exception from server (version 25.3.1):\nCode: 241. DB::Exception: Memory limit (for query) exceeded: would use 9.32 GiB (attempt to allocate chunk of 4219904 bytes), maximum: 9.31 GiB. (MEMORY_LIMIT_EXCEEDED)",
        1,
      )
      .said("Too much for one query; I'll take a tenth of the sessions.")
      .ran(
        "clickhouse-client -q \"select avg(len)/60 from (select session_id, dateDiff('second', min(ts), max(ts)) len from events where toYYYYMM(ts) = 202602 and is_internal = 0 and cityHash64(session_id) % 10 = 0 group by session_id)\"",
        "6.84",
      )
      .said("About 6.8 minutes, from a sample of a tenth.")
      .prompt("median? avg is meh")
      .ran(
        "clickhouse-client -q \"select median(len)/60 from (select session_id, dateDiff('second', min(ts), max(ts)) len from events where toYYYYMM(ts) = 202602 and is_internal = 0 and cityHash64(session_id) % 10 = 0 group by session_id)\"",
        "3.12",
      )
      .said("The median is 3.1 minutes.")
      .prompt("hmm sounds worse. whats better for a slide, avg or median")
      .said(
        "It depends on what you want to say. The median is what a typical session looks like; the average is pulled up by a few long ones. With a board I'd show the median and have the average ready, because somebody usually asks.",
      )
      .prompt("ill show avg :)")
      .said("Fine.")
      .prompt("make me a chart, bars per month since sept, png")
      .wrote("/home/irina/bi/tmp/chart.py", "import matplotlib.pyplot as plt\n")
      .ran(
        "python tmp/chart.py",
        "Traceback (most recent call last):\n  File \"/home/irina/bi/tmp/chart.py\", line 1, in <module>\nModuleNotFoundError: No module named 'matplotlib'",
        1,
      )
      .ran("uv run --with matplotlib python tmp/chart.py", "saved tmp/users.png")
      .said("The chart is `tmp/users.png`.")
      .prompt("blue is too bright, use our navy")
      .edited("/home/irina/bi/tmp/chart.py", "color='C0'", "color='#14213d'")
      .ran("uv run --with matplotlib python tmp/chart.py", "saved tmp/users.png")
      .said("Bars are navy now.")
      .prompt("font bigger")
      .edited("/home/irina/bi/tmp/chart.py", "fontsize=9", "fontsize=14")
      .ran("uv run --with matplotlib python tmp/chart.py", "saved tmp/users.png")
      .said("The labels are at 14 points.")
      .prompt("and the y axis should start at 100k so growth looks better? or is that cheating")
      .said(
        "With bars it misleads, since their length is what one compares. A line chart could start higher in good conscience.",
      )
      .prompt("ok ok from 0")
      .said("It starts at 0 already.")
      .prompt("churn? last slide had 3.1%")
      .ran(
        "clickhouse-client -q \"with j as (select distinct user_id from events where toYYYYMM(ts)=202601 and is_internal=0 and plan='paid'), f as (select distinct user_id from events where toYYYYMM(ts)=202602 and is_internal=0 and plan='paid') select 1 - countIf(user_id in f)/count() from j\"",
        "0.0288",
      )
      .said("2.9% of January's paying users had no event in February.")
      .prompt("good enough. thank you!! wish me luck")
      .said("Good luck at 2.")
      .prompt("went well btw, they liked the chart")
      .said("Glad to hear it!");
  },
  keep: [
    {
      kind: ["preference", "learning", "correction"],
      type: "semantic",
      words: ["bots and load tests", "never count as users"],
    },
  ],
  may: [
    { kind: ["learning", "fix"], words: ["is_internal"] },
    { kind: "fix", words: ["MEMORY_LIMIT_EXCEEDED|tenth of the sessions|cityHash64"] },
    { kind: "command", words: ["uv run --with matplotlib"] },
  ],
  never: [
    "184,221",
    "up by 2.4%",
    "42.9%",
    "ro_launch",
    "navy",
    "The median is what a typical",
    "pulled up by a few",
    "With bars it misleads",
    "wish me luck",
    "ill show avg",
    "liked the chart",
    "from a sample of a tenth",
  ],
});

export default session;
