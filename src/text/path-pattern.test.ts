import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { matchesPattern } from "./path-pattern.ts";

describe("a pattern", () => {
  test.each<[string, string]>([
    ["src/*.ts", "src/a.ts"],
    ["src/**/*.ts", "src/a.ts"],
    ["src/**/*.ts", "src/a/b/c.ts"],
    ["**", "a/b"],
    ["a?c", "abc"],
    ["*a*b*", "xxaxxbxx"],
    ["src/{a,b/c}.ts", "src/b/c.ts"],
    ["{a,{b,c}}.ts", "c.ts"],
    ["[id].ts", "[id].ts"],
    ["a{b", "a{b"],
  ])("%s names %s", (pattern, path) => expect(matchesPattern(pattern, path)).toBe(true));

  test.each<[string, string]>([
    ["src/*.ts", "src/a/b.ts"],
    ["src/*.ts", "a/src/a.ts"],
    ["src", "src/a"],
    ["a?c", "ac"],
    ["A.ts", "a.ts"],
    ["", "a"],
    ["a.ts", "axts"],
  ])("%s does not name %s", (pattern, path) => expect(matchesPattern(pattern, path)).toBe(false));

  test("may begin anywhere, and end early, where that is asked for", () => {
    expect(matchesPattern("b/*.ts", "a/b/c.ts", { anywhere: true })).toBe(true);
    expect(matchesPattern("a/b", "a/b/c.ts", { folder: true })).toBe(true);
    expect(matchesPattern("b", "a/b/c.ts", { anywhere: true, folder: true })).toBe(true);
    expect(matchesPattern("b", "a/b/c.ts", { anywhere: true })).toBe(false);
  });

  test("means what the same regular expression means", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "."), minLength: 1, maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom("a", "b", "."), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (glob, name) => {
        fc.pre(glob !== "**" && glob.split("*").length <= 7);
        const source = glob.replaceAll(".", "\\.").replace(/\*/g, ".*").replaceAll("?", ".");
        expect(matchesPattern(glob, name)).toBe(new RegExp(`^${source}$`).test(name));
      }),
      { numRuns: 1_000 },
    );
  });

  // A matcher that goes back over every star would not come to an end here.
  test("is tried in no more steps than it and the path are long", () => {
    const long = "a".repeat(250);
    expect(matchesPattern("*a*a*a*a*a*b", long)).toBe(false);
    expect(matchesPattern("**/**/**/b", "a/".repeat(2_000))).toBe(false);
    expect(matchesPattern(`${"{a,a}".repeat(60)}b`, long)).toBe(false);
    expect(matchesPattern(`${"{a,a}".repeat(5)}b`, long)).toBe(false);
    expect(matchesPattern("{".repeat(10_000), long)).toBe(false);
  });
});
