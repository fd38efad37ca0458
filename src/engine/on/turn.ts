/** The end of a turn: what it held is noticed, and now and then the model is asked to save it. */
import { type CapturedTurn, captureTurn } from "../../capture/turn.ts";
import { transcriptRoots } from "../../host/paths.ts";
import { messageOf } from "../../host/trace.ts";
import type { Store } from "../../store/port.ts";
import { isAnySaid } from "../consent/standing.ts";
import type { EngineEvent, Host, Origin, Reply } from "../events.ts";
import { masking } from "../privacy.ts";
import { mayCapture, type ProjectView, viewProject } from "../project-view.ts";
import { UNSETTLED_MAX, withStore } from "../with-store.ts";
import { captureLater, conversationOf, draftLater } from "../worker/hand-over.ts";

type TurnEnded = Extract<EngineEvent, { kind: "TurnEnded" }>;
type ContextCompacting = Extract<EngineEvent, { kind: "ContextCompacting" }>;

export async function onTurnEnded(event: TurnEnded, host: Host): Promise<Reply> {
  const view = viewProject(host, event.origin.projectDir ?? event.origin.cwd);
  const work = async (store: Store): Promise<string | undefined> => {
    const turn = mayCapture(view) ? await capture(view, store, event) : undefined;
    await keepWorking(view, store, event.origin.session);
    if (turn) await judgeUse(view, store, event, turn);
    if (turn?.drafts) await draftLater(view, store, event.origin);
    await captureLater(view, store, event.origin, { source: conversationOf(event.origin) });
    return turn?.request ?? (turn && (await reviewRequest(view, store, event.origin, turn)));
  };
  const request = await withStore(view, work, { settleOver: UNSETTLED_MAX });
  return request ? { context: request } : {};
}

/**
 * Before a compaction the turn so far is captured, because the summary will not say how things came about. What the
 * session was shown counts as unseen again only when the compaction is done, and the session starts anew.
 */
export async function onCompacting(event: ContextCompacting, host: Host): Promise<Reply> {
  const view = viewProject(host, event.origin.projectDir ?? event.origin.cwd);
  if (!mayCapture(view)) return {};
  const work = async (store: Store): Promise<void> => {
    await capture(view, store, event);
    if (view.config.capture.mode === "off") return;
    const { noteRequests } = await import("./note-requests.ts");
    await tried(view, event.origin, () => noteRequests(view, store, event.origin));
    await captureLater(view, store, event.origin, { source: conversationOf(event.origin) });
  };
  await withStore(view, work, { settleOver: 0 });
  return {};
}

/** A session at work keeps what it has before it; most have nothing. */
async function keepWorking(view: ProjectView, store: Store, session: string): Promise<void> {
  const now = view.host.now();
  await tried(view, { session }, async () => {
    const standing = await store.memories.standing({ project: view.project.id, session }, now);
    if (!standing.some(({ type }) => type === "working")) return;
    const { keepStanding } = await import("../work/working.ts");
    await keepStanding(view, store, standing);
  });
}

/** Where agents of the session are to judge what was noted, the model is told so now and then. */
async function reviewRequest(
  view: ProjectView,
  store: Store,
  origin: Origin,
  turn: CapturedTurn,
): Promise<string | undefined> {
  if (view.config.review.executor !== "client" || !turn.isPersons) return undefined;
  return tried(view, origin, async () => {
    const { askAgents } = await import("../review/ask-agents.ts");
    return askAgents(view, store, origin, turn);
  });
}

/** Whether the answer drew on what its prompt was given; most were given nothing. */
async function judgeUse(
  view: ProjectView,
  store: Store,
  { origin, lastMessage = "" }: TurnEnded,
  { said }: CapturedTurn,
): Promise<void> {
  await tried(view, origin, async () => {
    const shown = await store.ledger.unjudged(view.project.id, origin.session);
    if (shown.length === 0) return;
    const { judge } = await import("../recall/feedback.ts");
    const answer = said.assistant.includes(lastMessage)
      ? said.assistant
      : `${said.assistant}\n${lastMessage}`;
    if (answer.trim() !== "") await judge(view, store, shown, { prompt: said.user, answer });
  });
}

/** What is beside the point of a turn's end does not keep it from its point: a failure is traced. */
async function tried<T>(
  { host, project }: ProjectView,
  { session }: Pick<Origin, "session">,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const message = messageOf(error);
    host.trace({ level: "warning", part: "working", message, project: project.id, session });
    return undefined;
  }
}

async function capture(
  view: ProjectView,
  store: Store,
  event: TurnEnded | ContextCompacting,
): Promise<CapturedTurn | undefined> {
  const { origin } = event;
  if (!origin.transcript) return undefined;
  const { host, project } = view;
  const now = host.now();
  const ended = event.kind === "TurnEnded" ? event : undefined;
  const state = await store.ledger.session(project.id, origin.session, origin.client, now.toISOString());
  const leftOut = await leftOutOf(view, origin.session, state.started_at);
  const turn = await captureTurn({
    ledger: store.ledger,
    state,
    config: view.config,
    categories: view.categories,
    transcriptPath: origin.transcript.path,
    format: origin.transcript.format,
    roots: transcriptRoots(host.env),
    ...(ended?.lastMessage ? { lastAssistantMessage: ended.lastMessage } : {}),
    attended: origin.attended,
    stopHookActive: ended?.continued ?? false,
    underway: ended === undefined,
    ...(leftOut ? { leftOut } : {}),
    now,
    redact: masking(view),
    staging: host.paths.staging,
  });
  const about = { part: "capture", project: project.id, session: origin.session };
  for (const message of turn.summary.problems) host.trace({ level: "warning", message, ...about });
  if (turn.summary.skippedBytes > 0) {
    host.trace({
      level: "info",
      message: `${turn.summary.skippedBytes} bytes of the transcript passed over`,
      ...about,
    });
  }
  return turn;
}

/** Whether what was said then is to be left out, as the user wants; most have never said anything. */
async function leftOutOf(
  { host, project }: ProjectView,
  session: string,
  since: string,
): Promise<((at: string | undefined) => boolean) | undefined> {
  if (!isAnySaid(host)) return undefined;
  const { stretchesOf, wasApart } = await import("../consent/stretches.ts");
  const stretches = stretchesOf(host, project.id);
  return stretches.length === 0 ? undefined : (at) => wasApart(host, stretches, { session, at, since });
}
