import { type LabelledSession, labelled } from "../../../session.ts";

/** An intern at a hospital group asks what window functions, joins and git commands do; lessons and try-outs, one fact of the house; SQL, pandas. */
const session: LabelledSession = labelled({
  name: "intern-questions-day",
  project: "/home/amara/bed-stats",
  talk: (t) => {
    t.prompt(
      "Good morning, I am intern here since monday and I try to understand this query. Can you explain me slowly?",
    )
      .read(
        "/home/amara/bed-stats/sql/occupancy.sql",
        "SELECT ward, day,\n  count(*) AS beds,\n  lag(count(*)) OVER (PARTITION BY ward ORDER BY day) AS yesterday\nFROM stay_day\nGROUP BY ward, day",
      )
      .said(
        "Good morning! Let's take it apart:\n\n1. `GROUP BY ward, day` makes one row for each ward and day\n2. `count(*)` counts the stays in it\n3. `lag(...) OVER (PARTITION BY ward ORDER BY day)` looks at the row before, within the same ward\n\n**Important:** window functions are computed after `GROUP BY`, that's why `count(*)` may stand inside `lag`.",
      )
      .prompt("ah so partition is like group but keeps the rows?")
      .said(
        "Exactly! Grouping squashes rows together, while a partition only tells the window which rows belong together.",
      )
      .prompt("and if yesterday has no row? for example ward closed")
      .said(
        "Then `lag` takes the last row there is, which could be a week old. To get real yesterdays you'd need a calendar table, a row for every day, and a left join.",
      )
      .prompt("do we have calendar table?")
      .called("Grep", { pattern: "calendar|dim_date", path: "sql" })
      .gave("")
      .said("I don't see one in this repository. `generate_series` makes one on the fly.")
      .prompt("show me example please. only to learn, do not save")
      .said(
        "```sql\nSELECT d::date AS day, count(s.*)\nFROM generate_series('2026-01-01'::date, '2026-01-31', '1 day') d\nLEFT JOIN stay_day s ON s.day = d\nGROUP BY d\nORDER BY d;\n```\n\nNote that `count(*)` would give 1 for empty days, so we must always use `count(s.*)` after a left join.",
      )
      .prompt("why 1?")
      .said(
        "Because a left join keeps the day with a row full of NULLs, and `count(*)` counts rows, whatever is in them. `count(expression)` ignores NULLs.",
      )
      .prompt("clear! you explain better than my professor")
      .prompt('next: my colleague says "always use merge, never join in pandas". is this true?')
      .said(
        "It's a habit rather than a rule. `join` matches on the index by default, `merge` on columns; `merge` says more plainly what happens, so many teams prefer it.",
      )
      .ran(
        'python -c \'import pandas as pd; a=pd.DataFrame({"k":[1,2],"x":[1,2]}); b=pd.DataFrame({"k":[1,2],"x":[3,4]}); a.join(b)\'',
        "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nValueError: columns overlap but no suffix specified: Index(['k', 'x'], dtype='object')",
        1,
      )
      .said(
        "See: `join` complains, because both frames have columns of the same names and it doesn't know what to call them. With `merge(b, on='k')` you get `x_x` and `x_y`.",
      )
      .prompt("funny names. ok. now git. I made commit on main instead of a branch, not pushed. help")
      .ran("git log --oneline -2", "c0ffee1 try things\n8812ab0 occupancy per ward")
      .ran(
        "git branch amara/try && git reset --keep HEAD~1 && git switch amara/try",
        "Switched to branch 'amara/try'",
      )
      .said("Your commit is on `amara/try` now and main is back at 8812ab0. Nothing is lost.")
      .prompt("uff thank you. what is difference of reset keep and hard")
      .said(
        "`--hard` throws away changes you haven't committed. `--keep` refuses if it would have to. I recommend you never use `--hard` as long as you're not sure.",
      )
      .prompt("ok I write it in my notebook. How do I run the notebook of this project?")
      .ran("jupyter lab", "zsh: command not found: jupyter", 127)
      .ran(
        "uv run jupyter lab --no-browser",
        "[I 2026-03-02 10:41:12 ServerApp] Jupyter Server 2.14.2 is running at:\n[I 2026-03-02 10:41:12 ServerApp] http://localhost:8888/lab?token=3f9b27c1aa",
      )
      .said("It's running; open the address with the token in your browser.")
      .prompt('i see it. cell 2 makes error: OperationalError could not translate host name "dwh-ro"')
      .said(
        "The host `dwh-ro` can't be resolved from here; that looks like a name that only exists in the hospital's network. Are you on the VPN?",
      )
      .prompt(
        "I ask Stefan... he says: yes but intern accounts never get the VPN, we must use the anonymised dump in /srv/dumps/beds_anon.sql.gz, and it is renewed each monday",
      )
      .said("Then load that one into a local database:")
      .ran("createdb beds && gunzip -c /srv/dumps/beds_anon.sql.gz | psql -q beds", "")
      .ran("psql beds -c 'select count(*) from stay_day'", " count \n--------\n 184202\n(1 row)")
      .said(
        "184,202 rows are in the local database `beds`. Set `DWH_URL=postgresql:///beds` before you start the notebook.",
      )
      .prompt("works!! picture is beautiful. can i make bars blue")
      .called("NotebookEdit", {
        notebook_path: "/home/amara/bed-stats/nb/occupancy.ipynb",
        cell_id: "c4",
        new_source: "ax.bar(days, beds, color='steelblue')",
      })
      .gave("Updated cell c4")
      .said("They are steel blue now.")
      .prompt("should the y axis begin at 0? Stefan said no one cares")
      .said(
        "For bars, yes: their length is what people read. For lines it's a question of what you want to show.",
      )
      .prompt("and what is a p value, in one sentence")
      .said("It's how often you'd see a difference at least this large if in truth there were none.")
      .prompt(
        "hm. I read this five times. ok. What is the difference between mean and median stay, when do I use which",
      )
      .said(
        "Stays have a long tail: a few patients stay for months and pull the mean up. The median tells what a typical patient has; the mean is what you need for planning beds, because it multiplies to a total.",
      )
      .prompt("That is very interesting. thank you, I go eat. Maybe I ask tomorrow more")
      .said("Any time. Enjoy your lunch!");
  },
  keep: [{ kind: ["learning", "correction"], type: "semantic", words: ["beds_anon.sql.gz"] }],
  may: [
    { kind: "command", words: ["uv run jupyter lab"] },
    { kind: "learning", words: ["dwh-ro"] },
    { kind: ["learning", "command"], words: ["DWH_URL"] },
    { kind: "command", words: ["/srv/dumps/beds_anon.sql.gz"] },
    { kind: "fix", words: ["dwh-ro"] },
  ],
  never: [
    "always use merge, never join",
    "we must always use `count(s.*)`",
    "never use `--hard`",
    "in my notebook",
    "3f9b27c1aa",
    "steel blue",
    "p value",
    "columns overlap",
    "better than my professor",
    "ask tomorrow",
    "many teams prefer",
  ],
});

export default session;
