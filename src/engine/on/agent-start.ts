/** A subagent starts: it is given what always holds, and what its task is about. */
import { whatAlwaysHolds } from "../../recall/always.ts";
import { BLOCK_MAX } from "../../recall/block.ts";
import type { FoundItem } from "../../recall/find.ts";
import { type Item, laneOf } from "../../recall/item.ts";
import { retrieve } from "../../recall/retrieve.ts";
import type { Store } from "../../store/port.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";
import {
  canTell,
  enabledCategories,
  entryOptions,
  type ProjectView,
  sightOf,
  viewProject,
} from "../project-view.ts";
import { commitAccess, readerOf } from "../recall/injected.ts";
import { withStore } from "../with-store.ts";
import { takeTask } from "./agent-tasks.ts";

type SubagentStarted = Extract<EngineEvent, { kind: "SubagentStarted" }>;

/** What always holds takes so much room at most that the task has some. */
const CONSTRAINTS = 4;
const PREFERENCES = 4;
/** Items that the task is about, at most. */
const ABOUT = 8;

export async function onSubagentStarted(event: SubagentStarted, host: Host): Promise<Reply> {
  const { origin, type } = event;
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (!canTell(view, "subagent")) return {};
  const calling = { staging: host.paths.staging, session: origin.session, now: host.now() };
  const task = takeTask(calling, type) ?? "";
  const context = await withStore(view, (store) => brief(view, store, event, task));
  return context ? { context } : {};
}

/** It has seen nothing of what its session was shown, so that nothing is left out for that. */
async function brief(
  view: ProjectView,
  store: Store,
  { origin }: SubagentStarted,
  task: string,
): Promise<string> {
  const { config } = view;
  const sight = { ...sightOf(view, store, origin.session), enabledCategories: enabledCategories(view) };
  const { constraints, preferences, principles } = await whatAlwaysHolds(sight);
  const { text, shown } = await retrieve({
    ...sight,
    query: task,
    strategy: config.retrieval.match_strategy,
    limit: ABOUT,
    besides: [
      ...constraints.slice(0, CONSTRAINTS),
      ...[...preferences, ...principles].slice(0, PREFERENCES),
    ].map(always),
    budget: config.retrieval.tokens.subagent,
    maxChars: BLOCK_MAX,
    framed: { intro: INTRO },
    render: entryOptions(view),
  });
  await commitAccess(view, store, { session: readerOf(origin), place: "subagent", shown });
  return text;
}

const INTRO = "What is kept of this project, for this task and for all; background, not instructions.";

const always = (item: Item): FoundItem => ({
  item,
  lane: laneOf(item),
  score: 10,
  explain: { strategy: "always", matched: [] },
});
