import { expect, test } from "bun:test";
import { patternFault } from "../config/pattern.ts";
import { customTables } from "./custom-signals.ts";
import { findSignals } from "./score.ts";

const tablesOf = (primary: string[], boosters: string[] = []) =>
  customTables(new Map([["api_note", { primary, boosters }]]));
const said = (text: string) => [{ role: "user" as const, text, tools: [] }];

test("a category of one's own is found by its own expressions, whatever their case", () => {
  const tables = tablesOf(["\\bendpoint\\b"], ["v2"]);
  expect(findSignals(said("The Endpoint moved\nto V2"), tables)).toMatchObject([
    { category: "api_note", boosted: true },
  ]);
});

test("expressions mean what they meant when the configuration was checked: properties and code points", () => {
  expect(findSignals(said("Die Größe gilt"), tablesOf(["gr\\p{L}{2}e"]))).toHaveLength(1);
  expect(findSignals(said("shipped 🚀 it"), tablesOf(["\\u{1f680}"]))).toHaveLength(1);
});

test("a category without primary expressions has no table", () => {
  expect(tablesOf([], ["v2"])).toEqual([]);
});

test("lines beyond 500 characters are not tried, neither for matches nor for what strengthens them", () => {
  const long = `${"x".repeat(500)} needle v2`;
  const found = findSignals(said(`${long}\nneedle`), tablesOf(["needle"], ["v2"]));
  expect(found).toMatchObject([{ boosted: false }]);
});

test("a repository's thousand expressions over a long text of its liking cannot stall a turn's end", () => {
  const slow = `.*${"a".repeat(90)}b`;
  expect(patternFault(slow)).toBeUndefined();
  const signals = new Map(
    Array.from({ length: 50 }, (_, i) => [`own_${i}`, { primary: Array(20).fill(slow), boosters: [] }]),
  );
  const text = `${"a".repeat(500)}\n`.repeat(800);
  // Minutes, were there no limit to their time: the runner's own limit is 5 seconds.
  expect(findSignals(said(text), customTables(signals))).toEqual([]);
});
