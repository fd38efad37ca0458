/** The fields of records and of each category's content, with their limits and a line on each for editors. */
import { z } from "zod";
import type { BuiltInCategory } from "./category.ts";
import { FIELD_MAX, ITEMS_MAX } from "./invariants.ts";
import { PATH_MAX } from "./paths.ts";
import { TAG_MAX } from "./sanitize.ts";
import {
  CHANGES_CAP,
  ID_PATTERN,
  REASON_MAX,
  RECORD_STATUSES,
  RELATIONS,
  SCHEMA_VERSION,
  TAG_CAP,
  TITLE_MAX,
} from "./types.ts";

const text = (description: string) => z.string().max(FIELD_MAX).describe(description);
const list = (description: string) => z.array(z.string().max(FIELD_MAX)).max(ITEMS_MAX).describe(description);
const someOf = (description: string) =>
  z.array(z.string().max(FIELD_MAX)).min(1).max(ITEMS_MAX).describe(description);
const time = (description: string) => z.iso.datetime({ offset: true }).describe(description);
const reason = (description: string) => z.string().min(1).max(REASON_MAX).describe(description);
const id = (description: string) =>
  z
    .string()
    .regex(ID_PATTERN, "1–80 characters of kebab-case: a–z, 0–9 and single hyphens inside")
    .describe(description);

/** The content of each built-in category. */
export const CONTENTS: { readonly [name in BuiltInCategory]: z.ZodObject } = {
  decision: z.strictObject({
    status: z
      .enum(["proposed", "accepted", "deprecated", "superseded"])
      .describe("State of the decision itself, not of the record"),
    context: text("The situation that asked for a decision"),
    decision: text("What was decided"),
    alternatives: z
      .array(
        z.strictObject({
          option: text("What else was considered"),
          rejected_reason: text("Why it was not chosen"),
        }),
      )
      .max(ITEMS_MAX)
      .optional()
      .describe("Options that were considered and rejected"),
    rationale: someOf("Why: one reason per item"),
    consequences: list("What follows from it").optional(),
  }),
  session_summary: z.strictObject({
    goal: text("What the session was for"),
    outcome: z.enum(["success", "partial", "blocked", "abandoned"]).describe("How it ended"),
    completed: list("What was finished"),
    in_progress: list("What was begun and not finished").optional(),
    blockers: list("What stands in the way").optional(),
    next_actions: list("What to do next"),
    key_changes: list("Changes that matter to others").optional(),
  }),
  runbook: z.strictObject({
    trigger: text("When to reach for this: the error or event"),
    symptoms: list("How it shows").optional(),
    steps: someOf("What to do, in order"),
    verification: text("How to tell that it worked"),
    root_cause: text("Why it happens").optional(),
    environment: text("Where it holds: versions, systems").optional(),
  }),
  constraint: z.strictObject({
    kind: z.enum(["limitation", "gap", "policy", "technical"]).describe("What sort of wall this is"),
    rule: text("What cannot or must not be done"),
    impact: someOf("What it means for the work"),
    workarounds: list("Ways around it").optional(),
    severity: z.enum(["high", "medium", "low"]).describe("How much it binds"),
    active: z.boolean().describe("Whether it still holds"),
    expires: text("When it ends, as far as known: a date or an event").optional(),
  }),
  tech_debt: z.strictObject({
    status: z
      .enum(["open", "in_progress", "resolved", "wont_fix"])
      .describe("State of the work, not of the record"),
    priority: z.enum(["critical", "high", "medium", "low"]).describe("How soon it should be paid"),
    description: text("What was left undone"),
    reason_deferred: text("Why it was left"),
    impact: list("What it costs meanwhile").optional(),
    suggested_fix: list("How it could be mended").optional(),
    acceptance_criteria: list("When it counts as done").optional(),
  }),
  preference: z.strictObject({
    topic: text("What it is about"),
    value: text("What is preferred"),
    reason: text("Why"),
    strength: z.enum(["strong", "default", "soft"]).describe("How firmly it is held"),
    examples: z
      .strictObject({
        prefer: list("Like this").optional(),
        avoid: list("Not like this").optional(),
      })
      .optional()
      .describe("Examples of both kinds"),
  }),
};

/** A record, its fields in the order of the file. */
export const recordSchema = (category: z.ZodType, content: z.ZodType): z.ZodObject =>
  z.strictObject({
    schema_version: z.literal(SCHEMA_VERSION).describe("Version of this format"),
    category: category.describe("The record's category"),
    id: id("Also the file's name, without .json"),
    title: z.string().min(1).max(TITLE_MAX).describe("One line that says what the record is about"),
    record_status: z
      .enum(RECORD_STATUSES)
      .optional()
      .describe("Lifecycle of the record: only active ones are found. Absent means active"),
    created_at: time("When the record was made, RFC 3339"),
    updated_at: time("When it last changed, RFC 3339"),
    tags: z
      .array(z.string().min(1).max(TAG_MAX))
      .min(1)
      .max(TAG_CAP)
      .describe("Lower-case search terms, sorted"),
    related_files: z
      .array(z.string().min(1).max(PATH_MAX))
      .max(ITEMS_MAX)
      .optional()
      .describe("Paths relative to the project's folder"),
    related_records: z
      .array(
        z.strictObject({
          id: id("Id of a record of this project"),
          relation: z.enum(RELATIONS).describe("What this record is to that one"),
        }),
      )
      .max(ITEMS_MAX)
      .optional()
      .describe("Typed links to other records"),
    confidence: z.number().min(0).max(1).optional().describe("How sure this is, 0 to 1"),
    content,
    changes: z
      .array(
        z.strictObject({
          date: time("When, RFC 3339"),
          summary: z.string().max(REASON_MAX).describe("What changed"),
          field: z.string().max(200).optional().describe("Dotted path of the changed field"),
          old_value: z.unknown().optional().describe("Value before"),
          new_value: z.unknown().optional().describe("Value after"),
        }),
      )
      .max(CHANGES_CAP)
      .optional()
      .describe("Change log, oldest first"),
    times_updated: z.int().min(0).optional().describe("How often the record was updated"),
    retired_at: time("When it was retired; only on retired records").optional(),
    retired_reason: reason("Why it was retired; only on retired records").optional(),
    archived_at: time("When it was archived; only on archived records").optional(),
    archived_reason: reason("Why it was archived; only on archived records").optional(),
  });
