/** Updates: what the new version of a record may change, and what it may not lose. */
import { fixChange } from "./autofix.ts";
import type { Category } from "./category.ts";
import { appendChanges, cleanSummary, diffContent, fieldChange, shrunkLists } from "./changes.ts";
import { RecordError } from "./error.ts";
import { normalPath } from "./paths.ts";
import { renameNeeded, slugify } from "./slug.ts";
import { cleanTags, sortTags, UNTAGGED, uniteTags } from "./tags.ts";
import { type AutoFix, type ChangeEntry, type ProjectRecord, TAG_CAP } from "./types.ts";
import { describeValue, isObject, type JsonObject, sameValue } from "./value.ts";

/** A whole new version, or part of one: absent fields keep their old value. `content` is replaced as a whole. */
export type NextVersion = Readonly<JsonObject>;

export interface MergeContext {
  /** RFC 3339, UTC. */
  now: string;
  /** Whether a path of `related_files` exists in the project's folder. */
  fileExists(path: string): boolean;
  category: Category;
  /** Why the record is updated; becomes an entry of the change log. */
  summary?: string;
}

export interface Merged {
  /** Not yet validated: what `next` brought in its own fields is carried over as it came. */
  record: ProjectRecord;
  warnings: string[];
  fixes: AutoFix[];
}

/**
 * The record after an update. Protects what must not change (`created_at`, `schema_version`, `category`, `id`,
 * `record_status`), what may only grow (`tags` up to the cap, `related_files` that exist, `changes`), writes
 * change entries for whatever changed, and counts the update.
 * @throws RecordError UPDATE_ERROR for a retired or archived record; MERGE_ERROR where a protection is violated or
 * nothing changed; VALIDATION_ERROR where a field that is merged is not a list.
 */
export function mergeUpdate(old: ProjectRecord, next: NextVersion, context: MergeContext): Merged {
  assertActive(old);
  assertImmutable(old, next);
  const warnings: string[] = [];
  const fixes: AutoFix[] = [];
  const title = next.title ?? old.title;
  const tags = mergeTags(old, next.tags, String(title), warnings);
  const files = mergeFiles(old, next.related_files, context, fixes);
  const explicit = newChanges(old, next.changes, context.now);
  const merged: JsonObject = {
    ...old,
    ...next,
    schema_version: old.schema_version,
    category: old.category,
    id: old.id,
    title,
    record_status: "active",
    created_at: old.created_at,
    updated_at: context.now,
    tags: tags.tags,
    content: next.content ?? old.content,
    times_updated: (old.times_updated ?? 0) + 1,
  };
  for (const field of ["retired_at", "retired_reason", "archived_at", "archived_reason"])
    delete merged[field];
  if (files) merged.related_files = files;
  const summary = context.summary === undefined ? "" : cleanSummary(context.summary);
  const added = [
    ...explicit,
    ...(summary === "" ? [] : [{ date: context.now, summary }]),
    ...automaticChanges(old, merged, context.now, tags),
  ];
  if (added.length === 0) {
    throw mergeError(
      "changes",
      "at least one new change",
      "an equal record",
      "Change something, or say in changes or --summary what the update is for",
    );
  }
  merged.changes = appendChanges(old.changes ?? [], added);
  if (isObject(merged.content)) warnings.push(...shrunkLists(old.content, merged.content));
  return { record: merged as unknown as ProjectRecord, warnings, fixes };
}

/** The id a record has after its title became `mergedTitle`: a new one only if more than half of the words differ. */
export const slugAfter = (old: ProjectRecord, mergedTitle: string): string =>
  renameNeeded(old.title, mergedTitle) ? slugify(mergedTitle) : old.id;

function assertActive(old: ProjectRecord): void {
  const status = old.record_status ?? "active";
  if (status === "active") return;
  const way = status === "retired" ? "Restore" : "Unarchive";
  throw new RecordError(
    "UPDATE_ERROR",
    { id: old.id, record_status: status },
    `${way} the record first, then update it`,
  );
}

function mergeError(
  field: string,
  rule: string,
  values: string | { [line: string]: unknown },
  fix: string,
): RecordError {
  const lines = typeof values === "string" ? { got: values } : values;
  const details = Object.entries(lines).map(([key, value]): [string, string] => [
    key,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return new RecordError("MERGE_ERROR", { field, rule, ...Object.fromEntries(details) }, fix);
}

function assertImmutable(old: ProjectRecord, next: NextVersion): void {
  const before: JsonObject = { ...old, record_status: old.record_status ?? "active" };
  for (const field of ["created_at", "schema_version", "category", "id", "record_status"] as const) {
    const value = next[field];
    if (value === undefined || sameValue(value, before[field])) continue;
    if (field === "created_at" && sameInstant(value, old.created_at)) continue;
    throw mergeError(
      field,
      "immutable",
      { old: describeValue(before[field]), new: describeValue(value) },
      IMMUTABLE_FIXES[field] ?? `Keep ${field} as it is, or leave it out`,
    );
  }
}

const IMMUTABLE_FIXES: Readonly<{ [field: string]: string }> = {
  record_status: "Use the actions retire, archive, unarchive or restore instead",
  id: "Leave id out: it follows the title by itself when the title changes much",
  category: "Leave category out; to move a record, create it in the other category and retire this one",
};

const sameInstant = (value: unknown, time: string): boolean =>
  typeof value === "string" && Date.parse(value) === Date.parse(time);

interface MergedTags {
  tags: string[];
  added: string[];
  removed: string[];
}

/**
 * Tags only grow. When old and new together would be more than twelve, as many old ones may go as there are too
 * many, by the drafter's choice or, if the drafter made none, the least informative (see `uniteTags`).
 */
function mergeTags(old: ProjectRecord, next: unknown, title: string, warnings: string[]): MergedTags {
  const before = cleanTags(old.tags);
  const after = next === undefined ? before : cleanTags(textList(next, "tags"));
  const wanted = after.every((tag) => tag === UNTAGGED) ? before : after;
  const added = wanted.filter((tag) => !before.includes(tag));
  const dropped = before.filter((tag) => !wanted.includes(tag) && tag !== UNTAGGED);
  const excess = Math.max(0, wanted.length + dropped.length - TAG_CAP);
  if (dropped.length > 0 && (added.length === 0 || dropped.length > excess)) {
    throw mergeError(
      "tags",
      `grow-only: a tag may go only to make room for a new one beyond ${TAG_CAP}`,
      { old: before, new: wanted, removed: dropped },
      "Keep every old tag, or leave tags out",
    );
  }
  const kept = before.filter((tag) => !dropped.includes(tag));
  const united = uniteTags(kept, added, title);
  if (united.evicted.length > 0) warnings.push(`tags: ${united.evicted.join(", ")} made room for new ones`);
  if (united.refused.length > 0) warnings.push(`tags: no room for ${united.refused.join(", ")}`);
  return {
    tags: united.tags.length > 0 ? united.tags : [UNTAGGED],
    added: added.filter((tag) => united.tags.includes(tag)),
    removed: sortTags([...dropped, ...united.evicted]),
  };
}

/** Files only join; one that is gone from the disk may leave. Undefined: nothing was said, nothing changes. */
function mergeFiles(
  old: ProjectRecord,
  next: unknown,
  context: MergeContext,
  fixes: AutoFix[],
): string[] | undefined {
  if (next === undefined) return old.related_files;
  const before = [...new Set((old.related_files ?? []).map(normalPath))];
  const after = [...new Set(textList(next, "related_files").map(normalPath))];
  const removed = before.filter((path) => !after.includes(path));
  const existing = removed.filter((path) => context.fileExists(path));
  if (existing.length > 0) {
    throw mergeError(
      "related_files",
      "grow-only: only paths of files that no longer exist may go",
      { old: before, new: after, removed: existing },
      "Keep the paths of existing files, or leave related_files out",
    );
  }
  if (removed.length > 0) {
    fixes.push({ field: "related_files", what: `removed what no longer exists: ${removed.join(", ")}` });
  }
  return after;
}

function textList(value: unknown, field: string): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw RecordError.validation([
    {
      field,
      expected: "a list of texts",
      got: describeValue(value),
      fix: `Give ${field} as a list of texts`,
    },
  ]);
}

/** The entries that `next` adds to the log. It either leaves the log out, or repeats it and adds at its end. */
function newChanges(old: ProjectRecord, next: unknown, now: string): ChangeEntry[] {
  if (next === undefined) return [];
  if (!Array.isArray(next)) {
    throw RecordError.validation([
      {
        field: "changes",
        expected: "a list",
        got: describeValue(next),
        fix: "Give changes as a list of entries",
      },
    ]);
  }
  const before = old.changes ?? [];
  const entries = next.map((entry) => fixChange(entry, now));
  const lost = before.findIndex((entry, i) => !sameValue(fixChange(entry, now), entries[i]));
  if (lost >= 0) {
    throw mergeError(
      "changes",
      "append-only: the old entries stay as they are, new ones follow them",
      {
        old: `a log of ${before.length}`,
        new: `a log of ${next.length}`,
        removed: describeValue(before[lost]?.summary),
      },
      "Repeat the old entries unchanged and add yours at the end, or leave changes out",
    );
  }
  return entries.slice(before.length) as ChangeEntry[];
}

/** Entries for what changed, whoever changed it. */
function automaticChanges(
  old: ProjectRecord,
  merged: JsonObject,
  now: string,
  tags: MergedTags,
): ChangeEntry[] {
  const entries: ChangeEntry[] = [];
  const changed = (field: "title" | "confidence" | "related_files" | "related_records"): void => {
    if (sameValue(old[field], merged[field])) return;
    const verb = old[field] === undefined ? "Set" : "Changed";
    entries.push(fieldChange(now, `${verb} ${field}`, field, old[field], merged[field]));
  };
  changed("title");
  if (tags.removed.length > 0) {
    entries.push(
      fieldChange(now, `Evicted tags: ${tags.removed.join(", ")}`, "tags", tags.removed, tags.added),
    );
  } else if (tags.added.length > 0) {
    entries.push(fieldChange(now, `Added tags: ${tags.added.join(", ")}`, "tags", undefined, tags.added));
  }
  if (isObject(merged.content)) entries.push(...diffContent(old.content, merged.content, now));
  changed("related_files");
  changed("related_records");
  changed("confidence");
  return entries;
}
