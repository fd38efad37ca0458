/**
 * The fields of records and of each category's content, with their limits and a line on each for editors.
 *
 * Made with the functional form of the schema library and only when asked for: a process that writes one record and ends
 * would otherwise spend most of its time on methods and categories that it never uses.
 */
import * as z from "zod/mini";
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

function described<T extends z.ZodMiniType>(description: string, schema: T): T {
  z.globalRegistry.add(schema, { description });
  return schema;
}

const longText = () => z.string().check(z.maxLength(FIELD_MAX));
const text = (description: string) => described(description, longText());
const list = (description: string) =>
  described(description, z.array(longText()).check(z.maxLength(ITEMS_MAX)));
const someOf = (description: string) =>
  described(description, z.array(longText()).check(z.minLength(1), z.maxLength(ITEMS_MAX)));
const oneOf = <const T extends readonly string[]>(description: string, values: T) =>
  described(description, z.enum(values));
const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const time = (description: string) => described(description, z.iso.datetime({ offset: true }));
const reason = (description: string) => described(description, line(REASON_MAX));
const id = (description: string) =>
  described(
    description,
    z
      .string()
      .check(z.regex(ID_PATTERN, "1–80 characters of kebab-case: a–z, 0–9 and single hyphens inside")),
  );

type ContentShapes = { readonly [name in BuiltInCategory]: () => z.ZodMiniObject };

const CONTENTS: ContentShapes = {
  decision: () =>
    z.strictObject({
      status: oneOf("State of the decision itself, not of the record", [
        "proposed",
        "accepted",
        "deprecated",
        "superseded",
      ]),
      context: text("The situation that asked for a decision"),
      decision: text("What was decided"),
      alternatives: described(
        "Options that were considered and rejected",
        z.optional(
          z
            .array(
              z.strictObject({
                option: text("What else was considered"),
                rejected_reason: text("Why it was not chosen"),
              }),
            )
            .check(z.maxLength(ITEMS_MAX)),
        ),
      ),
      rationale: someOf("Why: one reason per item"),
      consequences: z.optional(list("What follows from it")),
    }),
  session_summary: () =>
    z.strictObject({
      goal: text("What the session was for"),
      outcome: oneOf("How it ended", ["success", "partial", "blocked", "abandoned"]),
      completed: list("What was finished"),
      in_progress: z.optional(list("What was begun and not finished")),
      blockers: z.optional(list("What stands in the way")),
      next_actions: list("What to do next"),
      key_changes: z.optional(list("Changes that matter to others")),
    }),
  runbook: () =>
    z.strictObject({
      trigger: text("When to reach for this: the error or event"),
      symptoms: z.optional(list("How it shows")),
      steps: someOf("What to do, in order"),
      verification: text("How to tell that it worked"),
      root_cause: z.optional(text("Why it happens")),
      environment: z.optional(text("Where it holds: versions, systems")),
    }),
  constraint: () =>
    z.strictObject({
      kind: oneOf("What sort of wall this is", ["limitation", "gap", "policy", "technical"]),
      rule: text("What cannot or must not be done"),
      impact: someOf("What it means for the work"),
      workarounds: z.optional(list("Ways around it")),
      severity: oneOf("How much it binds", ["high", "medium", "low"]),
      active: described("Whether it still holds", z.boolean()),
      expires: z.optional(text("When it ends, as far as known: a date or an event")),
    }),
  tech_debt: () =>
    z.strictObject({
      status: oneOf("State of the work, not of the record", ["open", "in_progress", "resolved", "wont_fix"]),
      priority: oneOf("How soon it should be paid", ["critical", "high", "medium", "low"]),
      description: text("What was left undone"),
      reason_deferred: text("Why it was left"),
      impact: z.optional(list("What it costs meanwhile")),
      suggested_fix: z.optional(list("How it could be mended")),
      acceptance_criteria: z.optional(list("When it counts as done")),
    }),
  preference: () =>
    z.strictObject({
      topic: text("What it is about"),
      value: text("What is preferred"),
      reason: text("Why"),
      strength: oneOf("How firmly it is held", ["strong", "default", "soft"]),
      examples: described(
        "Examples of both kinds",
        z.optional(
          z.strictObject({
            prefer: z.optional(list("Like this")),
            avoid: z.optional(list("Not like this")),
          }),
        ),
      ),
    }),
};

/** The content of a built-in category; made anew on every call. */
export const contentShape = (category: BuiltInCategory): z.ZodMiniObject => CONTENTS[category]();

/** A record, its fields in the order of the file. */
export const recordSchema = (category: z.ZodMiniType, content: z.ZodMiniType): z.ZodMiniObject =>
  z.strictObject({
    schema_version: described("Version of this format", z.literal(SCHEMA_VERSION)),
    category: described("The record's category", category),
    id: id("Also the file's name, without .json"),
    title: described("One line that says what the record is about", line(TITLE_MAX)),
    record_status: described(
      "Lifecycle of the record: only active ones are found. Absent means active",
      z.optional(z.enum(RECORD_STATUSES)),
    ),
    created_at: time("When the record was made, RFC 3339"),
    updated_at: time("When it last changed, RFC 3339"),
    tags: described(
      "Lower-case search terms, sorted",
      z.array(line(TAG_MAX)).check(z.minLength(1), z.maxLength(TAG_CAP)),
    ),
    related_files: described(
      "Paths relative to the project's folder",
      z.optional(z.array(line(PATH_MAX)).check(z.maxLength(ITEMS_MAX))),
    ),
    related_records: described(
      "Typed links to other records",
      z.optional(
        z
          .array(
            z.strictObject({
              id: id("Id of a record of this project"),
              relation: oneOf("What this record is to that one", RELATIONS),
            }),
          )
          .check(z.maxLength(ITEMS_MAX)),
      ),
    ),
    confidence: described(
      "How sure this is, 0 to 1",
      z.optional(z.number().check(z.minimum(0), z.maximum(1))),
    ),
    content,
    changes: described(
      "Change log, oldest first",
      z.optional(
        z
          .array(
            z.strictObject({
              date: time("When, RFC 3339"),
              summary: described("What changed", z.string().check(z.maxLength(REASON_MAX))),
              field: described(
                "Dotted path of the changed field",
                z.optional(z.string().check(z.maxLength(200))),
              ),
              old_value: described("Value before", z.optional(z.unknown())),
              new_value: described("Value after", z.optional(z.unknown())),
            }),
          )
          .check(z.maxLength(CHANGES_CAP)),
      ),
    ),
    times_updated: described("How often the record was updated", z.optional(z.int().check(z.minimum(0)))),
    retired_at: z.optional(time("When it was retired; only on retired records")),
    retired_reason: z.optional(reason("Why it was retired; only on retired records")),
    archived_at: z.optional(time("When it was archived; only on archived records")),
    archived_reason: z.optional(reason("Why it was archived; only on archived records")),
  });
