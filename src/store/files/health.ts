/** The state of a project's records at a glance. */
import type { CategoryName } from "../../record/category.ts";
import { DAY_MS } from "../../record/time.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { type IndexValidation, validateIndex } from "./maintenance.ts";
import type { FileProblem, StoredRecord } from "./read.ts";
import type { RecordFiles } from "./record-files.ts";

/** More updates than this make a record worth a look: it may be several, or wrong each time. */
const HEAVILY_UPDATED = 5;
const RECENT_DAYS = 7;

export interface StatusCounts {
  active: number;
  retired: number;
  archived: number;
}

export interface HealthReport {
  categories: (StatusCounts & { category: CategoryName; display: string })[];
  totals: StatusCounts;
  /** Active records updated more than 5 times, most often first. */
  heavily_updated: { path: string; title: string; times_updated: number }[];
  /** Retired within the last 7 days, latest first. */
  recent_retirements: { path: string; title: string; retired_at: string; retired_reason: string }[];
  index: Omit<IndexValidation, "problems">;
  /** Files that cannot be read as records, and records whose stated id is not their file's name. */
  problems: FileProblem[];
  overall: "GOOD" | "NEEDS ATTENTION";
  /** What needs attention, and how to mend it, a sentence each. */
  issues: string[];
}

/** Reads all files; changes nothing. All paths are relative to the project, those of problems to the memory root. */
export function health(files: RecordFiles, now: Date): HealthReport {
  const scan = files.scan();
  const { records } = scan;
  const { problems: unusable, ...index } = validateIndex(files, scan);
  const problems = [...unusable, ...records.flatMap(misnamed)];
  const categories = [...files.layout.categories.values()].map(({ name, display }) => ({
    category: name,
    display,
    ...countStatuses(records.filter(({ record }) => record.category === name)),
  }));
  const issues = issuesOf(index, problems);
  return {
    categories,
    totals: countStatuses(records),
    heavily_updated: heavilyUpdated(files, records),
    recent_retirements: recentRetirements(files, records, now),
    index,
    problems,
    overall: issues.length === 0 ? "GOOD" : "NEEDS ATTENTION",
    issues,
  };
}

function countStatuses(records: readonly StoredRecord[]): StatusCounts {
  const counts: StatusCounts = { active: 0, retired: 0, archived: 0 };
  for (const { record } of records) counts[record.record_status] += 1;
  return counts;
}

const misnamed = ({ path, statedId }: StoredRecord): FileProblem[] =>
  statedId === undefined
    ? []
    : [{ path, problem: `the record states the id ${JSON.stringify(statedId.slice(0, 100))}` }];

const heavilyUpdated = (
  files: RecordFiles,
  records: readonly StoredRecord[],
): HealthReport["heavily_updated"] =>
  records
    .filter(({ record }) => record.record_status === "active" && timesUpdated(record) > HEAVILY_UPDATED)
    .map(({ path, record }) => ({
      path: files.projectPath(path),
      title: record.title,
      times_updated: timesUpdated(record),
    }))
    .sort((a, b) => b.times_updated - a.times_updated);

const timesUpdated = (record: ProjectRecord): number =>
  typeof record.times_updated === "number" ? record.times_updated : 0;

function recentRetirements(
  files: RecordFiles,
  records: readonly StoredRecord[],
  now: Date,
): HealthReport["recent_retirements"] {
  return records
    .flatMap(({ path, record }) => {
      const age = now.getTime() - Date.parse(record.retired_at ?? "");
      if (record.record_status !== "retired" || !(age < RECENT_DAYS * DAY_MS)) return [];
      const { title, retired_at = "", retired_reason = "" } = record;
      return [{ path: files.projectPath(path), title, retired_at, retired_reason }];
    })
    .sort((a, b) => Date.parse(b.retired_at) - Date.parse(a.retired_at));
}

/** That there is no `index.md` is none: in a fresh clone there is not, and it makes itself. */
function issuesOf(index: HealthReport["index"], problems: readonly FileProblem[]): string[] {
  const issues: string[] = [];
  if (index.present && !index.ok) {
    issues.push(
      `index.md is out of step (${index.missing.length} missing, ${index.stale.length} stale): run recollect index --rebuild`,
    );
  }
  for (const { path, problem } of problems) issues.push(`${path}: ${problem}; mend or remove the file`);
  return issues;
}
