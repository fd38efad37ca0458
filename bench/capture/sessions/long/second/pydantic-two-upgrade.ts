import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/srv/work/freightapi";

/** Pydantic 1 to 2 in a FastAPI service, over a compaction; someone methodical who writes English without articles. */
const session: LabelledSession = labelled({
  name: "pydantic-two-upgrade",
  project: P,
  talk: (t) => {
    t.prompt(
      "Hello. Task for today is upgrade of pydantic 1.10 to 2 in freightapi. 140 models approx. I want small commits, one topic each, so reviewer does not die. First make list what will break.",
    )
      .said("I'll take an inventory before touching anything.")
      .ran(
        "grep -rnE '@validator|@root_validator|class Config|\\.dict\\(|\\.json\\(|parse_obj|__root__' src | cut -d: -f3 | sort | uniq -c | sort -rn",
        "  88 class Config:\n  61 .dict(\n  34 @validator\n  12 parse_obj\n   9 @root_validator\n   7 .json(\n   2 __root__",
      )
      .ran(
        "uv pip list | grep -iE 'pydantic|fastapi|sqlmodel'",
        "fastapi    0.99.1\npydantic   1.10.21\nsqlmodel   0.0.8",
      )
      .said(
        "| What | Places | Tool does it? |\n|---|---|---|\n| `class Config` | 88 | mostly |\n| `.dict()` | 61 | yes |\n| `@validator` | 34 | yes, not with `values` |\n| `@root_validator` | 9 | no |\n| `__root__` | 2 | no |\n\n`bump-pydantic` handles the first group. FastAPI has to be at least 0.100 and sqlmodel 0.0.14.",
      )
      .prompt("Good. Use bump-pydantic for mechanical part, separate commit. Then we go by hand.")
      .ran("uvx bump-pydantic src", "Found 211 files to process.\nRefactored 97 files.\nlog: see log.txt")
      .ran(
        "git commit -qam 'bump-pydantic' && uv lock --upgrade-package pydantic --upgrade-package fastapi --upgrade-package sqlmodel",
        "Resolved 94 packages in 1.21s\nUpdated fastapi v0.99.1 -> v0.115.8\nUpdated pydantic v1.10.21 -> v2.10.6\nUpdated sqlmodel v0.0.8 -> v0.0.22",
      )
      .ran(
        "uv run pytest -x -q",
        "ImportError while loading conftest '/srv/work/freightapi/tests/conftest.py'.\nE   pydantic.errors.PydanticImportError: `BaseSettings` has been moved to the `pydantic-settings` package.",
        4,
      )
      .ran("uv add pydantic-settings", "Resolved 96 packages in 310ms\n + pydantic-settings==2.7.1")
      .edited(
        `${P}/src/freightapi/settings.py`,
        "from pydantic import BaseSettings",
        "from pydantic_settings import BaseSettings",
      )
      .ran(
        "uv run pytest -q",
        "FAILED tests/test_quotes.py::test_quote_without_customs - pydantic_core._pydantic_core.ValidationError: 1 validation error for Quote\ncustoms_value\n  Field required [type=missing, input_value={'weight': '12.5'}, input_type=dict]\nFAILED tests/test_carriers.py::test_dhl_label\nFAILED tests/test_edi.py::test_desadv_total\n41 failed, 902 passed in 88.31s",
        1,
      )
      .said(
        "41 failures, most of one kind. In version 1 `Optional[Decimal]` without a default meant *default None*; in version 2 it means *required, may be None*. That is `customs_value` in `quote.py` and about thirty more fields.",
      )
      .prompt(
        "For those fields we put explicit = None. But not everywhere blindly, please check which are in public API. There required is maybe what we always wanted.",
      )
      .called("Task", {
        description: "Optional fields in public models",
        subagent_type: "Explore",
        prompt:
          "List Optional fields without a default in src/freightapi/models and whether openapi.json marks them required",
      })
      .gave([
        {
          type: "text",
          text: "33 fields. 29 are optional in openapi.json. Four are sent by all clients: Quote.currency, Shipment.incoterm, Shipment.reference, Label.format.",
        },
      ])
      .said(
        "33 fields: 29 get `= None`. Four are sent by every client already: `currency`, `incoterm`, `reference`, `format`.",
      )
      .prompt(
        "Those four, make required. But only in v3 routers, v2 is frozen: Maersk has it in contract until end of 2027, nothing may change there.",
      )
      .edited(
        `${P}/src/freightapi/models/quote.py`,
        "customs_value: Optional[Decimal]",
        "customs_value: Optional[Decimal] = None",
      )
      .edited(
        `${P}/src/freightapi/models/v3/shipment.py`,
        "incoterm: Optional[Incoterm]",
        "incoterm: Incoterm",
      )
      .ran("uv run pytest -q", "6 failed, 937 passed in 86.90s", 1)
      .prompt("Six. What are they?")
      .ran(
        "uv run pytest -q tests/test_edi.py tests/test_carriers.py",
        "FAILED tests/test_edi.py::test_desadv_total - AssertionError: assert '118.40' == 118.4\nFAILED tests/test_carriers.py::test_dhl_label - TypeError: Object of type Decimal is not JSON serializable\n6 failed, 112 passed",
        1,
      )
      .read(`${P}/src/freightapi/edi/desadv.py`, "payload = json.dumps(shipment.model_dump())")
      .said(
        "In version 1 our own `json_encoders` turned Decimal into float, and `bump-pydantic` dropped it. Version 2 serialises Decimal as a string. The EDI partners expect a number, so it is not only a matter of the test.",
      )
      .prompt(
        "Yes, number. But please not float, we had once 118.39999 in customs declaration and container stood three days in Gdynia. Number with two decimals, always.",
      )
      .wrote(
        `${P}/src/freightapi/models/money.py`,
        "Money = Annotated[Decimal, PlainSerializer(as_json_number, return_type=object, when_used='json')]",
      )
      .edited(
        `${P}/src/freightapi/edi/desadv.py`,
        "json.dumps(shipment.model_dump())",
        "shipment.model_dump_json()",
      )
      .ran("uv run pytest -q", "1 failed, 942 passed in 87.12s", 1)
      .said(
        "`Money` in `money.py` writes an exact number with two decimals. One failure is left: `test_tariff_cache`.",
      )
      .command("/compact")
      .compacted(
        "1. Goal: upgrade freightapi from pydantic 1.10 to 2 in small commits, one topic each.\n2. Done: bump-pydantic commit, pydantic-settings, 29 Optional fields with = None, four fields required in v3 only, Money type.\n3. Agreed: the nine root validators are rewritten as model_validator(mode='after') and never as mode='before', since the before ones get raw dicts and hid two bugs.\n4. Pawel asked that the staging deployment waits until the partner test with Maersk on Thursday is over.\n5. Open: tests/test_tariff_cache.py fails.",
      )
      .ran(
        "uv run pytest -q tests/test_tariff_cache.py",
        "E   pydantic_core._pydantic_core.ValidationError: 1 validation error for Tariff\nE   code\nE     Input should be a valid string [type=string_type, input_value=8471300000, input_type=int]\n1 failed in 2.02s",
        1,
      )
      .said(
        "Version 2 no longer turns an int into a str. The tariff codes come out of Redis through `orjson`, and a code of digits only was stored as a number. I set `coerce_numbers_to_str` on `Tariff` only.",
      )
      .prompt("Hmm. What about code with leading zero? 0101210000 is horses. As number it loses zero!")
      .thought("Right: coercion would give 101210000. The writer is wrong.")
      .said(
        "You are right, the coercion would hide that: `0101210000` comes back as `101210000`. The mistake is in the writer, `tariff_cache.py` stores `int(code)`. I take back the coercion and store the string.",
      )
      .edited(`${P}/src/freightapi/cache/tariff_cache.py`, '"code": int(code)', '"code": code')
      .edited(
        `${P}/src/freightapi/models/tariff.py`,
        "model_config = ConfigDict(coerce_numbers_to_str=True)\n",
        "",
      )
      .ran("uv run pytest -q", "943 passed in 85.77s")
      .said(
        "943 tests pass. The entries already in Redis still hold numbers; they must be flushed with the deployment.",
      )
      .prompt("Write this into deployment checklist please, key prefix tariff:*")
      .edited(
        `${P}/docs/deploy-checklist.md`,
        "## Before",
        "## Before\n- [ ] flush `tariff:*` in Redis (pydantic 2)",
      )
      .prompt("Is it faster now? Colleagues will ask.")
      .ran(
        "uv run python bench/quote.py",
        "parse 10k quotes: 0.41 s (main: 3.12 s)\ndump  10k quotes: 0.18 s (main: 0.97 s)",
      )
      .said("Parsing ten thousand quotes takes 0.41 s instead of 3.12 s, dumping 0.18 s instead of 0.97 s.")
      .prompt("Very nice. Does mypy complain?")
      .ran(
        "uv run mypy src",
        'src/freightapi/models/quote.py:14: error: Unexpected keyword argument "customs_value" for "Quote"  [call-arg]\nFound 212 errors in 60 files',
        1,
      )
      .edited(`${P}/pyproject.toml`, "[tool.mypy]", '[tool.mypy]\nplugins = ["pydantic.mypy"]')
      .ran("uv run mypy src", "Success: no issues found in 214 source files")
      .said("The plugin had been configured under its old name; mypy is clean now.")
      .prompt("Good. Push, I write description of PR by myself.")
      .ran("git push -u origin pydantic-2", "branch 'pydantic-2' set up to track 'origin/pydantic-2'.")
      .said(
        "Pushed eleven commits to `pydantic-2`. The service is on pydantic 2.10 and FastAPI 0.115, with 943 tests passing and mypy clean.",
      )
      .prompt("Thank you, good work. Tomorrow invoices.");
  },
  keep: [
    { kind: "preference", words: ["small commits, one topic each"] },
    {
      kind: "fix",
      words: ["required, may be None|Field required", "quote.py|= None"],
    },
    {
      kind: ["learning", "decision"],
      words: ["v2 is frozen", "end of 2027"],
    },
    {
      kind: ["correction", "preference", "learning"],
      words: ["not float|two decimals"],
    },
    {
      kind: "fix",
      words: ["stores `int(code)`|Input should be a valid string|store the string", "tariff_cache.py"],
    },
    {
      kind: ["decision", "summary", "preference"],
      words: ["model_validator(mode='after')", "hid two bugs"],
    },
    {
      kind: ["intention", "summary"],
      words: ["staging deployment waits", "Maersk on Thursday"],
    },
    {
      kind: ["intention", "learning"],
      words: ["must be flushed with the deployment"],
    },
    { kind: "outcome", words: ["pydantic 2.10"] },
  ],
  may: [
    { kind: "decision", words: ["Those four, make required"] },
    { kind: "decision", words: ["bump-pydantic"] },
    { kind: ["learning", "fix"], words: ["Decimal as a string|not JSON serializable"] },
    { kind: "fix", words: ["BaseSettings"] },
    { kind: "fix", words: ["pyproject.toml"] },
    { kind: "learning", words: ["0.41 s instead of 3.12 s"] },
    { kind: ["preference", "decision"], words: ["explicit = None"] },
    { kind: ["learning", "correction"], words: ["leading zero|loses zero"] },
    { kind: ["intention", "preference"], words: ["deployment checklist"] },
    { kind: "intention", words: ["Tomorrow invoices"] },
  ],
  never: ["on `Tariff` only", "Colleagues will ask"],
});

export default session;
