import { expect, test } from "bun:test";
import fc from "fast-check";
import { clip } from "./value.ts";

test("a text is cut between words where that costs little, and within one where it would cost much", () => {
  expect(clip("short", 5)).toBe("short");
  expect(clip("one two three four", 16)).toBe("one two three…");
  expect(clip("one twothreefourfive", 10)).toBe("one twoth…");
  expect(clip("long", 1)).toBe("");
  const key = `ghp_${"a1B2c3D4e5".repeat(4)}`;
  expect(clip(`the key is ${key}`, 40)).toBe("the key is…");
});

test("what is cut is never longer than told, nor ends in half a character", () => {
  const text = fc.array(fc.constantFrom("a", " ", "🧵", "é"), { maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 50 }), (parts, max) => {
      const cut = clip(parts.join(""), max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
