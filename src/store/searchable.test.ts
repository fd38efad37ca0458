import { expect, test } from "bun:test";
import { sampleRecord } from "../../test/support/records.ts";
import { analyze } from "../text/analyze.ts";
import { searchable } from "./searchable.ts";

test.each(["2026-03-07", "7 March 2026", "March 2026"])("a session is found by its date: %s", (words) => {
  const fields = { created_at: "2026-03-07T10:00:00.000Z" } as const;
  const session = searchable(sampleRecord("Ship it", { ...fields, category: "session_summary" }));
  expect(session.terms).toEqual(expect.arrayContaining(analyze(words)));
  // Of other records the date is no content.
  expect(searchable(sampleRecord("Use SQLite", fields)).terms).not.toContain("20260307");
});
