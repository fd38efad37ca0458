import { expect, test } from "bun:test";
import fc from "fast-check";
import { ANY, DEEP, ONE, pathsMeet, STAR, segmentsMeet } from "./wildcards.ts";

test("a star matches any run but no leading dot, the untold matches that too", () => {
  expect(segmentsMeet(`${STAR}.json`, "a.json")).toBe(true);
  expect(segmentsMeet(`${STAR}.json`, "a.md")).toBe(false);
  expect(segmentsMeet(STAR, ".claude")).toBe(false);
  expect(segmentsMeet(`.${STAR}`, ".claude")).toBe(true);
  expect(segmentsMeet(ANY, ".claude")).toBe(true);
  expect(segmentsMeet(`m${ONE}mory`, "memory")).toBe(true);
  expect(segmentsMeet("", "")).toBe(true);
  expect(segmentsMeet("a", "")).toBe(false);
});

test("two patterns meet when some name fits both", () => {
  expect(segmentsMeet(`use-${STAR}`, `${STAR}.json`)).toBe(true);
  expect(segmentsMeet(`${STAR}.ts`, `${STAR}.json`)).toBe(false);
});

test("any number of folders, none included, may lie between", () => {
  expect(pathsMeet(["p", DEEP, "x"], ["p", "x"])).toBe(true);
  expect(pathsMeet(["p", DEEP, "x"], ["p", "a", "b", "x"])).toBe(true);
  expect(pathsMeet(["p", DEEP, "x"], ["q", "x"])).toBe(false);
  expect(pathsMeet(["p", DEEP], ["p"])).toBe(true);
  expect(pathsMeet(["p"], ["p", "x"])).toBe(false);
});

test("meeting agrees with regular expressions where one side is plain, and does not mind the order", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "."), { maxLength: 6 }).map((chars) => chars.join(""));
  const pattern = fc
    .array(fc.constantFrom("a", "b", ".", ANY, ONE), { maxLength: 6 })
    .map((chars) => chars.join(""));
  fc.assert(
    fc.property(pattern, letters, (glob, name) => {
      const source = glob.replaceAll(".", "\\.").replaceAll(ANY, ".*").replaceAll(ONE, ".");
      expect(segmentsMeet(glob, name)).toBe(new RegExp(`^${source}$`).test(name));
      expect(segmentsMeet(name, glob)).toBe(segmentsMeet(glob, name));
    }),
  );
});
