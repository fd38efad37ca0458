/** The state of a project's memory, for people: what is kept, what happened last, what went wrong. */
import type { ConfigProblem } from "../config/types.ts";
import { readTrace, type TraceEntry } from "../host/trace.ts";
import type { MemoryStatus } from "../memory/types.ts";
import { DAY_MS } from "../record/time.ts";
import { type HealthReport, health } from "../store/files/health.ts";
import type { MemoryCount } from "../store/memory-port.ts";
import type { Injection, SessionState, Store, StoreAbout } from "../store/port.ts";
import { tryStore } from "./with-store.ts";
import type { Workspace } from "./workspace.ts";

/** What is said where there is no `index.md`. */
export const INDEX_TO_COME = "made at the next save or session";
/** Share of `max_memories_per_category` from which a category counts as nearly full. */
const NEARLY_FULL = 0.9;

/** A project's memories, whatever their session. */
export interface KeptMemories {
  counts: MemoryCount[];
  /** By what really judged them; those that nobody judged, because someone said so, are left out. */
  judged: { [executor: string]: number };
}

export interface StatusReport {
  project: { name: string; dir: string; id: string };
  memoryRoot: string;
  captureMode: string;
  /** Categories that are switched off. */
  disabled: string[];
  records: HealthReport;
  configProblems: ConfigProblem[];
  /** `ms`: of one question and its answer. */
  store: ({ ok: true; ms: number } & StoreAbout) | { ok: false; problem: string };
  memories: KeptMemories;
  sessions: SessionState[];
  injections: Injection[];
  /** Errors and warnings of the last seven days, newest last. */
  failures: TraceEntry[];
  /** What wants a person's attention, a sentence each. */
  attention: string[];
}

export async function statusOf(ws: Workspace): Promise<StatusReport> {
  const stored = await tryStore(ws, async (store) => ({
    sessions: await store.ledger.recentSessions(ws.project.id, 5),
    injections: await store.ledger.recentInjections(ws.project.id, 10),
    memories: await keptMemories(store, ws.project.id),
    about: await timedAbout(store),
  }));
  const report: Omit<StatusReport, "attention"> = {
    project: { name: ws.project.name, dir: ws.project.dir, id: ws.project.id },
    memoryRoot: ws.config.memory_root,
    captureMode: ws.config.capture.mode,
    disabled: Object.keys(ws.config.categories).filter(
      (name) => ws.config.categories[name]?.enabled === false,
    ),
    records: health(ws.files, ws.host.now()),
    configProblems: ws.problems,
    store: stored.ok ? { ok: true, ...stored.value.about } : { ok: false, problem: stored.problem },
    memories: stored.ok ? stored.value.memories : { counts: [], judged: {} },
    sessions: stored.ok ? stored.value.sessions : [],
    injections: stored.ok ? stored.value.injections : [],
    failures: recentFailures(ws),
  };
  return { ...report, attention: attention(ws, report) };
}

export const keptMemories = async ({ memories }: Store, project: string): Promise<KeptMemories> => ({
  counts: await memories.counts(project),
  judged: Object.fromEntries(await memories.judged(project)),
});

export const countOf = ({ counts }: KeptMemories, status: MemoryStatus): number =>
  counts.reduce((sum, each) => sum + (each.status === status ? each.count : 0), 0);

/** What a database says of itself, and how long it took to. */
export async function timedAbout(store: Store): Promise<StoreAbout & { ms: number }> {
  const started = performance.now();
  const about = await store.about();
  return { ...about, ms: Math.round(10 * (performance.now() - started)) / 10 };
}

/** Errors and warnings of the last seven days that concern this project or the machine as a whole. */
export function recentFailures(ws: Workspace, limit = 50): TraceEntry[] {
  const since = ws.host.now().getTime() - 7 * DAY_MS;
  return readTrace(ws.host.paths.log, 500)
    .filter(
      ({ level, at, project }) =>
        level !== "info" && Date.parse(at) >= since && (!project || project === ws.project.id),
    )
    .slice(-limit);
}

function attention(ws: Workspace, report: Omit<StatusReport, "attention">): string[] {
  const said: string[] = [];
  const most = ws.config.max_memories_per_category;
  for (const { category, active } of report.records.categories) {
    if (active >= most * NEARLY_FULL) said.push(`${category}: ${active} of ${most} active records`);
  }
  if (ws.files.exists()) said.push(...report.records.issues);
  if (!report.store.ok) said.push(`the database cannot be used: ${report.store.problem}`);
  if (report.configProblems.length > 0) {
    said.push(
      `${report.configProblems.length} problems in the configuration: run \`recollect config validate\``,
    );
  }
  const errors = report.failures.filter(({ level }) => level === "error").length;
  if (errors > 0) said.push(`${errors} errors in the last 7 days: run \`recollect doctor\``);
  return said;
}
