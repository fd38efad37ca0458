/** What of a record is searched: the same for every driver. */
import type { ProjectRecord } from "../record/types.ts";
import { analyze } from "../text/analyze.ts";
import { passages } from "../text/passages.ts";

/** The analysed terms of a record, per field. */
export interface SearchableRecord {
  readonly title: readonly string[];
  /** Terms of the tags and of the category's name. */
  readonly tags: readonly string[];
  /** Terms of each passage of the content; at least one, possibly empty, so that title and tags have a row. */
  readonly passages: readonly (readonly string[])[];
  /** Distinct terms of all fields, those of title and tags first. */
  readonly terms: readonly string[];
  /** Characters of the terms of title and tags, joined by spaces. */
  readonly prominent: number;
}

/** Most passages of a record that are searched: about 600,000 characters. */
export const PASSAGES_MAX = 1_000;

export function searchable(record: ProjectRecord): SearchableRecord {
  const title = analyze(record.title);
  const tags = analyze(`${record.tags.join(" ")} ${record.category.replaceAll("_", " ")}`);
  const bodies = passages(bodyText(record)).slice(0, PASSAGES_MAX).map(analyze);
  const found = bodies.length > 0 ? bodies : [[]];
  const terms = new Set([...title, ...tags]);
  const prominent = [...terms].join(" ").length;
  for (const body of found) for (const term of body) terms.add(term);
  return { title, tags, passages: found, terms: [...terms], prominent };
}

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
