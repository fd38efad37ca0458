/** Tasks that are begun and ended by hand: by the command, or by the model's tool where its client has no tasks of its own. */
import { twinOf } from "../../consolidate/same.ts";
import { cleared, isOpen, kept, recurred, updateMemory, widened } from "../../memory/lifecycle.ts";
import { listOf, ofList, PRIORITY, subjectOf } from "../../memory/tasks.ts";
import type { ProspectiveMemory, WorkingMemory } from "../../memory/types.ts";
import { type Work, wordsOfId } from "../../memory/work.ts";
import { RecordError } from "../../record/error.ts";
import { cleanText, oneLine } from "../../record/sanitize.ts";
import { slugify } from "../../record/slug.ts";
import { clip } from "../../record/value.ts";
import type { Store } from "../../store/port.ts";
import { assertOn } from "../consent/refuse.ts";
import { clearedBy } from "../privacy.ts";
import type { ProjectView } from "../project-view.ts";
import { withStore } from "../with-store.ts";
import { memoryMaker } from "./make-memory.ts";
import { derived, replaced, type Told, tell, workingOf, workOf } from "./working.ts";

const TITLE_MAX = 300;
const DETAIL_MAX = 600;
const STEPS_MAX = 100;
const BEGIN_ONE = "Begin one first: recollect task begin TITLE";
/** Begins the ids of tasks that were begun by hand; each is a list of its own. */
const BY_HAND = "task:";

export interface TaskToBegin {
  readonly title: string;
  /** Made of the title unless told. */
  readonly id?: string;
  readonly detail?: string;
}

export interface TaskToEnd {
  /** A task's id, or a memory's; the only open task unless told. */
  readonly id?: string;
  readonly outcome: "completed" | "abandoned";
  /** What was done, in its order. From two on it is kept as a procedure. */
  readonly steps?: readonly string[];
  readonly learned?: string;
  /** What is left to do, as an intention of the project. */
  readonly followUp?: string;
}

export interface EndedTask extends Partial<Told> {
  /** Absent where the task was never begun. */
  readonly ended?: WorkingMemory;
  readonly followUp?: ProspectiveMemory;
}

/** The task's id as people write it. */
export const taskIdOf = ({ todo_id = "" }: WorkingMemory): string =>
  todo_id.startsWith(BY_HAND) ? todo_id.slice(BY_HAND.length).replace(/:$/, "") : todo_id;

/**
 * A task that is under way from now on; one that is open under this id is kept, with what is said of it now.
 *
 * @throws RecordError INPUT_ERROR for a title that says nothing; StoreError
 */
export async function beginTask(
  view: ProjectView,
  session: string,
  asked: TaskToBegin,
): Promise<WorkingMemory> {
  assertOn(view);
  const task = await clearedBy(view, asked);
  const title = clip(oneLine(task.title), TITLE_MAX);
  if (title === "") throw noText("title", "what the task is", task.title);
  const detail = clip(cleanText(task.detail ?? "").trim(), DETAIL_MAX);
  const content = detail === "" ? title : `${title}\n${detail}`;
  const todo = keyOf(task.id ?? title);
  const begin = async (store: Store): Promise<WorkingMemory> => {
    const now = view.host.now();
    const before = (await openTasksIn(view, store, session)).find(({ todo_id }) => todo_id === todo);
    const memory = before
      ? kept(updateMemory(before, { content, priority: PRIORITY.active }, now), now)
      : memoryMaker(view, session, { by: "hand", why: "a task was begun" })({
          type: "working",
          content,
          todo_id: todo,
          priority: PRIORITY.active,
        });
    await store.memories.put([memory]);
    return memory;
  };
  return withStore(view, (store) => store.alone(view.project.id, begin));
}

/** The colon at the end makes it a list of its own. */
const keyOf = (id: string): string => `${BY_HAND}${slugify(id)}:`;

/** The session's working memory, what is in progress first. Rejects with a StoreError. */
export const openTasks = (view: ProjectView, session: string): Promise<WorkingMemory[]> =>
  withStore(view, (store) => openTasksIn(view, store, session));

async function openTasksIn(view: ProjectView, store: Store, session: string): Promise<WorkingMemory[]> {
  const now = view.host.now();
  return (await workingOf(view, store, session))
    .filter((memory) => memory.todo_id !== undefined && isOpen(memory, now))
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
}

/**
 * A task is over: its memory is cleared and told as an episode, of several steps also as a procedure, and what is left to do
 * becomes an intention. One that nobody began is told all the same, if there is something to tell.
 *
 * @throws RecordError NOT_FOUND, INPUT_ERROR where it is not clear which task is meant; StoreError
 */
export async function endTask(view: ProjectView, session: string, asked: TaskToEnd): Promise<EndedTask> {
  assertOn(view);
  const end = await clearedBy(view, asked);
  const steps = (end.steps ?? [])
    .map(oneLine)
    .filter((step) => step !== "")
    .slice(0, STEPS_MAX);
  const learned = cleanText(end.learned ?? "").trim();
  const followUp = cleanText(end.followUp ?? "").trim();
  const work = async (store: Store): Promise<EndedTask> => {
    const memories = await workingOf(view, store, session);
    const task = taskMeant(view, memories, end, steps.length > 0 || learned !== "" || followUp !== "");
    const told = await tellTask({ view, store, session }, memories, task, { ...end, steps, learned });
    const intention = followUp === "" ? undefined : await intend({ view, store, session }, followUp, told);
    return { ...told, ...(intention ? { followUp: intention } : {}) };
  };
  return withStore(view, (store) => store.alone(view.project.id, work));
}

interface At {
  readonly view: ProjectView;
  readonly store: Store;
  readonly session: string;
}

/** Undefined for a task that was never begun and has something to tell. */
function taskMeant(
  { host }: ProjectView,
  memories: readonly WorkingMemory[],
  { id }: TaskToEnd,
  hasToTell: boolean,
): WorkingMemory | undefined {
  const open = memories.filter((memory) => memory.todo_id !== undefined && memory.cleared_at === undefined);
  if (id !== undefined) {
    const wanted = open.find(
      (memory) => memory.id === id || memory.todo_id === id || memory.todo_id === keyOf(id),
    );
    if (wanted || hasToTell) return wanted;
    throw new RecordError(
      "NOT_FOUND",
      { task: oneLine(id), problem: "no task of this session that is open has this id" },
      open.length > 0 ? `Pass one of: ${open.map(taskIdOf).join(", ")}` : BEGIN_ONE,
    );
  }
  const live = open.filter((memory) => isOpen(memory, host.now()));
  const [only, ...others] = live.filter(({ priority }) => priority === PRIORITY.active);
  if (only && others.length === 0) return only;
  if (live.length === 0 && hasToTell) return undefined;
  throw new RecordError(
    "INPUT_ERROR",
    {
      field: "task",
      expected: "the id of a task, where not just one is in progress",
      got: `no id, and ${live.length === 0 ? "no open task" : `${live.length} open tasks`}`,
    },
    live.length > 0 ? `Pass one of: ${live.map(taskIdOf).join(", ")}` : BEGIN_ONE,
  );
}

async function tellTask(
  { view, store, session }: At,
  memories: readonly WorkingMemory[],
  task: WorkingMemory | undefined,
  {
    id,
    outcome,
    steps,
    learned,
  }: TaskToEnd & { readonly steps: readonly string[]; readonly learned: string },
): Promise<Omit<EndedTask, "followUp">> {
  const now = view.host.now();
  const over = task ? cleared(task, outcome, now) : undefined;
  const list = task?.todo_id === undefined ? undefined : listOf(task.todo_id);
  const after = over ? replaced(memories, [over]) : memories;
  // A task of a list is told with its list, when that is done.
  const isPart = list !== undefined && ofList(after, list).length > 1 && steps.length === 0 && learned === "";
  if (over && isPart) {
    const rest = ofList(after, list).some((memory) => memory.cleared_at === undefined);
    const whole = rest ? undefined : workOf(after, list, { outcome: "completed" });
    if (whole) return { ended: over, ...(await tell(view, store, session, { changed: [over], ...whole })) };
    await store.memories.put([over]);
    return { ended: over };
  }
  const work: Work = {
    goal: over ? subjectOf(over) : wordsOfId(id ?? steps[0] ?? learned),
    done: steps,
    outcome,
    ...(learned === "" ? {} : { learned }),
  };
  const told = await tell(view, store, session, {
    changed: over ? [over] : [],
    work,
    of: over ? [over] : [],
    keepsProcedure: outcome === "completed" && steps.length > 1,
  });
  return { ...(over ? { ended: over } : {}), ...told };
}

/** It outlives the session: whoever works on next is to find it. One that is open already has come up again. */
async function intend(
  { view, store, session }: At,
  content: string,
  { episode }: Partial<Told>,
): Promise<ProspectiveMemory> {
  const intention = memoryMaker(view, session, { by: "hand", why: "a task that ended left it to do" })({
    type: "prospective",
    content,
    intention_type: "followup",
    scope: "project",
  });
  const from = { project: view.project.id, session };
  const known = await twinOf(intention, store.memories, from, { putAway: false });
  const open: ProspectiveMemory =
    known?.type === "prospective" && known.status === "active"
      ? widened(recurred(known, session, view.host.now()), "project")
      : intention;
  const links = episode ? [derived(open.id, episode.id, view.host.now())] : [];
  await store.memories.put([open], links);
  return open;
}

const noText = (field: string, expected: string, got: string): RecordError =>
  new RecordError("INPUT_ERROR", { field, expected, got: JSON.stringify(got) }, `Say ${expected}`);
