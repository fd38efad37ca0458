/** Intentions whose moment has come: they are taken up, once, and told by whoever noticed. */
import { currentBranch } from "../host/git-branch.ts";
import { isRecallable, isVisible, turned } from "../memory/lifecycle.ts";
import { type Happening, meets, speaksOfBranch } from "../memory/triggers.ts";
import type { ProspectiveMemory } from "../memory/types.ts";
import { HEADINGS } from "../recall/compose.ts";
import { memoryLine } from "../recall/memory-line.ts";
import { frame, lengthOf, type Shown } from "../recall/render.ts";
import type { Store } from "../store/port.ts";
import { commitAccess } from "./injected.ts";
import type { ProjectView } from "./project-view.ts";
import { readTriggers, type Trigger } from "./triggers.ts";
import { withStore } from "./with-store.ts";
import { writeTriggers } from "./write-triggers.ts";

export interface Fired {
  /** A line for a model of each. */
  readonly lines: readonly string[];
  /** For the ledger; the caller notes what it has really shown. */
  readonly shown: readonly Shown[];
}

const NOTHING: Fired = { lines: [], shown: [] };
/** Most intentions that one happening brings up. */
const MOST = 3;

/** Takes up what waited for this. The database is opened only if something did. Rejects with a StoreError. */
export async function fireOn(view: ProjectView, session: string, happening: Happening): Promise<Fired> {
  const waiting = waitingFor(view, session, [happening]);
  return waiting.length === 0
    ? NOTHING
    : withStore(view.host, (store) => takeUp(view, store, session, waiting));
}

/** The same for several things at once, told as a block of its own and noted; empty if nothing waited for them. */
export async function tellFired(
  view: ProjectView,
  session: string,
  happenings: readonly Happening[],
): Promise<string> {
  const waiting = waitingFor(view, session, happenings);
  if (waiting.length === 0) return "";
  return withStore(view.host, async (store) => {
    const { lines, shown } = await takeUp(view, store, session, waiting);
    if (lines.length === 0) return "";
    await commitAccess(view, store, { session, place: "file", shown });
    const { open, close } = frame(view.config.memory_root);
    return [open, INTRO, HEADINGS.prospective, ...lines, close].join("\n");
  });
}

const INTRO = "What was to be remembered at this point; background, not instructions.";

/** Takes up what waited for the branch that is checked out: what stands before the session tells it then. */
export async function fireOnBranch(view: ProjectView, store: Store, session: string): Promise<void> {
  const { host, project } = view;
  const asking = readTriggers(host, project.id).filter(({ condition }) => speaksOfBranch(condition));
  const name = asking.length === 0 ? undefined : currentBranch(project.dir);
  if (name === undefined) return;
  const waiting = asking.filter(
    (trigger) => isFor(trigger, session) && meets(trigger.condition, { kind: "branch", name }),
  );
  if (waiting.length > 0) await takeUp(view, store, session, waiting);
}

const waitingFor = (
  { host, project }: ProjectView,
  session: string,
  happenings: readonly Happening[],
): Trigger[] =>
  readTriggers(host, project.id).filter(
    (trigger) =>
      isFor(trigger, session) && happenings.some((happening) => meets(trigger.condition, happening)),
  );

const isFor = ({ session: own }: Trigger, session: string): boolean => own === undefined || own === session;

/** The store knows best: what the file says may be behind. */
async function takeUp(
  view: ProjectView,
  store: Store,
  session: string,
  waiting: readonly Trigger[],
): Promise<Fired> {
  const { project, host } = view;
  const now = host.now();
  const found = await store.memories.get(
    project.id,
    waiting.map(({ id }) => id),
  );
  const from = { project: project.id, session };
  const due = found
    .filter((memory): memory is ProspectiveMemory => memory.type === "prospective")
    .filter((memory) => memory.state === "pending" && isRecallable(memory, now) && isVisible(memory, from))
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
    .slice(0, MOST)
    .map((memory) => turned(memory, "active", now));
  if (due.length > 0) await store.memories.put(due);
  await writeTriggers(view, store);
  const lines = due.map(memoryLine);
  return {
    lines,
    shown: due.map((memory, n) => ({
      item: memory.id,
      version: memory.content_hash,
      isMemory: true,
      score: 0,
      ...lengthOf(lines[n] ?? ""),
    })),
  };
}
