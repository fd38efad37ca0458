/** What a client tells of tasks, plans and commits becomes working memory; work that ends is told as an episode. */
import { shortHash } from "../../host/project.ts";
import { commitsOf, doesStep } from "../../memory/commits.ts";
import { cleared, isOpen } from "../../memory/lifecycle.ts";
import { isPlanList, planDrafts, readPlan } from "../../memory/plans.ts";
import { finished, follow, isUncleared, keptNow, listOf, subjectOf } from "../../memory/tasks.ts";
import type { WorkingMemory } from "../../memory/types.ts";
import type { Store } from "../../store/port.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";
import { maskedFields, masking } from "../privacy.ts";
import { mayCapture, type ProjectView, viewProject } from "../project-view.ts";
import { withStore } from "../with-store.ts";
import { memoryMaker } from "../work/make-memory.ts";
import { isFollowed, isWhole, replaced, tell, workingOf, workOf } from "../work/working.ts";

export type TaskEvent = Extract<EngineEvent, { kind: "TasksChanged" | "PlanAccepted" | "CommandDone" }>;

export async function onTaskEvent(event: TaskEvent, host: Host): Promise<Reply> {
  const { origin } = event;
  const commits = event.kind === "CommandDone" ? commitsOf(event.command, event.output) : [];
  if (event.kind === "CommandDone" && commits.length === 0) return {};
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (!isFollowed(view) || !mayCapture(view)) return {};
  // A client may use several tools at once, and tells of each by a process of its own.
  const work = async (store: Store): Promise<void> => {
    const memories = await workingOf(view, store, origin.session);
    // What is at work is never refused, only masked: its end would be missed.
    const at: Work = { view, store, session: origin.session, memories };
    if (event.kind === "TasksChanged") await tasksChanged(at, maskedFields(view, event));
    else if (event.kind === "PlanAccepted") await planAccepted(at, masking(view)(event.plan));
    else await committed(at, maskedFields(view, commits));
  };
  await withStore(view, (store) => store.alone(view.project.id, work));
  return {};
}

interface Work {
  readonly view: ProjectView;
  readonly store: Store;
  readonly session: string;
  /** The session's working memory as it was. */
  readonly memories: readonly WorkingMemory[];
}

/** Where the client keeps a list of its own, the steps of a plan are on it: the plan alone stays, as what it is for. */
async function tasksChanged(
  at: Work,
  { tasks, whole, list }: Extract<TaskEvent, { kind: "TasksChanged" }>,
): Promise<void> {
  const { view, store, session, memories } = at;
  const now = view.host.now();
  const make = memoryMaker(view, session, { by: "task", why: "it is on the client's list of tasks" });
  const own = memories.filter(({ todo_id }) => todo_id !== undefined && listOf(todo_id) === list);
  const { changed, begun } = follow(own, { changes: tasks, whole }, now);
  const made = begun.map((draft) => make(draft));
  const steps =
    made.length === 0
      ? []
      : planMemories(memories).flatMap((memory) =>
          isWhole(memory) ? [] : [cleared(memory, "superseded", now)],
        );
  const after = replaced(memories, [...changed, ...made, ...steps]);
  const put = [...changed, ...made, ...steps];
  if (finished(after, list).length === 0) {
    if (put.length > 0) await store.memories.put(put);
    return;
  }
  const plan = planMemories(after).find(isWhole);
  const done = workOf(after, list, { outcome: "completed" });
  if (!done) return;
  const closed = plan ? cleared(plan, "completed", now) : undefined;
  await tell(view, store, session, {
    changed: put,
    work: plan ? { ...done.work, goal: subjectOf(plan).replace(/^Plan: /, "") } : done.work,
    of: [...(closed ? [closed] : []), ...done.of],
  });
}

/** Memories of the plan that is under way. */
const planMemories = (memories: readonly WorkingMemory[]): WorkingMemory[] =>
  memories.filter(
    (memory) => isUncleared(memory) && memory.todo_id !== undefined && isPlanList(listOf(memory.todo_id)),
  );

/** One plan at a time: the new one takes the place of the one before. */
async function planAccepted({ view, store, session, memories }: Work, text: string): Promise<void> {
  const plan = readPlan(text);
  if (!plan) return;
  const now = view.host.now();
  const make = memoryMaker(view, session, { by: "task", why: "a plan was accepted" });
  // The client's own tasks say what there is to do.
  const tracked = memories.some((memory) => isOpen(memory, now) && isOfClient(memory));
  const drafts = planDrafts(tracked ? { ...plan, steps: [] } : plan, shortHash(text).slice(0, 8));
  const before = planMemories(memories);
  const same = before.find(({ todo_id }) => todo_id === drafts[0]?.todo_id);
  if (same) return store.memories.put(before.map((memory) => keptNow(memory, now)));
  await store.memories.put([
    ...before.map((memory) => cleared(memory, "superseded", now)),
    ...drafts.map((draft) => make(draft)),
  ]);
}

const isOfClient = ({ todo_id }: WorkingMemory): boolean =>
  todo_id !== undefined && /^(?:todo:)?[^:]+$/.test(todo_id);

/**
 * A commit ends the steps of a plan that its subject speaks of, and a plan without steps as a whole. Tasks of the client's
 * own list, and those that were begun by hand, are for those who began them to end: a commit may be one of many.
 */
async function committed(
  { view, store, session, memories }: Work,
  subjects: readonly string[],
): Promise<void> {
  const now = view.host.now();
  const plan = planMemories(memories);
  const whole = plan.find(isWhole);
  if (!whole) return;
  const steps = plan.filter((memory) => memory !== whole);
  const done = steps.filter((step) => doesStep(subjects, subjectOf(step)));
  const list = listOf(whole.todo_id ?? "");
  const hadSteps = memories.some(
    (memory) => memory.todo_id !== undefined && listOf(memory.todo_id) === list && !isWhole(memory),
  );
  const isOver = hadSteps ? done.length > 0 && done.length === steps.length : true;
  const changed = plan.map((memory) =>
    done.includes(memory) || (isOver && memory === whole)
      ? cleared(memory, "completed", now)
      : keptNow(memory, now),
  );
  const work = isOver
    ? workOf(replaced(memories, changed), list, { outcome: "completed", result: subjects.join("; ") })
    : undefined;
  if (work) await tell(view, store, session, { changed, ...work });
  else await store.memories.put(changed);
}
