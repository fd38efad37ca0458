/** Corrections of slips that need no thought, each reported, so that a draft is not sent back for them. */
import type { Category } from "./category.ts";
import { cleanSummary } from "./changes.ts";
import { RecordError } from "./error.ts";
import { normalPath } from "./paths.ts";
import { cleanText, cleanTitle } from "./sanitize.ts";
import { slugify } from "./slug.ts";
import { cleanTags, sortTags, UNTAGGED } from "./tags.ts";
import { type AutoFix, ID_PATTERN, SCHEMA_VERSION, TAG_CAP } from "./types.ts";
import { describeValue, isObject, type JsonObject, MAX_DEPTH, sameValue } from "./value.ts";

export interface AutofixContext {
  /** RFC 3339, UTC. */
  now: string;
  category: Category;
  action: "create" | "update";
  /** On create: the id to use, that is the name of the target file without `.json`. */
  id?: string;
}

export interface Autofixed {
  value: JsonObject;
  fixes: AutoFix[];
}

/**
 * A corrected copy of a draft record. It may still be invalid; what needs thought is left for validation.
 * Applying it twice changes nothing more.
 * @throws RecordError INPUT_ERROR if the input is not a JSON object.
 */
export function autofix(input: unknown, context: AutofixContext): Autofixed {
  if (!isObject(input)) {
    throw new RecordError(
      "INPUT_ERROR",
      { expected: "a JSON object", got: describeValue(input) },
      "Give the record as one JSON object",
    );
  }
  const draft = new Fixer({ ...input });
  dropNulls(draft, context.category);
  fixFrame(draft, context);
  fixTitle(draft);
  fixIds(draft, context);
  fixTags(draft, context.action);
  fixLists(draft);
  fixChanges(draft, context.now);
  draft.change("confidence", fixConfidence);
  draft.change("content", (content) => [
    cleanDeep(content, 0),
    "removed control and invisible characters and outer blanks",
  ]);
  return { value: draft.value, fixes: draft.fixes };
}

/** A value and the sentence about what was done to it; undefined removes the field. */
type Fix = readonly [value: unknown, what: string];

/** Collects what is done to one copy of the input. */
class Fixer {
  readonly value: JsonObject;
  readonly fixes: AutoFix[] = [];

  constructor(value: JsonObject) {
    this.value = value;
  }

  /** Replaces a field and reports it, if `how` gives something else than stands there. */
  change(field: string, how: (value: unknown) => Fix): void {
    const old = this.value[field];
    const [next, what] = how(old);
    if (sameValue(old, next)) return;
    if (next === undefined) delete this.value[field];
    else this.value[field] = next;
    this.fixes.push({ field, what });
  }
}

const OPTIONAL_FIELDS = [
  "record_status",
  "related_files",
  "related_records",
  "confidence",
  "changes",
  "times_updated",
  "retired_at",
  "retired_reason",
  "archived_at",
  "archived_reason",
];

/** Some writers put null where they mean nothing. In a custom category's content null may mean something. */
function dropNulls(draft: Fixer, category: Category): void {
  for (const field of OPTIONAL_FIELDS) {
    draft.change(field, (value) => [value === null ? undefined : value, "removed null"]);
  }
  if (category.content.kind !== "built_in") return;
  draft.change("content", (content) => {
    if (!isObject(content)) return [content, ""];
    const kept = Object.entries(content).filter(([, value]) => value !== null);
    return [Object.fromEntries(kept), "removed fields that were null"];
  });
}

const blank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

function fixFrame(draft: Fixer, { action, category, now }: AutofixContext): void {
  const fill = (field: string, value: string): void =>
    draft.change(field, (old) => [
      blank(old) ? value : trimmed(old),
      blank(old) ? `set to ${value}` : TRIMMED,
    ]);
  fill("schema_version", SCHEMA_VERSION);
  fill("updated_at", now);
  if (action === "create") fill("created_at", now);
  else
    draft.change("created_at", (old) => [
      blank(old) ? undefined : trimmed(old),
      blank(old) ? "left out" : TRIMMED,
    ]);
  for (const field of ["retired_at", "retired_reason", "archived_at", "archived_reason"]) {
    draft.change(field, () => [undefined, "removed: only retire and archive set it"]);
  }
  if (action === "update") return;
  for (const [field, value] of [
    ["category", category.name],
    ["record_status", "active"],
  ] as const) {
    const absent = blank(draft.value[field]);
    if (absent) draft.value[field] = value;
    draft.change(field, () => [value, `set to ${value}`]);
  }
  draft.value.times_updated ??= 0;
}

const TRIMMED = "stripped of blanks";
const trimmed = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

function fixTitle(draft: Fixer): void {
  draft.change("title", (title) =>
    typeof title === "string"
      ? [cleanTitle(title), "made one clean line without index markers, at most 120 characters"]
      : [title, ""],
  );
}

function fixIds(draft: Fixer, { action, id }: AutofixContext): void {
  if (action === "create" && id !== undefined) {
    draft.change("id", () => [id, `set to ${id}, the name of the file`]);
    return;
  }
  const { title } = draft.value;
  draft.change("id", (old) => {
    if (action === "create" && blank(old) && typeof title === "string" && title !== "") {
      return [slugify(title), "made from the title"];
    }
    return typeof old === "string" && old.trim() !== "" && !ID_PATTERN.test(old)
      ? [slugify(old), "made kebab-case"]
      : [old, ""];
  });
}

/** On update an empty list means that the drafter had nothing to say about tags; merging keeps the old ones. */
function fixTags(draft: Fixer, action: "create" | "update"): void {
  draft.change("tags", (tags) => [typeof tags === "string" ? tags.split(",") : tags, "made a list"]);
  const given = draft.value.tags;
  // Of the order alone nobody has to be told.
  if (isTextList(given) && given.length <= TAG_CAP && sameValue(sortTags(given), sortTags(cleanTags(given))))
    draft.value.tags = sortTags(given);
  draft.change("tags", (tags) => {
    if (blank(tags) && action === "create") return [[UNTAGGED], `set to ${UNTAGGED}`];
    if (!isTextList(tags)) return [tags, ""];
    const clean = cleanTags(tags);
    if (clean.length === 0) {
      return action === "create" ? [[UNTAGGED], `set to ${UNTAGGED}`] : [undefined, "left out: no tag in it"];
    }
    const kept = action === "create" ? clean.slice(0, TAG_CAP) : clean;
    const what = "made lower case, cleaned, without duplicates, sorted";
    return [sortTags(kept), kept.length < clean.length ? `${what}, and cut to ${TAG_CAP}` : what];
  });
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

function fixLists(draft: Fixer): void {
  draft.change("related_files", (files) => {
    const list = typeof files === "string" ? [files] : files;
    if (!isTextList(list)) return [list, ""];
    const paths = list.map(normalPath).filter((path) => path !== "");
    return [[...new Set(paths)], "made a list of relative paths with forward slashes, without duplicates"];
  });
  draft.change("related_records", (links) => {
    if (!Array.isArray(links)) return [links, ""];
    const named = links.map((link) =>
      typeof link === "string" ? { id: link, relation: "relates_to" } : link,
    );
    return [distinct(named), "made a list of links, without duplicates"];
  });
}

/** Long lists are refused by their length, so there is no need to compare every pair of them. */
const distinct = (items: readonly unknown[]): unknown[] =>
  items.length > 1_000
    ? [...items]
    : items.filter((item, i) => items.findIndex((other) => sameValue(item, other)) === i);

function fixChanges(draft: Fixer, now: string): void {
  draft.change("changes", (changes) => {
    const list = typeof changes === "string" || isObject(changes) ? [changes] : changes;
    if (!Array.isArray(list)) return [list, ""];
    return [list.map((entry) => fixChange(entry, now)), "cleaned, and dated where no date stood"];
  });
}

/** One entry of the change log, cleaned; a bare text becomes an entry of now. */
export function fixChange(entry: unknown, now: string): unknown {
  if (typeof entry === "string") return { date: now, summary: cleanSummary(entry) };
  if (!isObject(entry)) return entry;
  const { date, summary, ...rest } = entry;
  const kept = Object.entries(rest).filter(([key, value]) => value !== null || key.endsWith("_value"));
  return {
    date: blank(date) ? now : trimmed(date),
    ...(summary === undefined
      ? {}
      : { summary: typeof summary === "string" ? cleanSummary(summary) : summary }),
    ...(cleanDeep(Object.fromEntries(kept), 0) as JsonObject),
  };
}

function fixConfidence(confidence: unknown): Fix {
  const n =
    typeof confidence === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(confidence)
      ? Number(confidence)
      : confidence;
  if (typeof n !== "number" || Number.isNaN(n)) return [confidence, ""];
  return [Math.min(1, Math.max(0, n)) + 0, "brought into the range 0 to 1"];
}

/** Every text inside, cleaned and trimmed; what lies deeper than a record may go is left for validation to refuse. */
function cleanDeep(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cleanText(value).trim();
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => cleanDeep(item, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanDeep(item, depth + 1)]));
}
