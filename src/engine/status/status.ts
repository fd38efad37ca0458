/** The state of a project's memory, for people: what is kept, what happened last, what went wrong. */
import type { ConfigProblem } from "../../config/types.ts";
import { readTrace, type TraceEntry } from "../../host/trace.ts";
import { isOpen } from "../../memory/lifecycle.ts";
import type { Memory, MemoryStatus, ProspectiveMemory, WorkingMemory } from "../../memory/types.ts";
import { type Effectiveness, effectivenessOf } from "../../recall/effectiveness.ts";
import { DAY_MS } from "../../record/time.ts";
import { type HealthReport, health } from "../../store/files/health.ts";
import type { MemoryCount } from "../../store/memory-port.ts";
import type { Injection, SessionState, Store, StoreAbout } from "../../store/port.ts";
import { wasRead } from "../capture/progress.ts";
import { type Consent, consentOf } from "../consent/standing.ts";
import { type InboxSummary, inboxSummary, NOTHING_WAITS } from "../inbox/summary.ts";
import { maskedFields } from "../privacy.ts";
import { tryStore } from "../with-store.ts";
import { type WorkerReport, workerReport } from "../worker/report.ts";
import type { Workspace } from "../workspace.ts";
import { attentionOf } from "./attention.ts";
import { type RefusedCredentials, refusedCredentials } from "./refused-credentials.ts";
import { type UsageReport, usageReport } from "./usage.ts";

/** What is said where there is no `index.md`. */
export const INDEX_TO_COME = "made at the next save or session";
/** How far back failures and what recall did count as current. */
const LATELY_DAYS = 7;
/** Injections that are looked at for what recall did, and those that are told one by one. */
const INJECTIONS_LOOKED_AT = 1_000;
const INJECTIONS_TOLD = 10;
/** Open tasks and intentions that are told one by one. */
const OPEN_TOLD = 100;

/** A project's memories, whatever their session. */
export interface KeptMemories {
  counts: MemoryCount[];
  /** By what really judged them; those that nobody judged, because someone said so, are left out. */
  judged: { [executor: string]: number };
}

export interface StatusReport {
  project: { name: string; dir: string; id: string };
  /** What the user wants: see `recollect pause`, `off`. */
  consent: Consent;
  memoryRoot: string;
  captureMode: string;
  /** Categories that are switched off. */
  disabled: string[];
  records: HealthReport;
  memories: KeptMemories & {
    /** Working memory of tasks that are open, in any session: what is in progress first. */
    tasks: WorkingMemory[];
    /** What is still to be remembered: what is due first stands first, what has no time last. */
    intentions: ProspectiveMemory[];
  };
  /** What waits for a person, and what wastes attention. */
  inbox: InboxSummary;
  /** When a transcript was last read for memories; absent where none was yet. */
  captured?: { at: string; session: string };
  /** What was not kept because it held a credential. */
  refusedCredentials: RefusedCredentials;
  /** What recall did in the last seven days. */
  effectiveness: { days: number } & Effectiveness;
  configProblems: ConfigProblem[];
  /** What is done apart from sessions, of every project; absent where the database cannot be used. */
  worker?: WorkerReport;
  /** What models were asked today, of every project; absent where the database cannot be used. */
  usage?: Omit<UsageReport, "rows" | "days">;
  /** `ms`: of one question and its answer. */
  store: ({ ok: true; ms: number } & StoreAbout) | { ok: false; problem: string };
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
    injections: await store.ledger.recentInjections(ws.project.id, INJECTIONS_LOOKED_AT),
    memories: await memoriesOf(ws, store),
    inbox: await inboxSummary(ws, store),
    refusedCredentials: await refusedCredentials(store, ws.project.id),
    about: await timedAbout(store),
    worker: await workerReport(store, ws),
    usage: await usageReport(ws, store, 1),
    captured: await lastCapture(ws, store),
  }));
  const injections = stored.ok ? stored.value.injections : [];
  const lately = new Date(ws.host.now().getTime() - LATELY_DAYS * DAY_MS).toISOString();
  const report: Omit<StatusReport, "attention"> = {
    project: { name: ws.project.name, dir: ws.project.dir, id: ws.project.id },
    consent: consentOf(ws.host, ws.project.id),
    memoryRoot: ws.config.memory_root,
    captureMode: ws.config.capture.mode,
    disabled: Object.keys(ws.config.categories).filter(
      (name) => ws.config.categories[name]?.enabled === false,
    ),
    records: health(ws.files, ws.host.now()),
    memories: stored.ok ? stored.value.memories : NOTHING,
    inbox: stored.ok ? stored.value.inbox : NOTHING_WAITS,
    ...(stored.ok && stored.value.captured ? { captured: stored.value.captured } : {}),
    refusedCredentials: stored.ok ? stored.value.refusedCredentials : { count: 0 },
    effectiveness: { days: LATELY_DAYS, ...effectivenessOf(injections.filter(({ at }) => at >= lately)) },
    configProblems: ws.problems,
    ...(stored.ok ? { worker: stored.value.worker, usage: todayOf(stored.value.usage) } : {}),
    store: stored.ok ? { ok: true, ...stored.value.about } : { ok: false, problem: stored.problem },
    sessions: stored.ok ? stored.value.sessions : [],
    injections: injections.slice(0, INJECTIONS_TOLD),
    failures: recentFailures(ws),
  };
  return { ...report, attention: attentionOf(ws, report) };
}

const todayOf = ({ executor, limits, today }: UsageReport): NonNullable<StatusReport["usage"]> => ({
  executor,
  limits,
  today,
});

/** Sessions whose marks are looked at: what was read last is one of the newest. */
const MARKED_LATELY = 20;

async function lastCapture(
  { project }: Workspace,
  { ledger, marks }: Store,
): Promise<StatusReport["captured"] | undefined> {
  const sessions = await ledger.recentSessions(project.id, MARKED_LATELY);
  const read = await Promise.all(sessions.map(({ session }) => marks.of(project.id, session)));
  const last = read
    .flat()
    .filter(wasRead)
    .reduce<{ at: string; session: string } | undefined>(
      (newest, mark) => (newest && newest.at >= mark.at ? newest : mark),
      undefined,
    );
  return last && { at: last.at, session: last.session };
}

const NOTHING: StatusReport["memories"] = { counts: [], judged: {}, tasks: [], intentions: [] };

export const keptMemories = async ({ memories }: Store, project: string): Promise<KeptMemories> => ({
  counts: await memories.counts(project),
  judged: Object.fromEntries(await memories.judged(project)),
});

export const countOf = ({ counts }: KeptMemories, status: MemoryStatus): number =>
  counts.reduce((sum, each) => sum + (each.status === status ? each.count : 0), 0);

async function memoriesOf(ws: Workspace, store: Store): Promise<StatusReport["memories"]> {
  // Of no session: every session's is asked for.
  const from = { project: ws.project.id, session: "" };
  const open = { statuses: ["active"], open: true, everySession: true, limit: OPEN_TOLD } as const;
  const shown = async (type: "working" | "prospective"): Promise<Memory[]> =>
    maskedFields(ws, await store.memories.find(from, { ...open, types: [type] }));
  const working = await shown("working");
  const intended = await shown("prospective");
  const now = ws.host.now();
  return {
    ...(await keptMemories(store, ws.project.id)),
    tasks: working
      .filter((each) => each.type === "working")
      .filter((task) => task.todo_id && isOpen(task, now))
      .sort((a, b) => a.priority - b.priority),
    intentions: intended.filter((each) => each.type === "prospective").sort(byDueTime),
  };
}

const byDueTime = (a: ProspectiveMemory, b: ProspectiveMemory): number =>
  (a.due_at ?? "~") < (b.due_at ?? "~") ? -1 : 1;

/** What a database says of itself, and how long it took to. */
export async function timedAbout(store: Store): Promise<StoreAbout & { ms: number }> {
  const started = performance.now();
  const about = await store.about();
  return { ...about, ms: Math.round(10 * (performance.now() - started)) / 10 };
}

/** Errors and warnings of the last days that concern this project or the machine as a whole. */
export function recentFailures(ws: Workspace, limit = 50): TraceEntry[] {
  const since = ws.host.now().getTime() - LATELY_DAYS * DAY_MS;
  return readTrace(ws.host.paths.log, 500)
    .filter(
      ({ level, at, project }) =>
        level !== "info" && Date.parse(at) >= since && (!project || project === ws.project.id),
    )
    .slice(-limit);
}
