import { expect, test } from "bun:test";
import { isBelow, isInside } from "./inside.ts";

test.each([
  ["/a/b", true],
  ["/a/b/../c", true],
  ["/a/..b", true],
  ["/a", false],
  ["/a/", false],
  ["/ab", false],
  ["/", false],
  ["/a/../b", false],
])("%s lies below /a: %p", (path, below) => {
  expect(isBelow(path, "/a")).toBe(below);
  expect(isInside(path, "/a")).toBe(below || /^\/a\/?$/.test(path));
});
