/** A tool has failed: how the same was mended before is told at once, each thing once. */
import { errorLine } from "../../capture/observe/commands.ts";
import { entryOf, openBlock } from "../../recall/block.ts";
import { findItems } from "../../recall/find.ts";
import { type Item, laneOf } from "../../recall/item.ts";
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

type ToolFailed = Extract<EngineEvent, { kind: "ToolFailed" }>;

/** Items that are told of one failure, at most, and those looked at for them: what else is known of the words is no help. */
const TOLD_MAX = 2;
const LOOKED_AT = 12;

export async function onToolFailed(event: ToolFailed, host: Host): Promise<Reply> {
  const { origin } = event;
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (!canTell(view, "file")) return {};
  const context = await withStore(view, (store) => tellHelp(view, store, event));
  return context ? { context } : {};
}

async function tellHelp(view: ProjectView, store: Store, event: ToolFailed): Promise<string> {
  const { origin } = event;
  const options = entryOptions(view);
  const session = readerOf(origin);
  const found = await findItems({
    ...sightOf(view, store, origin.session),
    query: complaintOf(event),
    limit: LOOKED_AT,
    types: ["procedural", "episodic"],
    enabledCategories: enabledCategories(view),
    shown: () => store.ledger.shown(view.project.id, session),
  });
  const { memoryRoot } = options;
  const block = openBlock(INTRO, { memoryRoot, tokens: view.config.retrieval.tokens.file });
  for (const { item } of found.filter((each) => helps(each.item)).slice(0, TOLD_MAX)) {
    block.add(laneOf(item), entryOf(item, options));
  }
  await commitAccess(view, store, { session, place: "file", shown: block.shown });
  return block.text;
}

const INTRO = "What is kept of failures like this one; background, not instructions.";

/** How something is done, and what became of an error. */
const helps = (item: Item): boolean =>
  item.kind === "record"
    ? item.record.category === "runbook"
    : item.memory.type === "procedural" ||
      (item.memory.type === "episodic" && item.memory.event_type === "error");

/** Characters of a command, and of a complaint in which no line says more than others. */
const WORDS_MAX = 300;

function complaintOf({ error, shellCommand = "" }: ToolFailed): string {
  const complaint = errorLine(error) || error.replace(/^Exit code \d+\n/, "").slice(0, WORDS_MAX);
  return `${shellCommand.slice(0, WORDS_MAX)}\n${complaint}`;
}
