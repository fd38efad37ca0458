/** What the doctor finds in the records' files and their index. */
import { type FieldIssue, RecordError } from "../../record/error.ts";
import { isLeech } from "../../record/relations.ts";
import { recordIssues } from "../../record/schema.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { count } from "../../record/value.ts";
import { idOf } from "../../store/files/layout.ts";
import { validateIndex } from "../../store/files/maintenance.ts";
import type { ScanResult } from "../../store/files/scan.ts";
import { INDEX_TO_COME } from "../status/status.ts";
import type { Workspace } from "../workspace.ts";
import { bad, type Check, ok } from "./check.ts";

export function records(ws: Workspace, scan: ScanResult): Check[] {
  const { records: found, problems } = scan;
  const invalid = found.flatMap(({ path, record }) => {
    const [issue] = issuesOf(ws, record);
    return issue ? [`${path}: ${issue.field}: expected ${issue.expected}, got ${issue.got}`] : [];
  });
  const unreadable = problems.map(({ path, problem }) => `${path}: ${problem}`);
  const faults = [...unreadable, ...invalid];
  const dead = deadLinks(scan);
  const leeches = found.filter(({ record }) => record.record_status === "active" && isLeech(record));
  return [
    faults.length > 0
      ? bad(
          "records",
          "error",
          `${faults.length} of ${found.length + problems.length} files are faulty: ${faults.slice(0, 3).join("; ")}`,
          "Mend the files by hand or from git, then run `recollect index --rebuild`",
        )
      : ok("records", `${count(found.length, "file")}, all valid`),
    ...(dead.length > 0
      ? [
          bad(
            "links",
            "warning",
            `${count(dead.length, "link leads", "links lead")} to no record: ${dead.slice(0, 3).join(", ")}`,
            "Take it out of related_records, or name the record that took its place, at the next update",
          ),
        ]
      : []),
    ...(leeches.length > 0
      ? [
          bad(
            "unstable records",
            "warning",
            `corrected again and again: ${leeches.map(({ record }) => record.id).join(", ")}`,
            "Read their history (`recollect history ID`) and settle what holds",
          ),
        ]
      : []),
  ];
}

/**
 * Links to ids that no file has, as `record → id`. They are told of and not taken out: the record that is missed may be on
 * another branch, or of a category that this machine does not know.
 */
function deadLinks({ records: found, problems }: ScanResult): string[] {
  const ids = new Set([...found, ...problems].map(({ path }) => idOf(path)));
  return found.flatMap(({ record }) =>
    (record.related_records ?? []).filter(({ id }) => !ids.has(id)).map(({ id }) => `${record.id} → ${id}`),
  );
}

/** What is wrong with a record; nothing where its category's own schema cannot be used, which is told of by itself. */
function issuesOf(ws: Workspace, record: ProjectRecord): FieldIssue[] {
  const category = ws.categories.get(record.category);
  try {
    return category ? recordIssues(record, category) : [];
  } catch (error) {
    if (error instanceof RecordError && error.code === "CONFIG_ERROR") return [];
    throw error;
  }
}

export function index(ws: Workspace, scan: ScanResult): Check {
  const { ok: inSync, present, missing, stale } = validateIndex(ws.files, scan);
  if (!present) return ok("index", `index.md is ${INDEX_TO_COME}`);
  return inSync
    ? ok("index", "index.md matches the files")
    : bad(
        "index",
        "warning",
        `${missing.length} records missing from index.md, ${stale.length} stale lines`,
        "Run `recollect index --rebuild`",
      );
}
