/**
 * Schemas of custom categories. Only the full form of the schema library reads JSON Schema, and it takes several times as long to
 * load as the one that the built-in categories use: `schema.ts` loads this file when a configuration has such a schema.
 */
import { fromJSONSchema } from "zod";
import type { core } from "zod/mini";

/** Whatever says if a value is valid. */
export interface ContentSchema {
  safeParse(value: unknown): { success: true } | { success: false; error: { issues: core.$ZodIssue[] } };
}

/**
 * The schema that a JSON Schema describes (draft 2020-12 or draft 7).
 * @throws Error where it cannot be used.
 */
export const schemaFromJson = (schema: object): ContentSchema =>
  fromJSONSchema(schema as core.JSONSchema.JSONSchema);
