/** Events that come back: what happened alike in several sessions is no event any more, but how things are. */
import { analyze } from "../text/analyze.ts";
import { jaccard } from "../text/similarity.ts";
import { sourcesOf } from "./digest.ts";
import { canBeSameClaim } from "./same-claim.ts";
import { reinforced } from "./strength.ts";
import type { EpisodicMemory, MemoryStatus, SemanticMemory } from "./types.ts";

/** Two events with this share of common terms are alike. */
const ALIKE = 0.5;
/** Events of fewer terms say too little to be alike. */
const TERMS_LEAST = 3;
/** Distinct sessions from which it is no event any more. */
export const PROMOTED_FROM = 3;
/** Members that are compared with each other for who speaks for all: the newest. */
const COMPARED = 50;
/** Ids of sessions that are kept, the newest. */
const SESSIONS_KEPT = 50;

/** Events that are alike, oldest first. */
export interface Recurrence {
  /** Those that are recalled as what they were. */
  readonly events: readonly EpisodicMemory[];
  /** Distinct sessions of all of them, in the order they came. */
  readonly sessions: readonly string[];
  /** The memory that the others became; absent where there is none yet. */
  readonly into?: string;
}

interface Event {
  readonly episode: EpisodicMemory;
  readonly terms: ReadonlySet<string>;
}

/**
 * What is to be promoted: events alike in three sessions and more, and such as are alike to what was promoted before. Each
 * is put with the first event that it is most like, so that a chain of small differences does not join strangers.
 */
export function recurrences(episodes: readonly EpisodicMemory[]): Recurrence[] {
  return clusters(episodes).flatMap((members) => {
    const all = members.map(({ episode }) => episode);
    const events = all.filter((event) => event.status === "active" && event.promoted_to === undefined);
    const into = all.findLast(({ promoted_to }) => promoted_to !== undefined)?.promoted_to;
    const sessions = [...new Set(all.map(({ session_id }) => session_id))];
    const isDue = events.length > 0 && (into !== undefined || sessions.length >= PROMOTED_FROM);
    return isDue ? [{ events, sessions, ...(into === undefined ? {} : { into }) }] : [];
  });
}

/** What went into a digest, or was put away, happened all the same: it counts, and stays as it is. */
const HAPPENED: ReadonlySet<MemoryStatus> = new Set(["active", "archived"]);

function clusters(episodes: readonly EpisodicMemory[]): Event[][] {
  const events = episodes
    .filter((episode) => HAPPENED.has(episode.status) && sourcesOf(episode).length === 0)
    .sort(order)
    .map((episode): Event => ({ episode, terms: termsOf(episode) }))
    .filter(({ terms }) => terms.size >= TERMS_LEAST);
  const rareFirst = byRarity(events);
  const found: Event[][] = [];
  const leading = new Map<string, Event[][]>();
  for (const event of events) {
    const telling = rareFirst(event.terms).slice(0, tellingOf(event.terms.size));
    const near = new Set(telling.flatMap((term) => leading.get(term) ?? []));
    const cluster = mostAlike(event, near);
    if (cluster) cluster.push(event);
    else {
      const begun = [event];
      found.push(begun);
      for (const term of telling) {
        const known = leading.get(term);
        if (known) known.push(begun);
        else leading.set(term, [begun]);
      }
    }
  }
  return found;
}

const termsOf = ({ title, content }: EpisodicMemory): Set<string> => new Set(analyze(`${title}\n${content}`));

/** Puts terms in one order for all events, those that the fewest have first. */
function byRarity(events: readonly Event[]): (terms: ReadonlySet<string>) => string[] {
  const counts = new Map<string, number>();
  for (const { terms } of events) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const count = (term: string): number => counts.get(term) ?? 0;
  return (terms) => [...terms].sort((a, b) => count(a) - count(b) || (a < b ? -1 : 1));
}

/**
 * How many of an event's rarest terms it takes to find all that are alike: two sets alike share one of them at least
 * (prefix filtering: Chaudhuri et al. 2006, https://doi.org/10.1109/ICDE.2006.9). The words that every event has are not
 * looked up.
 */
const tellingOf = (size: number): number => size - Math.ceil(ALIKE * size) + 1;

/** Of clusters, by their first events; of equal ones the one that began first. */
function mostAlike({ episode, terms }: Event, near: Iterable<Event[]>): Event[] | undefined {
  let best: { cluster: Event[]; first: Event; likeness: number } | undefined;
  for (const cluster of near) {
    const [first] = cluster;
    if (!first) continue;
    const likeness = jaccard(terms, first.terms);
    if (likeness < ALIKE || likeness < (best?.likeness ?? 0)) continue;
    if (best && likeness === best.likeness && order(best.first.episode, first.episode) < 0) continue;
    if (canBeSameClaim(episode.content, first.episode.content)) best = { cluster, first, likeness };
  }
  return best?.cluster;
}

/** What the events say together, in the words of the one that is most like all others, the newest of equals. */
export function patternOf({ events, sessions }: Recurrence): PatternDraft {
  const compared = events.slice(-COMPARED).map((episode) => ({ episode, terms: termsOf(episode) }));
  const likeness = ({ terms }: Event): number =>
    compared.reduce((sum, other) => sum + jaccard(terms, other.terms), 0);
  const speaker = compared
    .map((event) => ({ event, likeness: likeness(event) }))
    .reduce((best, other) => (other.likeness >= best.likeness ? other : best)).event.episode;
  return {
    type: "semantic",
    concept: speaker.title,
    content: speaker.content,
    category: "pattern",
    confidence: sessions.slice(1).reduce(reinforced, FIRST_CONFIDENCE),
    source_sessions: sessions.slice(-SESSIONS_KEPT),
    evidence_count: sessions.length,
    importance: Math.max(...events.map(({ importance }) => importance)),
    tags: sharedTags(events),
  };
}

/** Before a second session speaks for it. */
const FIRST_CONFIDENCE = 0.5;

export type PatternDraft = { type: "semantic" } & Pick<
  SemanticMemory,
  | "concept"
  | "content"
  | "category"
  | "confidence"
  | "source_sessions"
  | "evidence_count"
  | "importance"
  | "tags"
>;

/** Tags of half of the events and more. */
function sharedTags(events: readonly EpisodicMemory[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of events.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= events.length).map(([tag]) => tag);
}

const order = (a: EpisodicMemory, b: EpisodicMemory): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id < b.id ? -1 : 1;
