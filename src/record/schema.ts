/**
 * What is a valid record: the schemas of `shapes.ts` and the rules of `invariants.ts` together. This loads the schema
 * library, so nothing on the way of a prompt may import it.
 */
import {
  _refine,
  _regex,
  $ZodCustom,
  $ZodLiteral,
  type $ZodObject,
  $ZodRecord,
  $ZodString,
  type $ZodType,
  clone,
  globalRegistry,
  safeParse,
  toJSONSchema,
} from "zod/v4/core";
import { BUILT_IN_CATEGORIES, type BuiltInCategory, CATEGORY_NAME, type Category } from "./category.ts";
import { type FieldIssue, RecordError } from "./error.ts";
import { contentStatusIssues, lifecycleIssues, relatedFileIssues, sizeIssues } from "./invariants.ts";
import { toFieldIssues } from "./issues.ts";
import { anything, contentShape, type Describe, once, recordSchema, undescribed } from "./shapes.ts";
import { RECORD_STATUSES, SCHEMA_VERSION } from "./types.ts";
import { describeValue, isObject, type JsonObject } from "./value.ts";

const anyContent = once(
  () =>
    new $ZodRecord({
      type: "record",
      keyType: new $ZodString({ type: "string" }),
      valueType: anything(),
      checks: [
        _refine<object>(
          $ZodCustom,
          (content) => Object.keys(content).length > 0,
          "an object with at least one field",
        ),
      ],
    }),
);

/** A record of any category, its content unseen. */
const frame = once(() => recordSchema(anything(), anything(), undescribed));

/**
 * Everything that is wrong with a value as a record of this category; empty if it is one. Optional fields may be
 * absent, `record_status` too (then it is active).
 * @throws RecordError CONFIG_ERROR if the category's own content schema is unusable.
 */
export function recordIssues(value: unknown, category: Category): FieldIssue[] {
  if (!isObject(value)) return [notAnObject(value, "", "a JSON object")];
  const tooBig = sizeIssues(value);
  if (tooBig.length > 0) return tooBig;
  const parsed = safeParse(frame(), value);
  const issues = [
    ...categoryIssues(value.category, category),
    ...(parsed.success ? [] : toFieldIssues(parsed.error.issues, value, "", knownFields(category))),
    ...contentOnly(value.content, category),
    ...contentStatusIssues(value.content),
    ...relatedFileIssues(value.related_files),
    ...lifecycleIssues(value),
  ];
  return oncePerField(issues);
}

/**
 * Makes sure that a custom category's own schema can be used.
 * @throws RecordError CONFIG_ERROR
 */
export function assertUsable(category: Category): void {
  contentSchema(category);
}

function categoryIssues(value: unknown, category: Category): FieldIssue[] {
  if (value === category.name) return [];
  const expected = JSON.stringify(category.name);
  const fix = value === undefined ? "Add category" : `Set category to ${expected}`;
  return [{ field: "category", expected, got: describeValue(value), fix }];
}

function contentOnly(content: unknown, category: Category): FieldIssue[] {
  if (!isObject(content)) return [notAnObject(content, "content", "an object")];
  const parsed = safeParse(contentSchema(category), content);
  return parsed.success ? [] : toFieldIssues(parsed.error.issues, content, "content", knownFields(category));
}

const builtIns = new Map<BuiltInCategory, $ZodObject>();

function builtIn(name: BuiltInCategory): $ZodObject {
  const schema = builtIns.get(name) ?? contentShape(name, undescribed);
  builtIns.set(name, schema);
  return schema;
}

/** Compiled schemas of custom categories, by the schema object of the configuration. */
const compiled = new WeakMap<object, $ZodType>();

function contentSchema(category: Category): $ZodType {
  const check = category.content;
  if (check.kind === "built_in") return builtIn(check.category);
  if (check.kind === "generic") return anyContent();
  const known = compiled.get(check.schema);
  if (known) return known;
  try {
    const { schemaFromJson } = require("./custom-content.ts") as typeof import("./custom-content.ts");
    const schema = schemaFromJson(check.schema);
    compiled.set(check.schema, schema);
    return schema;
  } catch (error) {
    throw new RecordError(
      "CONFIG_ERROR",
      {
        field: `categories.${category.name}.content_schema`,
        expected: "a JSON Schema, draft 2020-12 or draft 7, without if/then/else and remote references",
        got: error instanceof Error ? error.message : String(error),
      },
      "Correct the schema in the configuration, or remove it to accept any object",
    );
  }
}

const knownFields =
  (category: Category) =>
  (path: string): readonly string[] | undefined => {
    if (path === "") return Object.keys(frame()._zod.def.shape);
    if (path === "content" && category.content.kind === "built_in") {
      return Object.keys(builtIn(category.content.category)._zod.def.shape);
    }
    return undefined;
  };

const notAnObject = (value: unknown, field: string, expected: string): FieldIssue => ({
  field,
  expected,
  got: describeValue(value),
  fix: value === undefined ? `Add ${field}` : `Give ${field || "the record"} as an object`,
});

/** A field that is wrong in two ways is mended once. */
function oncePerField(issues: readonly FieldIssue[]): FieldIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ field }) => !seen.has(field) && seen.add(field)).slice(0, ISSUES_MAX);
}

/** More than a reader takes in at once. */
const ISSUES_MAX = 50;

/** JSON Schema (draft 2020-12) of every built-in category and of any record, by file name: for editors and other tools. */
export function jsonSchemas(): Map<string, JsonObject> {
  const anyCategory = new $ZodString({ type: "string", checks: [_regex(CATEGORY_NAME)] });
  const files = new Map([
    [
      "base.schema.json",
      jsonSchema(recordSchema(anyCategory, anyContent(), described), "base", "A record of any category"),
    ],
  ]);
  for (const name of BUILT_IN_CATEGORIES) {
    const words = name.replaceAll("_", "-");
    files.set(
      `${words}.schema.json`,
      jsonSchema(
        recordSchema(
          new $ZodLiteral({ type: "literal", values: [name] }),
          contentShape(name, described),
          described,
        ),
        words,
        `A ${words.replaceAll("-", " ")} record`,
      ),
    );
  }
  return files;
}

/** JSON Schema of a category's `content`; undefined where it may be any object. */
export function contentSchemaOf({ name, content }: Category): JsonObject | undefined {
  if (content.kind === "json_schema") return { ...content.schema };
  if (content.kind === "generic") return undefined;
  const schema = jsonSchemas().get(`${name.replaceAll("_", "-")}.schema.json`);
  return (schema?.properties as { content?: JsonObject } | undefined)?.content;
}

/** Fields share schemas, so the description belongs to a copy. */
const described: Describe = (description, schema) => {
  const copy = clone(schema, schema._zod.def);
  globalRegistry.add(copy, { description });
  return copy;
};

function jsonSchema(schema: $ZodType, name: string, title: string): JsonObject {
  const { $schema, ...rest } = toJSONSchema(schema, {
    target: "draft-2020-12",
    override: ({ jsonSchema: node }) => {
      // The pattern repeats what the format says, in 300 characters that no editor can show.
      if (node.format === "date-time") delete node.pattern;
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
    },
  });
  const content = (rest.properties as { content?: JsonObject }).content;
  if (name === "base" && content) content.minProperties = 1;
  return {
    $schema,
    $id: `urn:recollect:schema:${SCHEMA_VERSION}:${name}`,
    title,
    ...rest,
    allOf: RECORD_STATUSES.map(statusRule),
  };
}

/** The lifecycle rules as JSON Schema; see `lifecycleIssues`. */
function statusRule(status: (typeof RECORD_STATUSES)[number]): JsonObject {
  const fields = ["retired", "archived"].flatMap((state) => [`${state}_at`, `${state}_reason`]);
  const due = fields.filter((field) => field.startsWith(status));
  return {
    if: {
      properties: { record_status: { const: status } },
      ...(status === "active" ? {} : { required: ["record_status"] }),
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise
    then: {
      ...(due.length > 0 ? { required: due } : {}),
      properties: Object.fromEntries(
        fields.filter((field) => !due.includes(field)).map((field) => [field, false]),
      ),
    },
  };
}
