/** A record as the text of its file. */
import type { ProjectRecord } from "../../record/types.ts";

/** Every field, in the order in which files show them. */
const ORDER: { readonly [field in keyof Required<ProjectRecord>]: true } = {
  schema_version: true,
  category: true,
  id: true,
  title: true,
  record_status: true,
  created_at: true,
  updated_at: true,
  tags: true,
  related_files: true,
  related_records: true,
  confidence: true,
  content: true,
  changes: true,
  times_updated: true,
  retired_at: true,
  retired_reason: true,
  archived_at: true,
  archived_reason: true,
};

/** JSON with two-space indent, a fixed order of fields and a closing newline, so that diffs show what changed. */
export function renderRecord(record: ProjectRecord): string {
  const fields = record as unknown as { readonly [field: string]: unknown };
  const ordered: { [field: string]: unknown } = {};
  for (const field of Object.keys(ORDER)) if (fields[field] !== undefined) ordered[field] = fields[field];
  return `${JSON.stringify({ ...ordered, ...fields, ...ordered }, null, 2)}\n`;
}
