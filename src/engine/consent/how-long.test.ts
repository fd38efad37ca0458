import { describe, expect, test } from "bun:test";
import { endOf } from "./how-long.ts";

const NOW = new Date(2026, 2, 4, 12, 0); // a Wednesday
const local = (...[day, hour, minute]: [number, number, number]): string =>
  new Date(2026, 2, day, hour, minute).toISOString();

describe("how long a pause lasts", () => {
  test.each([
    ["2h", local(4, 14, 0)],
    ["90m", local(4, 13, 30)],
    ["1h30m", local(4, 13, 30)],
    ["for 2h", local(4, 14, 0)],
    ["For 2 hours", local(4, 14, 0)],
    ["an hour", local(4, 13, 0)],
    ["for 90 minutes", local(4, 13, 30)],
    ["1d", local(5, 12, 0)],
    ["until 18:00", local(4, 18, 0)],
    ["18:00", local(4, 18, 0)],
    ["until tomorrow at 9:30", local(5, 9, 30)],
    ["until friday", local(6, 0, 0)],
  ])("%s", (text, end) => {
    expect(endOf(text, NOW)).toBe(end);
  });

  test.each(["", "forever", "0h", "until 9:00", "-2h", "2", "yesterday", "99999999999d", "x".repeat(300)])(
    "%p is refused, and how to say it told",
    (text) => {
      expect(() => endOf(text, NOW)).toThrow("INPUT_ERROR");
    },
  );
});
