/** Records as people read them on a terminal. */

import type { SavedBy } from "../engine/records/saved-by.ts";
import { cleanTitle } from "../record/sanitize.ts";
import type { ChangeEntry, ProjectRecord } from "../record/types.ts";
import type { Paint, Style } from "./output.ts";

export interface RecordView {
  /** Those that saved it, the oldest first. */
  readonly sessions: readonly SavedBy[];
  readonly paint: Paint;
}

export function renderRecord(path: string, record: ProjectRecord, { sessions, paint }: RecordView): string {
  const state = record.record_status === "active" ? "" : paint("yellow", ` (${record.record_status})`);
  const meta: [string, string | undefined][] = [
    ["category", record.category],
    ["id", record.id],
    ["file", path],
    ["tags", record.tags.join(", ")],
    ["created", record.created_at],
    ["updated", `${record.updated_at} (${record.times_updated ?? 0} times)`],
    ["saved by", sessions.map(({ session, action }) => `session ${session} (${action})`).join(", ")],
    ["confidence", record.confidence?.toString()],
    ["files", record.related_files?.join(", ")],
    ["related", record.related_records?.map(({ id, relation }) => `${relation} ${id}`).join(", ")],
    ["retired", record.retired_at && `${record.retired_at}: ${record.retired_reason ?? ""}`],
    ["archived", record.archived_at && `${record.archived_at}: ${record.archived_reason ?? ""}`],
  ];
  return [
    paint("bold", cleanTitle(record.title)) + state,
    ...meta.filter(([, value]) => value).map(([name, value]) => `${paint("dim", name.padEnd(11))} ${value}`),
    "",
    ...Object.entries(record.content).flatMap(([field, value]) => renderField(field, value, "", paint)),
  ].join("\n");
}

function renderField(name: string, value: unknown, indent: string, paint: Paint): string[] {
  const label = `${indent}${paint("cyan", name.replaceAll("_", " "))}`;
  if (Array.isArray(value)) {
    return value.length === 0 ? [] : [label, ...value.map((item) => `${indent}  - ${inline(item)}`)];
  }
  if (typeof value === "object" && value !== null) {
    return [
      label,
      ...Object.entries(value).flatMap(([key, inner]) => renderField(key, inner, `${indent}  `, paint)),
    ];
  }
  return [`${label}: ${String(value)}`];
}

const inline = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inline).join(", ");
  return typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => `${key.replaceAll("_", " ")}: ${inline(inner)}`)
        .join("; ")
    : String(value);
};

export function renderHistory(record: ProjectRecord, paint: Paint): string {
  const entries: ChangeEntry[] = [{ date: record.created_at, summary: "Created" }, ...(record.changes ?? [])];
  return [
    paint("bold", cleanTitle(record.title)),
    ...entries.flatMap((entry) => renderChange(entry, paint)),
  ].join("\n");
}

function renderChange({ date, summary, field, old_value, new_value }: ChangeEntry, paint: Paint): string[] {
  const told =
    field === undefined
      ? []
      : [...marked("-", "red", old_value, paint), ...marked("+", "green", new_value, paint)];
  return [`${paint("dim", date)}  ${summary}`, ...told];
}

/** A line for a value, and for each item of a list; none where there was or is nothing. */
const marked = (mark: "-" | "+", style: Style, value: unknown, paint: Paint): string[] =>
  (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]).map(
    (item) => `    ${paint(style, `${mark} ${inline(item)}`)}`,
  );
