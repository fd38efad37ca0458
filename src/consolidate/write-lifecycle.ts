/** Retire, archive, unarchive, restore, purge: each a function of a transaction; on an error nothing is written. */
import type { CategoryName } from "../record/category.ts";
import { RecordError, type RecordErrorCode } from "../record/error.ts";
import {
  archive,
  type GraceContext,
  purgeable,
  restore,
  retire,
  type Transition,
  unarchive,
} from "../record/lifecycle.ts";
import { recordIssues } from "../record/schema.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { RecordTransaction } from "../store/files/transaction.ts";
import { cleared } from "./cleared.ts";
import type { WriteResult } from "./types.ts";
import { existingRecord, invalid, misnamed, result, type WriteContext } from "./write-support.ts";

export interface LifecycleRequest {
  target: string;
  category?: CategoryName;
  reason?: string;
}

/** A step of the lifecycle as a function of a transaction. */
type LifecycleStep = (tx: RecordTransaction, ctx: WriteContext, request: LifecycleRequest) => WriteResult;

/**
 * Retires an active record: out of the index and of recall, restorable until purged. Retiring it twice is no error.
 *
 * @throws RecordError `DELETE_ERROR` if there is none or it is archived; `READ_ERROR`, `NOT_FOUND`, `PATH_ERROR`, `WRITE_ERROR`.
 */
export const retireRecord: LifecycleStep = change("DELETE_ERROR", "retired", "already_retired", retire);

/** Archives an active record: out of the index, kept for good. Throws as `retireRecord` does, with `ARCHIVE_ERROR`. */
export const archiveRecord: LifecycleStep = change("ARCHIVE_ERROR", "archived", "already_archived", archive);

/** Makes an archived record active again. Throws as `retireRecord` does, with `UNARCHIVE_ERROR`. */
export const unarchiveRecord: LifecycleStep = change(
  "UNARCHIVE_ERROR",
  "unarchived",
  "unarchived",
  unarchive,
);

/**
 * Makes a retired record active again within the grace period; warns if it was retired more than 7 days ago. Throws as
 * `retireRecord` does, with `RESTORE_ERROR`.
 */
export const restoreRecord: LifecycleStep = change("RESTORE_ERROR", "restored", "restored", restore);

/** The step that `transition` makes of a record, and what it is called where it changed the record or was made already. */
function change(
  code: RecordErrorCode,
  changed: WriteResult["status"],
  already: WriteResult["status"],
  transition: (record: ProjectRecord, context: GraceContext) => Transition,
): LifecycleStep {
  return (tx, ctx, { target, category, reason: why }) => {
    const path = tx.locate(target, category);
    const old = existingRecord(
      tx,
      path,
      code,
      "List the records to see their ids: recollect list --status all",
    );
    const made = transition(old.record, {
      now: ctx.now().toISOString(),
      graceDays: ctx.graceDays,
      ...(why === undefined ? {} : cleared({ reason: why }, ctx.redact, old.record)),
    });
    const { record } = made;
    const warnings: string[] = [];
    if (made.outcome === "changed") {
      const issues = recordIssues(record, tx.categoryOf(path));
      // A record that is not valid may leave recall, where it does harm, but not come back.
      if (issues.length > 0 && record.record_status === "active") throw invalid(issues);
      tx.put(path, record);
      warnings.push(
        ...made.warnings,
        ...issues.map(({ field, expected, got }) => `${field} is ${got}, not ${expected}`),
      );
    }
    const status = made.outcome === "changed" ? changed : already;
    const reason = record.retired_reason ?? record.archived_reason;
    return {
      ...result(tx, status, path, record, misnamed(old), warnings),
      ...(reason === undefined ? {} : { reason }),
    };
  };
}

/**
 * Deletes a retired record whose grace period is over.
 *
 * @throws RecordError `PURGE_ERROR` if there is none, it is not retired, or the grace period lasts; `READ_ERROR`, `NOT_FOUND`,
 *   `PATH_ERROR`, `WRITE_ERROR`.
 */
export function purgeRecord(
  tx: RecordTransaction,
  ctx: WriteContext,
  request: LifecycleRequest,
): WriteResult {
  const path = tx.locate(request.target, request.category);
  const { record } = existingRecord(tx, path, "PURGE_ERROR", "List the records: recollect list --status all");
  const { graceDays } = ctx;
  if (!purgeable(record, ctx.now().toISOString(), graceDays)) {
    const { record_status, retired_at = "never" } = record;
    throw new RecordError(
      "PURGE_ERROR",
      {
        target: tx.projectPath(path),
        expected: `retired ${graceDays} days ago or earlier`,
        record_status,
        retired_at,
      },
      record_status === "retired" ? "Wait until the grace period is over" : "Retire the record first",
    );
  }
  tx.remove(path);
  const { record: _gone, ...purged } = result(tx, "purged", path, record, [], []);
  return purged;
}
