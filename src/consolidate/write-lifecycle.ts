/** Retire, archive, unarchive, restore, purge: each a function of a transaction; on an error nothing is written. */
import type { CategoryName } from "../record/category.ts";
import { RecordError, type RecordErrorCode } from "../record/error.ts";
import { archive, purgeable, restore, retire, type Transition, unarchive } from "../record/lifecycle.ts";
import { recordIssues } from "../record/schema.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { RecordTransaction } from "../store/files/transaction.ts";
import type { WriteResult } from "./types.ts";
import { existingRecord, invalid, misnamed, result, type WriteContext } from "./write-support.ts";

export interface LifecycleRequest {
  target: string;
  category?: CategoryName;
  reason?: string;
}

/**
 * Retires an active record: out of the index and of recall, restorable until purged. Retiring it twice is no error.
 *
 * @throws RecordError `DELETE_ERROR` if there is none or it is archived; `READ_ERROR`, `NOT_FOUND`, `PATH_ERROR`, `WRITE_ERROR`.
 */
export const retireRecord = (
  tx: RecordTransaction,
  ctx: WriteContext,
  request: LifecycleRequest,
): WriteResult =>
  changeStatus(tx, ctx, request, "DELETE_ERROR", ["retired", "already_retired"], (record, now) =>
    retire(record, { now, ...reasonOf(request) }),
  );

/** Archives an active record: out of the index, kept for good. Throws as `retireRecord` does, with `ARCHIVE_ERROR`. */
export const archiveRecord = (
  tx: RecordTransaction,
  ctx: WriteContext,
  request: LifecycleRequest,
): WriteResult =>
  changeStatus(tx, ctx, request, "ARCHIVE_ERROR", ["archived", "already_archived"], (record, now) =>
    archive(record, { now, ...reasonOf(request) }),
  );

/** Makes an archived record active again. Throws as `retireRecord` does, with `UNARCHIVE_ERROR`. */
export const unarchiveRecord = (
  tx: RecordTransaction,
  ctx: WriteContext,
  request: LifecycleRequest,
): WriteResult =>
  changeStatus(tx, ctx, request, "UNARCHIVE_ERROR", ["unarchived", "unarchived"], (record, now) =>
    unarchive(record, { now, ...reasonOf(request) }),
  );

/**
 * Makes a retired record active again within the grace period; warns if it was retired more than 7 days ago. Throws as
 * `retireRecord` does, with `RESTORE_ERROR`.
 */
export const restoreRecord = (
  tx: RecordTransaction,
  ctx: WriteContext,
  request: LifecycleRequest,
): WriteResult =>
  changeStatus(tx, ctx, request, "RESTORE_ERROR", ["restored", "restored"], (record, now) =>
    restore(record, { now, graceDays: ctx.graceDays, ...reasonOf(request) }),
  );

const reasonOf = ({ reason }: LifecycleRequest): { reason?: string } =>
  reason === undefined ? {} : { reason };

function changeStatus(
  tx: RecordTransaction,
  ctx: WriteContext,
  request: LifecycleRequest,
  code: RecordErrorCode,
  [changed, already]: readonly [WriteResult["status"], WriteResult["status"]],
  step: (record: ProjectRecord, now: string) => Transition,
): WriteResult {
  const path = tx.locate(request.target, request.category);
  const old = existingRecord(
    tx,
    path,
    code,
    "List the records to see their ids: recollect list --status all",
  );
  const transition = step(old.record, ctx.now().toISOString());
  const { record } = transition;
  const warnings: string[] = [];
  if (transition.outcome === "changed") {
    const issues = recordIssues(record, tx.categoryOf(path));
    // A record that is not valid may leave recall, where it does harm, but not come back.
    if (issues.length > 0 && record.record_status === "active") throw invalid(issues);
    tx.put(path, record);
    warnings.push(
      ...transition.warnings,
      ...issues.map(({ field, expected, got }) => `${field} is ${got}, not ${expected}`),
    );
  }
  const status = transition.outcome === "changed" ? changed : already;
  const reason = record.retired_reason ?? record.archived_reason;
  return {
    ...result(tx, status, path, record, misnamed(old), warnings),
    ...(reason === undefined ? {} : { reason }),
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
