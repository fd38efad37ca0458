/**
 * The fields of records and of each category's content, with their limits and a line on each for editors.
 *
 * They are put together from the core of the schema library, whose classes check and do nothing else, when they are asked for,
 * and fields of one kind share one schema: building what is never used, and methods for chaining, would take longer
 * than all else that a process does which writes one record and ends.
 */
import {
  _gte,
  _isoDateTime,
  _lte,
  _maxLength,
  _minLength,
  _regex,
  $ZodArray,
  $ZodBoolean,
  type $ZodCheck,
  $ZodISODateTime,
  $ZodLiteral,
  $ZodNever,
  $ZodNumber,
  $ZodNumberFormat,
  $ZodObject,
  $ZodOptional,
  $ZodString,
  type $ZodType,
  $ZodUnknown,
} from "zod/v4/core";
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

/** What becomes of a field's schema and the line that describes it. */
export type Describe = (description: string, schema: $ZodType) => $ZodType;

/** For checking, where descriptions are of no use. */
export const undescribed: Describe = (_, schema) => schema;

/** The function's value, made on the first call. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const string = (...checks: $ZodCheck<string>[]): $ZodString => new $ZodString({ type: "string", checks });
const line = (max: number): $ZodString => string(_minLength(1), _maxLength(max));
const array = (element: $ZodType, ...checks: $ZodCheck<unknown[]>[]): $ZodArray =>
  new $ZodArray({ type: "array", element, checks });
const oneOf = (...values: string[]): $ZodLiteral => new $ZodLiteral({ type: "literal", values });
const optional = (innerType: $ZodType): $ZodOptional => new $ZodOptional({ type: "optional", innerType });
/** No field but these. */
const object = (shape: { [field: string]: $ZodType }): $ZodObject =>
  new $ZodObject({ type: "object", shape, catchall: new $ZodNever({ type: "never" }) });

/** Any value, also none. */
export const anything: () => $ZodType = once(() => optional(new $ZodUnknown({ type: "unknown" })));
const text = once(() => string(_maxLength(FIELD_MAX)));
const list = once(() => array(text(), _maxLength(ITEMS_MAX)));
const someOf = once(() => array(text(), _minLength(1), _maxLength(ITEMS_MAX)));
const time = once(() => _isoDateTime($ZodISODateTime, { offset: true }));
const reason = once(() => line(REASON_MAX));
/** A whole number that a JavaScript number holds exactly. */
const count = (): $ZodNumberFormat =>
  new $ZodNumberFormat({
    type: "number",
    check: "number_format",
    abort: false,
    format: "safeint",
    checks: [_gte(0)],
  });
const id = once(() =>
  string(_regex(ID_PATTERN, "1–80 characters of kebab-case: a–z, 0–9 and single hyphens inside")),
);

type ContentShapes = { readonly [name in BuiltInCategory]: (field: Describe) => $ZodObject };

const CONTENTS: ContentShapes = {
  decision: (field) =>
    object({
      status: field(
        "State of the decision itself, not of the record",
        oneOf("proposed", "accepted", "deprecated", "superseded"),
      ),
      context: field("The situation that asked for a decision", text()),
      decision: field("What was decided", text()),
      alternatives: field(
        "Options that were considered and rejected",
        optional(
          array(
            object({
              option: field("What else was considered", text()),
              rejected_reason: field("Why it was not chosen", text()),
            }),
            _maxLength(ITEMS_MAX),
          ),
        ),
      ),
      rationale: field("Why: one reason per item", someOf()),
      consequences: optional(field("What follows from it", list())),
    }),
  session_summary: (field) =>
    object({
      goal: field("What the session was for", text()),
      outcome: field("How it ended", oneOf("success", "partial", "blocked", "abandoned")),
      completed: field("What was finished", list()),
      in_progress: optional(field("What was begun and not finished", list())),
      blockers: optional(field("What stands in the way", list())),
      next_actions: field("What to do next", list()),
      key_changes: optional(field("Changes that matter to others", list())),
    }),
  runbook: (field) =>
    object({
      trigger: field("When to reach for this: the error or event", text()),
      symptoms: optional(field("How it shows", list())),
      steps: field("What to do, in order", someOf()),
      verification: field("How to tell that it worked", text()),
      root_cause: optional(field("Why it happens", text())),
      environment: optional(field("Where it holds: versions, systems", text())),
    }),
  constraint: (field) =>
    object({
      kind: field("What sort of wall this is", oneOf("limitation", "gap", "policy", "technical")),
      rule: field("What cannot or must not be done", text()),
      impact: field("What it means for the work", someOf()),
      workarounds: optional(field("Ways around it", list())),
      severity: field("How much it binds", oneOf("high", "medium", "low")),
      active: field("Whether it still holds", new $ZodBoolean({ type: "boolean" })),
      expires: optional(field("When it ends, as far as known: a date or an event", text())),
    }),
  tech_debt: (field) =>
    object({
      status: field(
        "State of the work, not of the record",
        oneOf("open", "in_progress", "resolved", "wont_fix"),
      ),
      priority: field("How soon it should be paid", oneOf("critical", "high", "medium", "low")),
      description: field("What was left undone", text()),
      reason_deferred: field("Why it was left", text()),
      impact: optional(field("What it costs meanwhile", list())),
      suggested_fix: optional(field("How it could be mended", list())),
      acceptance_criteria: optional(field("When it counts as done", list())),
    }),
  preference: (field) =>
    object({
      topic: field("What it is about", text()),
      value: field("What is preferred", text()),
      reason: field("Why", text()),
      strength: field("How firmly it is held", oneOf("strong", "default", "soft")),
      examples: field(
        "Examples of both kinds",
        optional(
          object({
            prefer: optional(field("Like this", list())),
            avoid: optional(field("Not like this", list())),
          }),
        ),
      ),
    }),
};

/** The content of a built-in category; made anew on every call. */
export const contentShape = (category: BuiltInCategory, field: Describe): $ZodObject =>
  CONTENTS[category](field);

/** A record, its fields in the order of the file. */
export const recordSchema = (category: $ZodType, content: $ZodType, field: Describe): $ZodObject =>
  object({
    schema_version: field("Version of this format", oneOf(SCHEMA_VERSION)),
    category: field("The record's category", category),
    id: field("Also the file's name, without .json", id()),
    title: field("One line that says what the record is about", line(TITLE_MAX)),
    record_status: field(
      "Lifecycle of the record: only active ones are found. Absent means active",
      optional(oneOf(...RECORD_STATUSES)),
    ),
    created_at: field("When the record was made, RFC 3339", time()),
    updated_at: field("When it last changed, RFC 3339", time()),
    tags: field("Lower-case search terms, sorted", array(line(TAG_MAX), _minLength(1), _maxLength(TAG_CAP))),
    related_files: field(
      "Paths relative to the project's folder",
      optional(array(line(PATH_MAX), _maxLength(ITEMS_MAX))),
    ),
    related_records: field(
      "Typed links to other records",
      optional(
        array(
          object({
            id: field("Id of a record of this project", id()),
            relation: field("What this record is to that one", oneOf(...RELATIONS)),
          }),
          _maxLength(ITEMS_MAX),
        ),
      ),
    ),
    confidence: field(
      "How sure this is, 0 to 1",
      optional(new $ZodNumber({ type: "number", checks: [_gte(0), _lte(1)] })),
    ),
    content,
    changes: field(
      "Change log, oldest first",
      optional(
        array(
          object({
            date: field("When, RFC 3339", time()),
            summary: field("What changed", string(_maxLength(REASON_MAX))),
            field: field("Dotted path of the changed field", optional(string(_maxLength(200)))),
            old_value: field("Value before", anything()),
            new_value: field("Value after", anything()),
          }),
          _maxLength(CHANGES_CAP),
        ),
      ),
    ),
    times_updated: field("How often the record was updated", optional(count())),
    retired_at: optional(field("When it was retired; only on retired records", time())),
    retired_reason: optional(field("Why it was retired; only on retired records", reason())),
    archived_at: optional(field("When it was archived; only on archived records", time())),
    archived_reason: optional(field("Why it was archived; only on archived records", reason())),
  });
