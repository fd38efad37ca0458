/** Reading what a person or a script hands over. */
import { messageOf } from "../host/trace.ts";
import { RecordError } from "../record/error.ts";
import { describeValue } from "../record/value.ts";

/** Most bytes of standard input. */
const MAX_BYTES = 5_000_000;

/** Standard input to its end, as text. INPUT_ERROR when it is a terminal or too long. */
export async function readInput(): Promise<string> {
  if (process.stdin.isTTY) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "standard input", expected: "a file or a pipe", got: "a terminal" },
      "Pipe it in, e.g. `cat drafts.json | recollect save -`",
    );
  }
  const text = await Bun.stdin.text();
  if (text.length > MAX_BYTES) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "standard input", expected: `at most ${MAX_BYTES} bytes`, got: `${text.length}` },
      "Hand over less at once",
    );
  }
  return text;
}

/** The JSON in a text; INPUT_ERROR that says where the text came from. */
export function parseJson(where: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: where, expected: "JSON", got: messageOf(error) },
      "Correct the JSON",
    );
  }
}

/** Items separated by commas. */
export const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

/** The number that a text is; INPUT_ERROR for one that is none. */
export function numberOf(field: string, text: string): number {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  throw new RecordError(
    "INPUT_ERROR",
    { field, expected: "a number", got: JSON.stringify(text) },
    "Pass a number, or leave it out",
  );
}

/** The texts in a list as JSON; INPUT_ERROR for anything else. */
export function textsOf(field: string, json: string): string[] {
  const texts = parseJson(field, json);
  if (Array.isArray(texts) && texts.every((text): text is string => typeof text === "string")) return texts;
  throw new RecordError(
    "INPUT_ERROR",
    { field, expected: 'a list of texts as JSON: ["stop it", "wait"]', got: describeValue(texts) },
    "Pass such a list, or leave it out",
  );
}

/** The choice that a text is; INPUT_ERROR that names them all when it is none. */
export function oneOf<const T extends string>(
  field: string,
  choices: readonly T[],
  text: string,
  fix?: string,
): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw notOneOf(field, choices, text, fix);
}

export const notOneOf = (
  field: string,
  choices: Iterable<string>,
  text: string,
  fix = "Choose one of them",
): RecordError =>
  new RecordError("INPUT_ERROR", { field, expected: `one of ${[...choices].join(", ")}`, got: text }, fix);
