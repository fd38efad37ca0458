/** The schema of drafts: what a model or a script hands over to be saved. */
import { z } from "zod";
import { LIFECYCLE_EVENTS } from "../capture/types.ts";
import type { CategoryTable } from "../record/category.ts";
import { type FieldIssue, RecordError } from "../record/error.ts";
import { toFieldIssues } from "../record/issues.ts";
import { RELATIONS } from "../record/types.ts";
import { DRAFT_SUMMARY_MAX, type Draft } from "./types.ts";

/** Most drafts of one save. */
export const MAX_DRAFTS = 20;

const fields = {
  category: z.string(),
  summary: z.string().trim().min(1).max(DRAFT_SUMMARY_MAX),
  action: z.enum(["CREATE", "UPDATE", "DELETE", "NOOP"]).optional(),
  lifecycle_event: z.enum(LIFECYCLE_EVENTS).optional(),
  target: z.string().min(1).max(500).optional(),
  title: z.string().optional(),
  tags: z.array(z.string()).max(50).optional(),
  related_files: z.array(z.string()).max(100).optional(),
  related_records: z
    .array(z.strictObject({ id: z.string(), relation: z.enum(RELATIONS) }))
    .max(50)
    .optional(),
  confidence: z.number().optional(),
  content: z.looseObject({}).optional(),
  remove: z.record(z.string(), z.array(z.string())).optional(),
};
const draftSchema: z.ZodType<Draft> = z.strictObject(fields) as z.ZodType<Draft>;

/**
 * A draft from JSON. Forgiven because models do it: lower-case actions, `null` for what is absent, tags as one
 * string. Everything else that is wrong is a VALIDATION_ERROR that lists every wrong field.
 */
export function parseDraft(value: unknown, categories: CategoryTable): Draft {
  const given = forgive(value);
  const parsed = draftSchema.safeParse(given);
  if (!parsed.success) {
    const issues = toFieldIssues(parsed.error.issues, given, "", (at) =>
      at === "" ? Object.keys(fields) : undefined,
    );
    const [first, ...rest] = issues.map(inWordsOfDrafts);
    if (first) throw RecordError.validation([first, ...rest]);
  }
  const draft = parsed.data as Draft;
  if (!categories.has(draft.category)) {
    const known = [...categories.keys()].map((name) => `"${name}"`).join(", ");
    throw RecordError.validation([
      {
        field: "category",
        expected: `one of ${known}`,
        got: JSON.stringify(draft.category),
        fix: "Choose one of the project's categories",
      },
    ]);
  }
  return draft;
}

function forgive(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const draft: { [key: string]: unknown } = {};
  for (const [key, entry] of Object.entries(value)) if (entry !== null) draft[key] = entry;
  if (typeof draft.action === "string") draft.action = draft.action.toUpperCase();
  if (typeof draft.category === "string") draft.category = draft.category.toLowerCase().replaceAll("-", "_");
  if (typeof draft.tags === "string") draft.tags = draft.tags.split(",");
  if (typeof draft.related_files === "string") draft.related_files = [draft.related_files];
  return draft;
}

/** What can be said better of a draft than of any record. */
function inWordsOfDrafts(issue: FieldIssue): FieldIssue {
  const { field, fix } = issue;
  if (field === "") {
    return { ...issue, field: "(draft)", fix: "Pass each draft as an object with category and summary" };
  }
  if (field === "summary" && /^(?:Add|Fill|Give) /.test(fix)) {
    return {
      ...issue,
      expected: "the new information as a text",
      fix: "Say what is to be saved: the new information in a sentence or two, with its reason",
    };
  }
  return fix === `Remove ${field}` && !field.includes(".")
    ? { ...issue, fix: `${fix}, or put it into content` }
    : issue;
}
