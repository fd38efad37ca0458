/**
 * What is put before the model. Stored text is data from files that anyone with access to the repository may have
 * written: nothing in it can end the block, start a line of its own or imitate another record's.
 */
import { CATEGORIES, type Category, type CategoryName } from "../record/category.ts";
import { cleanTag, cleanTitle, escapeXml, oneLine, withoutMarkers } from "../record/sanitize.ts";
import type { ProjectRecord } from "../record/types.ts";
import { cut } from "../record/value.ts";
import { estimateTokens } from "../text/tokens.ts";
import { gistOf } from "./gist.ts";

/** Where records stand and what categories are called: how paths and names are shown. */
export interface EntryOptions {
  /** Folder of the records relative to the project's, e.g. `.claude/memory`. */
  readonly memoryRoot: string;
  /** Categories by name, for custom ones. */
  readonly categories?: ReadonlyMap<CategoryName, Category>;
  /** Takes out what must not be shown: records come with a clone, and may hold what others committed. */
  readonly redact: Redact;
}

/** From a text to what of it may be shown. */
export type Redact = (text: string) => string;

/** An item that made it into the text. */
export interface Shown {
  /** Of a record its path relative to the memory root, of a memory its id. */
  readonly item: string;
  /** Of a record its file's MD5, of a memory its content's hash. */
  readonly version: string;
  readonly isMemory?: true;
  readonly score: number;
  /** Characters it took. */
  readonly characters: number;
  /** Tokens it took, estimated. */
  readonly tokens: number;
}

export interface Rendered {
  /** Empty when nothing is shown. */
  readonly text: string;
  readonly shown: readonly Shown[];
}

/** What a text takes of a context. */
export const lengthOf = (text: string): Pick<Shown, "characters" | "tokens"> => ({
  characters: text.length,
  tokens: estimateTokens(text),
});

/** The tags around injected text. */
export function frame(memoryRoot: string): { open: string; close: string } {
  const source = escapeXml(oneLine(memoryRoot)).replaceAll('"', "&quot;");
  return { open: `<memory-context source="${source}/">`, close: "</memory-context>" };
}

/** `- [DECISION] title -> path #tags:a,b`, and the gist indented on the next line if there is one. */
export function recordEntry(
  item: string,
  record: ProjectRecord,
  { memoryRoot, categories, redact }: EntryOptions,
): string {
  const category =
    categories?.get(record.category) ??
    (Object.hasOwn(CATEGORIES, record.category)
      ? CATEGORIES[record.category as keyof typeof CATEGORIES]
      : undefined);
  const display = (category?.display ?? record.category.toUpperCase()).replace(/[^\p{L}\p{N}_]/gu, "");
  const title = escapeXml(cleanTitle(redact(record.title))) || "(untitled)";
  const path = shownText(`${memoryRoot}/${item}`.replace(/\s/gu, "")).replaceAll(" ", "");
  const tags = record.tags.map((tag) => escapeXml(cleanTag(redact(tag)))).filter((tag) => tag !== "");
  const line = `- [${display}] ${title} -> ${path}${tags.length > 0 ? ` #tags:${tags.join(",")}` : ""}`;
  const summary = shownText(gistOf(record, redact, category));
  return summary === "" ? line : `${line}\n  ${summary}`;
}

/** A path within a sentence of ours: in quotation marks where it could pass for words of it. */
export function shownPath(path: string): string {
  const shown = shownText(path);
  return /^[\w./@+~-]+$/.test(shown) ? shown : `"${cut(shown.replaceAll('"', "'"), PATH_MAX)}"`;
}

/** Most characters of a path in a sentence. */
const PATH_MAX = 255;

/** Text of a record as part of a line: clean, without the markers of index lines, escaped. */
export const shownText = (text: string): string => escapeXml(withoutMarkers(oneLine(text)));
