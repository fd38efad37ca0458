import { expect, test } from "bun:test";
import { sampleRecord } from "../../test/support/records.ts";
import { renderHistory } from "./render-record.ts";

const DATE = "2026-01-03T00:00:00Z";
const plain = (_style: unknown, text: string): string => text;

test("history tells of lists item by item, and nothing of what was not there", () => {
  const record = sampleRecord("Use SQLite", {
    changes: [
      {
        date: DATE,
        summary: "content.impact: 2 added",
        field: "content.impact",
        new_value: ["backlog", "delay"],
      },
      {
        date: DATE,
        summary: "content.alternatives: 1 added, 1 removed",
        field: "content.alternatives",
        old_value: [{ option: "Redis", rejected_reason: "Cost" }],
        new_value: [{ option: "Files", tags: ["a", "b"] }],
      },
      { date: DATE, summary: "Set content.expires", field: "content.expires", new_value: "2027-01-01" },
      { date: DATE, summary: "Removed content.expires", field: "content.expires", old_value: "2027-01-01" },
      {
        date: DATE,
        summary: "Changed content.active",
        field: "content.active",
        old_value: true,
        new_value: false,
      },
      { date: DATE, summary: "Only said" },
    ],
  });
  expect(renderHistory(record, plain).split("\n").slice(2)).toEqual([
    `${DATE}  content.impact: 2 added`,
    "    + backlog",
    "    + delay",
    `${DATE}  content.alternatives: 1 added, 1 removed`,
    "    - option: Redis; rejected reason: Cost",
    "    + option: Files; tags: a, b",
    `${DATE}  Set content.expires`,
    "    + 2027-01-01",
    `${DATE}  Removed content.expires`,
    "    - 2027-01-01",
    `${DATE}  Changed content.active`,
    "    - true",
    "    + false",
    `${DATE}  Only said`,
  ]);
});
