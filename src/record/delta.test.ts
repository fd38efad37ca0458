import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { autofix } from "./autofix.ts";
import { CATEGORIES } from "./category.ts";
import { applyDelta, type RecordDelta, unmatchedRemovals } from "./delta.ts";
import { mergeUpdate } from "./merge.ts";
import { sampleRecord } from "./samples.ts";
import { recordIssues } from "./schema.ts";

const now = "2026-05-01T12:00:00Z";
const category = CATEGORIES.decision;
const contentAfter = (delta: RecordDelta, old = sampleRecord()) =>
  applyDelta(old, delta).content as { [field: string]: unknown };

describe("content", () => {
  test("lists are appended to, so a part of the list cannot truncate it", () => {
    expect(contentAfter({ content: { rationale: ["Works offline"] } }).rationale).toEqual([
      "No shared state",
      "Well-known libraries",
      "Works offline",
    ]);
  });

  test("an item that says the same in other spelling is not added again", () => {
    const alternative = { rejected_reason: "Needs a shared store", option: "Server-side sessions" };
    const content = { rationale: ["  no shared  STATE."], alternatives: [alternative] };
    const next = contentAfter({ content });
    expect(next.rationale).toEqual(["No shared state", "Well-known libraries"]);
    expect(next.alternatives).toHaveLength(1);
  });

  test("scalars are replaced, nested objects merged, absent and null fields kept", () => {
    const old = sampleRecord("preference");
    const content = { value: "vitest", reason: null, examples: { avoid: ["mocha"] } };
    expect(contentAfter({ content }, old)).toEqual({
      ...old.content,
      value: "vitest",
      examples: { prefer: ["bun test"], avoid: ["jest", "mocha"] },
    });
  });

  test("a single item for a list field is appended", () => {
    expect(contentAfter({ content: { consequences: "Keys must rotate" } }).consequences).toHaveLength(2);
  });
});

describe("remove", () => {
  test("takes out exact items, nested and named by a field of theirs", () => {
    const delta = {
      remove: {
        rationale: ["No shared state"],
        "content.alternatives": ["Server-side sessions"],
        "examples.avoid": ["jest"],
      },
    };
    expect(contentAfter(delta).rationale).toEqual(["Well-known libraries"]);
    expect(contentAfter(delta).alternatives).toEqual([]);
    expect(contentAfter(delta, sampleRecord("preference")).examples).toEqual({
      prefer: ["bun test"],
      avoid: [],
    });
  });

  test("takes links out by the id of their record", () => {
    const related_records = [
      { id: "a", relation: "relates_to" as const },
      { id: "b", relation: "supersedes" as const },
    ];
    const old = sampleRecord("decision", { related_records });
    expect(applyDelta(old, { remove: { related_records: ["a"] } }).related_records).toEqual([
      related_records[1],
    ]);
  });

  test("names what it did not find", () => {
    const delta = { remove: { rationale: ["No shared state", "Nonsense"], nowhere: ["x"] } };
    expect(unmatchedRemovals(sampleRecord(), delta)).toEqual(["rationale: Nonsense", "nowhere: x"]);
  });
});

test("tags and files are united", () => {
  const old = sampleRecord("decision", { related_files: ["src/a.ts"] });
  const next = applyDelta(old, { tags: ["JWT", "New"], related_files: ["./src/a.ts", "src/b.ts"] });
  expect(next.tags).toEqual(["auth", "jwt", "new"]);
  expect(next.related_files).toEqual(["src/a.ts", "src/b.ts"]);
});

test("at the cap new tags take the place of those that the title holds anyway, then of the shortest", () => {
  const long = Array.from({ length: 9 }, (_, i) => `informative-${i}`);
  const old = sampleRecord("decision", { tags: ["jwt", "sessions", "db", ...long] });
  expect(applyDelta(old, { tags: ["x", "y", "z"] }).tags).toEqual([...long, "x", "y", "z"]);
});

test("however many tags come, six of the old ones stay", () => {
  const tags = Array.from({ length: 12 }, (_, i) => `old-${i + 10}`);
  const added = Array.from({ length: 20 }, (_, i) => `new-${i + 10}`);
  const next = applyDelta(sampleRecord("decision", { tags }), { tags: added }).tags as string[];
  expect(next).toHaveLength(12);
  expect(next.filter((tag) => tag.startsWith("old"))).toHaveLength(6);
});

test("a delta without content changes nothing of it", () => {
  const old = sampleRecord();
  expect(contentAfter({ title: "x" }, old)).toEqual(old.content);
});

test("mergeUpdate accepts the result of any delta, and no list item or tag below the cap is lost", () => {
  const word = fc.constantFrom("auth", "jwt", "Sessions", "alpha", "beta", "gamma", "#tags:x", "a,b", "");
  const words = fc.array(fc.oneof(word, fc.string({ maxLength: 12 })), { maxLength: 15 });
  const delta: fc.Arbitrary<RecordDelta> = fc.record(
    {
      title: fc.string({ minLength: 1 }),
      tags: words,
      related_files: fc.array(fc.constantFrom("src/a.ts", "./src/a.ts", "b.ts")),
      related_records: fc.array(
        fc.record({ id: fc.constantFrom("a", "b"), relation: fc.constant("relates_to" as const) }),
      ),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      content: fc.record(
        { rationale: words, consequences: words, context: fc.string() },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );
  const tags = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnop".split("").map((c) => `tag-${c}`)), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(tags, delta, (oldTags, change) => {
      const old = sampleRecord("decision", { tags: oldTags.toSorted(), related_files: ["src/a.ts"] });
      const { value } = autofix(applyDelta(old, change), { now, category, action: "update" });
      const { record } = mergeUpdate(old, value, {
        now,
        category,
        fileExists: () => true,
        summary: "new information",
      });
      const next = record.content as unknown as { rationale: string[]; consequences: string[] };
      expect(next.rationale.slice(0, 2)).toEqual(["No shared state", "Well-known libraries"]);
      expect(next.consequences[0]).toBe("Tokens cannot be revoked at once");
      if (record.tags.length < 12) expect(record.tags).toEqual(expect.arrayContaining(oldTags));
      const titleOnly = recordIssues(record, category).filter(({ field }) => field !== "title");
      expect(titleOnly).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
