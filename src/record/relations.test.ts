import { describe, expect, test } from "bun:test";
import { CATEGORIES } from "./category.ts";
import { mergeUpdate } from "./merge.ts";
import { isLeech, leechReason, relinked } from "./relations.ts";
import { sampleRecord } from "./samples.ts";
import type { ProjectRecord, RelatedRecord } from "./types.ts";

describe("links to a record that was renamed", () => {
  const links: RelatedRecord[] = [
    { id: "stays", relation: "depends_on" },
    { id: "old-name", relation: "supersedes" },
    { id: "new-name", relation: "supersedes" },
    { id: "old-name", relation: "relates_to" },
  ];

  test("follow it, each once", () => {
    const record = sampleRecord("decision", { related_records: links });
    expect(relinked(record, "old-name", "new-name").related_records).toEqual([
      { id: "stays", relation: "depends_on" },
      { id: "new-name", relation: "supersedes" },
      { id: "new-name", relation: "relates_to" },
    ]);
  });

  test("leave a record without any as it is", () => {
    for (const record of [sampleRecord(), sampleRecord("decision", { related_records: links.slice(0, 1) })])
      expect(relinked(record, "old-name", "new-name")).toBe(record);
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
