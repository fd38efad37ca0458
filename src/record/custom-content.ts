/**
 * Schemas of custom categories. Only the full form of the schema library reads JSON Schema, and it is several times as much to
 * load as what the built-in categories use: `schema.ts` loads this file when a configuration has such a schema.
 */
import { fromJSONSchema } from "zod";
import type { $ZodType, JSONSchema } from "zod/v4/core";
import { isObject } from "./value.ts";

/**
 * The schema that a JSON Schema describes (draft 2020-12 or draft 7).
 * @throws Error where it cannot be used.
 */
export const schemaFromJson = (schema: object): $ZodType =>
  fromJSONSchema(withRequired(schema) as JSONSchema.JSONSchema);

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** The schema with every required name among its properties: zod requires only what it finds there. */
function withRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withRequired);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    DATA.has(key) ? value : withRequired(value),
  ]);
  const { required, properties, ...rest } = Object.fromEntries(entries);
  if (!Array.isArray(required)) return Object.fromEntries(entries);
  const named = Object.fromEntries(required.map((name) => [String(name), {}]));
  return { ...rest, required, properties: { ...named, ...(isObject(properties) ? properties : {}) } };
}
