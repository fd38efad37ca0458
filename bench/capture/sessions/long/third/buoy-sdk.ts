import { type LabelledSession, labelled } from "../../../session.ts";

/** A maintainer's afternoon with a Python SDK: issues, a yanked release, what is promised to users. */
const session: LabelledSession = labelled({
  name: "buoy-sdk",
  held: true,
  project: "/Users/ines/oss/pelorus-py",
  talk: (t) => {
    t.prompt("Maintenance afternoon! Goal: get 4.2 out the door. First show me what's open in the milestone.")
      .ran(
        "gh issue list --milestone 4.2",
        "#318  Retry-After ignored on 503            bug\n#321  Drop Python 3.9?                       discussion\n#325  mypy: Reading.value is Any             typing\n#327  4.1.2 breaks pickling of Station       bug, regression",
      )
      .said(
        "Four issues are open. I'd begin with **#327** as it's a regression, then #318, then the typing one; #321 is a decision for you.",
      )
      .prompt("ya, 327 first")
      .ran(
        "gh issue view 327",
        `4.1.2 breaks pickling of Station
Since 4.1.2 our Dask workers die:

    Traceback (most recent call last):
      File "worker.py", line 88, in dumps
      File ".../pelorus/models.py", line 41, in __getattr__
        return self._raw[name]
    RecursionError: maximum recursion depth exceeded

Please always use cloudpickle in your tests!!! 4.1.1 works. Great library otherwise <3`,
      )
      .read(
        "/Users/ines/oss/pelorus-py/src/pelorus/models.py",
        `class Station:
    __slots__ = ("_raw",)

    def __init__(self, raw: dict[str, Any]) -> None:
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        return self._raw[name]`,
      )
      .said(
        "Root cause of the RecursionError: unpickling makes a `Station` without calling `__init__`, so `_raw` isn't there, and looking it up calls `__getattr__` again, for ever. The `__slots__` of 4.1.2 brought it to light.",
      )
      .wrote(
        "/Users/ines/oss/pelorus-py/tests/test_pickle.py",
        "import pickle\n\n\ndef test_station_survives_a_pickle() -> None:\n    assert pickle.loads(pickle.dumps(STATION)).id == STATION.id\n",
      )
      .ran(
        "pytest tests/test_pickle.py -q",
        "F\nE   RecursionError: maximum recursion depth exceeded\n1 failed in 0.21s",
        1,
      )
      .edited(
        "/Users/ines/oss/pelorus-py/src/pelorus/models.py",
        "    def __getattr__(self, name: str) -> Any:\n        return self._raw[name]",
        '    def __getattr__(self, name: str) -> Any:\n        if name.startswith("_"):\n            raise AttributeError(name)\n        return self._raw[name]',
      )
      .ran("pytest -q", "................................................\n148 passed in 6.02s")
      .said("Fixed in `models.py`: private names raise `AttributeError` at once. 148 tests pass.")
      .prompt("Add a news fragment and go on with 318")
      .wrote("/Users/ines/oss/pelorus-py/CHANGES/327.fixed.md", "`Station` can be pickled again.")
      .prompt(
        "ah, no: fragments go in `newsfragments/`, CHANGES is what towncrier generates, I delete that at release",
      )
      .ran(
        "git mv -f CHANGES/327.fixed.md newsfragments/327.fixed.md 2>/dev/null || mv CHANGES/327.fixed.md newsfragments/",
        "",
      )
      .said("Moved it to `newsfragments/327.fixed.md`.")
      .called("Grep", { pattern: "Retry-After|retry_after", path: "src", output_mode: "content" })
      .gave(
        'src/pelorus/_http.py:66:        if response.status_code == 429 and "Retry-After" in response.headers:',
      )
      .edited(
        "/Users/ines/oss/pelorus-py/src/pelorus/_http.py",
        "response.status_code == 429 and",
        "response.status_code in (429, 503) and",
      )
      .wrote("/Users/ines/oss/pelorus-py/newsfragments/318.fixed.md", "`Retry-After` is heeded on 503 too.")
      .ran("pytest -q", "149 passed in 6.10s")
      .said("#318 done: 503 is handled like 429.")
      .prompt(
        "Careful, is Retry-After a date sometimes? I remember the harbour authority's proxy sending an HTTP date and not seconds",
      )
      .read(
        "/Users/ines/oss/pelorus-py/src/pelorus/_http.py",
        '            delay = float(response.headers["Retry-After"])',
      )
      .edited(
        "/Users/ines/oss/pelorus-py/src/pelorus/_http.py",
        'float(response.headers["Retry-After"])',
        '_parse_retry_after(response.headers["Retry-After"])',
      )
      .said("Good catch, `float()` would have raised `ValueError` on a date. It parses both forms now.")
      .prompt(
        "Now 321. I asked around, two big users (the ferry people and one met office) are still on RHEL 9 with 3.9. So we keep 3.9 for all of 4.x and drop it with 5.0",
      )
      .said("Shall I write that into the issue and close it?")
      .prompt("Write it, don't close. I close things myself")
      .ran(
        "gh issue comment 321 --body 'We keep Python 3.9 for all of 4.x; 5.0 drops it.'",
        "https://github.com/pelorus-buoys/pelorus-py/issues/321#issuecomment-1",
      )
      .said("Commented, and left open.")
      .prompt("325, typing. How bad")
      .ran(
        "mypy --strict tests/typing",
        'tests/typing/readings.py:9: error: Returning Any from function declared to return "float"  [no-any-return]\nFound 1 error in 1 file (checked 3 source files)',
        1,
      )
      .said(
        "`Reading.value` is declared `Any`, since it can be a float or, for wave spectra, a list of floats. Options:\n\n- `float | list[float]`: correct, but breaks the code of everybody who does arithmetic with it\n- make `Reading` generic: `Reading[float]`, `Reading[list[float]]`\n- overloads on `Client.read`",
      )
      .prompt("Is changing an annotation a breaking change for us?")
      .said(
        "By the letter of semver nothing changes at run time. In practice `mypy --strict` in users' CI turns red.",
      )
      .prompt(
        "I've had angry mails for that once. ok: type annotations count as public API here, anything that turns someone's mypy red waits for a major. so generic with a default, that breaks nobody",
      )
      .edited(
        "/Users/ines/oss/pelorus-py/src/pelorus/models.py",
        "class Reading:\n    value: Any",
        'T = TypeVar("T", default=Any)\n\n\nclass Reading(Generic[T]):\n    value: T',
      )
      .ran(
        "pytest -q",
        "ERROR collecting tests/test_models.py\nsrc/pelorus/models.py:12: in <module>\n    T = TypeVar(\"T\", default=Any)\nE   TypeError: TypeVar.__init__() got an unexpected keyword argument 'default'\n1 error in 0.30s",
        2,
      )
      .edited(
        "/Users/ines/oss/pelorus-py/src/pelorus/models.py",
        "from typing import Any, Generic, TypeVar",
        "from typing import Any, Generic\n\nfrom typing_extensions import TypeVar",
      )
      .ran(
        "pytest -q && mypy --strict tests/typing",
        "151 passed in 6.31s\nSuccess: no issues found in 3 source files",
      )
      .said(
        "`default` is only in the standard `typing` from 3.13 on, so `TypeVar` comes from `typing_extensions`. All green.",
      )
      .prompt("super. Release time")
      .ran(
        "hatch version minor && towncrier build --yes",
        "Old: 4.1.2\nNew: 4.2.0\nRendering news fragments...\nDone!",
      )
      .ran(
        "git tag v4.2.0 && git push --tags",
        "remote: error: GH013: Repository rule violations found for refs/tags/v4.2.0.\nremote: - Tag must be created by a release\n ! [remote rejected] v4.2.0 -> v4.2.0 (push declined due to repository rule violations)",
        1,
      )
      .ran(
        "git tag -d v4.2.0 && git push && gh release create v4.2.0 --target main --notes-file CHANGES/4.2.0.md",
        "Deleted tag 'v4.2.0' (was 8fd21c0)\nhttps://github.com/pelorus-buoys/pelorus-py/releases/tag/v4.2.0",
      )
      .said(
        "Tags can't be pushed here; a rule wants them made by a release, so I used `gh release create v4.2.0`. The publish workflow is running.",
      )
      .ran("gh run watch --exit-status", "✓ publish · 5512\n  ✓ build\n  ✓ pypi-publish")
      .said("4.2.0 is on PyPI.")
      .prompt("Somebody in chat says the wheel has no py.typed?!")
      .ran(
        "pip download pelorus==4.2.0 --no-deps -q && unzip -l pelorus-4.2.0-py3-none-any.whl | grep -c py.typed",
        "0",
        1,
      )
      .ran(
        "git diff v4.1.2 v4.2.0 -- pyproject.toml",
        '-include = ["src/pelorus/py.typed"]\n+only-include = ["src/pelorus/**/*.py"]',
      )
      .said(
        "True. `only-include` in `pyproject.toml` (from PR #330) lets nothing but `*.py` through, so `py.typed` is missing from the wheel.",
      )
      .edited(
        "/Users/ines/oss/pelorus-py/pyproject.toml",
        'only-include = ["src/pelorus/**/*.py"]',
        'only-include = ["src/pelorus"]',
      )
      .ran(
        "hatch build && unzip -l dist/*.whl | grep py.typed",
        "        0  2020-02-02 00:00   pelorus/py.typed",
      )
      .said("Fixed; the wheel has `py.typed` again. Yank 4.2.0 and release 4.2.1?")
      .prompt(
        "Release 4.2.1 yes, yank no. nothing breaks with 4.2.0, and yanking upsets people with lock files",
      )
      .ran(
        "hatch version patch && gh release create v4.2.1 --target main --generate-notes",
        "New: 4.2.1\nhttps://github.com/pelorus-buoys/pelorus-py/releases/tag/v4.2.1",
      )
      .said("4.2.1 is out.")
      .prompt(
        "We need a CI check on the contents of the wheel so this never happens again... not today, I have to pick up the kids. next session please",
      )
      .said("I'll note it: a job that builds the wheel and fails when `py.typed` is missing.")
      .prompt("obrigada, bye!");
  },
  keep: [
    { kind: "fix", words: ["RecursionError", "models.py|__getattr__"] },
    { kind: ["correction", "learning"], type: "semantic", words: ["newsfragments/", "towncrier"] },
    { kind: "decision", words: ["keep 3.9 for all of 4.x|keep Python 3.9 for all of 4.x"] },
    { kind: "preference", words: ["I close things myself|don't close"] },
    {
      kind: ["decision", "preference"],
      words: ["annotations count as public API"],
    },
    { kind: ["command", "learning"], words: ["gh release create"] },
    { kind: "fix", words: ["py.typed", "only-include"] },
    { kind: "decision", words: ["yank no|yanking upsets"] },
    {
      kind: "intention",
      type: "prospective",
      words: ["contents of the wheel|fails when `py.typed` is missing"],
    },
  ],
  may: [
    { kind: "fix", words: ["Retry-After"] },
    { kind: "learning", words: ["harbour authority's proxy"] },
    { kind: "fix", words: ["typing_extensions"] },
    { kind: "decision", words: ["generic with a default"] },
    { kind: "outcome", words: ["4.2.0 is on PyPI|4.2.1 is out"] },
    { kind: "learning", words: ["RHEL 9"] },
    { kind: "command", words: ["towncrier build"] },
  ],
  never: ["always use cloudpickle", "Great library", "pick up the kids", "obrigada"],
});

export default session;
