import { type LabelledSession, labelled } from "../../../session.ts";

/** Reading a COBOL system before it is replaced by Java: nearly no edits, facts about the domain come up between questions. */
const session: LabelledSession = labelled({
  name: "copybook-exploration",
  project: "/home/gareth/pensions",
  talk: (t) => {
    t.prompt(
      "I've been handed the pension calc in COBOL and should rewrite it in Java over the next year. Never read COBOL. Start: what's in here?",
    )
      .ran(
        "find . -name '*.cbl' -o -name '*.cpy' -o -name '*.jcl' | sed 's/.*\\.//' | sort | uniq -c",
        "     88 cbl\n    214 cpy\n     61 jcl",
      )
      .ran(
        "wc -l src/*.cbl | sort -rn | head -5",
        " 118204 total\n  14881 src/PENCALC.cbl\n   9012 src/MBRUPD.cbl\n   7730 src/YREND01.cbl\n   6644 src/XFERVAL.cbl",
      )
      .said(
        "88 programs, 214 copybooks and 61 JCL jobs, 118k lines altogether. The heart seems to be `PENCALC.cbl` with almost 15k lines. A **copybook** is like a header file: it describes the layout of records, and programs include it with `COPY`.",
      )
      .prompt("what's PIC S9(7)V99 COMP-3")
      .said(
        "A signed number with seven digits before and two after an implied decimal point, stored as *packed decimal*: two digits per byte and the sign in the last half byte. So it takes 5 bytes. In Java you'd read it into a `BigDecimal` with scale 2.",
      )
      .prompt("ok and the member record?")
      .read(
        "/home/gareth/pensions/copy/MBRREC.cpy",
        `       01  MEMBER-REC.
           05  MBR-NO             PIC 9(8).
           05  MBR-STATUS         PIC X.
               88  ACTIVE         VALUE 'A'.
               88  DEFERRED       VALUE 'D'.
               88  PENSIONER      VALUE 'P' 'Q'.
           05  MBR-DOB            PIC 9(6).
           05  MBR-SALARY         PIC S9(7)V99 COMP-3.
           05  MBR-FLAGS          PIC X(8).`,
      )
      .said(
        "The record has a number, a status, the date of birth in six digits (YYMMDD), the salary and eight flags. Status `P` and `Q` both count as pensioner; I don't see yet what distinguishes them.",
      )
      .prompt(
        "Q is the lot that came over from the Quayside scheme in '98, different accrual rate, 1/80 not 1/60. Moira told me. It's not written down anywhere",
      )
      .called("Grep", { pattern: "'Q'", path: "/home/gareth/pensions/src" })
      .gave(
        "src/PENCALC.cbl:3312:           IF MBR-STATUS = 'Q'\nsrc/PENCALC.cbl:3313:              MOVE 80 TO WS-ACCR-DIV",
      )
      .said("That agrees with `PENCALC.cbl:3312`: the divisor is 80 for `Q`, else 60.")
      .prompt("six digit birth date, so how does it know the century")
      .called("Grep", { pattern: "CENTURY|WINDOW|PIVOT", path: "/home/gareth/pensions/src" })
      .gave("src/DATEUTL.cbl:77:           IF WS-YY < 30 MOVE 20 TO WS-CC ELSE MOVE 19 TO WS-CC.")
      .said(
        "A window: `DATEUTL.cbl:77` takes years below 30 as 20xx, everything else as 19xx. From 2030 on a child born then, or a dependant born in 1929 today, gets the wrong century.",
      )
      .prompt("fun. we'll use real dates obviously")
      .said("Yes, and the comparison with the old output then needs the window on the old side only.")
      .prompt("can I compile and run one of these locally? gnucobol?")
      .ran(
        "cobc -x -I copy src/PENCALC.cbl",
        "src/PENCALC.cbl:41: error: syntax error, unexpected EXEC\nsrc/PENCALC.cbl:2208: error: 'SQLCODE' is not defined",
        1,
      )
      .said("It has embedded SQL, which needs a precompiler first.")
      .ran("ls tools", "gcsql-pre  README.txt  runcalc.sh")
      .ran(
        "tools/gcsql-pre src/PENCALC.cbl > /tmp/PENCALC.cbl && cobc -x -std=default -I copy /tmp/PENCALC.cbl -o /tmp/pencalc",
        "/tmp/PENCALC.cbl:9120: error: 'WS-TAX-TBL' is not defined",
        1,
      )
      .ran(
        "tools/gcsql-pre src/PENCALC.cbl > /tmp/PENCALC.cbl && cobc -x -std=ibm -fsign=ebcdic -I copy -I copy/tax /tmp/PENCALC.cbl -o /tmp/pencalc",
        "",
      )
      .said(
        "It compiles with `-std=ibm -fsign=ebcdic` and the second copybook folder `copy/tax`, after `tools/gcsql-pre`.",
      )
      .prompt("brilliant. run it for one member")
      .ran("MBRFILE=data/sample.dat /tmp/pencalc 00041877", "MEMBER 00041877  ANNUAL PENSION   14,203.66\n")
      .said("14,203.66 a year for member 41877.")
      .prompt("and if I do it by hand? salary 42,611.00, 20 years, 1/60")
      .said("42,611.00 × 20 / 60 = 14,203.666…, so the program truncates.")
      .prompt("truncates or rounds down per step? this will matter, the actuaries want to the penny parity")
      .called("Grep", {
        pattern: "ROUNDED",
        path: "/home/gareth/pensions/src/PENCALC.cbl",
        output_mode: "count",
      })
      .gave("2")
      .read(
        "/home/gareth/pensions/src/PENCALC.cbl",
        `      *    LUMP SUM
           COMPUTE WS-LUMP ROUNDED = WS-PENSION * 3.
      *    SPOUSE
           COMPUTE WS-SPOUSE ROUNDED = WS-PENSION / 2.
      *    BASE
           COMPUTE WS-YEARS = WS-DAYS / 365.
           COMPUTE WS-PENSION = WS-SALARY * WS-YEARS / WS-ACCR-DIV.`,
      )
      .said(
        "Without `ROUNDED` a COMPUTE cuts off whatever doesn't fit the target. `WS-YEARS` is `PIC 9(2)V9(3)`, so the years are already truncated to three decimals, and days are divided by 365 with no regard to leap years; then the pension is truncated to pence. Only lump sum and spouse's pension are rounded, half away from zero. A Java port has to do it in just these steps: `setScale(3, DOWN)` for years, `setScale(2, DOWN)` for the pension.",
      )
      .prompt(
        "so bug for bug. yes. the trustees decided in december: parity first, then fix the leap years by a separate decision, because each change of amounts has to be notified to members",
      )
      .said("Then I'd keep the truncation in one class so that it can be changed in one place later.")
      .prompt("hm what about the tax tables, are those current?")
      .ran(
        "head -12 copy/tax/TAXTBL.cpy",
        "      * TAX TABLE 2011/12 - DO NOT USE, SEE DB2 TAB.TAXBANDS\n       01  WS-TAX-TBL.\n           05  FILLER PIC X(40).",
      )
      .said(
        "No, the copybook is from 2011/12 and says itself not to use it; the bands come from the DB2 table `TAB.TAXBANDS`.",
      )
      .prompt("what runs when? the JCL")
      .called("Task", {
        description: "Order of jobs",
        prompt: "Which JCL jobs run daily, monthly, yearly and in which order?",
      })
      .gave(
        "Daily: MBRUPDJ, then PENCALCJ for changed members. Monthly on the 24th: PAYEXTJ writes the BACS file. Yearly on 5 April: YREND01J, needs all input files closed and takes 9 hours.",
      )
      .said(
        "| When | Jobs |\n|---|---|\n| Daily | `MBRUPDJ` → `PENCALCJ` (changed members) |\n| Monthly, 24th | `PAYEXTJ`, the BACS file |\n| Yearly, 5 April | `YREND01J`, 9 hours, nothing else may run |",
      )
      .prompt("then cutover is never in april. got it")
      .said("Right, the weeks around 5 April are taken.")
      .prompt("is GOTO used much? :D")
      .ran("grep -c 'GO TO' src/PENCALC.cbl", "611")
      .said("611 times in `PENCALC.cbl`.")
      .prompt("dear god")
      .said("Most of them jump to the paragraph's own exit, which is the `return` of that style.")
      .prompt("how would you slice it? by program? strangler?")
      .said(
        "Not by program, since `PENCALC` alone is half the rules. I'd slice by **benefit**: normal retirement first (about 70% of the cases by the sample file), then ill health, transfers out, death benefits. Each slice runs in shadow next to the COBOL job and compares the results every night.",
      )
      .prompt(
        "by benefit makes sense, and the nightly compare too. but transfers first: XFERVAL is the only one the vendor charges us per run. do a docs/plan.md, half a page",
      )
      .wrote(
        "/home/gareth/pensions/docs/plan.md",
        "# Replacing PENCALC\n\nBy benefit, transfers first; shadow runs compare every night.\n",
      )
      .said("`docs/plan.md` is written, half a page.")
      .prompt(
        "ta. I still need a full dump of production members, anonymised; Moira is on leave until the 20th, so chase her then",
      )
      .said("OK, nothing more from me until there is data.")
      .prompt("cheers");
  },
  keep: [
    { kind: "learning", type: "semantic", words: ["Quayside"] },
    { kind: "command", type: "procedural", words: ["-std=ibm -fsign=ebcdic", "gcsql-pre"] },
    {
      kind: "learning",
      type: "semantic",
      words: ["setScale(3, DOWN)|years are already truncated|cuts off whatever doesn't fit"],
    },
    { kind: "decision", words: ["parity first", "notified to members"] },
    {
      kind: ["learning", "decision", "intention"],
      words: ["cutover is never in april"],
    },
    { kind: "decision", words: ["transfers first"] },
    { kind: "intention", type: "prospective", words: ["Moira is on leave until the 20th"] },
    { kind: "learning", type: "semantic", words: ["TAB.TAXBANDS"] },
  ],
  may: [
    { kind: "learning", words: ["DATEUTL.cbl:77|wrong century"] },
    { kind: "learning", words: ["the divisor is 80 for `Q`"] },
    { kind: "learning", words: ["WS-YEARS|cuts off whatever"] },
    { kind: "learning", words: ["to the penny parity"] },
    { kind: "learning", words: ["charges us per run"] },
    { kind: "decision", words: ["slice by **benefit**|runs in shadow"] },
    { kind: ["outcome", "decision"], words: ["docs/plan.md"] },
    { kind: "learning", words: ["PAYEXTJ|YREND01J"] },
    { kind: "decision", words: ["keep the truncation in one class"] },
    { kind: "learning", words: ["118k lines"] },
    { kind: "learning", words: ["packed decimal"] },
    { kind: "decision", words: ["use real dates"] },
  ],
  never: [
    "like a header file",
    "dear god",
    "I don't see yet",
    "611 times",
    "Never read COBOL",
    "nothing more from me",
  ],
});

export default session;
