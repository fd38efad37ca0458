/** What a record's links and its change log say about its health. */
import type { ChangeEntry, ProjectRecord, RelatedRecord } from "./types.ts";
import { isObject, sameValue } from "./value.ts";

/**
 * The record with its links to one that was renamed led to the new name, each once; the same object where it has none.
 * Links to records that are gone stay: on another branch they may be there. `recollect doctor` tells of them.
 */
export function relinked(record: ProjectRecord, from: string, to: string): ProjectRecord {
  const links = record.related_records ?? [];
  if (!links.some(({ id }) => id === from)) return record;
  const kept: RelatedRecord[] = [];
  for (const link of links) {
    const next = link.id === from ? { ...link, id: to } : link;
    if (!kept.some((other) => sameValue(other, next))) kept.push(next);
  }
  return { ...record, related_records: kept };
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
