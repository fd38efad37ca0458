/** Old episodes of a session become one, which keeps the ids of those that it was made of. */
import { oneLine } from "../record/sanitize.ts";
import { DAY_MS } from "../record/time.ts";
import { clip } from "../record/value.ts";
import { ENTRY_MAX } from "./fields.ts";
import { changedAt, recency } from "./strength.ts";
import type { EpisodicMemory } from "./types.ts";

/** Days after which an episode may be put into a digest. */
export const DIGEST_AFTER_DAYS = 30;
/** Fewer are not worth it. */
export const DIGEST_LEAST = 3;
/** Most lines, and characters of each. */
const LINES = 20;
const LINE_MAX = 200;

/** Episodes that are old, were never important and are hardly looked at, by session; oldest first. */
export function digestible(
  episodes: readonly EpisodicMemory[],
  now: Date,
): ReadonlyMap<string, readonly EpisodicMemory[]> {
  const before = now.getTime() - DIGEST_AFTER_DAYS * DAY_MS;
  const bySession = new Map<string, EpisodicMemory[]>();
  for (const episode of episodes) {
    const isOld = Date.parse(episode.timestamp) < before && Date.parse(episode.accessed_at) < before;
    if (episode.status !== "active" || !isOld || episode.importance >= LASTING) continue;
    bySession.set(episode.session_id, [...(bySession.get(episode.session_id) ?? []), episode]);
  }
  for (const [session, own] of bySession) {
    if (own.length < DIGEST_LEAST) bySession.delete(session);
    else own.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
  }
  return bySession;
}

/** From this importance an episode keeps its own words. */
export const LASTING = 8;

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
    context: { digest_of: episodes.map(({ id }) => id).slice(0, ENTRY_MAX) },
  };
}

/** Whether an episode tells of others. */
export const isDigest = ({ context }: EpisodicMemory): boolean => Array.isArray(context?.digest_of);

export type DigestDraft = Required<
  Pick<
    EpisodicMemory,
    "type" | "event_type" | "title" | "content" | "timestamp" | "importance" | "tags" | "context"
  >
>;

const order = (a: EpisodicMemory, b: EpisodicMemory): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id < b.id ? -1 : 1;
