import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/linnea/projects/churn-2026";

/** A churn model in a notebook that is too good to be true; a careful statistician, and a compaction in between. */
const session: LabelledSession = labelled({
  name: "churn-notebook",
  project: P,
  talk: (t) => {
    t.prompt(
      "I inherited notebooks/churn_v3.ipynb from a consultant. It claims an AUC of 0.97 on churn within 60 days, which I do not believe for a second. Could we go through it and find out what is wrong? I would rather understand than fix, at first.",
    )
      .called("NotebookRead", { notebook_path: `${P}/notebooks/churn_v3.ipynb` })
      .gave(
        "[4] df = pd.read_parquet('data/accounts.parquet')\n[7] df['days_since_last_login'] = (pd.Timestamp.today() - df.last_login).dt.days\n[11] X_train, X_test = train_test_split(X, test_size=.2, random_state=42)\n[14] LGBMClassifier(n_estimators=800)\n[15] roc_auc_score → 0.9714",
      )
      .said(
        "Three things catch my eye:\n\n1. `days_since_last_login` is computed relative to *today*, not to the day of the prediction\n2. The split is random over rows, and an account has one row per month\n3. I don't see where the label is made\n\nThe first alone could explain most of it.",
      )
      .prompt(
        "The first is what I suspected. How would you quantify it? I like to see each leak's share separately.",
      )
      .ran(
        "jupyter nbconvert --to script notebooks/churn_v3.ipynb && python notebooks/churn_v3.py",
        'Traceback (most recent call last):\n  File "notebooks/churn_v3.py", line 9, in <module>\n    import lightgbm as lgb\nOSError: libgomp.so.1: cannot open shared object file: No such file or directory',
        1,
      )
      .ran(
        "ls; head -5 pixi.toml",
        'data  notebooks  pixi.lock  pixi.toml  src\n[project]\nname = "churn"\nchannels = ["conda-forge"]\n',
      )
      .ran(
        "pixi run -e gpu python notebooks/churn_v3.py",
        "error: the environment 'gpu' is not available for linux-64 without cuda",
        1,
      )
      .ran("pixi run python notebooks/churn_v3.py", "AUC 0.9714")
      .said("It reproduces with `pixi run`: 0.9714.")
      .wrote(`${P}/src/ablate.py`, "def ablate(df, drop=(), split='random', asof='today'): ...")
      .ran(
        "pixi run python src/ablate.py",
        "as published                     0.971\nlogin relative to snapshot       0.884\n+ split by account               0.841\n+ without n_tickets_total        0.793\n+ split by time                  0.761",
      )
      .said(
        "| Step | AUC |\n|---|---|\n| as published | 0.971 |\n| login relative to the snapshot | 0.884 |\n| split by account | 0.841 |\n| without `n_tickets_total` | 0.793 |\n| split by time | 0.761 |\n\nThe biggest share is the login feature: computed from today's date, it tells how long ago an account stopped, which is the label itself. `n_tickets_total` counts tickets up to the export, thus also those after the snapshot.",
      )
      .prompt("0.76 sounds like churn. I have never seen an honest one above 0.82 in this business.")
      .prompt("What about the label though? You said you did not see it.")
      .called("Grep", { pattern: "churned", path: P })
      .gave(
        "data/README.txt:3:churned: 1 if account has no active contract at export\nnotebooks/churn_v3.ipynb:88",
      )
      .said(
        "According to `data/README.txt`, `churned` is 1 if there is no active contract at the time of export. So paused accounts count as churned as well?",
      )
      .prompt(
        "No, paused ones do keep a contract, it is of type P. But there is another catch: accounts moved to a reseller get their contract closed and a new one under the reseller, so they look churned and are not. About 6 percent. Finance has the mapping.",
      )
      .said("Then those are false positives in the label. Can I get at the mapping?")
      .prompt("It is the table fin.reseller_transfer in Snowflake, role ANALYST_FIN, I have it.")
      .ran(
        "pixi run python -c \"from src.wh import q; print(q('select count(*) from fin.reseller_transfer'))\"",
        "snowflake.connector.errors.ProgrammingError: 002003 (42S02): SQL compilation error:\nObject 'FIN.RESELLER_TRANSFER' does not exist or not authorized.",
        1,
      )
      .ran(
        "SNOWFLAKE_ROLE=ANALYST_FIN pixi run python -c \"from src.wh import q; print(q('select count(*) from fin.reseller_transfer'))\"",
        "   COUNT(*)\n0      4127",
      )
      .said("4,127 transfers. I join them and correct the label.")
      .edited(`${P}/src/label.py`, "churned = no_contract", "churned = no_contract & ~moved_to_reseller")
      .ran("pixi run python src/ablate.py --split time", "n 68211  churned 4.9 % (was 10.8 %)\nAUC 0.783")
      .said(
        "The base rate drops from 10.8 % to 4.9 %, and the AUC of the honest split rises to 0.783 since the label is cleaner.",
      )
      .prompt(
        "Interesting, more than I thought. So the board has been told twice the real churn for a year. I will have to bring that up gently with Anders.",
      )
      .prompt(
        "Let us set up a proper one. My usual way: a baseline of logistic regression first, always, and a boosted model only if it beats it by more than the noise over folds.",
      )
      .wrote(
        `${P}/src/model.py`,
        "def folds(df): ...  # expanding window, a month each\ndef baseline(): ...\ndef boosted(): ...",
      )
      .ran("pixi run python src/model.py", "baseline  0.774 ± 0.011\nboosted   0.781 ± 0.013")
      .said("Baseline 0.774 ± 0.011, boosted 0.781 ± 0.013 over nine folds: within the noise.")
      .prompt("Then logistic regression it is. Customer success can read coefficients, too.")
      .command("/compact")
      .compacted(
        "Primary request: audit of churn_v3.ipynb and an honest replacement.\nFindings: leak through days_since_last_login (relative to today), rows of one account on both sides of the split, n_tickets_total, label counted reseller transfers as churn.\nModel: logistic regression, expanding window of months, since boosting was within the noise.\nLinnea mentioned that the scores are only used to rank: customer success calls the top 50 per week, so precision at 50 is the metric that matters, not AUC.\nBefore anything is published, the works council has to approve the use of login data; request is with Birgit.\nNext: calibration plot, then write-up.",
      )
      .ran(
        "pixi run python src/model.py --metric p@50",
        "baseline  p@50 0.46 ± 0.05\nboosted   p@50 0.44 ± 0.06\nrandom    0.05",
      )
      .said("Precision at 50 is 0.46 for the logistic regression, nine times the base rate.")
      .prompt(
        "So of fifty calls, twenty-three reach somebody who would leave. That is a figure one can explain.",
      )
      .prompt("Why is the calibration plot off at the upper end?")
      .ran(
        "pixi run python src/calibrate.py",
        "bin 0.5-0.6  predicted 0.54  observed 0.41  n 122\nbin 0.6-0.7  predicted 0.64  observed 0.39  n 31",
      )
      .said(
        'Is it the class weights? With `class_weight="balanced"` the probabilities are inflated by design. Yes: without it the bins agree within a point or two, and the ranking stays the same.',
      )
      .edited(`${P}/src/model.py`, 'LogisticRegression(class_weight="balanced")', "LogisticRegression()")
      .ran("pixi run python src/calibrate.py", "bin 0.5-0.6  predicted 0.55  observed 0.54  n 88")
      .said("Calibrated without the weights.")
      .prompt(
        "Could you plot it in the house style? Colour-blind safe, please, and no red-green in anything I show. Never has been a good idea, and Anders cannot see it.",
      )
      .edited(`${P}/src/calibrate.py`, "plt.plot(x, y, 'r')", "plt.plot(x, y, color=OKABE_ITO[4])")
      .said("The plots use the Okabe–Ito palette.")
      .prompt(
        "Now I wonder about survival analysis instead. It would be the more natural model, would it not?",
      )
      .said(
        "It would: time until churn with censoring. For a ranking at a fixed horizon it rarely pays, but it would let you vary the 60 days.",
      )
      .prompt("A nice thought for the autumn, perhaps, or never. Let us write up.")
      .wrote(
        `${P}/reports/churn_audit.md`,
        "# Audit of churn_v3\n\n## What leaked\n## The label\n## What replaces it\n",
      )
      .wrote(`${P}/notebooks/churn_v4.ipynb`, '{ "cells": [] }')
      .said(
        "The write-up is in `reports/churn_audit.md`, four pages with the table of leaks, the label, and the new model; `churn_v4.ipynb` reproduces every figure in it from `src/`.",
      )
      .prompt(
        "You write 'significantly better' on page 3. Only say significant when there is a test and an interval beside it, in all my reports please.",
      )
      .edited(`${P}/reports/churn_audit.md`, "significantly better", "better by 0.007 (within the noise)")
      .said("Reworded.")
      .prompt("What is your feeling about rerunning v3's old scores for last year?")
      .said("They can't be recomputed as of then: the export keeps no history of `last_login`.")
      .prompt(
        "A pity. From April the warehouse takes daily snapshots of accounts, so then it will be possible.",
      )
      .prompt("Enough for today. Thank you for your patience with my questions.");
  },
  keep: [
    {
      kind: ["learning", "fix"],
      words: [
        "computed from today's date|relative to *today*",
        "label itself|not to the day of the prediction",
      ],
    },
    {
      kind: ["correction", "learning"],
      type: "semantic",
      words: ["moved to a reseller", "look churned"],
    },
    { kind: "command", type: "procedural", words: ["SNOWFLAKE_ROLE=ANALYST_FIN"] },
    { kind: "preference", type: "semantic", words: ["logistic regression first", "noise over folds"] },
    { kind: "decision", words: ["logistic regression it is"] },
    { kind: ["learning", "summary"], words: ["top 50 per week", "precision at 50"] },
    { kind: ["intention", "learning", "summary"], words: ["works council"] },
    { kind: "preference", type: "semantic", words: ["no red-green|Colour-blind safe"] },
    { kind: "preference", type: "semantic", words: ["Only say significant when"] },
    { kind: "outcome", words: ["churn_audit.md"] },
  ],
  may: [
    { kind: "learning", words: ["daily snapshots of accounts"] },
    { kind: "learning", words: ["of type P"] },
    { kind: ["learning", "fix"], words: ["inflated by design|class_weight"] },
    { kind: "learning", words: ["fin.reseller_transfer"] },
    { kind: "command", words: ["pixi run python"] },
    { kind: "intention", words: ["gently with Anders"] },
    { kind: "learning", words: ["from 10.8 % to 4.9 %|churned 4.9"] },
    { kind: "learning", words: ["0.46 for the logistic regression"] },
    { kind: "learning", words: ["twice the real churn"] },
    { kind: ["learning", "fix", "summary"], words: ["n_tickets_total"] },
    { kind: ["decision", "summary"], words: ["within the noise"] },
    { kind: "learning", words: ["no history of `last_login`"] },
    { kind: "fix", words: ["label.py"] },
    { kind: ["intention", "summary"], words: ["calibration plot, then write-up"] },
    { kind: "fix", words: ["libgomp"] },
    { kind: "learning", words: ["never seen an honest one above 0.82"] },
  ],
  never: [
    "paused accounts count as churned",
    "survival analysis instead",
    "for the autumn",
    "Thank you for your patience",
    "pixi run -e gpu",
  ],
});

export default session;
