import { type LabelledSession, labelled } from "../../../session.ts";

/** A freight forwarder's customs calculation is taken apart into modules over two days, with a compaction between; Python, FastAPI. */
const session: LabelledSession = labelled({
  name: "customs-tariff-refactor",
  project: "/home/somchai/duty-engine",
  talk: (t) => {
    t.prompt(
      "Good morning. File duty/calc.py has 2400 lines and everyone is afraid of it. I want to split it in modules without change of behaviour. First make a plan",
    )
      .ran(
        "wc -l duty/*.py && grep -n '^def ' duty/calc.py | wc -l",
        "  2411 duty/calc.py\n    88 duty/models.py\n   140 duty/api.py\n  2639 total\n97",
      )
      .called("Task", {
        description: "Map calc.py",
        prompt: "List clusters of functions in duty/calc.py and who calls whom",
      })
      .gave(
        "Clusters: rates lookup (22 functions), preferences/origin (31), VAT (9), quotas (17), rounding (6), dead code (12). quotas and preferences call each other.",
      )
      .said(
        "## Plan\n\n| Step | Module | Functions |\n|---|---|---|\n| 1 | `rounding.py` | 6 |\n| 2 | `rates.py` | 22 |\n| 3 | `vat.py` | 9 |\n| 4 | `origin.py` | 31 |\n| 5 | `quota.py` | 17 |\n| 6 | delete dead code | 12 |\n\nSteps 4 and 5 have a cycle: quotas and preferences call each other. I suggest a characterisation test first, from recorded declarations.",
      )
      .prompt(
        "yes characterisation test first is good. Take the declarations from s3 bucket duty-golden, there are 5000 real from customs office with the correct result",
      )
      .ran(
        "aws s3 cp s3://duty-golden/2025.jsonl tests/golden/",
        "fatal error: An error occurred (ExpiredToken) when calling the HeadObject operation: The provided token has expired.",
        1,
      )
      .prompt("! aws sso login --profile freight")
      .ran(
        "aws s3 cp s3://duty-golden/2025.jsonl tests/golden/ --profile freight",
        "download: s3://duty-golden/2025.jsonl to tests/golden/2025.jsonl",
      )
      .wrote(
        "/home/somchai/duty-engine/tests/test_golden.py",
        "@pytest.mark.parametrize('case', load('golden/2025.jsonl'))\ndef test_golden(case): assert calculate(case.declaration) == case.result",
      )
      .ran(
        "uv run pytest tests/test_golden.py -q -n 8",
        "FAILED tests/test_golden.py::test_golden[D-3120] - assert Decimal('118.44') == Decimal('118.45')\n12 failed, 4988 passed in 71.20s",
        1,
      )
      .said(
        "12 of 5000 already fail before I touched anything. All twelve are off by one satang, so probably rounding. Should I fix that on the way?",
      )
      .prompt(
        "no!! no behaviour change in a refactoring, never. Put them in a list of known differences and we look after",
      )
      .edited(
        "/home/somchai/duty-engine/tests/test_golden.py",
        "def test_golden(case):",
        "KNOWN = set(open('tests/golden/known.txt').read().split())\ndef test_golden(case):\n  if case.id in KNOWN: pytest.xfail()\n ",
      )
      .ran("uv run pytest tests/test_golden.py -q -n 8", "4988 passed, 12 xfailed in 70.88s")
      .said(
        "The net is in place: 4988 pass, and the 12 known differences are listed in `tests/golden/known.txt`.",
      )
      .prompt(
        "one commit for each module please, so Arthit can review piece by piece. he reads on the train with his phone",
      )
      .ran("git switch -c split-calc", "Switched to a new branch 'split-calc'")
      .wrote(
        "/home/somchai/duty-engine/duty/rounding.py",
        "def round_duty(x: Decimal) -> Decimal: return x.quantize(CENT, ROUND_HALF_UP)",
      )
      .edited(
        "/home/somchai/duty-engine/duty/calc.py",
        "def round_duty(x)",
        "from duty.rounding import round_duty  #",
      )
      .ran("uv run pytest -q -n 8", "5103 passed, 12 xfailed in 83.10s")
      .ran("git commit -am 'Move rounding out of calc'", "[split-calc 11aa] Move rounding out of calc")
      .said("Step 1 is committed. Moving on to the rates.")
      .wrote("/home/somchai/duty-engine/duty/rates.py", "def rate_for(code: HsCode, on: date) -> Rate: ...")
      .ran(
        "uv run pytest -q -n 8",
        "ImportError: cannot import name 'HsCode' from partially initialized module 'duty.models' (most likely due to a circular import)\n5 errors in 2.11s",
        1,
      )
      .said(
        "A circular import: `models.py` imports `calc` for the type of a default. I'll move that import under `TYPE_CHECKING`.",
      )
      .edited(
        "/home/somchai/duty-engine/duty/models.py",
        "from duty.calc import Quota",
        "if TYPE_CHECKING:\n    from duty.quota import Quota",
      )
      .ran("uv run pytest -q -n 8", "5103 passed, 12 xfailed in 82.77s")
      .ran("git commit -am 'Move rates out of calc'", "[split-calc 22bb] Move rates out of calc")
      .said("Step 2 is committed too.")
      .prompt(
        "in rates you wrote hs code has 8 digits, in the docstring. In Thailand its 11, 8 is only for europe, 10 for US",
      )
      .edited(
        "/home/somchai/duty-engine/duty/rates.py",
        "8 digits",
        "11 digits in TH, 8 in the EU, 10 in the US",
      )
      .said("Corrected the docstring.")
      .prompt("continue with vat and the cycle, how do you want to break it")
      .said(
        "Two ways to break it:\n\n1. **Protocol:** `origin` takes a `QuotaSource` as a parameter, and `quota` imports `origin`\n2. **Third module** with what both need\n\nI'd take the protocol, because the shared part of a third module would be 14 functions and become the next calc.py.",
      )
      .prompt("hmm third module looks simpler for me... but ok you are right with next calc.py. protocol")
      .wrote("/home/somchai/duty-engine/duty/vat.py", "def vat(base: Decimal) -> Decimal: ...")
      .wrote(
        "/home/somchai/duty-engine/duty/origin.py",
        "class QuotaSource(Protocol):\n  def left(self, order: str, on: date) -> Decimal: ...",
      )
      .command("/compact", "keep the findings")
      .compacted(
        "1. Request: the user wants duty/calc.py split into modules without any change of behaviour, one commit per module.\n2. State: rounding.py and rates.py committed on split-calc; vat.py and origin.py written, not committed.\n3. Decisions: the cycle between origin and quota is broken with the protocol QuotaSource.\n4. Findings: while writing origin.py it turned out that calc.py reads the exchange rate of the day of arrival for sea freight but of the day of declaration for air freight; the user confirmed that this is the law and not a bug.\n5. Pending: ask Arthit whether the twelve dead functions are used by the nightly reports before deleting them.\n6. Next step: run tests and commit vat.py.",
      )
      .ran("uv run pytest -q -n 8", "5103 passed, 12 xfailed in 84.02s")
      .ran("git add -A && git commit -m 'Move VAT out of calc'", "[split-calc 33cc] Move VAT out of calc")
      .wrote("/home/somchai/duty-engine/duty/quota.py", "class QuotaBook: ...")
      .ran(
        "uv run pytest -q -n 8",
        "FAILED tests/test_golden.py::test_golden[D-0771] - duty.errors.NoQuota: order 09.4003\n211 failed, 4892 passed, 12 xfailed in 85.90s",
        1,
      )
      .called("Grep", { pattern: "_quota_cache", path: "duty" })
      .gave(
        "duty/calc.py:1102:_quota_cache = {}\nduty/calc.py:1877:    _quota_cache.update(load_quotas())\nduty/quota.py:8:_quota_cache = {}",
      )
      .said(
        "Root cause: `_quota_cache` is a module global in `calc.py` that is filled by the first call of `calculate`; after the move there were two of them, and `quota.py` looked into the empty one. I made `QuotaBook` load on construction and removed the global.",
      )
      .edited(
        "/home/somchai/duty-engine/duty/quota.py",
        "_quota_cache = {}",
        "class QuotaBook:\n  def __init__(self): self._by_order = load_quotas()",
      )
      .ran("uv run pytest -q -n 8", "5103 passed, 12 xfailed in 84.40s")
      .ran(
        "git commit -am 'Move origin and quota out of calc'",
        "[split-calc 44dd] Move origin and quota out of calc",
      )
      .said("Everything is green again, and origin and quota are committed.")
      .prompt("you put two modules in one commit. I said one for each")
      .ran(
        "git reset --soft HEAD~1 && git commit -m 'Move origin out of calc' -- duty/origin.py duty/calc.py && git commit -am 'Move quota out of calc'",
        "[split-calc 55ee] Move origin out of calc\n[split-calc 66ff] Move quota out of calc",
      )
      .said("Sorry about that; they are two commits now.")
      .prompt("does the first one of the two pass the tests alone? i bet no")
      .ran(
        "git stash -q; git checkout -q 55ee && uv run pytest -q -n 8; git checkout -q split-calc",
        "5103 passed, 12 xfailed in 83.96s",
      )
      .said("It does: 5103 passed at 55ee on its own.")
      .prompt("ok i lost the bet")
      .prompt("how long is the test now? 84 sec is too long for precommit")
      .said(
        "The golden cases take 70 of the 84 seconds. They could be sampled: `-k` with every tenth case takes 9 seconds.",
      )
      .prompt("ok but full run in CI of course. for precommit make GOLDEN_EVERY=10")
      .edited(
        "/home/somchai/duty-engine/.pre-commit-config.yaml",
        "entry: uv run pytest -q -n 8",
        "entry: env GOLDEN_EVERY=10 uv run pytest -q -n 8",
      )
      .edited(
        "/home/somchai/duty-engine/tests/test_golden.py",
        "load('golden/2025.jsonl')",
        "load('golden/2025.jsonl')[:: int(os.environ.get('GOLDEN_EVERY', 1))]",
      )
      .said("Pre-commit samples every tenth case with `GOLDEN_EVERY=10`; CI still runs all 5000.")
      .prompt(
        "Arthit answers: dead functions, 10 are really dead but fx_legacy and fx_round3 are called by the excel macro of accounting through the api, by name",
      )
      .edited(
        "/home/somchai/duty-engine/duty/calc.py",
        "def old_rate",
        "# fx_legacy and fx_round3 are called by name from accounting's Excel macro.\ndef fx_legacy",
      )
      .ran(
        "uv run pytest -q -n 8 && git commit -am 'Remove ten dead functions'",
        "5103 passed, 12 xfailed in 83.51s\n[split-calc 77ab] Remove ten dead functions",
      )
      .said(
        "The split is complete.\n\n## Result\n- `calc.py`: 2411 → 190 lines\n- New: `rounding.py`, `rates.py`, `vat.py`, `origin.py`, `quota.py`\n- Seven commits on `split-calc`, each green\n- Ten dead functions removed, two kept for accounting\n\n## Left open\n- The 12 known differences of one satang",
      )
      .prompt(
        "Excellent work, really. the one satang we look in april when the customs office audit is over, not before, nobody touches numbers during audit",
      )
      .said("Understood, nothing that changes numbers until the audit is over.")
      .prompt("khop khun khrap, bye");
  },
  keep: [
    { kind: ["preference", "correction"], type: "semantic", words: ["no behaviour change in a refactoring"] },
    { kind: ["preference", "correction"], type: "semantic", words: ["one commit for each module"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["Thailand its 11|11 digits in TH"] },
    { kind: "decision", words: ["protocol", "next calc.py|QuotaSource"] },
    { kind: ["learning", "summary"], type: "semantic", words: ["day of arrival for sea freight"] },
    { kind: "fix", words: ["_quota_cache", "module global"] },
    { kind: ["learning", "correction"], type: "semantic", words: ["fx_legacy", "excel macro"] },
    { kind: "outcome", words: ["The split is complete|2411 → 190|New: `rounding.py`"] },
    {
      kind: ["intention", "decision"],
      type: "prospective",
      words: ["one satang we look in april|12 known differences"],
    },
  ],
  may: [
    { kind: ["learning", "command"], words: ["duty-golden", "5000"] },
    { kind: "fix", words: ["circular import"] },
    { kind: ["intention", "summary"], words: ["dead functions", "Arthit"] },
    { kind: "decision", words: ["GOLDEN_EVERY=10"] },
    { kind: "learning", words: ["nobody touches numbers during audit|nothing that changes numbers"] },
    { kind: "decision", words: ["known.txt"] },
    { kind: "command", words: ["--profile freight"] },
    { kind: "fix", words: ["known differences"] },
    { kind: ["decision", "summary"], words: ["QuotaSource"] },
    { kind: "learning", words: ["70 of the 84 seconds"] },
    { kind: "learning", words: ["on the train with his phone"] },
    { kind: "preference", words: ["without any change of behaviour"] },
    { kind: "correction", words: ["I said one for each"] },
    { kind: "outcome", words: ["Seven commits on"] },
  ],
  never: ["i lost the bet", "khop khun"],
});

export default session;
