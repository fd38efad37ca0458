/** Old episodes of a session become one, which keeps the ids of those that it was made of. */
import { oneLine } from "../record/sanitize.ts";
import { DAY_MS } from "../record/time.ts";
import { clip, listedTexts } from "../record/value.ts";
import { changedAt, recency } from "./strength.ts";
import type { EpisodicMemory, Memory, Scope } from "./types.ts";

/** Fewer are not worth it. */
export const DIGEST_LEAST = 3;
/** Most episodes of one digest: it holds all of their ids. */
export const DIGEST_MOST = 200;
/** From this importance an episode keeps its own words. */
export const LASTING = 8;
/** Most lines, and characters of each. */
const LINES = 20;
const LINE_MAX = 200;

/** Episodes to be put together, oldest first: of one session, and seen by the same. */
export interface Digestible {
  readonly session: string;
  readonly scope: Scope;
  readonly episodes: readonly EpisodicMemory[];
}

/**
 * Episodes that are old, were never important and were neither changed nor shown lately, by session. What became something
 * else and what is a digest already stay as they are.
 */
export function digestible(episodes: readonly EpisodicMemory[], now: Date, afterDays: number): Digestible[] {
  const before = now.getTime() - afterDays * DAY_MS;
  const groups = new Map<string, EpisodicMemory[]>();
  for (const episode of episodes) {
    if (!isFaded(episode, before)) continue;
    const key = `${episode.scope} ${episode.session_id}`;
    const own = groups.get(key);
    if (own) own.push(episode);
    else groups.set(key, [episode]);
  }
  return [...groups.values()]
    .filter(({ length }) => length >= DIGEST_LEAST)
    .flatMap((own) => evenly(own.sort(order), DIGEST_MOST))
    .flatMap((own) => {
      const [first] = own;
      return first ? [{ session: first.session_id, scope: first.scope, episodes: own }] : [];
    });
}

const isFaded = (episode: EpisodicMemory, before: number): boolean =>
  episode.status === "active" &&
  episode.promoted_to === undefined &&
  episode.importance < LASTING &&
  sourcesOf(episode).length === 0 &&
  [episode.timestamp, episode.accessed_at, changedAt(episode)].every((time) => Date.parse(time) < before);

/** As few parts as can be, none longer than `most`, all about as long. */
function evenly<T>(items: readonly T[], most: number): T[][] {
  const parts = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: parts }, (_, part) => items.slice(part * size, (part + 1) * size));
}

/** Ids of the episodes that a digest was made of; none for what is no digest. */
export function sourcesOf(memory: Memory): string[] {
  const sources = memory.type === "episodic" ? memory.context?.digest_of : undefined;
  return listedTexts(sources);
}

/** What a digest says: the most important of what happened, in the order it happened, a line each. */
export function digestOf(episodes: readonly EpisodicMemory[], now: Date): DigestDraft {
  const weighed = [...episodes].sort(
    (a, b) =>
      b.importance - a.importance || recency(changedAt(b), now) - recency(changedAt(a), now) || order(a, b),
  );
  const chosen = weighed.slice(0, LINES).sort(order);
  const left = episodes.length - chosen.length;
  const [first, last] = [episodes[0], episodes.at(-1)];
  const from = first?.timestamp.slice(0, 10) ?? "";
  const to = last?.timestamp.slice(0, 10) ?? "";
  const lines = chosen.map(({ timestamp, title, content }) => {
    const said = content.startsWith(title.replace(/…$/, "")) ? content : `${title}: ${content}`;
    return `${timestamp.slice(0, 10)} ${clip(oneLine(said), LINE_MAX)}`;
  });
  return {
    type: "episodic",
    event_type: "agent_response",
    title: from === to ? `What happened on ${from}` : `What happened from ${from} to ${to}`,
    content: [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join("\n"),
    timestamp: last?.timestamp ?? now.toISOString(),
    importance: Math.max(...episodes.map(({ importance }) => importance)),
    tags: [...new Set(episodes.flatMap(({ tags }) => tags))],
    scope: first?.scope ?? "session",
    context: { digest_of: episodes.map(({ id }) => id) },
  };
}

/** Whether an episode tells of others. */
export const isDigest = ({ context }: EpisodicMemory): boolean => Array.isArray(context?.digest_of);

export type DigestDraft = Required<
  Pick<
    EpisodicMemory,
    "type" | "event_type" | "title" | "content" | "timestamp" | "importance" | "tags" | "scope" | "context"
  >
>;

const order = (a: EpisodicMemory, b: EpisodicMemory): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id < b.id ? -1 : 1;
