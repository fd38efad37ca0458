/** Rules that hold between the fields of a record, and bounds that hold for values of any shape. */
import type { FieldIssue } from "./error.ts";
import { pathProblem } from "./paths.ts";
import { describeValue, isObject, type JsonObject, MAX_DEPTH } from "./value.ts";

/** Most characters of any one text field. */
export const FIELD_MAX = 20_000;
/** Most items of any list, and most fields of any object. */
export const ITEMS_MAX = 200;
/** Most characters of all texts of a record together. */
export const RECORD_MAX = 500_000;
/** Most characters of a field's name in a custom category. */
export const KEY_MAX = 80;

const LIFECYCLE_FIELDS = ["retired_at", "retired_reason", "archived_at", "archived_reason"] as const;

/**
 * A retired record says when and why, an archived one too, and neither carries the other's fields; an active one
 * carries none. `content.status` is the subject's own state, never the record's.
 */
export function lifecycleIssues(record: JsonObject): FieldIssue[] {
  const status = record.record_status ?? "active";
  const issues: FieldIssue[] = [];
  for (const field of LIFECYCLE_FIELDS) {
    const due = typeof status === "string" && field.startsWith(status);
    const value = record[field];
    if (due && (typeof value !== "string" || value === "")) {
      issues.push({
        field,
        expected: `a text, because record_status is ${describeValue(status)}`,
        got: describeValue(value),
        fix: `Add ${field}, or set record_status through the retire and archive actions`,
      });
    } else if (!due && value !== undefined) {
      issues.push({
        field,
        expected: `no such field while record_status is ${describeValue(status)}`,
        got: describeValue(value),
        fix: `Remove ${field}`,
      });
    }
  }
  return issues;
}

/** `content.status` never says what `record_status` says. */
export function contentStatusIssues(content: unknown): FieldIssue[] {
  const status = isObject(content) ? content.status : undefined;
  if (status !== "retired" && status !== "archived") return [];
  return [
    {
      field: "content.status",
      expected: "a state of the subject, not of the record",
      got: describeValue(status),
      fix: `Leave content.status as it is and ${status === "retired" ? "retire" : "archive"} the record instead`,
    },
  ];
}

export function relatedFileIssues(files: unknown): FieldIssue[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((path, i) => {
    const problem = typeof path === "string" ? pathProblem(path) : undefined;
    if (problem === undefined) return [];
    return {
      field: `related_files.${i}`,
      expected: "a path relative to the project's folder, without `..`",
      got: `${describeValue(path)} (${problem})`,
      fix: "Give the path from the project's folder, e.g. src/main.ts, or leave it out",
    };
  });
}

/** Bounds that keep one value from filling the disk or the screen; checked before anything looks closer. */
export function sizeIssues(value: unknown, path = ""): FieldIssue[] {
  const walk = { issues: [] as FieldIssue[], characters: 0 };
  measure(value, path, 0, walk);
  if (walk.issues.length === 0 && walk.characters > RECORD_MAX) {
    walk.issues.push({
      field: path,
      expected: `at most ${RECORD_MAX} characters in all`,
      got: `${walk.characters} characters`,
      fix: "Keep what a reader needs, and put the rest into a file that related_files names",
    });
  }
  return walk.issues;
}

/** More would only repeat the same trouble. */
const ISSUES_MAX = 20;

function measure(
  value: unknown,
  path: string,
  depth: number,
  walk: { issues: FieldIssue[]; characters: number },
): void {
  if (walk.issues.length >= ISSUES_MAX) return;
  const complain = (expected: string, got: string, fix: string): void => {
    walk.issues.push({ field: path, expected, got, fix });
  };
  if (typeof value === "string") {
    walk.characters += value.length;
    if (value.length > FIELD_MAX) {
      complain(
        `at most ${FIELD_MAX} characters`,
        `a string of ${value.length} characters`,
        `Shorten ${path}`,
      );
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_DEPTH) {
    complain(`at most ${MAX_DEPTH} levels of nesting`, "more", `Flatten ${path}`);
    return;
  }
  const entries = Object.entries(value);
  if (entries.length > ITEMS_MAX) {
    const noun = Array.isArray(value) ? "items" : "fields";
    complain(`at most ${ITEMS_MAX} ${noun}`, `${entries.length} ${noun}`, `Shorten ${path || "the record"}`);
    return;
  }
  for (const [key, item] of entries) {
    const field = path === "" ? key.slice(0, KEY_MAX) : `${path}.${key.slice(0, KEY_MAX)}`;
    if (key.length > KEY_MAX || key === "__proto__" || /[\x00-\x1f\x7f]/.test(key)) {
      complain(
        `field names of 1–${KEY_MAX} characters without control characters`,
        describeValue(key),
        "Rename the field",
      );
    }
    measure(item, field, depth + 1, walk);
  }
}
