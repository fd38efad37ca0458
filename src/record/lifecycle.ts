/**
 * The lifecycle of a record: active → retired → (restored | purged), active ⇄ archived. Only active records are
 * found. Pure: each transition answers with the record as it is afterwards.
 */
import { appendChange, cleanSummary, fieldChange } from "./changes.ts";
import { RecordError, type RecordErrorCode } from "./error.ts";
import { DAY_MS, HOUR_MS } from "./time.ts";
import type { ProjectRecord, RecordStatus } from "./types.ts";

export type Transition =
  | { outcome: "changed"; record: ProjectRecord; warnings: string[] }
  /** It was so before; nothing is written. */
  | { outcome: "already"; record: ProjectRecord };

export interface TransitionContext {
  /** RFC 3339, UTC. */
  now: string;
  /** Cleaned and cut to 300 characters; "No reason provided" where absent or blank. */
  reason?: string;
}

export interface GraceContext extends TransitionContext {
  /** Days from retirement to purge, 0–3,650. */
  graceDays: number;
}

export const NO_REASON = "No reason provided";
/** A retired record is not made anew under its id for so long: a concurrent update would bring it back. */
export const RESURRECTION_HOURS = 24;
/** A record restored after more days than this may be out of date. */
export const STALE_DAYS = 7;

/**
 * Takes a record out of use; it is purged after the grace period.
 * @throws RecordError DELETE_ERROR if it is archived.
 */
export function retire(record: ProjectRecord, context: TransitionContext): Transition {
  const status = statusOf(record);
  if (status === "retired") return { outcome: "already", record };
  if (status === "archived") {
    throw refusal("DELETE_ERROR", record, "active", "Unarchive the record first, then retire it");
  }
  return changed(toRetired(record, context));
}

/**
 * Takes a record out of use and keeps it for good.
 * @throws RecordError ARCHIVE_ERROR if it is retired.
 */
export function archive(record: ProjectRecord, context: TransitionContext): Transition {
  const status = statusOf(record);
  if (status === "archived") return { outcome: "already", record };
  if (status === "retired") {
    throw refusal("ARCHIVE_ERROR", record, "active", "Restore the record first, then archive it");
  }
  return changed(toArchived(record, context));
}

/** @throws RecordError UNARCHIVE_ERROR unless it is archived. */
export function unarchive(record: ProjectRecord, context: TransitionContext): Transition {
  if (statusOf(record) !== "archived") {
    const fix = statusOf(record) === "retired" ? "Restore the record instead" : "Nothing to do: it is active";
    throw refusal("UNARCHIVE_ERROR", record, "archived", fix);
  }
  return changed(toActive(record, "Unarchived", context));
}

/**
 * Brings a retired record back; warns if it was retired more than 7 days ago.
 * @throws RecordError RESTORE_ERROR unless it is retired and its grace period still runs.
 */
export function restore(record: ProjectRecord, context: GraceContext): Transition {
  if (statusOf(record) !== "retired") {
    const fix =
      statusOf(record) === "archived" ? "Unarchive the record instead" : "Nothing to do: it is active";
    throw refusal("RESTORE_ERROR", record, "retired", fix);
  }
  const age = ageDays(record, context.now);
  if (purgeable(record, context.now, context.graceDays)) {
    throw new RecordError(
      "RESTORE_ERROR",
      {
        id: record.id,
        expected: `a record retired less than ${context.graceDays} days ago`,
        got: `retired ${record.retired_at ?? "at an unknown time"}`,
      },
      "Create it anew from what still holds",
    );
  }
  const warnings =
    age !== undefined && age > STALE_DAYS
      ? [
          `Retired ${Math.floor(age)} days ago (${record.retired_reason ?? NO_REASON}): check that it still holds`,
        ]
      : [];
  return { outcome: "changed", record: toActive(record, "Restored", context), warnings };
}

/**
 * Garbage collection's way to keep a retired record for good instead of purging it.
 * @throws RecordError ARCHIVE_ERROR unless it is retired and its grace period is over.
 */
export function archiveRetired(record: ProjectRecord, context: GraceContext): Transition {
  if (statusOf(record) === "archived") return { outcome: "already", record };
  if (!purgeable(record, context.now, context.graceDays)) {
    throw refusal(
      "ARCHIVE_ERROR",
      record,
      "retired, its grace period over",
      "Wait for the grace period to end",
    );
  }
  const reason = context.reason ?? `Retired: ${record.retired_reason ?? NO_REASON}`;
  return changed(toArchived(record, { now: context.now, reason }));
}

/** Whether a record is retired and its grace period over. False where `retired_at` cannot be read. */
export function purgeable(record: ProjectRecord, now: string, graceDays: number): boolean {
  const age = ageDays(record, now);
  return statusOf(record) === "retired" && age !== undefined && age >= graceDays;
}

/**
 * Makes sure that a record may be created where `existing` stands.
 * @param target How the place is named in errors; the id where absent.
 * @throws RecordError CREATE_ERROR if an active or archived record stands there, ANTI_RESURRECTION_ERROR if it was
 * retired less than 24 hours ago.
 */
export function checkCreate(
  existing: ProjectRecord | undefined,
  now: string,
  target: string = existing?.id ?? "",
): void {
  if (existing === undefined) return;
  const status = statusOf(existing);
  if (status !== "retired") {
    throw new RecordError(
      "CREATE_ERROR",
      {
        target,
        expected: "no record at this place",
        got: `an ${status} record, ${JSON.stringify(existing.title)}`,
      },
      status === "active"
        ? "Update the record instead, or choose another title"
        : "Unarchive and update the record instead, or choose another title",
    );
  }
  const age = ageDays(existing, now);
  if (age !== undefined && age * DAY_MS < RESURRECTION_HOURS * HOUR_MS) {
    throw new RecordError(
      "ANTI_RESURRECTION_ERROR",
      { target, retired_at: existing.retired_at ?? "" },
      `Restore the record instead, choose another title, or wait until ${RESURRECTION_HOURS} hours have passed`,
    );
  }
}

/** Files written before `record_status` existed are active. */
const statusOf = (record: ProjectRecord): RecordStatus => record.record_status ?? "active";

/** Days since retirement, also fractions of one; below 0 if the clock went back. Undefined if unknown. */
function ageDays(record: ProjectRecord, now: string): number | undefined {
  const age = Date.parse(now) - Date.parse(record.retired_at ?? "");
  return Number.isNaN(age) ? undefined : age / DAY_MS;
}

const changed = (record: ProjectRecord): Transition => ({ outcome: "changed", record, warnings: [] });

const reasonOf = (context: TransitionContext): string => cleanSummary(context.reason ?? "") || NO_REASON;

function toRetired(record: ProjectRecord, context: TransitionContext): ProjectRecord {
  const reason = reasonOf(context);
  const next = moved(record, "retired", `Retired: ${reason}`, context.now);
  return { ...next, retired_at: context.now, retired_reason: reason };
}

function toArchived(record: ProjectRecord, context: TransitionContext): ProjectRecord {
  const reason = reasonOf(context);
  const next = moved(record, "archived", `Archived: ${reason}`, context.now);
  return { ...next, archived_at: context.now, archived_reason: reason };
}

function toActive(
  record: ProjectRecord,
  what: string,
  { now, reason = "" }: TransitionContext,
): ProjectRecord {
  return moved(record, "active", cleanSummary(reason) ? `${what}: ${reason}` : what, now);
}

/** With the new status, without the fields of the old one, and with an entry in the change log. */
function moved(record: ProjectRecord, to: RecordStatus, summary: string, now: string): ProjectRecord {
  const { retired_at, retired_reason, archived_at, archived_reason, ...rest } = record;
  return {
    ...rest,
    record_status: to,
    updated_at: now,
    changes: appendChange(
      record.changes ?? [],
      fieldChange(now, summary, "record_status", statusOf(record), to),
    ),
  };
}

const refusal = (code: RecordErrorCode, record: ProjectRecord, expected: string, fix: string): RecordError =>
  new RecordError(code, { id: record.id, expected: `record_status ${expected}`, got: statusOf(record) }, fix);
