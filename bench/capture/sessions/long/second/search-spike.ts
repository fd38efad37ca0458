import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/ngozi/work/legal-archive";

/** A spike on search for an archive of rulings, written up as a record; a lead who writes whole paragraphs and is kind. */
const session: LabelledSession = labelled({
  name: "search-spike",
  project: P,
  talk: (t) => {
    t.prompt(
      "Good morning! I have two days for a spike: our full-text search over court rulings (Postgres, 3.1 million documents) is slow and, worse, lawyers say that it doesn't find things. I'd like us to compare staying with Postgres, moving to OpenSearch, and one of the newer ones such as Meilisearch or Typesense. The result should be a decision record in docs/adr that the team can argue with on Thursday. Could you first look at what we do today?",
    )
      .said("Good morning. I'll read the current query and the schema before comparing anything.")
      .called("Grep", { pattern: "to_tsvector|to_tsquery", path: P })
      .gave(
        "db/schema.sql:88:  tsv tsvector GENERATED ALWAYS AS (to_tsvector('simple', body)) STORED\napp/search/query.py:27:    WHERE tsv @@ plainto_tsquery('english', %s)",
      )
      .read(
        `${P}/app/search/query.py`,
        'SQL = """\nSELECT id, ts_headline(\'english\', body, q)\nFROM ruling, plainto_tsquery(\'english\', %s) q\nWHERE tsv @@ q\nORDER BY ts_rank(tsv, q) DESC LIMIT 20\n"""',
      )
      .said(
        "Here is one reason already why things aren't found: documents are indexed with the `simple` configuration and queried with `english`. A search for *damages* becomes `damag`, which no document contains. And `ts_headline` runs over whole bodies before the LIMIT is applied, which explains much of the slowness.",
      )
      .prompt("Oh dear. So part of this is a bug of ours. How long has it been like that?")
      .ran(
        "git log -S\"to_tsvector('simple'\" --format='%h %ad %an' --date=short -- db/schema.sql",
        "0c44ee1 2024-06-19 migration-bot",
      )
      .said("Since June 2024, when the schema was regenerated.")
      .prompt(
        "I shan't tell anybody for a minute. Please fix it in a branch so that we compare with a fair baseline, but don't open a pull request yet.",
      )
      .edited(`${P}/db/schema.sql`, "to_tsvector('simple', body)", "to_tsvector('english', body)")
      .edited(
        `${P}/app/search/query.py`,
        "SELECT id, ts_headline('english', body, q)",
        "WITH hit AS (SELECT id, body, q … LIMIT 20)\nSELECT id, ts_headline('english', body, q) FROM hit",
      )
      .ran(
        "make load-sample",
        "psql:db/schema.sql:88: ERROR:  string is too long for tsvector (1204118 bytes, max 1048575 bytes)\nmake: *** [load-sample] Error 3",
        2,
      )
      .said(
        "A few rulings are longer than a `tsvector` may be: one megabyte of lexemes and positions. With `simple` they were failing too, silently, in the importer's `except`. I'll index those by section.",
      )
      .edited(
        `${P}/db/schema.sql`,
        "CREATE TABLE ruling (",
        "CREATE TABLE ruling_section (…);\nCREATE TABLE ruling (",
      )
      .ran("make load-sample", "loaded 200000 rulings, 1611420 sections in 14m31s")
      .said("The sample of 200,000 rulings is loaded.")
      .prompt(
        "Thank you. For measuring relevance: Judith from the library keeps a list of 140 real queries with the rulings that ought to come up. It is in data/judith.csv, and she considers it hers, so please treat it as read only and don't publish it, some of the queries name clients.",
      )
      .ran("head -2 data/judith.csv && wc -l data/judith.csv", "query;expected\n***;***\n141 data/judith.csv")
      .wrote(
        `${P}/spike/evaluate.py`,
        "def ndcg(results, expected, k=10): ...\ndef recall(results, expected, k=20): ...",
      )
      .ran(
        "docker compose -f spike/compose.yml up -d",
        "opensearch-1  | ERROR: [1] bootstrap checks failed\nopensearch-1  | [1]: max virtual memory areas vm.max_map_count [65530] is too low, increase to at least [262144]",
        1,
      )
      .ran(
        "sudo sysctl -w vm.max_map_count=262144 && docker compose -f spike/compose.yml up -d",
        "Container spike-opensearch-1  Started\nContainer spike-meilisearch-1  Started\nContainer spike-typesense-1  Started",
      )
      .ran(
        "uv run spike/evaluate.py --all",
        "engine       ndcg@10  recall@20  p50      p95      disk\npostgres-old   0.31     0.38     1.92 s   6.4 s    9 GB\npostgres-new   0.58     0.71     0.21 s   0.9 s    12 GB\nopensearch     0.66     0.79     0.04 s   0.1 s    21 GB\nmeilisearch    0.49     0.62     0.02 s   0.05 s   44 GB\ntypesense      0.52     0.64     0.02 s   0.06 s   18 GB (RAM)",
      )
      .said(
        "| | nDCG@10 | recall@20 | p50 | disk |\n|---|---|---|---|---|\n| Postgres as it is | 0.31 | 0.38 | 1.92 s | 9 GB |\n| Postgres repaired | 0.58 | 0.71 | 0.21 s | 12 GB |\n| OpenSearch | 0.66 | 0.79 | 0.04 s | 21 GB |\n| Meilisearch | 0.49 | 0.62 | 0.02 s | 44 GB |\n| Typesense | 0.52 | 0.64 | 0.02 s | 18 GB RAM |\n\nRepairing what we have closes most of the gap.",
      )
      .prompt(
        "That is remarkable. Why are the newer ones worse than Postgres? I'd have bet on Meilisearch, to be honest.",
      )
      .said(
        "Their ranking is made for short records such as products: words near the start of a field and typo distance weigh a lot, and document length isn't normalised. For texts of 40 pages BM25 does better. Synonyms wouldn't change that.",
      )
      .prompt("I see. Does that mean we should go for OpenSearch?")
      .said(
        "It finds 8 points more of what Judith expects. The price is a second store to keep in step, 3 nodes to run, and snapshots to look after. I'd ask whether 0.71 is enough for the lawyers before paying that.",
      )
      .prompt(
        "Part of me would like the shiny one. But there are four of us and nobody on call. Let's recommend staying on Postgres with the repaired index, and name a condition on which we look again: if recall on Judith's list stays below 0.75 by the summer.",
      )
      .thought("Could citations raise recall? Queries of the form '[2019] UKSC 41' are parsed as words.")
      .said(
        "I'll write it so. One cheap thing might get us there: 19 of the 41 misses are citations such as *[2019] UKSC 41*, which the parser splits into a number and a word.",
      )
      .prompt("Ha, of course, lawyers search by citation! Would a separate column help?")
      .edited(`${P}/db/schema.sql`, "CREATE TABLE ruling (", "CREATE TABLE ruling (\n  citation text[],\n")
      .edited(`${P}/app/search/query.py`, "WHERE tsv @@ q", "WHERE citation @> %s OR tsv @@ q")
      .ran(
        "uv run spike/evaluate.py --engine postgres-new",
        "postgres-new   0.69     0.82     0.20 s   0.8 s    12 GB",
      )
      .said(
        "With a column for citations recall@20 rises from 0.71 to 0.82, above OpenSearch without that column.",
      )
      .prompt("Splendid. Then please put it into the record, fairly: OpenSearch would gain from it as well.")
      .wrote(
        `${P}/docs/adr/0019-search.md`,
        "# 19. Search stays in Postgres\n\n## Status\nProposed\n\n## Context\n…\n\n## Decision\n…\n\n## Consequences\n…",
      )
      .said(
        "`docs/adr/0019-search.md` is written: context, the table, the decision, the condition for looking again, and what we didn't measure (faceting, highlighting, load).",
      )
      .prompt(
        "It reads well. A few remarks. We write records in the present tense and without the word 'simply'. 'Leverage' also has to go. And the status of a new one is always 'Proposed' until two people have signed, which you got right.",
      )
      .edited(`${P}/docs/adr/0019-search.md`, "We will leverage", "We use")
      .said("Revised throughout.")
      .prompt("Is 'nDCG' explained anywhere? Femi will ask.")
      .edited(
        `${P}/docs/adr/0019-search.md`,
        "nDCG@10",
        "nDCG@10 (how well the first ten are ordered; 1 is perfect)",
      )
      .said("It's explained at its first mention now.")
      .prompt(
        "Before Thursday I still need a cost estimate for the three OpenSearch nodes, somebody is bound to ask. I'll get the prices from Kwame myself.",
      )
      .said("Then I leave a gap in the table for it.")
      .prompt("And can the spike folder stay, or is it clutter?")
      .said("I'd keep `evaluate.py`, and drop the compose file once the record is accepted.")
      .prompt("Yes, let's do that. Thank you, that was a pleasant day and a half.");
  },
  keep: [
    {
      kind: ["fix", "learning"],
      words: ["indexed with the `simple` configuration", "query.py|schema.sql|english"],
    },
    {
      kind: ["fix", "learning"],
      words: [
        "string is too long for tsvector|longer than a `tsvector` may be",
        "schema.sql|by section|one megabyte",
      ],
    },
    { kind: ["learning", "preference"], words: ["data/judith.csv", "read only|don't publish"] },
    { kind: "decision", words: ["staying on Postgres", "0.75 by the summer"] },
    { kind: ["learning", "fix", "outcome"], words: ["from 0.71 to 0.82"] },
    { kind: "preference", type: "semantic", words: ["present tense", "simply"] },
    { kind: "intention", type: "prospective", words: ["cost estimate", "Before Thursday"] },
    { kind: "outcome", words: ["0019-search.md"] },
    { kind: ["learning", "decision"], words: ["made for short records such as products|BM25 does better"] },
  ],
  may: [
    { kind: ["intention", "decision"], words: ["drop the compose file"] },
    { kind: "learning", words: ["always 'Proposed' until two people have signed"] },
    { kind: "preference", words: ["Leverage"] },
    { kind: "command", words: ["vm.max_map_count=262144"] },
    { kind: "fix", words: ["vm.max_map_count"] },
    { kind: "learning", words: ["19 of the 41 misses"] },
    { kind: "learning", words: ["Repairing what we have closes most of the gap"] },
    { kind: "learning", words: ["8 points more"] },
    { kind: ["intention", "preference"], words: ["don't open a pull request yet"] },
    { kind: "learning", words: ["four of us and nobody on call"] },
    { kind: "learning", words: ["Since June 2024"] },
    { kind: "learning", words: ["ts_headline"] },
    { kind: "decision", words: ["I'll get the prices"] },
    { kind: "learning", words: ["the team can argue with on Thursday"] },
  ],
  never: [
    "I shan't tell anybody",
    "I'd have bet on Meilisearch",
    "would like the shiny one",
    "go for OpenSearch",
    "Femi will ask",
  ],
});

export default session;
