import { type LabelledSession, labelled } from "../session.ts";

/** Analysts' questions: what columns mean, and which table is the right one. */
const session: LabelledSession = labelled({
  name: "data-team-sql",
  held: true,
  project: "/home/tom/warehouse",
  talk: (t) => {
    t.prompt("monthly active users for 2025 please, from events")
      .ran(
        "psql -c \"select date_trunc('month', ts), count(distinct user_id) from events group by 1\"",
        "2025-01 | 48210",
      )
      .said("Here are the twelve months; January had 48,210.")
      .prompt(
        "too high. events contains our own staff and the bots. fct_sessions is the clean one, everything official comes from there",
      )
      .ran('psql -c "select month, count(distinct user_id) from fct_sessions group by 1"', "2025-01 | 31877")
      .said("From `fct_sessions` January has 31,877.")
      .prompt("that matches the board deck. what does is_core mean in there?")
      .ran("git log -S is_core --oneline", "c81e44 Mark sessions with two or more screens as core")
      .said("It turns out `is_core` marks sessions with at least two screens; it was introduced in c81e44.")
      .prompt("ah nice. write that into the docs of the model")
      .edited(
        "/home/tom/warehouse/models/fct_sessions.yml",
        "name: is_core",
        "name: is_core\n    description: two or more screens",
      )
      .said("Done.")
      .prompt("dbt says it can't find the profile")
      .ran("dbt build -s fct_sessions", "Could not find profile named 'warehouse'", 1)
      .ran("ls ~/.dbt", "profiles.yml")
      .ran("DBT_PROFILES_DIR=./profiles dbt build -s fct_sessions", "Completed successfully\nDone. PASS=6")
      .said(
        "The profile lies in `./profiles`, not in your home, so dbt needs `DBT_PROFILES_DIR=./profiles`.",
      );
  },
  keep: [
    {
      kind: ["correction", "learning", "preference"],
      type: "semantic",
      words: ["fct_sessions", "staff|official|clean"],
    },
    { kind: "learning", words: ["is_core", "two screens"] },
    { kind: ["command", "fix"], words: ["DBT_PROFILES_DIR"] },
  ],
  may: [
    { kind: "outcome", words: ["is_core"] },
    { kind: "learning", words: ["profiles"] },
  ],
  never: ["31,877", "48,210"],
});

export default session;
