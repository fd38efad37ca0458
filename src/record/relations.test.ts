import { describe, expect, test } from "bun:test";
import { CATEGORIES } from "./category.ts";
import { mergeUpdate } from "./merge.ts";
import { isLeech, leechReason, repairRelations } from "./relations.ts";
import { sampleRecord } from "./samples.ts";
import type { ProjectRecord, RelatedRecord } from "./types.ts";

describe("links between records", () => {
  const links: RelatedRecord[] = [
    { id: "stays", relation: "depends_on" },
    { id: "gone", relation: "relates_to" },
    { id: "old-name", relation: "supersedes" },
    { id: "stays", relation: "depends_on" },
    { id: "use-jwt-for-sessions", relation: "relates_to" },
  ];
  const ids = new Set(["stays", "new-name", "use-jwt-for-sessions"]);

  test("to gone records, to itself and repeated ones are dropped, to renamed ones follow", () => {
    const record = sampleRecord("decision", { related_records: links });
    const repaired = repairRelations(record, ids, new Map([["old-name", "new-name"]]));
    expect(repaired.record.related_records).toEqual([
      { id: "stays", relation: "depends_on" },
      { id: "new-name", relation: "supersedes" },
    ]);
    expect(repaired.fixes).toHaveLength(4);
    expect(repairRelations(repaired.record, ids)).toEqual({ record: repaired.record, fixes: [] });
  });

  test("that all lead somewhere leave the record as it is", () => {
    const record = sampleRecord("decision", { related_records: links.slice(0, 1) });
    expect(repairRelations(record, ids).record).toBe(record);
    expect(repairRelations(sampleRecord(), new Set()).fixes).toEqual([]);
  });

  test("the field goes with its last link", () => {
    const record = sampleRecord("decision", { related_records: links.slice(1, 2) });
    expect(repairRelations(record, ids).record).not.toHaveProperty("related_records");
  });
});

describe("leeches", () => {
  const updated = (contents: readonly object[], record: ProjectRecord = sampleRecord()): ProjectRecord =>
    contents.reduce<ProjectRecord>((old, fields, i) => {
      const now = `2026-04-${String(i + 1).padStart(2, "0")}T00:00:00Z`;
      const context = { now, category: CATEGORIES.decision, fileExists: () => true };
      return mergeUpdate(old, { content: { ...old.content, ...fields } }, context).record;
    }, record);

  test("are records corrected three times", () => {
    expect(isLeech(updated([{ decision: "a" }, { context: "b" }]))).toBe(false);
    expect(leechReason(updated([{ decision: "a" }, { context: "b" }, { decision: "c" }]))).toBe(
      "corrected 3 times",
    );
  });

  test("are records that go back and forth", () => {
    expect(leechReason(updated([{ decision: "a" }, { decision: "Sign sessions as JWT" }]))).toBe(
      "content.decision went back to an earlier value",
    );
  });

  test("are not records that grow, or whose work advances", () => {
    const grown = updated([
      { rationale: ["1"] },
      { rationale: ["1", "2"] },
      { consequences: ["x"] },
      { status: "deprecated" },
    ]);
    expect(isLeech(grown)).toBe(false);
    const debt = updated(
      [{ status: "in_progress" }, { priority: "high" }, { status: "resolved" }],
      sampleRecord("tech_debt"),
    );
    expect(isLeech(debt)).toBe(false);
  });
});
