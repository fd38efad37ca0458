/** The working memory of a session: read, told as episodes when its work ends, cleared, and taken up again. */
import { twinOf } from "../../consolidate/same.ts";
import { became, cleared, takenUp, used } from "../../memory/lifecycle.ts";
import { createLink } from "../../memory/links.ts";
import { isPlanList, planGoal } from "../../memory/plans.ts";
import {
  isLeft,
  isLeftOver,
  isUncleared,
  isUntold,
  keptNow,
  listOf,
  ofList,
  subjectOf,
} from "../../memory/tasks.ts";
import type {
  EpisodicMemory,
  Memory,
  MemoryLink,
  ProceduralMemory,
  WorkingMemory,
} from "../../memory/types.ts";
import { episodeOf, goalOf, procedureOf, TELLING_STEPS, type Work } from "../../memory/work.ts";
import type { Store } from "../../store/port.ts";
import type { ProjectView } from "../project-view.ts";
import { memoryMaker } from "./make-memory.ts";

/** Most memories of a session, or of a project's crashed sessions, that are looked at. */
const MOST = 1_000;

/** Whether what a client tells of its tasks is followed: not where nothing is to be noticed, or shown. */
export const isFollowed = ({ config }: ProjectView): boolean =>
  config.capture.mode !== "off" && config.retrieval.tokens.working > 0;

/** The session's working memory, cleared and expired included. */
export const workingOf = async (
  { project }: ProjectView,
  { memories }: Store,
  session: string,
): Promise<WorkingMemory[]> =>
  (await memories.find(
    { project: project.id, session },
    { types: ["working"], limit: MOST },
  )) as WorkingMemory[];

/** What was told of work that has ended. */
export interface Told {
  readonly episode: EpisodicMemory;
  readonly procedure?: ProceduralMemory;
}

/** Work that has ended. */
export interface Ending {
  readonly work: Work;
  /** What it was made of. */
  readonly of: readonly WorkingMemory[];
  /** Memories that changed with it. */
  readonly changed: readonly Memory[];
  /** Whether its steps are a procedure; where nobody said so, many steps are. */
  readonly keepsProcedure?: boolean;
}

/**
 * Puts what changed and, in the same step, what is told of work that has ended: an episode, linked with the memories that it
 * was made of, and a procedure for work of many steps.
 */
export async function tell(
  view: ProjectView,
  store: Store,
  session: string,
  {
    changed,
    work,
    of,
    keepsProcedure = work.outcome === "completed" && work.done.length > TELLING_STEPS,
  }: Ending,
): Promise<Told> {
  const now = view.host.now();
  const make = memoryMaker(view, session, { by: "task", why: "work on tasks has ended" });
  const episode = make(episodeOf(work));
  const procedure = keepsProcedure
    ? await procedureFor(view, store, make(procedureOf(work)), session)
    : undefined;
  const sources = of.map((memory) => became(memory, episode.id, now));
  const ids = new Set(sources.map(({ id }) => id));
  const others = changed.filter(({ id }) => !ids.has(id));
  const links = [
    ...sources.map(({ id }) => derived(episode.id, id, now)),
    ...(procedure ? [derived(procedure.id, episode.id, now)] : []),
  ];
  const told = [episode, ...(procedure ? [procedure] : [])];
  await store.memories.put([...others, ...sources, ...told], links);
  return { episode, ...(procedure ? { procedure } : {}) };
}

/** What was made of what. */
export const derived = (from: string, to: string, now: Date): MemoryLink =>
  createLink({ source_id: from, target_id: to, link_type: "derived_from" }, now);

/** A new one, or the one that says the same already, which has worked once more. */
async function procedureFor(
  { project, host }: ProjectView,
  { memories }: Store,
  made: ProceduralMemory,
  session: string,
): Promise<ProceduralMemory> {
  const from = { project: project.id, session };
  const same = await twinOf(made, memories, from, { putAway: false });
  return same?.type === "procedural" ? used(same, true, host.now()) : made;
}

/** What was done of a list, or of a plan's steps, as work; undefined where nothing is worth telling. */
export function workOf(
  memories: readonly WorkingMemory[],
  list: string,
  { outcome, result }: Pick<Work, "outcome" | "result">,
): { work: Work; of: readonly WorkingMemory[] } | undefined {
  const own = ofList(memories, list);
  const of = own.filter(isUntold);
  if (of.length === 0) return undefined;
  const whole = own.findLast((memory) => isWhole(memory));
  const parts = (some: readonly WorkingMemory[]): WorkingMemory[] =>
    lastOfEach(some.filter((memory) => !isWhole(memory)));
  const left = parts(own).filter(isLeft);
  const steps = parts(of).map(subjectOf);
  return {
    work: {
      goal: whole ? planGoal(whole.content) : goalOf(steps),
      done: steps,
      left: left.map(subjectOf),
      outcome,
      ...(result === undefined ? {} : { result }),
    },
    of,
  };
}

/** Of each task what was said last of it: it may have been taken up again. */
const lastOfEach = (memories: readonly WorkingMemory[]): WorkingMemory[] => [
  ...new Map(memories.map((memory) => [memory.todo_id, memory])).values(),
];

/** A plan as a whole, beside its steps. */
export const isWhole = ({ todo_id = "" }: WorkingMemory): boolean =>
  isPlanList(listOf(todo_id)) && todo_id.endsWith(":0");

/** Lists of a session in which something is open or untold. */
const listsOf = (memories: readonly WorkingMemory[]): string[] => [
  ...new Set(memories.flatMap(({ todo_id }) => (todo_id === undefined ? [] : [listOf(todo_id)]))),
];

/**
 * The session has ended: its working memory is cleared. What was done of a list that is not finished is told, with what is
 * left; a list in which nothing was done is not worth an episode.
 */
export const closeSession = (view: ProjectView, store: Store, session: string): Promise<void> =>
  store.alone(view.project.id, (own) => close(view, own, session));

async function close(view: ProjectView, store: Store, session: string): Promise<void> {
  const now = view.host.now();
  const memories = await workingOf(view, store, session);
  const over = memories
    .filter(isUncleared)
    .map((memory) =>
      cleared(memory, Date.parse(memory.expires_at) > now.getTime() ? "session_end" : "expired", now),
    );
  if (over.length === 0) return;
  const after = replaced(memories, over);
  await store.memories.put(over);
  for (const list of listsOf(over)) {
    const partial = workOf(after, list, { outcome: "partial" });
    if (partial) await tell(view, store, session, { changed: [], ...partial });
  }
}

/** Clears what sessions that ended without saying so have left, once it has expired; of `session` nothing. */
export async function sweepCrashed(view: ProjectView, store: Store, session: string): Promise<void> {
  const now = view.host.now();
  const expired = async ({ memories }: Store): Promise<WorkingMemory[]> => {
    const open = await memories.find(
      { project: view.project.id, session },
      { types: ["working"], open: true, everySession: true, limit: MOST },
    );
    return (open as WorkingMemory[]).filter(
      (memory) => memory.session_id !== session && Date.parse(memory.expires_at) <= now.getTime(),
    );
  };
  if ((await expired(store)).length === 0) return;
  await store.alone(view.project.id, async (own) =>
    own.memories.put((await expired(own)).map((memory) => cleared(memory, "expired", now))),
  );
}

/** A session goes on: what its end has cleared, or a crash has left to expire, stands before it again. */
export async function takeUp(view: ProjectView, store: Store, session: string): Promise<void> {
  const now = view.host.now();
  await store.alone(view.project.id, async (own) => {
    const left = (await workingOf(view, own, session)).filter(isLeftOver);
    if (left.length > 0) await own.memories.put(left.map((memory) => takenUp(memory, now)));
  });
}

/** The session is at work: what it has before it lives on. */
export async function keepStanding(
  { host, project }: ProjectView,
  store: Store,
  standing: readonly Memory[],
): Promise<void> {
  const now = host.now();
  const due = (memories: readonly Memory[]): WorkingMemory[] =>
    memories
      .filter((memory) => memory.type === "working")
      .filter((memory) => isUncleared(memory) && keptNow(memory, now) !== memory);
  const ids = due(standing).map(({ id }) => id);
  if (ids.length === 0) return;
  await store.alone(project.id, async ({ memories }) =>
    memories.put(due(await memories.get(project.id, ids)).map((memory) => keptNow(memory, now))),
  );
}

/** Memories with some of them as they are now. */
export function replaced(
  memories: readonly WorkingMemory[],
  changed: readonly WorkingMemory[],
): WorkingMemory[] {
  const now = new Map(changed.map((memory) => [memory.id, memory]));
  const known = new Set(memories.map(({ id }) => id));
  return [
    ...memories.map((memory) => now.get(memory.id) ?? memory),
    ...changed.filter(({ id }) => !known.has(id)),
  ];
}
