/**
 * The tasks of a session, as working memory holds them: what a client says of its tasks becomes memories that are begun,
 * changed, kept alive and cleared. Nothing is deleted, and what was cleared stays so: a task that is taken up again is a
 * new memory.
 */
import { cleanText, oneLine } from "../record/sanitize.ts";
import { clip } from "../record/value.ts";
import type { MemoryDraft } from "./create.ts";
import { WORKING_TTL_MS } from "./create.ts";
import { cleared, kept, takenUp, updateMemory } from "./lifecycle.ts";
import type { WorkingMemory } from "./types.ts";

export type TaskState = "pending" | "active" | "completed" | "removed";

/** What is said of a task. What is left out stays as it was. */
export interface TaskChange {
  /** Unique in the session. */
  readonly id: string;
  readonly subject?: string;
  readonly description?: string;
  readonly state?: TaskState;
}

export interface TaskNews {
  readonly changes: readonly TaskChange[];
  /** Whether these are all tasks of their list, so that the others are gone. */
  readonly whole: boolean;
}

export type WorkingDraft = Extract<MemoryDraft, { type: "working" }>;

export interface Followed {
  /** Memories that there are, as they are now; only those that changed. */
  readonly changed: readonly WorkingMemory[];
  /** Memories to be made, in the order of the tasks. */
  readonly begun: readonly WorkingDraft[];
}

/** Of what is worked on, of what it belongs to, and of what waits. */
export const PRIORITY = { active: 1, whole: 2, waiting: 3 } as const;

/** Most characters of a task's subject and of its description. */
const SUBJECT_MAX = 300;
const DESCRIPTION_MAX = 600;
/** Milliseconds between two notes that a memory lives on. */
const KEPT_EVERY_MS = 15 * 60_000;

/** The list that a task belongs to: what its id has before its last colon. A client's own ids have none, and share a list. */
export const listOf = (todo: string): string => todo.slice(0, todo.lastIndexOf(":") + 1);

/** The first line of its content. */
export const subjectOf = ({ content }: Pick<WorkingMemory, "content">): string =>
  content.split("\n", 1)[0] ?? "";

/** Memories of a list, the oldest first. */
export const ofList = (memories: readonly WorkingMemory[], list: string): WorkingMemory[] =>
  memories
    .filter(({ todo_id }) => todo_id !== undefined && listOf(todo_id) === list)
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** Why memory was cleared of work that nobody has ended. */
const LEFT: ReadonlySet<string | undefined> = new Set([undefined, "session_end", "expired"]);

/** Whether nobody has ended it. */
export const isLeft = ({ cleared_reason }: WorkingMemory): boolean => LEFT.has(cleared_reason);

/** Whether it waits for its session to go on, should it do so. */
export const isLeftOver = (memory: WorkingMemory): boolean =>
  isLeft(memory) && memory.promoted_to === undefined;

export const isUncleared = ({ cleared_at }: WorkingMemory): boolean => cleared_at === undefined;

/**
 * What becomes of working memory by news of one list.
 *
 * @param known the session's memories of the list, cleared ones included
 */
export function follow(known: readonly WorkingMemory[], { changes, whole }: TaskNews, now: Date): Followed {
  const latest = latestOf(known);
  const begun = new Map<string, WorkingDraft>();
  const touched = new Map(latest);
  // A session that was taken for over goes on: what nobody has ended stands again.
  if (changes.length > 0)
    for (const [id, memory] of latest)
      if (!isUncleared(memory) && isLeftOver(memory)) touched.set(id, takenUp(memory, now));
  for (const change of changes) {
    const before = touched.get(change.id);
    const waiting = begun.get(change.id);
    if (before && isUncleared(before)) touched.set(change.id, changedBy(before, change, now));
    else if (waiting || isOpening(change.state)) {
      const draft = draftOf(change, waiting ?? before);
      if (draft) begun.set(change.id, draft);
    }
    if (waiting && isOver(change.state)) begun.delete(change.id);
  }
  const named = new Set(changes.map(({ id }) => id));
  for (const [id, memory] of touched) {
    if (!isUncleared(memory)) continue;
    if (whole && !named.has(id)) touched.set(id, cleared(memory, "removed", now));
    else if (changes.length > 0) touched.set(id, keptNow(memory, now));
  }
  return {
    changed: [...touched].flatMap(([id, memory]) => (memory === latest.get(id) ? [] : [memory])),
    begun: [...begun.values()],
  };
}

/** By task: the one that is open, the newest where none is. Ids follow the clock, which may run backwards. */
function latestOf(known: readonly WorkingMemory[]): Map<string, WorkingMemory> {
  const latest = new Map<string, WorkingMemory>();
  const rank = (memory: WorkingMemory): string => `${isUncleared(memory) ? 1 : 0}${memory.id}`;
  for (const memory of known) {
    const other = memory.todo_id === undefined ? undefined : latest.get(memory.todo_id);
    if (memory.todo_id !== undefined && (!other || rank(memory) > rank(other)))
      latest.set(memory.todo_id, memory);
  }
  return latest;
}

const isOver = (state: TaskState | undefined): boolean => state === "completed" || state === "removed";
const isOpening = (state: TaskState | undefined): boolean => state === "pending" || state === "active";

/** Activity in the session keeps it; a note of that is made now and then. */
export const keptNow = (memory: WorkingMemory, now: Date): WorkingMemory =>
  Date.parse(memory.expires_at) - now.getTime() > WORKING_TTL_MS - KEPT_EVERY_MS ? memory : kept(memory, now);

function changedBy(memory: WorkingMemory, change: TaskChange, now: Date): WorkingMemory {
  const content = contentOf(change, memory);
  const priority = priorityOf(change.state) ?? memory.priority;
  const said =
    content === memory.content && priority === memory.priority
      ? memory
      : updateMemory(memory, { content, priority }, now);
  return isOver(change.state) ? cleared(said, change.state ?? "", now) : said;
}

const priorityOf = (state: TaskState | undefined): number | undefined =>
  state === "active" ? PRIORITY.active : state === "pending" ? PRIORITY.waiting : undefined;

/** Undefined where nobody ever said what the task is. */
function draftOf(
  change: TaskChange,
  before: Pick<WorkingMemory, "content" | "priority"> | WorkingDraft | undefined,
): WorkingDraft | undefined {
  const content = contentOf(change, before);
  if (content === "") return undefined;
  const priority = priorityOf(change.state) ?? before?.priority ?? PRIORITY.waiting;
  return { type: "working", content, todo_id: change.id, priority };
}

/** The subject on the first line, what there is to say of it below. */
function contentOf(change: TaskChange, before: { readonly content: string } | undefined): string {
  const [oldSubject = "", ...oldDetail] = before?.content.split("\n") ?? [];
  const subject = clip(oneLine(change.subject ?? ""), SUBJECT_MAX) || oldSubject;
  const described =
    change.description === undefined
      ? oldDetail.join("\n")
      : clip(cleanText(change.description).trim(), DESCRIPTION_MAX);
  if (subject === "") return clip(oneLine(described), SUBJECT_MAX);
  return described === "" || described === subject ? subject : `${subject}\n${described}`;
}

/**
 * What was done, when nothing of the list is left to do and none of it was told before; nothing until then. The oldest
 * first.
 */
export function finished(known: readonly WorkingMemory[], list: string): WorkingMemory[] {
  const own = ofList(known, list);
  return own.some(isUncleared) ? [] : own.filter(isUntold);
}

/** Whether it was completed, and no episode tells of it yet. */
export const isUntold = ({ cleared_reason, promoted_to }: WorkingMemory): boolean =>
  cleared_reason === "completed" && promoted_to === undefined;
