/** The change log: at most 50 entries, oldest first; and the entries that an update writes by itself. */
import { cleanText } from "./sanitize.ts";
import { CHANGES_CAP, type ChangeEntry, REASON_MAX } from "./types.ts";
import { clip, count, cut, isObject, type JsonObject, MAX_DEPTH, sameItem, sameValue } from "./value.ts";

/** Most characters of an old or new value in an automatic entry. */
export const VALUE_MAX = 500;

/** The entry that stands for folded ones: `12 earlier changes, 2026-01-02 to 2026-02-03`. */
const FOLDED = /^(\d+) earlier changes, (\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})$/;

/**
 * Appends entries. When more than 50 would stand there, the oldest are folded into one leading entry that says how
 * many they were and from when to when, so the count never exceeds 50.
 */
export function appendChanges(changes: readonly ChangeEntry[], added: readonly ChangeEntry[]): ChangeEntry[] {
  const all = [...changes, ...added];
  if (all.length <= CHANGES_CAP) return all;
  const kept = all.slice(all.length - CHANGES_CAP + 1);
  return [fold(all.slice(0, all.length - CHANGES_CAP + 1)), ...kept];
}

export const appendChange = (changes: readonly ChangeEntry[], added: ChangeEntry): ChangeEntry[] =>
  appendChanges(changes, [added]);

function fold(entries: readonly ChangeEntry[]): ChangeEntry {
  const spans = entries.map(spanOf);
  const changes = spans.reduce((sum, span) => sum + span.changes, 0);
  const from = spans.map((span) => span.from).sort()[0] ?? "";
  const to =
    spans
      .map((span) => span.to)
      .sort()
      .at(-1) ?? "";
  return { date: entries.at(-1)?.date ?? "", summary: `${changes} earlier changes, ${from} to ${to}` };
}

function spanOf(entry: ChangeEntry): { changes: number; from: string; to: string } {
  const folded = entry.field === undefined ? FOLDED.exec(entry.summary) : null;
  const day = entry.date.slice(0, 10);
  return folded
    ? { changes: Number(folded[1]), from: folded[2] ?? day, to: folded[3] ?? day }
    : { changes: 1, from: day, to: day };
}

/** A summary or reason: cleaned, one line, at most 300 characters. */
export const cleanSummary = (text: string): string =>
  clip(cleanText(text).replace(/\s+/gu, " ").trim(), REASON_MAX);

/** One entry about one field. `undefined` for a value leaves it out. */
export function fieldChange(
  date: string,
  summary: string,
  field: string,
  old: unknown,
  next: unknown,
): ChangeEntry {
  return {
    date,
    summary: cleanSummary(summary),
    field,
    ...(old === undefined ? {} : { old_value: shorten(old) }),
    ...(next === undefined ? {} : { new_value: shorten(next) }),
  };
}

/**
 * What changed between two contents, one entry for each field (`content.` and a dotted path): scalars with their
 * old and new value, lists with the items removed and added.
 */
export const diffContent = (old: JsonObject, next: JsonObject, now: string): ChangeEntry[] =>
  diffObject(old, next, "content", now, 1);

function diffObject(
  old: JsonObject,
  next: JsonObject,
  path: string,
  now: string,
  depth: number,
): ChangeEntry[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return keys.flatMap((key) => diffField(own(old, key), own(next, key), `${path}.${key}`, now, depth));
}

/** `__proto__` and its like are ordinary keys in JSON. */
const own = (object: JsonObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

function diffField(old: unknown, next: unknown, field: string, now: string, depth: number): ChangeEntry[] {
  if (sameValue(old, next)) return [];
  if (isObject(old) && isObject(next) && depth < MAX_DEPTH)
    return diffObject(old, next, field, now, depth + 1);
  if (Array.isArray(old) || Array.isArray(next)) {
    if (listLike(old) && listLike(next)) return [diffList(old ?? [], next ?? [], field, now)];
  }
  const verb = old === undefined ? "Set" : next === undefined ? "Removed" : "Changed";
  return [fieldChange(now, `${verb} ${field}`, field, old, next)];
}

const listLike = (value: unknown): value is unknown[] | undefined =>
  value === undefined || Array.isArray(value);

function diffList(
  old: readonly unknown[],
  next: readonly unknown[],
  field: string,
  now: string,
): ChangeEntry {
  const removed = old.filter((item) => !next.some((other) => sameValue(item, other)));
  const added = next.filter((item) => !old.some((other) => sameValue(item, other)));
  const parts = [
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ];
  const summary = parts.length > 0 ? `${field}: ${parts.join(", ")}` : `Reordered ${field}`;
  return fieldChange(
    now,
    summary,
    field,
    removed.length > 0 ? removed : undefined,
    added.length > 0 ? added : undefined,
  );
}

/** Warnings about lists of `content` that became shorter, dotted paths. */
export function shrunkLists(old: JsonObject, next: JsonObject, path = "content", depth = 1): string[] {
  return Object.keys(old).flatMap((key) => {
    const [before, after] = [own(old, key), own(next, key)];
    const field = `${path}.${key}`;
    if (isObject(before) && depth < MAX_DEPTH) {
      return shrunkLists(before, isObject(after) ? after : {}, field, depth + 1);
    }
    if (!Array.isArray(before)) return [];
    const lost = before.filter((item) => !listOf(after).some((other) => sameItem(item, other))).length;
    return listOf(after).length < before.length
      ? [`${field} shrinks from ${count(before.length, "item")} to ${listOf(after).length}; ${lost} lost`]
      : [];
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function shorten(value: unknown): unknown {
  if (typeof value === "string") return shortText(value);
  if (typeof value !== "object" || value === null) return value;
  const json = jsonOf(value);
  return json.length <= VALUE_MAX ? value : shortText(json);
}

const shortText = (text: string): string =>
  text.length <= VALUE_MAX ? text : `${cut(text, VALUE_MAX - 1)}…`;

/** Nesting beyond what the runtime can serialise is named, not copied. */
function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "(deeply nested value)".padEnd(VALUE_MAX + 1);
  }
}
