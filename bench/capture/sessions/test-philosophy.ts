import { type LabelledSession, labelled } from "../session.ts";

/** Someone states how they work, at length; Python. */
const session: LabelledSession = labelled({
  name: "test-philosophy",
  project: "/home/kit/parser",
  talk: (t) => {
    t.prompt("Before you touch anything: read tests/README.md. Then add support for nested lists.")
      .read("/home/kit/parser/tests/README.md", "Tests are tables.")
      .edited("/home/kit/parser/parser/lists.py", "def parse", "def parse_nested")
      .edited("/home/kit/parser/tests/test_lists.py", "def test_flat", "def test_nested")
      .ran("python -m pytest tests", "61 passed")
      .said("Nested lists are parsed. I added a test function with five asserts.")
      .prompt(
        "Tests here are tables: one parametrized function per feature, a row per case. Asserts in a row tell you nothing when the first one fails.",
      )
      .edited("/home/kit/parser/tests/test_lists.py", "assert", "@pytest.mark.parametrize")
      .ran("python -m pytest tests", "65 passed")
      .said("It is a table with five rows now.")
      .prompt("Better. Please always show me the failing test first and then the fix.")
      .said("I'll do that from now on.")
      .prompt("Is 3.9 still supported by the way?")
      .called("Grep", { pattern: "requires-python" })
      .gave("pyproject.toml: requires-python = '>=3.10'")
      .said("No, 3.10 is the minimum.");
  },
  keep: [
    {
      kind: ["preference", "learning", "correction"],
      type: "semantic",
      words: ["tables", "parametrized"],
      importance: [6, 9],
    },
    { kind: "preference", type: "semantic", words: ["failing test first"], importance: [6, 9] },
    { kind: "outcome", words: ["nested", "lists.py"], importance: [3, 7] },
  ],
  never: ["3.9 still"],
});

export default session;
