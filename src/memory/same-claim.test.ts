import { expect, test } from "bun:test";
import { canBeSameClaim } from "./same-claim.ts";

test.each([
  ["Retry a failed webhook 3 times", "A webhook that failed: retry 3 times"],
  ["The build broke on 2026-02-03 at 10:15", "On 2026-03-01 the build broke again"],
  ["Don't log personal data", "don’t log personal data".replace("’", "'")],
])("%s may be what the other says: %s", (a, b) => {
  expect(canBeSameClaim(a, b)).toBe(true);
});

test.each([
  ["Retry a failed webhook 3 times", "Retry a failed webhook 5 times"],
  ["Workers can be restarted during an import", "Workers cannot be restarted during an import"],
  ["Use Bun with Node 20", "Use Bun instead of Node 20"],
  ["Run it with version 1.2", "Run it with version 1.3"],
])("%s is not what the other says: %s", (a, b) => {
  expect(canBeSameClaim(a, b)).toBe(false);
  expect(canBeSameClaim(b, a)).toBe(false);
});
