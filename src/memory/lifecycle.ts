/** What may become of a memory. Each step gives the memory as it is then; none changes the one it was given. */
import { type FieldIssue, RecordError } from "../record/error.ts";
import { describeValue } from "../record/value.ts";
import { contentHash, WORKING_TTL_MS } from "./create.ts";
import { laplace, reinforced } from "./strength.ts";
import {
  type Memory,
  type MemoryStatus,
  type ProceduralMemory,
  type ProspectiveMemory,
  SCOPES,
  type Scope,
  type SemanticMemory,
  type WorkingMemory,
} from "./types.ts";
import { inUtc } from "./utc.ts";
import { assertMemory } from "./validate.ts";

/** Fields that say who a memory is or how it came about; a change is not asked for them. */
const FIXED: ReadonlySet<string> = new Set([
  "type",
  "id",
  "project",
  "session_id",
  "agent_id",
  "created_at",
  "content_hash",
  "status",
  "superseded_by",
  "promoted_to",
]);

/** From which status to which. */
const WAYS: { readonly [from in MemoryStatus]: readonly MemoryStatus[] } = {
  staged: ["active", "rejected"],
  active: ["superseded", "archived"],
  superseded: ["archived"],
  archived: ["active"],
  rejected: [],
};

/**
 * A memory with other content.
 * @throws RecordError VALIDATION_ERROR with every wrong or fixed field
 */
export function updateMemory<M extends Memory>(
  memory: M,
  change: { readonly [field: string]: unknown },
  now: Date,
): M {
  const fixed: FieldIssue[] = Object.keys(change)
    .filter((field) => FIXED.has(field))
    .map((field) => ({
      field,
      expected: "a field that may change",
      got: describeValue(change[field]),
      fix: `Leave ${field} out`,
    }));
  const [first, ...rest] = fixed;
  if (first) throw RecordError.validation([first, ...rest]);
  // What is set to undefined is taken out.
  const entries = Object.entries({ ...memory, ...change, updated_at: later(memory, now) });
  const next: unknown = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  assertMemory(next);
  return inUtc({ ...next, content_hash: contentHash(next) } as M);
}

/** @throws RecordError VALIDATION_ERROR where there is no such way */
function moved<M extends Memory>(memory: M, status: MemoryStatus, now: Date): M {
  if (!WAYS[memory.status].includes(status)) {
    const expected = `a memory that is ${fromWhere(status)}`;
    throw RecordError.validation([
      { field: "status", expected, got: `${memory.id}, which is ${memory.status}`, fix: "Choose another" },
    ]);
  }
  return { ...memory, status, updated_at: later(memory, now) };
}

const fromWhere = (status: MemoryStatus): string =>
  Object.entries(WAYS)
    .filter(([, ways]) => ways.includes(status))
    .map(([from]) => from)
    .join(" or ");

/** Times never run backwards, whatever the clock does. */
const later = (memory: Memory, now: Date): string =>
  now.getTime() > Date.parse(memory.updated_at) ? now.toISOString() : memory.updated_at;

/** A newer memory takes its place: it holds until now, and is not recalled any more. What was to hold later never did. */
export const supersede = <M extends Memory>(memory: M, by: string, now: Date): M => ({
  ...moved(memory, "superseded", now),
  superseded_by: by,
  valid_to: new Date(Math.max(now.getTime(), Date.parse(memory.valid_from ?? "") || 0)).toISOString(),
});

export const archive = <M extends Memory>(memory: M, now: Date): M => moved(memory, "archived", now);

/** Whatever had taken its place before: it holds again. */
export function unarchive<M extends Memory>(memory: M, now: Date): M {
  const back = moved(memory, "active", now);
  if (back.superseded_by === undefined) return back;
  const { superseded_by: _by, valid_to: _to, ...rest } = back;
  return rest as M;
}

export const accept = <M extends Memory>(memory: M, now: Date): M => moved(memory, "active", now);
export const reject = <M extends Memory>(memory: M, now: Date): M => moved(memory, "rejected", now);

/** It became something else, and is not recalled any more. @param into as `promoted_to` holds it */
export const promoted = <M extends Memory>(memory: M, into: string, now: Date): M => ({
  ...memory,
  promoted_to: into,
  updated_at: later(memory, now),
});

/** Another session says the same: it counts once per session. */
export function reinforce(memory: SemanticMemory, session: string, now: Date): SemanticMemory {
  if (memory.source_sessions.includes(session)) return memory;
  const sessions = [...memory.source_sessions, session];
  return {
    ...memory,
    source_sessions: sessions.slice(-SESSIONS_KEPT),
    evidence_count: memory.evidence_count + 1,
    confidence: reinforced(memory.confidence),
    updated_at: later(memory, now),
  };
}

/** Ids of sessions that a memory keeps, the newest; the count goes on. */
const SESSIONS_KEPT = 50;

/** A procedure was used. */
export function used(memory: ProceduralMemory, success: boolean, now: Date): ProceduralMemory {
  const usage = memory.usage_count + 1;
  const successes = memory.success_count + (success ? 1 : 0);
  return {
    ...memory,
    usage_count: usage,
    success_count: successes,
    success_rate: laplace(successes, usage),
    last_used_at: now.toISOString(),
    updated_at: later(memory, now),
  };
}

/**
 * An intention came up again: it is of the session that wants it now. From the third session on it concerns the project.
 */
export function recurred(memory: ProspectiveMemory, session: string, now: Date): ProspectiveMemory {
  const sessions = [...new Set([...memory.recurrence_sessions, session])].slice(-SESSIONS_KEPT);
  const wider = memory.scope === "session" && sessions.length >= RECURRENT;
  return {
    ...memory,
    session_id: session,
    usage_count: memory.usage_count + 1,
    recurrence_sessions: sessions,
    ...(wider ? { scope: "project" as const } : {}),
    updated_at: later(memory, now),
  };
}

const REACH: readonly Scope[] = SCOPES;

/** Seen by as many as someone wants it to be, and by all who saw it before. */
export function widened<M extends Memory>(memory: M, scope: Scope | undefined): M {
  if (memory.type === "working" || scope === undefined) return memory;
  return REACH.indexOf(scope) > REACH.indexOf(memory.scope) ? { ...memory, scope } : memory;
}

/** Another session does it the same way: it was used once more, and went well. */
export function taughtAgain(memory: ProceduralMemory, session: string, now: Date): ProceduralMemory {
  if (memory.source_sessions.includes(session)) return memory;
  const sessions = [...memory.source_sessions, session].slice(-SESSIONS_KEPT);
  return { ...used(memory, true, now), source_sessions: sessions };
}

/** Distinct sessions from which an intention concerns the whole project. */
export const RECURRENT = 3;

/** Times in a row that a memory is shown to no use before it counts for less. */
export const IDLE_MAX = 5;
/** Times that it is of use before it counts for more. */
export const USES = 3;

/**
 * After it was shown and judged once more: each fifth time in a row to no use takes one off its importance, each third
 * time of use adds one. Nothing falls below 1 or rises above 10.
 *
 * @param effect as it is after that: how often it was of use in all, and how often to no use since then
 */
export function heeded<M extends Memory>(memory: M, effect: { used: number; idle: number }): M {
  const { used, idle } = effect;
  const step = idle > 0 ? (idle % IDLE_MAX === 0 ? -1 : 0) : used % USES === 0 ? 1 : 0;
  const importance = Math.min(10, Math.max(1, memory.importance + step));
  return importance === memory.importance ? memory : { ...memory, importance };
}

export const ENDED: ReadonlySet<string> = new Set(["completed", "cancelled"]);

/** An intention is taken up, done, or given up. What has ended does not begin again. */
export function turned(
  memory: ProspectiveMemory,
  state: ProspectiveMemory["state"],
  now: Date,
): ProspectiveMemory {
  if (ENDED.has(memory.state) && state !== memory.state) {
    throw RecordError.validation([
      { field: "state", expected: "an open intention", got: memory.state, fix: "Make a new one" },
    ]);
  }
  const { completed_at: _, ...rest } = memory;
  return {
    ...rest,
    state,
    ...(state === "completed" ? { completed_at: memory.completed_at ?? now.toISOString() } : {}),
    updated_at: later(memory, now),
  };
}

/** Activity on the task keeps its working memory. */
export const kept = (memory: WorkingMemory, now: Date): WorkingMemory => ({
  ...memory,
  expires_at: new Date(Math.max(Date.parse(memory.expires_at), now.getTime() + WORKING_TTL_MS)).toISOString(),
  updated_at: later(memory, now),
});

/** The task is over: the memory stays, and is not shown any more. */
export const cleared = (memory: WorkingMemory, reason: string, now: Date): WorkingMemory =>
  memory.cleared_at === undefined
    ? { ...memory, cleared_at: now.toISOString(), cleared_reason: reason, updated_at: later(memory, now) }
    : memory;

/** A session that is taken up again finds its working memory as it was. */
export function takenUp(memory: WorkingMemory, now: Date): WorkingMemory {
  const { cleared_at: _at, cleared_reason: _reason, ...rest } = memory;
  return kept(rest, now);
}

/** It lives on in another memory, and is not recalled any more. */
export const became = <M extends Memory>(memory: M, into: string, now: Date): M => ({
  ...memory,
  promoted_to: into,
  updated_at: later(memory, now),
});

/** Whether working memory is to be shown. */
export const isOpen = (memory: WorkingMemory, now: Date): boolean =>
  memory.cleared_at === undefined && Date.parse(memory.expires_at) > now.getTime();

/** Whether it holds now: not before its time, not after it. */
export const holds = ({ valid_from: from, valid_to: to }: Memory, now: Date): boolean =>
  (from === undefined || Date.parse(from) <= now.getTime()) &&
  (to === undefined || Date.parse(to) > now.getTime());

/** Whether it may be recalled at all: judged, in force, and not become something else. */
export const isRecallable = (memory: Memory, now: Date): boolean =>
  memory.status === "active" &&
  memory.promoted_to === undefined &&
  holds(memory, now) &&
  (memory.type !== "prospective" || !ENDED.has(memory.state)) &&
  (memory.type !== "working" || isOpen(memory, now));

/** Whether a session may see it: what is the session's own, what is its project's, and what is the user's. */
export function isVisible(
  memory: Memory,
  { project, session }: { project: string; session: string },
): boolean {
  if (memory.type !== "working" && memory.scope === "user") return true;
  if (memory.project !== project) return false;
  return memory.type !== "working" && memory.scope === "project" ? true : sessionOf(memory) === session;
}

/** The session that a memory belongs to, where it belongs to one. */
export const sessionOf = (memory: Memory): string | undefined =>
  "session_id" in memory ? memory.session_id : memory.source_sessions[0];

/** When it took its place in time: an episode when it happened, everything else when it was made. */
export const happenedAt = (memory: Memory): string =>
  memory.type === "episodic" ? memory.timestamp : memory.created_at;
