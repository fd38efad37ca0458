import { type LabelledSession, labelled } from "../../../session.ts";

/** Leaving Visual FoxPro: a manager plans aloud the move of a wholesaler's tables to Postgres, with a first import. */
const session: LabelledSession = labelled({
  name: "foxpro-exit",
  project: "/home/colm/depot-exit",
  talk: (t) => {
    t.prompt(
      "Hi. Context: we have a VFP 9 application from 1998, 212 DBF tables on a file share, 40 people use it every day in the warehouse. I want to be off it by next autumn. No big bang. Today I'd like a plan and maybe a first import so that I have a feeling for it. I'll think out loud, don't run off building things.",
    )
      .said("Understood: plan first, small import as a probe. I'll look at what is there.")
      .ran(
        "ls data | wc -l && ls data | sed 's/.*\\.//' | sort | uniq -c",
        "688\n    212 DBF\n    187 CDX\n    131 FPT\n    158 BAK",
      )
      .ran(
        "python3 tools/dbfstat.py data | sort -k2 -nr | head -6",
        "STOCKMOV  8812034\nORDLINE   3120877\nORDERS     611208\nCUSTOMER    48112\nARTICLE     31077\nPRICE       90412",
      )
      .said(
        "## What is there\n\n- 212 tables, 9 of them hold 97 % of the rows\n- `STOCKMOV` is the largest, 8.8 million rows\n- 158 `.BAK` files that are copies of structures\n\n## Ways to go\n\n1. **Tables first**: Postgres becomes the master, VFP reads through ODBC remote views.\n2. **Screens first**: new screens write to DBF until the last one is replaced.\n3. **Module by module** with a sync in both directions.",
      )
      .prompt(
        "Hm. Three I've lived through once at my previous company and the sync was the project. Two is a pig because everything new has to write DBFs. One... VFP over ODBC, is that slow? The picking screen scans, it has to answer in under half a second or the guys at the belt start shouting.",
      )
      .said(
        "It depends on the screens. Remote views fetch sets, while old code often walks a table with `SEEK` and `SCAN`; such loops become one query per record. The picking screen's code would tell.",
      )
      .called("Grep", { pattern: "SEEK|SCAN FOR", path: "prg/pick.prg" })
      .gave(
        "prg/pick.prg:44:SEEK lcArt\nprg/pick.prg:51:SCAN FOR loc = lcLoc AND qty > 0\nprg/pick.prg:97:SEEK lcOrd",
      )
      .said(
        "Three places in 400 lines. Each could be one parameterised view; I would expect 20–40 ms per scan over the LAN.",
      )
      .prompt(
        "That's good news. Let me sleep on one vs two though. Can we do a probe import of ARTICLE and CUSTOMER in the meantime?",
      )
      .ran(
        "python3 tools/import.py data/CUSTOMER.DBF --pg depot_probe",
        "Traceback (most recent call last):\n  File \"/home/colm/depot-exit/tools/import.py\", line 31, in <module>\n    for rec in table:\nUnicodeDecodeError: 'ascii' codec can't decode byte 0x82 in position 11: ordinal not in range(128)",
        1,
      )
      .said(
        "The code page mark in the header is 0, so the reader assumes ASCII. Byte 0x82 in `Andr‚` suggests cp850 or cp437.",
      )
      .prompt(
        "It's 850 for everything written before 2006 and 1252 after that, when we moved off the DOS client. There's a column CRE_DT you can go by. Don't ask how I know.",
      )
      .edited("/home/colm/depot-exit/tools/import.py", "DBF(path)", "DBF(path, raw=True)")
      .edited(
        "/home/colm/depot-exit/tools/import.py",
        "row = dict(rec)",
        "enc = 'cp850' if rec['CRE_DT'] < CUTOVER else 'cp1252'\n    row = decode(rec, enc)",
      )
      .ran(
        "python3 tools/import.py data/CUSTOMER.DBF --pg depot_probe",
        "48112 read, 46980 inserted, 1132 skipped (deleted)",
      )
      .said("48,112 customers read; 1,132 carry the deletion mark and are skipped.")
      .prompt(
        "Wait, skipped is wrong. Deleted customers are still referenced by old orders, people PACK only once a year. They have to come along with a flag.",
      )
      .edited("/home/colm/depot-exit/tools/import.py", "if deleted: continue", "row['deleted'] = deleted")
      .ran("python3 tools/import.py data/CUSTOMER.DBF --pg depot_probe", "48112 read, 48112 inserted")
      .ran(
        "python3 tools/import.py data/ARTICLE.DBF --pg depot_probe",
        "psycopg.errors.NumericValueOutOfRange: numeric field overflow\nDETAIL:  A field with precision 8, scale 2 must round to an absolute value less than 10^6.",
        1,
      )
      .ran(
        "python3 tools/dbfstat.py data/ARTICLE.DBF --max LPRICE",
        "LPRICE N(8,2) max 1249900 raw '12499000'",
      )
      .said(
        "Cause found: a DBF field N(8,2) may hold `12499000` without the point, eight digits of integer, since VFP drops decimals when a number is too wide. I map N(w,d) to `numeric(w, d)` widened by d, in `tools/import.py`.",
      )
      .edited("/home/colm/depot-exit/tools/import.py", "numeric({w},{d})", "numeric({w + d},{d})")
      .ran("python3 tools/import.py data/ARTICLE.DBF --pg depot_probe", "31077 read, 31077 inserted")
      .prompt(
        "Nice. A list price of 1.2 million is the crane, that's right.\n\nSo, I slept on it (well, had coffee). Tables first. Postgres is master, VFP goes through remote views, and screens get replaced one by one afterwards. Picking last, not first, I don't want shouting.",
      )
      .said(
        "Then the order could be: masters (customer, article, price) → orders → stock movements, each with its own weekend.",
      )
      .prompt(
        "weekends are ok except the last one of a month, that's stocktaking. always. write that down somewhere",
      )
      .wrote(
        "/home/colm/depot-exit/PLAN.md",
        "# Leaving FoxPro\n\n1. Masters\n2. Orders\n3. Stock movements\n",
      )
      .said("`PLAN.md` has the order and the weekends that are taken.")
      .prompt(
        "Who could do the views... Pádraig knows VFP but he retires in March. He's the only one who understands the pricing PRGs, honestly.",
      )
      .said(
        "Then pricing should be understood before March, even if it is moved later. A session with him per pricing program, recorded, would be the cheapest insurance.",
      )
      .prompt(
        'Yes. I\'ll book him for January. Put "pricing walk-through with Pádraig" in the plan as the first thing, before masters',
      )
      .edited(
        "/home/colm/depot-exit/PLAN.md",
        "1. Masters",
        "0. Pricing walk-through with Pádraig (January)\n1. Masters",
      )
      .prompt(
        "And hosting? IT offers a shared SQL Server, it would be free. Hmm. Or a Postgres VM we run ourselves. What speaks for what?",
      )
      .said(
        "- **SQL Server**: free for you, backed up, but the depot shares it with HR and finance, and maintenance windows are on weekday nights when the night shift picks.\n- **Postgres VM**: yours to patch and back up, windows when you like.\n\nThe ODBC driver works with both.",
      )
      .prompt("The night shift settles that. VM.")
      .said("Added to the plan, with `pgbackrest` as an open point.")
      .prompt("What about this vfp2py thing my nephew mentioned? converts the code automatically, he says")
      .said(
        "It translates syntax, but the result keeps work areas and `SCAN` loops, in Python. I wouldn't build on it.",
      )
      .prompt("ok ok. forget it. Do I need to buy anything for ODBC?")
      .said("No, psqlODBC is free. The 32-bit driver is needed, because VFP 9 is a 32-bit program.")
      .prompt("Good. Can you put a one-page summary for my boss together, no tables, no jargon")
      .wrote(
        "/home/colm/depot-exit/summary.md",
        "We will move the warehouse data to a modern database in three weekends.\n",
      )
      .said("`summary.md`, 280 words.")
      .prompt("Half of it please, she reads on the phone")
      .wrote("/home/colm/depot-exit/summary.md", "Three weekends, one new database, same screens.\n")
      .said("Now 130 words.")
      .prompt("Super. That's it for today, thanks, that was useful.");
  },
  keep: [
    { kind: "decision", words: ["Tables first.|Postgres is master"] },
    { kind: ["learning", "fix"], type: ["semantic", "episodic"], words: ["850", "2006|1252|CRE_DT"] },
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["Deleted customers|come along with a flag"],
    },
    { kind: ["fix", "learning"], words: ["N(8,2)", "import.py|too wide"] },
    { kind: ["preference", "learning"], type: "semantic", words: ["last one of a month", "stocktaking"] },
    { kind: "learning", type: "semantic", words: ["Pádraig", "March|pricing PRGs"] },
    { kind: "intention", type: "prospective", words: ["Pádraig", "January|walk-through"] },
    { kind: "decision", words: ["night shift settles that|The night shift settles"] },
    { kind: "learning", type: "semantic", words: ["32-bit"] },
  ],
  may: [
    { kind: "learning", words: ["half a second"] },
    { kind: "decision", words: ["Picking last"] },
    { kind: "intention", words: ["off it by next autumn"] },
    { kind: "intention", words: ["pgbackrest"] },
    { kind: "decision", words: ["No big bang"] },
    { kind: "learning", words: ["sync was the project"] },
    { kind: "outcome", words: ["PLAN.md"] },
    { kind: "learning", words: ["SEEK"] },
    { kind: "learning", words: ["212"] },
    { kind: "preference", words: ["no jargon"] },
    { kind: "preference", words: ["she reads on the phone"] },
  ],
  never: ["are skipped", "nephew", "280 words", "the crane", "had coffee"],
});

export default session;
