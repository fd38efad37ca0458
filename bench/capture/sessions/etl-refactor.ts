import { type LabelledSession, labelled } from "../session.ts";

/** A refactor in Python with a tool that is called wrongly at first, and a decision of the agent with its reason. */
const session: LabelledSession = labelled({
  name: "etl-refactor",
  project: "/home/li/etl",
  talk: (t) => {
    t.prompt(
      "The loader module has grown to 900 lines. Split it into readers, transforms and writers. Keep the public functions where they are importable today.",
    )
      .said("I'll read the loader first.")
      .read("/home/li/etl/etl/loader.py", "def load(path):\n    ...\n")
      .ran("pytest -q", "bash: pytest: command not found", 127)
      .said("pytest isn't on the path. Let me see how this project runs its tests.")
      .ran("cat pyproject.toml", '[project]\nname = "etl"\n[tool.uv]\ndev-dependencies = ["pytest"]')
      .ran("uv run pytest -q", "148 passed in 9.31s")
      .said("Good, the baseline is green: 148 tests pass. Now I'll create the package.")
      .wrote("/home/li/etl/etl/readers.py", "def read_csv(path): ...")
      .wrote("/home/li/etl/etl/transforms.py", "def normalise(frame): ...")
      .wrote("/home/li/etl/etl/writers.py", "def write_parquet(frame): ...")
      .edited(
        "/home/li/etl/etl/loader.py",
        "def load(path):",
        "from .readers import read_csv\n\ndef load(path):",
      )
      .ran(
        "uv run pytest -q",
        "E   ImportError: cannot import name 'normalise' from partially initialized module 'etl.transforms' (most likely due to a circular import)\n1 error in 0.42s",
        1,
      )
      .said("A circular import: transforms imports the schema from loader. I'll move the schema out.")
      .wrote("/home/li/etl/etl/schema.py", "SCHEMA = {}")
      .edited("/home/li/etl/etl/transforms.py", "from .loader import SCHEMA", "from .schema import SCHEMA")
      .ran("uv run pytest -q", "148 passed in 9.02s")
      .said(
        "The loader is split: `readers.py`, `transforms.py` and `writers.py`, with the column schema in `schema.py`. I kept `etl.loader` as a facade that re-exports the old names because the Airflow DAGs in the other repository import from it. All 148 tests pass.",
      )
      .prompt(
        "Nice. By the way, our DAGs run on Airflow 2.6, which still has Python 3.8, so no match statements or `X | Y` types anywhere in this package.",
      )
      .said("Understood. I used none in the new modules, and I'll keep it that way.")
      .prompt("ok next: add type hints to writers.py")
      .edited(
        "/home/li/etl/etl/writers.py",
        "def write_parquet(frame): ...",
        "def write_parquet(frame: pd.DataFrame) -> None: ...",
      )
      .ran("uv run mypy etl/writers.py", "Success: no issues found in 1 source file")
      .said("Added type hints to the writers; mypy is clean.");
  },
  keep: [
    {
      kind: "command",
      type: "procedural",
      words: ["uv run pytest", "command not found"],
      importance: [4, 7],
    },
    { kind: "decision", words: ["facade", "Airflow DAGs"], importance: [5, 8] },
    { kind: ["learning", "preference"], words: ["Airflow 2.6", "3.8"], importance: [5, 9] },
    {
      kind: "outcome",
      type: "episodic",
      words: ["Split it into readers", "transforms.py"],
      importance: [3, 6],
    },
  ],
  may: [{ kind: "fix", words: ["circular import"] }],
  never: ["isn't on the path", "Let me"],
});

export default session;
