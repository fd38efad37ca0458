/** The state of a project's memory, for people: what is kept, what happened last, what went wrong. */
import { statSync } from "node:fs";
import type { ConfigProblem } from "../config/types.ts";
import { readTrace, type TraceEntry } from "../host/trace.ts";
import type { CategoryName } from "../record/category.ts";
import type { RecordStatus } from "../record/types.ts";
import { validateIndex } from "../store/files/maintenance.ts";
import type { Injection, SessionState } from "../store/port.ts";
import { tryStore } from "./save.ts";
import type { Workspace } from "./workspace.ts";

/** How far back failures count as current, in milliseconds. */
const RECENT_MS = 7 * 86_400_000;
/** Share of `max_memories_per_category` from which a category counts as nearly full. */
const NEARLY_FULL = 0.9;

export interface CategoryCount {
  category: CategoryName;
  enabled: boolean;
  active: number;
  retired: number;
  archived: number;
}

export interface StatusReport {
  project: { name: string; dir: string; id: string };
  memoryRoot: string;
  captureMode: string;
  categories: CategoryCount[];
  /** Bytes of all record files. */
  bytes: number;
  /** Unreadable files: path and problem. */
  problems: { path: string; problem: string }[];
  index: { ok: boolean; missing: string[]; stale: string[] };
  configProblems: ConfigProblem[];
  store: { ok: true; bytes: number } | { ok: false; problem: string };
  sessions: SessionState[];
  injections: Injection[];
  /** Errors and warnings of the last seven days, newest last. */
  failures: TraceEntry[];
  /** What wants a person's attention, a sentence each. */
  attention: string[];
}

export async function statusOf(ws: Workspace): Promise<StatusReport> {
  const { records, problems } = ws.files.scan();
  const stored = await tryStore(ws, async ({ ledger }) => ({
    sessions: await ledger.recentSessions(ws.project.id, 5),
    injections: await ledger.recentInjections(ws.project.id, 10),
  }));
  const categories = [...ws.categories.keys()].map((category) => {
    const count = (status: RecordStatus): number =>
      records.filter(({ record }) => record.category === category && record.record_status === status).length;
    return {
      category,
      enabled: ws.config.categories[category]?.enabled !== false,
      active: count("active"),
      retired: count("retired"),
      archived: count("archived"),
    };
  });
  const { missing, stale, ok } = validateIndex(ws.files);
  const report: Omit<StatusReport, "attention"> = {
    project: { name: ws.project.name, dir: ws.project.dir, id: ws.project.id },
    memoryRoot: ws.config.memory_root,
    captureMode: ws.config.capture.mode,
    categories,
    bytes: records.reduce((sum, { stamp }) => sum + stamp.size, 0),
    problems,
    index: { ok, missing, stale },
    configProblems: ws.problems,
    store: stored.ok
      ? { ok: true, bytes: statSync(ws.host.paths.database, { throwIfNoEntry: false })?.size ?? 0 }
      : { ok: false, problem: stored.problem },
    sessions: stored.ok ? stored.value.sessions : [],
    injections: stored.ok ? stored.value.injections : [],
    failures: recentFailures(ws),
  };
  return { ...report, attention: attention(ws, report) };
}

/** Errors and warnings of the last seven days that concern this project or the machine as a whole. */
export function recentFailures(ws: Workspace, limit = 50): TraceEntry[] {
  const since = ws.host.now().getTime() - RECENT_MS;
  return readTrace(ws.host.paths.log, 500)
    .filter(({ level, at, project }) => level !== "info" && Date.parse(at) >= since && (!project || project === ws.project.id))
    .slice(-limit);
}

function attention(ws: Workspace, report: Omit<StatusReport, "attention">): string[] {
  const said: string[] = [];
  const most = ws.config.max_memories_per_category;
  for (const { category, active } of report.categories) {
    if (active >= most * NEARLY_FULL) said.push(`${category}: ${active} of ${most} active records`);
  }
  if (report.problems.length > 0) said.push(`${report.problems.length} unreadable files: run \`recollect doctor\``);
  if (!report.index.ok) said.push("index.md does not match the files: run `recollect index --rebuild`");
  if (!report.store.ok) said.push(`the database cannot be used: ${report.store.problem}`);
  if (report.configProblems.length > 0) {
    said.push(`${report.configProblems.length} problems in the configuration: run \`recollect config validate\``);
  }
  const errors = report.failures.filter(({ level }) => level === "error").length;
  if (errors > 0) said.push(`${errors} errors in the last 7 days: run \`recollect doctor\``);
  return said;
}
