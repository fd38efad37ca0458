/** The end of a turn: what it held is noticed, and now and then the model is asked to save it. */
import { type CapturedTurn, captureTurn } from "../capture/turn.ts";
import { transcriptRoots } from "../host/paths.ts";
import type { Store } from "../store/port.ts";
import type { EngineEvent, Host, Reply } from "./events.ts";
import { type ProjectView, viewProject } from "./project-view.ts";
import { UNSETTLED_MAX, withStore } from "./with-store.ts";

type TurnEnded = Extract<EngineEvent, { kind: "TurnEnded" }>;
type ContextCompacting = Extract<EngineEvent, { kind: "ContextCompacting" }>;

export async function onTurnEnded(event: TurnEnded, host: Host): Promise<Reply> {
  const view = viewProject(host, event.origin.projectDir ?? event.origin.cwd);
  const turn = await withStore(view, (store) => capture(view, store, event), {
    settleOver: UNSETTLED_MAX,
  });
  return turn?.request ? { context: turn.request } : {};
}

/**
 * Before a compaction the turn so far is captured, because the summary will not say how things came about. What the
 * session was shown counts as unseen again only when the compaction is done, and the session starts anew.
 */
export async function onCompacting(event: ContextCompacting, host: Host): Promise<Reply> {
  const view = viewProject(host, event.origin.projectDir ?? event.origin.cwd);
  await withStore(view, (store) => capture(view, store, event), { settleOver: 0 });
  return {};
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
  const turn = await captureTurn({
    ledger: store.ledger,
    state: await store.ledger.session(project.id, origin.session, origin.client, now.toISOString()),
    config: view.config,
    categories: view.categories,
    transcriptPath: origin.transcript.path,
    format: origin.transcript.format,
    roots: transcriptRoots(host.env),
    ...(ended?.lastMessage ? { lastAssistantMessage: ended.lastMessage } : {}),
    attended: origin.attended,
    stopHookActive: ended?.continued ?? false,
    underway: ended === undefined,
    now,
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
