/** Intentions by hand: what is to be remembered later, when it is due or something happens, and what became of it. */
import { twinOf } from "../../consolidate/same.ts";
import { recurred, turned, updateMemory, widened } from "../../memory/lifecycle.ts";
import { mayBeMet } from "../../memory/triggers.ts";
import type { ProspectiveMemory, Scope } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { cleanText, oneLine } from "../../record/sanitize.ts";
import { describeValue } from "../../record/value.ts";
import type { Store } from "../../store/port.ts";
import { readDue } from "../../text/due-time.ts";
import { assertOn } from "../consent/refuse.ts";
import { clearedBy } from "../privacy.ts";
import type { ProjectView } from "../project-view.ts";
import { withStore } from "../with-store.ts";
import { memoryMaker } from "../work/make-memory.ts";
import { writeTriggers } from "./write-triggers.ts";

export interface Reminder {
  readonly content: string;
  readonly title?: string;
  /** A time, or one in words: see `readDue`. */
  readonly due?: string;
  /** What it waits for, in words: a file, a branch, a command or a tool; with `about` what a prompt has to be about. */
  readonly when?: string;
  readonly about?: boolean;
  /** 1 (highest) to 5; 3 unless told. */
  readonly priority?: number;
  readonly kind?: ProspectiveMemory["intention_type"];
  /** The project's unless told: what is to be remembered later outlives the session that says so. */
  readonly scope?: Scope;
  readonly tags?: readonly string[];
}

/**
 * Something to be remembered later. What is to be remembered already is not kept twice: it has come up again, and is due as it
 * is said now.
 *
 * @throws RecordError INPUT_ERROR for a time that is none; SECURITY_ERROR for a credential; VALIDATION_ERROR; StoreError
 */
export async function remind(
  view: ProjectView,
  session: string,
  asked: Reminder,
): Promise<ProspectiveMemory> {
  assertOn(view);
  const reminder = await clearedBy(view, asked);
  const { title, due, when, about, priority, kind = "reminder", scope = "project", tags } = reminder;
  const dueAt = due === undefined ? undefined : dueTime(due, view.host.now());
  const condition = when === undefined ? undefined : oneLine(when);
  if (condition && !about && !mayBeMet(condition)) throw neverMet(condition);
  const trigger = condition ? (about ? "context" : "event") : dueAt ? "time" : undefined;
  const memory = memoryMaker(view, session, { by: "hand", why: "it was asked to be remembered later" })({
    type: "prospective",
    content: cleanText(reminder.content).trim(),
    intention_type: kind,
    scope,
    ...(title === undefined ? {} : { title: oneLine(title) }),
    ...(dueAt ? { due_at: dueAt.toISOString() } : {}),
    ...(condition ? { trigger_condition: condition } : {}),
    ...(trigger ? { trigger_type: trigger } : {}),
    ...(priority === undefined ? {} : { priority }),
    ...(tags ? { tags: [...tags] } : {}),
  });
  return alone(view, async (store) => {
    const from = { project: view.project.id, session };
    const twin = await twinOf(memory, store.memories, from, { putAway: false });
    return keep(view, store, twin?.type === "prospective" ? asSaidNow(twin, memory, reminder) : memory);
  });
}

const alone = <T>(view: ProjectView, work: (store: Store) => Promise<T>): Promise<T> =>
  withStore(view, (store) => store.alone(view.project.id, work));

/** What was said anew holds; the rest stays. What waits for something again was not taken up for good. */
function asSaidNow(
  twin: ProspectiveMemory,
  said: ProspectiveMemory,
  { due, when, priority = twin.priority }: Reminder,
): ProspectiveMemory {
  const { due_at = twin.due_at, trigger_type = twin.trigger_type, session_id, scope, created_at } = said;
  const now = new Date(created_at);
  const state = due === undefined && when === undefined ? twin.state : "pending";
  const again = widened(recurred(twin, session_id, now), scope);
  return updateMemory(again, { due_at, trigger_type, priority, state }, now);
}

const neverMet = (condition: string): RecordError =>
  new RecordError(
    "INPUT_ERROR",
    {
      field: "when",
      expected: "something that can happen: a file, a branch, a command or a tool, by its name",
      got: `${describeValue(condition)}, which names none`,
    },
    "Name it (when editing src/auth.ts, before npm publish, on branch release/*), say a time instead, or that it waits for a prompt about this (--about)",
  );

/** @throws RecordError INPUT_ERROR */
function dueTime(due: string, now: Date): Date {
  const time = readDue(due, now);
  if (time) return time;
  throw new RecordError(
    "INPUT_ERROR",
    {
      field: "due",
      expected: "a time such as 2026-12-01, tomorrow, in 3 days or friday",
      got: describeValue(due),
    },
    "Write the time so",
  );
}

/**
 * It is done, or given up. What has ended cannot begin again.
 *
 * @throws RecordError NOT_FOUND, VALIDATION_ERROR; StoreError
 */
export function endIntention(
  view: ProjectView,
  id: string,
  state: "completed" | "cancelled",
): Promise<ProspectiveMemory> {
  return alone(view, async (store) => {
    const [memory] = await store.memories.get(view.project.id, [id.trim().toLowerCase()]);
    if (memory?.type !== "prospective")
      throw new RecordError(
        "NOT_FOUND",
        { intention: oneLine(id), problem: "no intention has this id" },
        "List what there is: recollect memories",
      );
    return keep(view, store, turned(memory, state, view.host.now()));
  });
}

async function keep(view: ProjectView, store: Store, memory: ProspectiveMemory): Promise<ProspectiveMemory> {
  await store.memories.put([memory]);
  await writeTriggers(view, store);
  return memory;
}

/** What is still to be remembered, as a session sees it: what was taken up first, then by priority. */
export function openIntentions(view: ProjectView, session: string): Promise<ProspectiveMemory[]> {
  return withStore(view, async ({ memories }) => {
    const from = { project: view.project.id, session };
    const open = await memories.find(from, {
      types: ["prospective"],
      statuses: ["active"],
      open: true,
      limit: MOST,
    });
    const rank = ({ state, priority }: ProspectiveMemory): number => (state === "active" ? 0 : 10) + priority;
    return (open as ProspectiveMemory[]).sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
  });
}

const MOST = 1_000;
