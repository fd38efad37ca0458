/** Arguments of tools, as models pass them: what is absent may be null, a number a text, a list a text with commas. */
import { RecordError } from "../record/error.ts";
import { describeValue } from "../record/value.ts";

export type Arguments = { readonly [name: string]: unknown };

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

const wrong = (field: string, expected: string, value: unknown): RecordError =>
  new RecordError(
    "INPUT_ERROR",
    { field, expected, got: isAbsent(value) ? "nothing" : describeValue(value) },
    `Pass ${field}`,
  );

/** @throws RecordError INPUT_ERROR */
export function required(args: Arguments, field: string): string {
  const value = args[field];
  if (typeof value === "string" && value.trim() !== "") return value;
  throw wrong(field, "a text that is not empty", value);
}

export const textIn = (args: Arguments, field: string): string | undefined =>
  isAbsent(args[field]) ? undefined : required(args, field);

export function numberIn(args: Arguments, field: string): number | undefined {
  const value = args[field];
  if (isAbsent(value)) return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number === "number" && !Number.isNaN(number)) return number;
  throw wrong(field, "a number", value);
}

export function textsIn(args: Arguments, field: string): string[] | undefined {
  const value = args[field];
  if (isAbsent(value)) return undefined;
  const list = typeof value === "string" ? listIn(value) : value;
  if (Array.isArray(list) && list.every((each): each is string => typeof each === "string")) return list;
  throw wrong(field, "a list of texts", value);
}

/** A list as JSON, or with commas. */
function listIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // no JSON
  }
  return text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
}

export const isSet = (args: Arguments, field: string): boolean =>
  args[field] === true || args[field] === "true";

/** The one of the choices that an argument is. */
export function choiceIn<const T extends string>(
  args: Arguments,
  field: string,
  choices: readonly T[],
): T | undefined {
  const value = textIn(args, field)?.toLowerCase();
  if (value === undefined) return undefined;
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return chosen;
  throw wrong(field, `one of ${choices.join(", ")}`, value);
}

/** Those of its fields that are there. */
export const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
