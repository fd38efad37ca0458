/** A session begins: old things are cleared away, the projection is checked in full, and the model gets a short brief. */
import { removeOldStaging } from "../../capture/context-files.ts";
import { messageOf } from "../../host/trace.ts";
import { sessionBrief } from "../../recall/brief.ts";
import { settingsOf } from "../../store/job-environment.ts";
import type { NewJob } from "../../store/job-port.ts";
import type { Store } from "../../store/port.ts";
import { refreshProjection } from "../../store/sync.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";
import { pruneLedger } from "../maintain/prune-ledger.ts";
import { masking } from "../privacy.ts";
import { enabledCategories } from "../project-view.ts";
import { commitAccess } from "../recall/injected.ts";
import { dueNow, isAnythingDue } from "../records/due.ts";
import { withStore } from "../with-store.ts";
import { labelOf } from "../worker/environment.ts";
import { conversationOf, folderOf, keepsSessions, markSource, watchSwitch } from "../worker/hand-over.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";

/** Most sessions, and most injections, that one start forgets; the next one goes on. */
const PRUNED_MAX = 500;

type SessionStarted = Extract<EngineEvent, { kind: "SessionStarted" }>;

export async function onSessionStarted(event: SessionStarted, host: Host): Promise<Reply> {
  const ws = openWorkspace(host, event.origin.projectDir ?? event.origin.cwd);
  for (const { where, key, message } of ws.problems) {
    host.trace({
      level: "warning",
      part: "config",
      message: [where, key, message].filter(Boolean).join(": "),
      project: ws.project.id,
    });
  }
  removeOldStaging(host.paths.staging, host.now());
  const work = async (store: Store): Promise<Reply> => {
    const reply = await begin(ws, store, event);
    await tidy(ws, () => beginWork(ws, store, event));
    return reply;
  };
  return withStore(ws, work, { settleOver: 0 });
}

async function begin(
  ws: Workspace,
  store: Store,
  { origin, afterCompaction, resumed }: SessionStarted,
): Promise<Reply> {
  const { project, host } = ws;
  await store.ledger.session(project.id, origin.session, origin.client, host.now().toISOString());
  if (afterCompaction) await store.ledger.forgetShown(project.id, origin.session);
  await forgetOldSessions(ws, store);
  await settleWork(ws, store, { session: origin.session, resumed });
  const hasRecords = ws.files.exists();
  if (hasRecords) await refreshProjection(ws.files, store.projection, ws.place, { mode: "full" });
  const brief = await briefFor(ws, store, { session: origin.session, afterCompaction, hasRecords });
  // After the brief: who comes back after months is told once more where the work stood.
  if (hasRecords && !afterCompaction) await tidy(ws, () => upkeep(ws, store));
  const notice = afterCompaction || !origin.attended ? undefined : await noticeOf(ws, store, origin.session);
  return { ...(brief ? { context: brief } : {}), ...(notice ? { notice } : {}) };
}

/** What a new user has to know; else whether something waits for the person, who is told rarely. */
async function noticeOf(ws: Workspace, store: Store, session: string): Promise<string | undefined> {
  let notice: string | undefined;
  await tidy(ws, async () => {
    const { firstWords } = await import("../consent/first-words.ts");
    notice = firstWords(ws);
    if (notice !== undefined) return;
    const { inboxNotice } = await import("../inbox/notice.ts");
    notice = await inboxNotice(ws, store, session);
  });
  return notice;
}

/** Crashed sessions leave work behind, a session that goes on finds its own, and what is waited for may be behind. */
async function settleWork(
  ws: Workspace,
  store: Store,
  { session, resumed }: { session: string; resumed: boolean },
): Promise<void> {
  try {
    const { sweepCrashed, takeUp } = await import("../work/working.ts");
    await sweepCrashed(ws, store, session);
    if (resumed) await takeUp(ws, store, session);
    const { writeTriggers } = await import("../intentions/write-triggers.ts");
    await writeTriggers(ws, store);
  } catch (error) {
    ws.host.trace({ level: "warning", part: "working", message: messageOf(error), project: ws.project.id });
  }
}

/**
 * The session can be read even if it is never heard of again; what earlier ones left unread is looked for; and what time has
 * made of the project's memories is looked after, if it has not been in the last day.
 */
async function beginWork(
  ws: Workspace,
  store: Store,
  { origin, afterCompaction }: SessionStarted,
): Promise<void> {
  const { host, project, config } = ws;
  const payload = { folder: folderOf(origin) };
  const at = host.now().toISOString();
  const env = labelOf(ws);
  const asked: NewJob[] = [];
  watchSwitch(ws);
  if (keepsSessions(ws)) {
    const source = conversationOf(origin);
    if (source) await markSource(ws, store, origin, { ...source, env });
    if (!afterCompaction) asked.push({ kind: "sweep", project: "", subject: "", payload, at, env });
  }
  if (config.memory.maintenance) {
    asked.push({ kind: "maintain", project: project.id, subject: "", payload, at, env: settingsOf(env) });
  }
  for (const job of asked) await store.jobs.add(job);
  // Whether who has the seat still lives is seen by who wants it.
  if (asked.length > 0) host.startWorker?.();
}

/** What is left over is no reason to start without a brief: a failure is traced. */
async function tidy({ host, project }: Workspace, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    host.trace({ level: "warning", part: "store", message: messageOf(error), project: project.id });
  }
}

const forgetOldSessions = (ws: Workspace, { ledger }: Store): Promise<void> =>
  tidy(ws, () => pruneLedger(ledger, ws.host.now(), PRUNED_MAX));

/** What time has made due in the records; the files are looked into only if there is something. */
async function upkeep(ws: Workspace, store: Store): Promise<void> {
  const due = await dueNow(ws, store);
  if (!isAnythingDue(due)) return;
  const { keepUp } = await import("../records/upkeep.ts");
  await keepUp(ws, due);
  await refreshProjection(ws.files, store.projection, ws.place, { mode: "quick" });
}

interface Beginning {
  readonly session: string;
  readonly afterCompaction: boolean;
  readonly hasRecords: boolean;
}

async function briefFor(
  ws: Workspace,
  store: Store,
  { session, afterCompaction, hasRecords }: Beginning,
): Promise<string> {
  const { config, host, place, project } = ws;
  const { enabled, session_brief, tokens } = config.retrieval;
  if (!enabled || !session_brief || tokens.session_start === 0) return "";
  const { text, shown } = await sessionBrief({
    store,
    from: { project: project.id, session },
    ...(hasRecords ? { place } : {}),
    now: host.now(),
    enabledCategories: enabledCategories(ws),
    afterCompaction,
    limits: { memoryRoot: config.memory_root, tokens: tokens.session_start },
    categories: ws.categories,
    redact: masking(ws),
  });
  await commitAccess(ws, store, { session, place: "session_start", shown });
  return text;
}
