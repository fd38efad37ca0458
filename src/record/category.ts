/**
 * The six built-in categories of records, and what a custom category must say about itself.
 * A category decides the folder of its files, how they are shown, and what triage may do to them.
 */

export const BUILT_IN_CATEGORIES = [
  "session_summary",
  "decision",
  "runbook",
  "constraint",
  "tech_debt",
  "preference",
] as const;

export type BuiltInCategory = (typeof BUILT_IN_CATEGORIES)[number];

/** A category's name: one of the built-in six, or a custom one from the configuration (`^[a-z][a-z0-9_]{0,39}$`). */
export type CategoryName = BuiltInCategory | (string & {});

/** How a custom category's `content` is checked. Built-in categories have their own schemas. */
export type ContentCheck =
  | { kind: "built_in"; category: BuiltInCategory }
  /** Any JSON object with at least one key. */
  | { kind: "generic" }
  /** A JSON Schema (draft 2020-12 or draft 7) for `content`. */
  | { kind: "json_schema"; schema: Readonly<{ [key: string]: unknown }> };

export interface Category {
  readonly name: CategoryName;
  /** Folder below the memory root: one path segment. */
  readonly folder: string;
  /** Upper-case name in index lines and in injected text, e.g. `TECH_DEBT`. */
  readonly display: string;
  /** Plain text for people and models. */
  readonly description: string;
  /** Order among equal scores: 1 comes first. Custom categories are 7. */
  readonly priority: number;
  /** Fields of `content` that make up a candidate's excerpt and a record's gist, most telling first. */
  readonly keyFields: readonly string[];
  /** Whether capture may retire a record of this category; people always may, except session summaries. */
  readonly retirableByCapture: boolean;
  readonly content: ContentCheck;
}

const builtIn = (
  name: BuiltInCategory,
  folder: string,
  priority: number,
  retirableByCapture: boolean,
  keyFields: readonly string[],
  description: string,
): Category => ({
  name,
  folder,
  display: name.toUpperCase(),
  description,
  priority,
  keyFields,
  retirableByCapture,
  content: { kind: "built_in", category: name },
});

/** The built-in categories by name. */
export const CATEGORIES: Readonly<{ [name in BuiltInCategory]: Category }> = {
  decision: builtIn(
    "decision",
    "decisions",
    1,
    false,
    ["decision", "context", "rationale", "status", "consequences"],
    "Choice + rationale (why X over Y)",
  ),
  constraint: builtIn(
    "constraint",
    "constraints",
    2,
    true,
    ["rule", "impact", "workarounds", "severity", "kind"],
    "Known limitations (enduring walls)",
  ),
  preference: builtIn(
    "preference",
    "preferences",
    3,
    false,
    ["topic", "value", "reason", "strength"],
    "Conventions (how things should be done)",
  ),
  runbook: builtIn(
    "runbook",
    "runbooks",
    4,
    true,
    ["trigger", "root_cause", "steps", "symptoms", "verification"],
    "Error fix procedure (diagnose, fix, verify)",
  ),
  tech_debt: builtIn(
    "tech_debt",
    "tech-debt",
    5,
    true,
    ["description", "reason_deferred", "status", "priority", "suggested_fix"],
    "Deferred work (what was skipped and why)",
  ),
  session_summary: builtIn(
    "session_summary",
    "sessions",
    6,
    false,
    ["goal", "outcome", "next_actions", "blockers", "completed"],
    "Work resume snapshot",
  ),
};

/** Name of a category that a configuration adds. */
export const CATEGORY_NAME: RegExp = /^[a-z][a-z0-9_]{0,39}$/;
/** Folder of a category. */
export const CATEGORY_FOLDER: RegExp = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const CUSTOM_CATEGORY_PRIORITY = 7;

/** What a project knows of its categories: the built-in ones and those of its configuration. */
export type CategoryTable = ReadonlyMap<CategoryName, Category>;

/** The table of a project without custom categories. */
export const builtInCategories = (): Map<CategoryName, Category> =>
  new Map(BUILT_IN_CATEGORIES.map((name) => [name, CATEGORIES[name]]));
