/** New information that is only part of a record, applied so that nothing of the old is lost by not being repeated. */
import { normalPath } from "./paths.ts";
import { cleanTags, uniteTags } from "./tags.ts";
import type { ProjectRecord, RelatedRecord } from "./types.ts";
import { isObject, type JsonObject, MAX_DEPTH, normalText, sameValue } from "./value.ts";

export interface RecordDelta {
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly related_files?: readonly string[];
  readonly related_records?: readonly RelatedRecord[];
  readonly confidence?: number;
  /** Fields of the content: lists are appended to, scalars replaced, objects merged. */
  readonly content?: Readonly<JsonObject>;
  /**
   * List items to take out: field of the content (dotted, with or without `content.`) or `related_records` → items.
   * A text item goes by its text, an object by the text of any of its fields, a linked record by its id.
   */
  readonly remove?: { readonly [field: string]: readonly string[] };
}

/**
 * The next version of `old`, for `mergeUpdate`, which accepts it whatever the delta says: tags are united (beyond
 * twelve, new ones take the place of the least informative old ones), files and links are added, the change log is
 * left out and so stays. Items of lists are the same if their normalised texts are, or, for objects, if equal.
 */
export function applyDelta(old: ProjectRecord, delta: RecordDelta): JsonObject {
  const title = delta.title ?? old.title;
  const removals = removalsOf(delta);
  const links = without(
    union(old.related_records ?? [], delta.related_records ?? []),
    removals.get("related_records"),
  );
  const files = [...(old.related_files ?? []), ...(delta.related_files ?? [])].map(normalPath);
  const { changes: _, ...kept } = old;
  return {
    ...kept,
    title,
    tags: uniteTags(cleanTags(old.tags), cleanTags(delta.tags ?? []), title).tags,
    content: mergeObject(removeItems(old.content, removals, ""), delta.content ?? {}, 0),
    ...(files.length > 0 ? { related_files: [...new Set(files)] } : {}),
    ...(links.length > 0 || old.related_records ? { related_records: links } : {}),
    ...(delta.confidence === undefined ? {} : { confidence: delta.confidence }),
  };
}

/** Items of `remove` that stand nowhere in their field, as `field: item`; for warnings. */
export function unmatchedRemovals(old: ProjectRecord, delta: RecordDelta): string[] {
  return [...removalsOf(delta)].flatMap(([field, items]) => {
    const value =
      field === "related_records"
        ? old.related_records
        : field.split(".").reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), old.content);
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    return items
      .filter((item) => !list.some((entry) => named(entry, item)))
      .map((item) => `${field}: ${item}`);
  });
}

function removalsOf(delta: RecordDelta): Map<string, readonly string[]> {
  const entries = Object.entries(delta.remove ?? {});
  return new Map(entries.map(([field, items]) => [field.replace(/^content\./, ""), items]));
}

function removeItems(
  content: JsonObject,
  removals: ReadonlyMap<string, readonly string[]>,
  path: string,
): JsonObject {
  if (removals.size === 0) return content;
  const entries = Object.entries(content).map(([key, value]): [string, unknown] => {
    const field = path === "" ? key : `${path}.${key}`;
    if (Array.isArray(value)) return [key, without(value, removals.get(field))];
    const deeper = isObject(value) && field.split(".").length < MAX_DEPTH;
    return [key, deeper ? removeItems(value, removals, field) : value];
  });
  return Object.fromEntries(entries);
}

const without = <T>(items: readonly T[], removed: readonly string[] | undefined): T[] =>
  items.filter((item) => !removed?.some((text) => named(item, text)));

const named = (item: unknown, text: string): boolean => {
  if (typeof item === "string") return normalText(item) === normalText(text);
  if (!isObject(item)) return String(item) === text;
  return Object.values(item).some(
    (value) => typeof value === "string" && normalText(value) === normalText(text),
  );
};

/** Appends what is not there yet. */
function union<T>(old: readonly T[], added: readonly T[]): T[] {
  const result = [...old];
  const texts = new Set(old.filter((item) => typeof item === "string").map(normalText));
  for (const item of added) {
    if (typeof item !== "string") {
      if (!result.some((other) => sameValue(item, other))) result.push(item);
    } else if (!texts.has(normalText(item))) {
      texts.add(normalText(item));
      result.push(item);
    }
  }
  return result;
}

function mergeObject(old: JsonObject, delta: Readonly<JsonObject>, depth: number): JsonObject {
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(delta)) {
    if (value !== undefined && value !== null) merged.set(key, mergeValue(merged.get(key), value, depth));
  }
  return Object.fromEntries(merged);
}

function mergeValue(old: unknown, value: unknown, depth: number): unknown {
  if (Array.isArray(old)) return Array.isArray(value) ? union(old, value) : union(old, [value]);
  if (Array.isArray(value)) return old === undefined ? union([], value) : value;
  if (isObject(old) && isObject(value) && depth < MAX_DEPTH) return mergeObject(old, value, depth + 1);
  return sameValue(old, value) ? old : value;
}
