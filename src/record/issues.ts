/** Turns the issues of the schema library into those of the error block: what was expected, what stands there, the fix. */
import type { $ZodIssue } from "zod/v4/core";
import type { FieldIssue } from "./error.ts";
import { count, describeValue } from "./value.ts";

/** What is said about fields that are not known at a place, by the dotted path of the place. */
export type KnownFields = (path: string) => readonly string[] | undefined;

export function toFieldIssues(
  issues: readonly $ZodIssue[],
  root: unknown,
  prefix: string,
  known: KnownFields,
): FieldIssue[] {
  return issues.flatMap((issue) => {
    const field = joinPath(prefix, issue.path);
    const value = valueAt(root, issue.path);
    if (issue.code === "unrecognized_keys") return unknownFields(issue.keys, field, value, known(field));
    const expected = expectation(issue);
    const got = measured(issue, value);
    return { field, expected, got, fix: advice(issue, field, value) };
  });
}

const joinPath = (prefix: string, path: readonly PropertyKey[]): string =>
  [...(prefix === "" ? [] : [prefix]), ...path.map(String)].join(".");

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { [key: PropertyKey]: unknown })[key];
  }
  return value;
}

function unknownFields(
  keys: readonly string[],
  at: string,
  parent: unknown,
  known: readonly string[] | undefined,
): FieldIssue[] {
  return keys.map((key) => {
    const field = at === "" ? key : `${at}.${key}`;
    const meant = known?.find((name) => alike(name, key));
    return {
      field,
      expected: known ? `one of the fields ${known.join(", ")}` : "no such field",
      got: `an unknown field with ${describeValue(valueAt(parent, [key]))}`,
      fix: meant ? `Rename ${key} to ${meant}, or remove it` : `Remove ${field}`,
    };
  });
}

/** `Next-Actions`, `next_action`, `nextActions` all mean `next_actions`. */
const alike = (a: string, b: string): boolean => bare(a) === bare(b);
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/s$/, "");

function expectation(issue: $ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case "invalid_value": {
      const values = issue.values.map((value) => JSON.stringify(value) ?? String(value));
      return values.length === 1 ? (values[0] ?? "") : `one of ${values.join(", ")}`;
    }
    case "too_small":
      return `${issue.inclusive === false ? "more than" : "at least"} ${amount(issue.origin, Number(issue.minimum))}`;
    case "too_big":
      return `${issue.inclusive === false ? "less than" : "at most"} ${amount(issue.origin, Number(issue.maximum))}`;
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      if (issue.format === "datetime") return "an RFC 3339 time such as 2026-02-14T09:30:00Z";
      return issue.message;
    default:
      return issue.message;
  }
}

const TYPE_NAMES: Readonly<{ [type: string]: string }> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function amount(origin: string, n: number): string {
  if (origin === "string") return count(n, "character");
  if (origin === "array" || origin === "set") return count(n, "item");
  if (origin === "object") return count(n, "field");
  return String(n);
}

const measured = (issue: $ZodIssue, value: unknown): string =>
  (issue.code === "too_big" || issue.code === "too_small") && typeof value === "string" && value !== ""
    ? `a string of ${count(value.length, "character")}`
    : describeValue(value);

function advice(issue: $ZodIssue, field: string, value: unknown): string {
  const place = field || "the record";
  if (value === undefined) return `Add ${place}`;
  switch (issue.code) {
    case "invalid_value":
      return issue.values.length === 1
        ? `Set ${place} to ${JSON.stringify(issue.values[0])}`
        : `Change ${place} to a valid value`;
    case "invalid_type":
      return `Give ${place} as ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "too_small":
      return issue.origin === "number" || issue.origin === "int" ? `Raise ${place}` : `Fill ${place}`;
    case "too_big":
      return issue.origin === "number" || issue.origin === "int" ? `Lower ${place}` : `Shorten ${place}`;
    case "invalid_format":
      return issue.format === "datetime"
        ? `Give ${place} as date and time with Z or an offset, not as a date alone`
        : `Write ${place} in the expected form`;
    default:
      return `Correct ${place}`;
  }
}
