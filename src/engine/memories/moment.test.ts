import { expect, test } from "bun:test";
import { RecordError } from "../../record/error.ts";
import { momentOf } from "./moment.ts";

const NOW = new Date("2026-03-07T12:00:00Z");

test.each([
  ["2026-03-01", "2026-03-01T00:00:00.000Z"],
  ["2026-03-01T10:00Z", "2026-03-01T10:00:00.000Z"],
  ["2026-03-01T10:00:30.5+02:00", "2026-03-01T08:00:30.500Z"],
  ["7d", "2026-02-28T12:00:00.000Z"],
  [" 12 h ", "2026-03-07T00:00:00.000Z"],
  ["90m", "2026-03-07T10:30:00.000Z"],
  ["2w", "2026-02-21T12:00:00.000Z"],
])("%p is a moment", (text, moment) => {
  expect(momentOf("since", text, NOW)).toBe(moment);
});

test.each(["", "soon", "2026-02-30", "2026-13-01", "7", "d", "-7d", "2026-03-01T25:00Z", "999999d"])(
  "%p is none, and how to write one is told",
  (text) => {
    expect(() => momentOf("since", text, NOW)).toThrow(RecordError);
  },
);
