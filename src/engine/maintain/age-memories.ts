/**
 * How memories age: events that come back become what is known, and old events that nobody needs in so many words become
 * a digest. Nothing is deleted: what went into something else is kept, and a digest can be undone.
 */
import { twinOf } from "../../consolidate/same.ts";
import { createMemory, type MemoryDraft, newId, seedOf } from "../../memory/create.ts";
import { type Digestible, digestible, digestOf, sourcesOf } from "../../memory/digest.ts";
import { archive, promoted, reinforce, unarchive } from "../../memory/lifecycle.ts";
import { createLink } from "../../memory/links.ts";
import { patternOf, type Recurrence, recurrences } from "../../memory/recurring.ts";
import type { EpisodicMemory, Memory, MemoryLink, SemanticMemory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { DAY_MS } from "../../record/time.ts";
import { count } from "../../record/value.ts";
import type { MemoryQuery, MemoryStore } from "../../store/memory-port.ts";
import type { Store } from "../../store/port.ts";

export interface Aging {
  readonly store: Store;
  readonly project: string;
  readonly now: Date;
  /** Days after which events are put into digests; 0 for never. */
  readonly compressAfterDays: number;
  readonly limits: AgingLimits;
  /** Says what would be done, and does nothing. */
  readonly dryRun?: boolean;
}

export interface AgingLimits {
  /** Events looked at for what comes back, the newest: comparing 200 takes about 50 ms. */
  readonly recent: number;
  /** Old events looked at, the newest of them. */
  readonly old: number;
  /** Promotions at most, and digests at most. */
  readonly changes: number;
}

/** The worker is waited for by nobody. */
export const BY_ITSELF: AgingLimits = { recent: 1_000, old: 5_000, changes: 200 };
/** Who asks can wait. */
export const ON_DEMAND: AgingLimits = { recent: 2_000, old: 20_000, changes: 1_000 };

export interface Aged {
  readonly promoted: readonly Promoted[];
  readonly digests: readonly Digested[];
}

export interface Promoted {
  /** The memory that says what the events have in common. */
  readonly id: string;
  readonly concept: string;
  /** Distinct sessions that speak for it. */
  readonly sessions: number;
  /** Ids of the events that became it. */
  readonly events: readonly string[];
  /** Whether it was known already. */
  readonly known: boolean;
}

export interface Digested {
  readonly id: string;
  readonly title: string;
  readonly session: string;
  /** Ids of the events that went into it. */
  readonly sources: readonly string[];
}

/** Promotion comes first: what is still to be promoted must not vanish into a digest. @throws StoreError */
export async function ageMemories(aging: Aging): Promise<Aged> {
  const { limits, compressAfterDays: days, now } = aging;
  const events = await eventsOf(aging, { statuses: ["active", "archived"] }, limits.recent);
  const done: Promoted[] = [];
  const taken = new Set<string>();
  const alone = <T>(work: (own: Aging) => Promise<T>): Promise<T> =>
    aging.store.alone(aging.project, (store) => work({ ...aging, store }));
  for (const recurrence of recurrences(events).slice(0, limits.changes)) {
    const promotion = await alone((own) => promote(own, recurrence));
    if (!promotion) continue;
    done.push(promotion);
    for (const id of promotion.events) taken.add(id);
  }
  if (days === 0) return { promoted: done, digests: [] };
  const before = new Date(now.getTime() - days * DAY_MS).toISOString();
  const old = (await eventsOf(aging, { statuses: ["active"], before }, limits.old)).filter(
    ({ id }) => !taken.has(id),
  );
  const digests: Digested[] = [];
  for (const group of digestible(old, now, days).slice(0, limits.changes)) {
    const digest = await alone((own) => compress(own, group));
    if (digest) digests.push(digest);
  }
  return { promoted: done, digests };
}

/** Rows read at once. */
const PAGE = 1_000;

/** Events of the project, of every session, the newest first. */
async function eventsOf(
  { store: { memories }, project }: Aging,
  which: Pick<MemoryQuery, "statuses" | "before">,
  most: number,
): Promise<EpisodicMemory[]> {
  const events: EpisodicMemory[] = [];
  const from = { project, session: "" };
  for (let offset = 0; offset < most; offset += PAGE) {
    const limit = Math.min(PAGE, most - offset);
    const query = { ...which, types: ["episodic"], everySession: true, limit, offset } as const;
    const page = await memories.find(from, query);
    for (const memory of page)
      if (memory.type === "episodic" && memory.project === project) events.push(memory);
    if (page.length < limit) break;
  }
  return events;
}

async function promote(aging: Aging, recurrence: Recurrence): Promise<Promoted | undefined> {
  const { now, dryRun } = aging;
  const { memories } = aging.store;
  const { events, sessions } = recurrence;
  if (await haveChanged(aging, events)) return undefined;
  const known = await knownPattern(aging, recurrence);
  // What went on to become a record of the project is not changed from here.
  if (known === "elsewhere") return undefined;
  // Those of events that became it before are counted: it keeps the last of their names only.
  const told = recurrence.into === undefined ? sessions : events.map(({ session_id }) => session_id);
  const pattern = known
    ? told.reduce((memory, session) => reinforce(memory, session, now), known)
    : newPattern(aging, recurrence);
  // Someone has taken it back.
  if (!known && (await memories.refused(aging.project, [pattern.content_hash])).length > 0) return undefined;
  const becoming = events.map((event) => promoted(event, pattern.id, now));
  if (!dryRun) await memories.put([pattern, ...becoming], linksFrom(pattern, events, now));
  return {
    id: pattern.id,
    concept: pattern.concept,
    sessions: pattern.evidence_count,
    events: events.map(({ id }) => id),
    known: known !== undefined,
  };
}

/** Whether someone has changed or forgotten any of them since they were read: the next time is soon enough. */
async function haveChanged({ store, project }: Aging, events: readonly EpisodicMemory[]): Promise<boolean> {
  const present = await store.memories.get(
    project,
    events.map(({ id }) => id),
  );
  return (
    present.length < events.length || present.some((event, n) => event.updated_at !== events[n]?.updated_at)
  );
}

/** The memory that such events became before, or that says the same. */
async function knownPattern(
  aging: Aging,
  recurrence: Recurrence,
): Promise<SemanticMemory | "elsewhere" | undefined> {
  const { project } = aging;
  const { memories } = aging.store;
  if (recurrence.into !== undefined) {
    const [memory] = await memories.get(project, [recurrence.into]);
    return memory?.type === "semantic" && memory.status === "active" ? memory : "elsewhere";
  }
  const from = { project, session: recurrence.sessions.at(-1) ?? "" };
  const twin = await twinOf(newPattern(aging, recurrence), memories, from, { putAway: false });
  const isOurs = twin?.type === "semantic" && twin.status === "active" && twin.project === project;
  return isOurs ? twin : undefined;
}

const newPattern = (aging: Aging, recurrence: Recurrence): SemanticMemory =>
  madeOf(recurrence.events, patternOf(recurrence), aging) as SemanticMemory;

async function compress(aging: Aging, { session, episodes }: Digestible): Promise<Digested | undefined> {
  const { now, dryRun } = aging;
  if (await haveChanged(aging, episodes)) return undefined;
  const draft = digestOf(episodes, now);
  const digest = madeOf(episodes, draft, aging);
  if (!dryRun) {
    const put = [digest, ...episodes.map((episode) => archive(episode, now))];
    await aging.store.memories.put(put, linksFrom(digest, episodes, now));
  }
  return { id: digest.id, title: draft.title, session, sources: episodes.map(({ id }) => id) };
}

/** A memory made of events, with an id made of theirs: two processes that do it at the same time make one. */
function madeOf(events: readonly EpisodicMemory[], draft: MemoryDraft, { project, now }: Aging): Memory {
  const last = events.at(-1);
  const provenance = { by: "promotion", why: `Made of ${count(events.length, "event")}` };
  const [session, agent] = [last?.session_id ?? "", last?.agent_id ?? ""];
  const random = seedOf(...events.map(({ id }) => id));
  const memory = createMemory({ ...draft, provenance }, { project, session, agent, now, random });
  return { ...memory, id: newId(last ? new Date(last.timestamp) : now, random) };
}

const linksFrom = (memory: Memory, sources: readonly Memory[], now: Date): MemoryLink[] =>
  sources.map(({ id }) =>
    createLink({ source_id: memory.id, target_id: id, link_type: "derived_from" }, now),
  );

/**
 * Puts the events of a digest back in its place. They count as changed now, so that they are not put together again
 * before their time. Returns their ids.
 *
 * @throws RecordError NOT_FOUND where there is no such digest; StoreError
 */
export const undoDigest = (
  { store, project, now }: Pick<Aging, "store" | "project" | "now">,
  id: string,
): Promise<string[]> => store.alone(project, ({ memories }) => undo(memories, { project, now }, id));

async function undo(
  memories: MemoryStore,
  { project, now }: Pick<Aging, "project" | "now">,
  id: string,
): Promise<string[]> {
  const [digest] = await memories.get(project, [id]);
  const ids = digest ? sourcesOf(digest) : [];
  if (!digest || ids.length === 0) {
    const fix = "Take an id that `recollect gc` has told";
    throw new RecordError("NOT_FOUND", { target: id, problem: "There is no digest with this id" }, fix);
  }
  const sources = await memories.get(project, ids);
  await memories.put(
    sources.filter(({ status }) => status === "archived").map((source) => unarchive(source, now)),
  );
  await memories.forget(project, [id]);
  return sources.map((source) => source.id);
}

/**
 * Takes back that events became known: they are recalled as what they were, and what they became is gone and does not come
 * back. Returns their ids.
 *
 * @throws RecordError NOT_FOUND where nothing was made of events under this id; StoreError
 */
export const undoPattern = (
  { store, project, now }: Pick<Aging, "store" | "project" | "now">,
  id: string,
): Promise<string[]> =>
  store.alone(project, async ({ memories }) => {
    const [pattern] = await memories.get(project, [id]);
    const links = pattern?.type === "semantic" ? await memories.linksFrom(project, [id]) : [];
    const ids = links
      .filter(({ link_type }) => link_type === "derived_from")
      .map(({ target_id }) => target_id);
    const events = (await memories.get(project, ids)).filter(({ promoted_to }) => promoted_to === id);
    if (!pattern || events.length === 0) {
      const fix = "Take an id that `recollect gc` has told";
      throw new RecordError(
        "NOT_FOUND",
        { target: id, problem: "Nothing was made of events under this id" },
        fix,
      );
    }
    await memories.put(events.map(({ promoted_to: _, ...event }) => event as Memory));
    await memories.refuse(project, {
      hash: pattern.content_hash,
      reason: "taken back",
      at: now.toISOString(),
    });
    await memories.forget(project, [id]);
    return events.map((event) => event.id);
  });
