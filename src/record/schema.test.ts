import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILT_IN_CATEGORIES, CATEGORIES } from "./category.ts";
import { RecordError } from "./error.ts";
import { FIELD_MAX } from "./invariants.ts";
import { customCategory, sampleRecord } from "./samples.ts";
import { jsonSchemas, recordIssues } from "./schema.ts";
import type { ProjectRecord } from "./types.ts";

const decision = CATEGORIES.decision;
const content = (fields: { [field: string]: unknown }) => ({
  content: { ...sampleRecord().content, ...fields },
});
const issuesOf = (fields: { [field: string]: unknown }) =>
  recordIssues({ ...sampleRecord(), ...fields }, decision);
const fieldsOf = (fields: { [field: string]: unknown }) => issuesOf(fields).map(({ field }) => field);

/** A record of a custom category, with this content. */
const record = (fields: { [field: string]: unknown }) => ({
  ...sampleRecord(),
  category: "api_contract",
  content: fields,
});

describe("records", () => {
  for (const name of BUILT_IN_CATEGORIES) {
    test(`a complete ${name} is valid, and each missing required field is named`, () => {
      const record = sampleRecord(name);
      expect(recordIssues(record, CATEGORIES[name])).toEqual([]);
      for (const field of ["schema_version", "id", "title", "created_at", "updated_at", "tags", "content"]) {
        const { [field as "id"]: _, ...rest } = record;
        expect(recordIssues(rest, CATEGORIES[name]).map((issue) => issue.field)).toEqual([field]);
      }
    });
  }

  test("files from before lifecycle fields existed are valid", () => {
    const { record_status, changes, times_updated, ...old } = sampleRecord();
    expect(recordIssues(old, decision)).toEqual([]);
  });

  test("an unknown field is refused at every level, with the field that was meant", () => {
    expect(fieldsOf({ surprise: 1 })).toEqual(["surprise"]);
    expect(issuesOf(content({ Consequence: [] }))[0]?.fix).toBe(
      "Rename Consequence to consequences, or remove it",
    );
    expect(fieldsOf(content({ alternatives: [{ option: "a", rejected_reason: "b", c: 1 }] }))).toEqual([
      "content.alternatives.0.c",
    ]);
  });

  test("a wrong enum value gives the documented error block", () => {
    const [first, ...rest] = issuesOf(content({ status: "active" }));
    if (!first) throw new Error("no issue");
    expect(RecordError.validation([first, ...rest]).block()).toBe(
      [
        "VALIDATION_ERROR",
        "field: content.status",
        'expected: one of "proposed", "accepted", "deprecated", "superseded"',
        'got: "active"',
        "fix: Change content.status to a valid value",
      ].join("\n"),
    );
  });

  test.each<[string, { [field: string]: unknown }, string]>([
    ["a title of 121 characters", { title: "x".repeat(121) }, "title"],
    ["an empty title", { title: "" }, "title"],
    ["an id with capitals", { id: "Use-JWT" }, "id"],
    ["an id of 81 characters", { id: "a".repeat(81) }, "id"],
    ["no tags", { tags: [] }, "tags"],
    ["13 tags", { tags: Array.from({ length: 13 }, (_, i) => `t${i}`) }, "tags"],
    ["another category", { category: "runbook" }, "category"],
    ["a confidence above 1", { confidence: 1.1 }, "confidence"],
    ["a negative count of updates", { times_updated: -1 }, "times_updated"],
    ["a date without a time", { created_at: "2026-02-14" }, "created_at"],
    ["an impossible date", { updated_at: "2026-02-30T00:00:00Z" }, "updated_at"],
    ["no rationale", content({ rationale: [] }), "content.rationale"],
    ["content that is a list", { content: [] }, "content"],
    ["an absolute related file", { related_files: ["/etc/passwd"] }, "related_files.0"],
    ["a related file outside", { related_files: ["a", "b/../../c"] }, "related_files.1"],
    ["a related file with NUL", { related_files: ["a\0b"] }, "related_files.0"],
    [
      "an unknown relation",
      { related_records: [{ id: "a", relation: "likes" }] },
      "related_records.0.relation",
    ],
    ["a change without a date", { changes: [{ summary: "x" }] }, "changes.0.date"],
    [
      "51 changes",
      { changes: Array.from({ length: 51 }, () => ({ date: "2026-01-01T00:00:00Z", summary: "x" })) },
      "changes",
    ],
  ])("%s is refused", (_, fields, field) => {
    expect(fieldsOf(fields)).toEqual([field]);
  });

  test("times may carry any offset", () => {
    expect(issuesOf({ created_at: "2026-02-14T10:30:00.123+09:00" })).toEqual([]);
  });

  test("a field of 1 MB gives a clear error", () => {
    expect(issuesOf(content({ decision: "x".repeat(1_000_000) }))).toEqual([
      {
        field: "content.decision",
        expected: `at most ${FIELD_MAX} characters`,
        got: "a string of 1000000 characters",
        fix: "Shorten content.decision",
      },
    ]);
  });

  test("many fields that are large together are refused", () => {
    const rationale = Array.from({ length: 30 }, () => "x".repeat(FIELD_MAX));
    expect(issuesOf(content({ rationale }))[0]?.expected).toContain("in all");
  });

  test("what is not an object is refused", () => {
    for (const value of [null, [], "x", 1, undefined]) {
      expect(recordIssues(value, decision)).toHaveLength(1);
    }
  });
});

describe("lifecycle fields", () => {
  const at = "2026-03-01T00:00:00Z";
  test.each<[string, Partial<ProjectRecord>, string[]]>([
    ["active with retired_at", { retired_at: at }, ["retired_at"]],
    ["retired without anything", { record_status: "retired" }, ["retired_at", "retired_reason"]],
    [
      "retired with archived fields",
      {
        record_status: "retired",
        retired_at: at,
        retired_reason: "r",
        archived_at: at,
        archived_reason: "a",
      },
      ["archived_at", "archived_reason"],
    ],
    ["archived without a reason", { record_status: "archived", archived_at: at }, ["archived_reason"]],
  ])("%s is refused", (_, fields, expected) => {
    expect(fieldsOf(fields)).toEqual(expected);
  });

  test("retired and archived with their own fields are valid", () => {
    expect(issuesOf({ record_status: "retired", retired_at: at, retired_reason: "r" })).toEqual([]);
    expect(issuesOf({ record_status: "archived", archived_at: at, archived_reason: "r" })).toEqual([]);
  });

  test("content.status never names a state of the record", () => {
    expect(recordIssues(record({ status: "retired" }), customCategory())[0]?.fix).toContain(
      "retire the record",
    );
    expect(fieldsOf(content({ status: "archived" }))).toEqual(["content.status"]);
  });
});

describe("custom categories", () => {
  test("accept any object with at least one field", () => {
    expect(recordIssues(record({ anything: [1, { a: null }] }), customCategory())).toEqual([]);
    expect(recordIssues(record({}), customCategory()).map(({ field }) => field)).toEqual(["content"]);
  });

  test("check content by the JSON Schema of the configuration", () => {
    const category = customCategory({
      kind: "json_schema",
      schema: {
        type: "object",
        properties: { path: { type: "string", pattern: "^/" }, method: { enum: ["GET", "POST"] } },
        required: ["path"],
        additionalProperties: false,
      },
    });
    expect(recordIssues(record({ path: "/users", method: "GET" }), category)).toEqual([]);
    expect(
      recordIssues(record({ method: "PUT", more: 1 }), category)
        .map(({ field }) => field)
        .sort(),
    ).toEqual(["content.method", "content.more", "content.path"]);
  });

  test("want what their schema requires, whether or not it describes it", () => {
    const schema = { type: "object", required: ["note"], properties: { by: { type: "string" } } };
    const category = customCategory({ kind: "json_schema", schema });
    const fields = (content: { [field: string]: unknown }): string[] =>
      recordIssues(record(content), category).map(({ field }) => field);
    expect(fields({ other: 1 })).toEqual(["content.note"]);
    expect(fields({ note: 1, other: 1 })).toEqual([]);
  });

  test.each([{ type: "nonsense" }, { $ref: "https://example.com/x" }, { type: "string", pattern: "(" }])(
    "an unusable schema %p is a configuration error that names the key",
    (schema) => {
      const category = customCategory({ kind: "json_schema", schema });
      expect(() => recordIssues(record({ path: "/" }), category)).toThrow(RecordError);
      try {
        recordIssues(record({ path: "/" }), category);
      } catch (error) {
        expect((error as RecordError).block()).toContain("field: categories.api_contract.content_schema");
      }
    },
  );

  test("deep nesting, odd keys and long lists are refused without a crash", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 2_000; i += 1) deep = [deep];
    expect(recordIssues(record({ deep }), customCategory())[0]?.expected).toContain("levels of nesting");
    expect(recordIssues(record(JSON.parse('{"__proto__": {"a": 1}}')), customCategory())).toHaveLength(1);
    expect(recordIssues(record({ "a\u0007": 1 }), customCategory())).toHaveLength(1);
    expect(recordIssues(record({ list: Array(100_000).fill("x") }), customCategory())[0]?.got).toBe(
      "100000 items",
    );
  });
});

test("the committed JSON Schema files are those of the code (npm run schemas writes them)", () => {
  const folder = join(import.meta.dir, "../../schemas");
  for (const [name, schema] of jsonSchemas()) {
    expect(readFileSync(join(folder, name), "utf8")).toBe(`${JSON.stringify(schema, null, 2)}\n`);
  }
});

test("the JSON Schema of a category names its content's fields and limits", () => {
  const schema = jsonSchemas().get("constraint.schema.json") as {
    $schema: string;
    additionalProperties: boolean;
    properties: { content: { properties: object; additionalProperties: boolean; required: string[] } };
  };
  expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties.content.additionalProperties).toBe(false);
  expect(schema.properties.content.required).toEqual(["kind", "rule", "impact", "severity", "active"]);
});

test("only the schema files load the schema library, so that merging and the lifecycle stay light", () => {
  const files = readdirSync(import.meta.dir).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const heavy = files.filter((name) =>
    /^import (?!type)[^;]* from "(zod[/\w]*|\.\/schema\.ts|\.\/shapes\.ts)"/m.test(
      readFileSync(join(import.meta.dir, name), "utf8"),
    ),
  );
  expect(heavy.sort()).toEqual(["custom-content.ts", "schema.ts", "shapes.ts"]);
});

test("only a custom category's own schema loads the full form of the library", () => {
  const script = `
    const { recordIssues } = await import("./schema.ts");
    const { CATEGORIES } = await import("./category.ts");
    const { customCategory, sampleRecord } = await import("./samples.ts");
    const loaded = () => Object.keys(require.cache).some((path) => /zod.v4.classic/.test(path));
    recordIssues(sampleRecord(), CATEGORIES.decision);
    recordIssues(sampleRecord(), customCategory());
    const before = loaded();
    recordIssues(sampleRecord(), customCategory({ kind: "json_schema", schema: { type: "object" } }));
    console.log(before, loaded());
  `;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", script], { cwd: import.meta.dir });
  expect(stderr.toString()).toBe("");
  expect(stdout.toString()).toBe("false true\n");
});
