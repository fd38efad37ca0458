/**
 * Schemas of custom categories. Only the full form of the schema library reads JSON Schema, and it is several times as much to
 * load as what the built-in categories use: `schema.ts` loads this file when a configuration has such a schema.
 */
import { fromJSONSchema } from "zod";
import type { $ZodType, JSONSchema } from "zod/v4/core";

/**
 * The schema that a JSON Schema describes (draft 2020-12 or draft 7).
 * @throws Error where it cannot be used.
 */
export const schemaFromJson = (schema: object): $ZodType => fromJSONSchema(schema as JSONSchema.JSONSchema);
