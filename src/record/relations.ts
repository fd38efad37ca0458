/** What a record's links and its change log say about its health. */
import type { AutoFix, ChangeEntry, ProjectRecord, RelatedRecord } from "./types.ts";
import { isObject, sameValue } from "./value.ts";

export interface RepairedRelations {
  /** The same object if nothing was wrong. */
  record: ProjectRecord;
  fixes: AutoFix[];
}

/**
 * Links that lead somewhere: those to renamed records follow them, those to gone records, to the record itself, and
 * repeated ones are dropped.
 * @param existingIds Ids of every record of the project, whatever its status.
 * @param renamed Old id → new id.
 */
export function repairRelations(
  record: ProjectRecord,
  existingIds: ReadonlySet<string>,
  renamed: ReadonlyMap<string, string> = new Map(),
): RepairedRelations {
  const kept: RelatedRecord[] = [];
  const fixes: AutoFix[] = [];
  const report = (what: string): void => {
    fixes.push({ field: "related_records", what });
  };
  for (const link of record.related_records ?? []) {
    const id = existingIds.has(link.id) ? link.id : (renamed.get(link.id) ?? link.id);
    const next = id === link.id ? link : { ...link, id };
    if (!existingIds.has(id)) report(`removed the link to ${link.id}, which no longer exists`);
    else if (id === record.id) report("removed the link to itself");
    else if (kept.some((other) => sameValue(other, next))) report(`removed a repeated link to ${id}`);
    else {
      if (id !== link.id) report(`followed the renaming of ${link.id} to ${id}`);
      kept.push(next);
    }
  }
  if (fixes.length === 0) return { record, fixes };
  const { related_records: _, ...rest } = record;
  return { record: kept.length > 0 ? { ...rest, related_records: kept } : rest, fixes };
}

/** From so many corrections on a record counts as one that does not hold. */
const CORRECTIONS = 3;

/** Fields whose change is the course of things, not a correction. */
const PROGRESS: ReadonlySet<string> = new Set([
  "content.status",
  "content.outcome",
  "content.active",
  "content.priority",
]);

/**
 * Why a record wastes attention, in a sentence, or undefined if it does not: its statements were replaced in three
 * or more updates, or one of its fields went back to a value it had before. Its subject is unsettled, or it
 * holds two that should be split.
 */
export function leechReason(record: ProjectRecord): string | undefined {
  const replaced = (record.changes ?? []).filter(isReplacement);
  const back = replaced.find((entry, i) => returnsToEarlier(entry, replaced.slice(0, i)));
  if (back) return `${back.field} went back to an earlier value`;
  const corrections = new Set(replaced.filter(({ field }) => !PROGRESS.has(field)).map(({ date }) => date))
    .size;
  return corrections >= CORRECTIONS ? `corrected ${corrections} times` : undefined;
}

/** Whether a record wastes attention; see `leechReason`. */
export const isLeech = (record: ProjectRecord): boolean => leechReason(record) !== undefined;

type Replacement = ChangeEntry & { field: string };

/** A statement of the content was replaced by another; lists that grew are not meant. */
const isReplacement = (entry: ChangeEntry): entry is Replacement =>
  entry.field?.startsWith("content.") === true && isScalar(entry.old_value) && isScalar(entry.new_value);

const isScalar = (value: unknown): boolean =>
  value !== undefined && !Array.isArray(value) && !isObject(value);

const returnsToEarlier = (entry: Replacement, before: readonly Replacement[]): boolean =>
  before.some((other) => other.field === entry.field && sameValue(other.old_value, entry.new_value));
