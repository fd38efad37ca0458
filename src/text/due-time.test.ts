import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readDue } from "./due-time.ts";

/** A Wednesday, in local time. */
const NOW = new Date(2026, 10, 18, 15, 30);
const local = (...parts: [number, number, number, number?, number?]): Date => new Date(...parts);

describe("when it is due", () => {
  test.each<[string, Date]>([
    ["2026-12-01T09:00:00Z", new Date("2026-12-01T09:00:00Z")],
    ["2026-12-01T09:00+01:00", new Date("2026-12-01T08:00:00Z")],
    ["2026-12-01", local(2026, 11, 1)],
    ["by 2026-12-01 14:05", local(2026, 11, 1, 14, 5)],
    ["today", NOW],
    ["tonight", local(2026, 10, 18, 18)],
    ["tomorrow", local(2026, 10, 19)],
    ["Tomorrow at 9", local(2026, 10, 19, 9)],
    ["tomorrow, 9:15", local(2026, 10, 19, 9, 15)],
    ["tomorrow 3pm", local(2026, 10, 19, 15)],
    ["tomorrow at 12 am", local(2026, 10, 19, 0)],
    ["day after tomorrow", local(2026, 10, 20)],
    ["in 3 days", new Date(NOW.getTime() + 3 * 86_400_000)],
    ["in an hour", new Date(NOW.getTime() + 3_600_000)],
    ["in 20 minutes", new Date(NOW.getTime() + 1_200_000)],
    ["in two weeks", new Date(NOW.getTime() + 14 * 86_400_000)],
    ["in 2 months", local(2027, 0, 18, 15, 30)],
    ["in a year", local(2027, 10, 18, 15, 30)],
    ["tonight at 9", local(2026, 10, 18, 21)],
    ["this evening at 7:30", local(2026, 10, 18, 19, 30)],
    ["today at 9", local(2026, 10, 18, 9)],
    ["friday", local(2026, 10, 20)],
    ["on Fri", local(2026, 10, 20)],
    ["next tuesday", local(2026, 10, 24)],
    ["wednesday", local(2026, 10, 25)],
    ["next week", local(2026, 10, 23)],
    ["next month", local(2026, 11, 1)],
  ])("%s", (text, due) => expect(readDue(text, NOW)).toEqual(due));

  test("a month from the last of one is in the next", () => {
    expect(readDue("in a month", new Date(2026, 0, 31, 10))).toEqual(local(2026, 1, 28, 10));
    expect(readDue("in a year", new Date(2028, 1, 29, 10))).toEqual(local(2029, 1, 28, 10));
  });

  test.each([
    "",
    "soon",
    "2026-13-01",
    "2026-02-30",
    "friday 13",
    "tomorrow at 25",
    "in days",
    "s",
    "tomorrow 3",
  ])("not: %j", (text) => expect(readDue(text, NOW)).toBeUndefined());

  test("any text is a time or none", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(5_000), (text, n) => {
        for (const said of [text, `in ${n} days`, `in ${n} years`, `tomorrow ${text}`]) {
          const due = readDue(said, NOW);
          if (due) expect(Number.isNaN(due.getTime())).toBe(false);
        }
      }),
    );
  });
});
