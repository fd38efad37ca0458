import { type LabelledSession, labelled } from "../session.ts";

/** A tool that has to be called in another way; a decision of the agent; Python. */
const session: LabelledSession = labelled({
  name: "poetry-lock",
  project: "/home/bo/scorer",
  talk: (t) => {
    t.prompt("add pydantic v2 to the scorer and port the models")
      .ran(
        "pip install pydantic==2.6",
        "error: externally-managed-environment\n\n× This environment is externally managed",
        1,
      )
      .ran("poetry add pydantic@^2.6", "Using version ^2.6 for pydantic\nWriting lock file")
      .edited("/home/bo/scorer/scorer/models.py", "class Config:", "model_config = ConfigDict(frozen=True)")
      .edited("/home/bo/scorer/scorer/api.py", ".dict()", ".model_dump()")
      .ran(
        "poetry run pytest",
        "FAILED tests/test_api.py::test_roundtrip - pydantic_core._pydantic_core.ValidationError: 1 validation error for Score\nvalue\n  Input should be a valid integer, got a number with a fractional part",
        1,
      )
      .said(
        "Version 2 no longer truncates floats to integers. Scores from the old files have fractions of zero or more.",
      )
      .edited(
        "/home/bo/scorer/scorer/models.py",
        "value: int",
        "value: Annotated[int, BeforeValidator(round)]",
      )
      .ran("poetry run pytest", "88 passed in 3.1s")
      .said(
        "The models are ported to pydantic 2. I round fractional scores in a validator rather than changing the field to float, because the database column is an integer. 88 tests pass.",
      )
      .prompt("ok good. how much faster is it?")
      .ran("poetry run python bench.py", "v1: 4.1s v2: 0.6s")
      .said("About seven times: 0.6 s instead of 4.1 s.");
  },
  keep: [
    { kind: "command", type: "procedural", words: ["poetry add"], importance: [4, 7] },
    { kind: "decision", words: ["round", "integer", "because"], importance: [5, 8] },
    { kind: "outcome", words: ["pydantic", "models.py"], importance: [3, 7] },
  ],
  may: [
    { kind: "fix", words: ["fraction"] },
    { kind: "learning", words: ["truncate"] },
    { kind: "learning", words: ["seven times"] },
  ],
});

export default session;
