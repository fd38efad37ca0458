import { expect, test } from "bun:test";
import { defaultConfig } from "../../config/defaults.ts";
import { usageLine } from "./usage.ts";

const NOTHING = { calls: 0, failed: 0, tokens: 0, usd: 0 };
const line = (limits: object, today = NOTHING): string =>
  usageLine({ executor: "endpoint", limits: { ...defaultConfig().limits, ...limits }, today });

test("the limit that keeps models from being called is named", () => {
  expect(line({})).toBe("none is called (limits.calls_per_day is 0)");
  expect(line({ calls_per_day: 3, tokens_per_day: 0 })).toBe("none is called (limits.tokens_per_day is 0)");
});

test("what was spent is told beside the limits, also when a limit was closed since", () => {
  const today = { calls: 2, failed: 1, tokens: 900, usd: 0 };
  expect(line({ calls_per_day: 3, tokens_per_day: 5_000 }, today)).toContain(
    "2 of 3 calls (1 failed), 900 of 5000 tokens",
  );
  expect(line({ calls_per_day: 0, tokens_per_day: 0 }, today)).toContain("2 of 0 calls");
});
