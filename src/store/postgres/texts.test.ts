import { expect, test } from "bun:test";
import fc from "fast-check";
import { arrayOf, fromJson, original, storable, toJson } from "./texts.ts";

/** Texts with what is hard to store. */
const text = fc.string({
  unit: fc.constantFrom("\0", "\x1a", "\x1a0", "0", "1", "\\", '"', "\\u0000", "a", "é", "😀", "\ud800"),
});

const wellFormed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\ud800/g, "$1\ufffd"));

test("a text comes back as it was, lone surrogates aside", () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(storable(given)).not.toContain("\0");
      expect(original(storable(given))).toBe(given.toWellFormed());
    }),
  );
});

test("so does a value as JSON, its keys included", () => {
  const value = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.dictionary(text, text)));
  fc.assert(
    fc.property(value, (given) => {
      const json = toJson(given);
      expect(json).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d8)/);
      expect(fromJson(json)).toEqual(wellFormed(given));
    }),
  );
});

test("an array is written as PostgreSQL reads it", () => {
  expect(arrayOf(["a", 'b"c', "d\\e", "", "{f,g}", "NULL"])).toBe('{"a","b\\"c","d\\\\e","","{f,g}","NULL"}');
  expect(arrayOf([1, -2])).toBe("{1,-2}");
  expect(arrayOf([])).toBe("{}");
});
