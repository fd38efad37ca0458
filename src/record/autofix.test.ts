import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type AutofixContext, autofix } from "./autofix.ts";
import { CATEGORIES } from "./category.ts";
import { RecordError } from "./error.ts";
import { sampleRecord } from "./samples.ts";
import { recordIssues } from "./schema.ts";

const now = "2026-05-01T12:00:00Z";
const create: AutofixContext = { now, category: CATEGORIES.decision, action: "create" };
const update: AutofixContext = { ...create, action: "update" };
const fixed = (fields: { [field: string]: unknown }, context = create) =>
  autofix({ ...sampleRecord(), ...fields }, context);
const fieldsFixed = (fields: { [field: string]: unknown }, context = create) =>
  fixed(fields, context).fixes.map(({ field }) => field);

test("a valid record is left alone", () => {
  expect(autofix(sampleRecord(), create)).toEqual({ value: { ...sampleRecord() }, fixes: [] });
});

test("a draft of title, tags and content becomes a valid record, each correction reported", () => {
  const { content } = sampleRecord();
  const { value, fixes } = autofix({ title: " Use JWT ", tags: "Auth", content }, create);
  expect(value).toMatchObject({
    schema_version: "1.0",
    category: "decision",
    id: "use-jwt",
    title: "Use JWT",
    record_status: "active",
    created_at: now,
    updated_at: now,
    tags: ["auth"],
    times_updated: 0,
  });
  expect(recordIssues(value, CATEGORIES.decision)).toEqual([]);
  expect(new Set(fixes.map(({ field }) => field))).toEqual(
    new Set(["schema_version", "updated_at", "created_at", "title", "id", "tags"]),
  );
});

describe("single corrections", () => {
  test.each<[string, { [field: string]: unknown }, string, unknown]>([
    ["a tag alone becomes a list", { tags: "auth" }, "tags", ["auth"]],
    [
      "tags are lower case, clean, distinct and sorted",
      { tags: ["JWT", " b,c ", "jwt", "#tags:x", "a"] },
      "tags",
      ["a", "b c", "jwt", "x"],
    ],
    ["no tags become untagged", { tags: [] }, "tags", ["untagged"]],
    ["an id becomes kebab-case", { id: " Use JWT! " }, "id", "use-jwt"],
    ["confidence is clamped from above", { confidence: 85 }, "confidence", 1],
    ["confidence is clamped from below", { confidence: -0.1 }, "confidence", 0],
    ["confidence as text is read", { confidence: "0.8" }, "confidence", 0.8],
    ["a title loses index markers", { title: "a -> b #tags:c\u200b" }, "title", "a - b c"],
    ["a forged status is undone", { record_status: "retired" }, "record_status", "active"],
    ["forged lifecycle fields are removed", { retired_at: now }, "retired_at", undefined],
    ["another category is replaced", { category: "runbook" }, "category", "decision"],
    ["null in an optional field is removed", { related_files: null }, "related_files", undefined],
    [
      "related files are normalised",
      { related_files: ["./src//a.ts", "src\\a.ts"] },
      "related_files",
      ["src/a.ts"],
    ],
    [
      "a bare link becomes a relation",
      { related_records: ["x"] },
      "related_records",
      [{ id: "x", relation: "relates_to" }],
    ],
    ["a bare change is dated", { changes: ["Made it"] }, "changes", [{ date: now, summary: "Made it" }]],
  ])("%s", (_, fields, field, expected) => {
    const { value, fixes } = fixed(fields);
    expect(value[field]).toEqual(expected);
    expect(fixes.map((fix) => fix.field)).toContain(field);
  });

  test("content is cleaned at every level", () => {
    const { value } = fixed({ content: { a: " x\u202e ", list: ["y\0", { z: "\u200bq" }], gone: null } });
    expect(value.content).toEqual({ a: "x", list: ["y", { z: "q" }] });
  });

  test("more than twelve tags are cut to the first twelve as given", () => {
    const tags = Array.from({ length: 14 }, (_, i) => `t${String.fromCharCode(122 - i)}`);
    expect(fixed({ tags }).value.tags).toEqual(tags.slice(0, 12).sort());
  });

  test("the id follows the file's name on create", () => {
    expect(fixed({}, { ...create, id: "other-name" }).value.id).toBe("other-name");
  });
});

test("an update keeps what only merging can judge", () => {
  expect(fieldsFixed({ tags: [] }, update)).toEqual(["tags"]);
  expect(fixed({ tags: [] }, update).value).not.toHaveProperty("tags");
  expect(fieldsFixed({ record_status: "archived", category: "runbook" }, update)).toEqual([]);
});

test("what is not an object is an input error", () => {
  for (const input of [null, [], "text", 3, true, undefined]) {
    expect(() => autofix(input, create)).toThrow(RecordError);
  }
});

test("whatever JSON comes in, nothing is thrown and a second run changes nothing", () => {
  const keys = fc.constantFrom(
    ...Object.keys(sampleRecord()),
    "related_files",
    "related_records",
    "confidence",
    "retired_at",
    "__proto__",
    "x",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("", " ", "#tags:a -> b", "0.5", "\u202e x"),
  );
  const value = fc.oneof(
    text,
    fc.array(text),
    fc.jsonValue(),
    fc.array(fc.dictionary(fc.constantFrom("date", "summary", "id", "a"), text)),
  );
  fc.assert(
    fc.property(fc.dictionary(keys, value), fc.constantFrom(create, update), (input, context) => {
      const once = autofix(input, context);
      const twice = autofix(once.value, context);
      expect(twice.value).toEqual(once.value);
      expect(twice.fixes).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
