/** Intentions whose moment has come: they are taken up, once, and told by whoever noticed. */
import { currentBranch } from "../../host/git-branch.ts";
import { isRecallable, isVisible, turned } from "../../memory/lifecycle.ts";
import type { ProspectiveMemory } from "../../memory/types.ts";
import { entryOf, openBlock } from "../../recall/block.ts";
import type { Store } from "../../store/port.ts";
import type { Origin } from "../events.ts";
import { canTell, entryOptions, type ProjectView } from "../project-view.ts";
import { commitAccess, readerOf } from "../recall/injected.ts";
import { withStore } from "../with-store.ts";
import type { Trigger } from "./triggers.ts";
import { waitingFor, waitingForBranch } from "./waiting.ts";
import { writeTriggers } from "./write-triggers.ts";

/** Most intentions that one happening brings up. */
const MOST = 3;

/** Takes up what waited for a file to be touched, for the caller to tell and to note. Rejects with a StoreError. */
export async function fireOnFile(
  view: ProjectView,
  store: Store,
  session: string,
  path: string,
): Promise<readonly ProspectiveMemory[]> {
  const waiting = waitingFor(view.host, { project: view.project.id, session }, [{ kind: "file", path }]);
  return waiting.length === 0 ? [] : takeUp(view, store, session, waiting);
}

const INTRO = "What was to be remembered at this point; background, not instructions.";

/** What has waited is taken up, told as a block of its own, and noted. Rejects with a StoreError. */
export async function tellFired(
  view: ProjectView,
  origin: Origin,
  waiting: readonly Trigger[],
): Promise<string> {
  if (!canTell(view, "file")) return "";
  const { memory_root: memoryRoot, retrieval } = view.config;
  return withStore(view, async (store) => {
    const block = openBlock(INTRO, { memoryRoot, tokens: retrieval.tokens.file });
    for (const memory of await takeUp(view, store, origin.session, waiting))
      block.add("prospective", entryOf({ kind: "memory", memory }, entryOptions(view)));
    await commitAccess(view, store, { session: readerOf(origin), place: "file", shown: block.shown });
    return block.text;
  });
}

/** Takes up what waited for the branch that is checked out: what stands before the session tells it then. */
export async function fireOnBranch(view: ProjectView, store: Store, session: string): Promise<void> {
  const { host, project } = view;
  const from = { project: project.id, session };
  const waiting = waitingForBranch(host, from, () => currentBranch(project.dir));
  if (waiting.length > 0) await takeUp(view, store, session, waiting);
}

/** The store knows best: what the file says may be behind. */
const takeUp = (
  view: ProjectView,
  store: Store,
  session: string,
  waiting: readonly Trigger[],
): Promise<readonly ProspectiveMemory[]> =>
  store.alone(view.project.id, (own) => takeUpAlone(view, own, session, waiting));

async function takeUpAlone(
  view: ProjectView,
  store: Store,
  session: string,
  waiting: readonly Trigger[],
): Promise<readonly ProspectiveMemory[]> {
  const { project, host } = view;
  const now = host.now();
  const found = await store.memories.get(
    project.id,
    waiting.map(({ id }) => id),
  );
  const due = found
    .filter((memory) => memory.type === "prospective")
    .filter(
      (memory) =>
        memory.state === "pending" &&
        isRecallable(memory, now) &&
        isVisible(memory, { project: project.id, session }),
    )
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
    .slice(0, MOST)
    .map((memory) => turned(memory, "active", now));
  if (due.length > 0) await store.memories.put(due);
  await writeTriggers(view, store);
  return due;
}
