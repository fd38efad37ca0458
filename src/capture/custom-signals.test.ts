import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { customTables, faultOf } from "./custom-signals.ts";
import { findSignals } from "./score.ts";

const tableOf = (primary: string[], boosters: string[] = []) =>
  customTables(new Map([["api_note", { primary, boosters }]]));

test("a category of one's own is found by its own expressions, whatever their case", () => {
  const { tables, problems } = tableOf(["\\bendpoint\\b"], ["v2"]);
  expect(problems).toEqual([]);
  const messages = [{ role: "user" as const, text: "The Endpoint moved\nto V2", tools: [] }];
  expect(findSignals(messages, tables)).toMatchObject([{ category: "api_note", boosted: true }]);
});

test("bad expressions are reported with their place and left out, good ones stay", () => {
  const { tables, problems } = tableOf(["(", "good", "(a+)+"]);
  expect(problems.map(({ key }) => key)).toEqual([
    "categories.api_note.signals.primary.0",
    "categories.api_note.signals.primary.2",
  ]);
  expect(tables[0]?.primary.source).toBe("(?:good)");
});

test("a category without one usable expression has no table", () => {
  expect(tableOf(["("]).tables).toEqual([]);
});

describe("expressions that could hang or match everything are refused", () => {
  for (const pattern of [
    "(a+)+$",
    "(?:a|aa)+$",
    "([a-z]+)*x",
    "((a*)b){2,}",
    "(?<x>\\w+\\s?)+!",
    "(a)\\1+",
    ".*.*.*x",
    "\\S+\\s*\\S+=\\S+x",
    "",
    "a*",
    "x".repeat(201),
    "[",
  ]) {
    test(JSON.stringify(pattern.slice(0, 30)), () => expect(faultOf(pattern)).toBeString());
  }
});

describe("everyday expressions are allowed", () => {
  for (const pattern of [
    "\\bendpoint\\b",
    "breaking change(s)?",
    "(?:GET|POST) /api",
    "v\\d+\\.\\d+",
    "must .* header",
    "colou?r",
    "a\\|b+",
    "[(|]+x",
    "\\(+x",
    "(?:ab){2}",
    "(?:ab)?c",
  ]) {
    test(pattern, () => expect(faultOf(pattern)).toBeUndefined());
  }
});

test("lines beyond 500 characters are not tried", () => {
  const { tables } = tableOf(["needle"]);
  const text = `${"x".repeat(500)} needle\nneedle`;
  expect(findSignals([{ role: "user", text, tools: [] }], tables)).toHaveLength(1);
});

test("any text is judged as an expression without an error, and what is accepted compiles", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab(|)[]*+?{}\\.,2^$") }), (pattern) => {
      if (faultOf(pattern) === undefined) expect(tableOf([pattern]).tables).toHaveLength(1);
    }),
  );
});
