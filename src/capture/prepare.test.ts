import { expect, test } from "bun:test";
import fc from "fast-check";
import { LINE_MAX, prepareLines } from "./prepare.ts";

const prose = (text: string): string[] => prepareLines(text).map((line) => line.text);

test("fenced code is left out, with backticks and tildes, indented and in lists", () => {
  expect(prose("a\n```ts\nfailed\n```\nb")).toEqual(["a", "b"]);
  expect(prose("a\n~~~\nfailed\n```\n~~~~\nb")).toEqual(["a", "b"]);
  expect(prose("- ```\n  failed\n  ```\nb")).toEqual(["b"]);
  expect(prose("````\n```\nfailed\n```\n````\nb")).toEqual(["b"]);
});

test("a fence that is never closed reaches to the end", () => {
  expect(prose("a\n```\nfailed\nagain")).toEqual(["a"]);
});

test("code within a line and addresses become a mark, so that the sentence keeps its shape", () => {
  expect(prose("use `pnpm` instead of ``npm`` now")).toEqual(["use _ instead of _ now"]);
  expect(prose("see https://example.com/failed?x=1 there")).toEqual(["see _ there"]);
  expect(prose("```failed``` is fine")).toEqual(["_ is fine"]);
});

test("quotations, log lines and stack frames have no text of their own but keep their place", () => {
  expect(prose("a\n> failed\n2026-01-02T03:04:05Z failed\n  at run (/a/b.ts:1:2)\nb")).toEqual([
    "a",
    "",
    "",
    "",
    "b",
  ]);
});

test("emphasis does not stand in the way of words", () => {
  expect(prose("we **decided** it")).toEqual(["we decided it"]);
});

test("carriage returns go, and overlong lines are cut", () => {
  expect(prose("a\r\nb")).toEqual(["a", "b"]);
  expect(prose("x".repeat(LINE_MAX + 5))[0]?.length).toBe(LINE_MAX);
});

test("any text is prepared, and never grows", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "`", "~", "\n", ">", " ", "-", "://", "*", "é") }),
      (text) => {
        const lines = prepareLines(text);
        expect(lines.length).toBeLessThanOrEqual(text.split("\n").length);
        for (const line of lines) expect(line.text.length).toBeLessThanOrEqual(line.shown.length + 1);
      },
    ),
  );
});
