/** What of a record is searched: the same for every driver. */
import type { ProjectRecord } from "../record/types.ts";
import { analyze } from "../text/analyze.ts";
import { passages } from "../text/passages.ts";
import { type EncodedText, encodeText } from "../text/postings.ts";

/** Most passages of an item that are searched: about 600,000 characters. */
export const PASSAGES_MAX = 1_000;

export const searchable = (record: ProjectRecord): EncodedText =>
  searchableText(
    record.title,
    `${record.tags.join(" ")} ${record.category.replaceAll("_", " ")}`,
    bodyText(record),
  );

/** @param tags words, with blanks between */
export const searchableText = (title: string, tags: string, body: string, titleIsMade = false): EncodedText =>
  encodeText({
    titleIsMade,
    title: analyze(title),
    tags: analyze(tags),
    passages: passages(body).slice(0, PASSAGES_MAX).map(analyze),
  });

/** The content's texts, one line each, then the files it is about. Names of fields are left out. */
export function bodyText(record: ProjectRecord): string {
  const lines: string[] = [];
  collect(record.content, lines, 0);
  lines.push(...(record.related_files ?? []));
  // People ask for sessions by their date; for other records the date is no content.
  if (record.category === "session_summary") lines.push(record.created_at.slice(0, 10));
  return lines.join("\n");
}

/** Deeper nesting than any schema has; hostile content must not overflow the stack. */
const DEPTH_MAX = 20;

function collect(value: unknown, lines: string[], depth: number): void {
  if (typeof value === "string") lines.push(value);
  else if (typeof value === "number") lines.push(String(value));
  else if (typeof value === "object" && value !== null && depth < DEPTH_MAX) {
    for (const inner of Object.values(value)) collect(inner, lines, depth + 1);
  }
}
