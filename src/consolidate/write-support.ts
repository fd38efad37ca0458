/** What every write does: look up what is there, validate what shall be there, and say what was done. */
import type { Redacted } from "../privacy/finding.ts";
import type { Category, CategoryTable } from "../record/category.ts";
import { type FieldIssue, RecordError, type RecordErrorCode } from "../record/error.ts";
import { cleanTitle } from "../record/sanitize.ts";
import { recordIssues } from "../record/schema.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { RecordPath } from "../store/files/layout.ts";
import { isProblem, type StoredRecord } from "../store/files/read.ts";
import type { RecordTransaction } from "../store/files/transaction.ts";
import type { WriteResult } from "./types.ts";

export interface WriteContext {
  /** The project's folder; `related_files` are looked for below it. */
  projectDir: string;
  categories: CategoryTable;
  now(): Date;
  /** Days from retirement to purge, 0–3,650. */
  graceDays: number;
  /** Finds what must not be written. */
  redact(text: string): Redacted;
}

export function existingRecord(
  tx: RecordTransaction,
  path: RecordPath,
  code: RecordErrorCode,
  fix: string,
): StoredRecord {
  const target = tx.projectPath(path);
  const found = tx.read(path);
  if (found === undefined) throw new RecordError(code, { target, got: "no such file" }, fix);
  if (!isProblem(found)) return found;
  throw new RecordError(
    "READ_ERROR",
    { target, got: found.problem },
    "Mend or remove the file, then run recollect index --rebuild",
  );
}

export function validated(value: unknown, category: Category): ProjectRecord {
  const issues = recordIssues(value, category);
  if (issues.length > 0) throw invalid(issues);
  return value as ProjectRecord;
}

export function invalid(issues: readonly FieldIssue[]): RecordError {
  const once = issues.filter((issue, i) => issues.findIndex(({ field }) => field === issue.field) === i);
  const [first, ...rest] = once;
  if (!first) throw new Error("A validation error needs an issue");
  return RecordError.validation([first, ...rest]);
}

export const misnamed = ({ statedId, record }: StoredRecord): WriteResult["fixes"] =>
  statedId === undefined ? [] : [{ field: "id", what: `set to ${record.id}, the name of the file` }];

export const result = (
  tx: RecordTransaction,
  status: WriteResult["status"],
  path: RecordPath,
  record: ProjectRecord,
  fixes: WriteResult["fixes"],
  warnings: string[],
): WriteResult => ({
  status,
  target: tx.projectPath(path),
  id: record.id,
  title: cleanTitle(record.title),
  fixes,
  warnings,
  record,
});
