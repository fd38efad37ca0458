/** The summary of a session, from what it left behind: its events and what it still meant to do. */
import { isDigest } from "../memory/digest.ts";
import { ENDED, isRecallable } from "../memory/lifecycle.ts";
import type { EpisodicMemory, ProspectiveMemory } from "../memory/types.ts";
import { oneLine } from "../record/sanitize.ts";
import { TITLE_MAX } from "../record/types.ts";
import { clip } from "../record/value.ts";
import { LEAST, type Promotion } from "./promotion.ts";

/** Events of a summary, at most: those that mattered most. */
const EVENTS_MOST = 20;
const LINE_MAX = 300;

/**
 * The summary that the events of one session could become: three that matter at least, one of which says what was done or
 * decided. What it was for is what was asked first, or else what was done first.
 */
export function sessionPromotion(
  session: string,
  episodes: readonly EpisodicMemory[],
  intentions: readonly ProspectiveMemory[],
  now: Date,
): Promotion | undefined {
  const events = episodes
    .filter((event) => event.session_id === session && !isDigest(event) && isRecallable(event, now))
    .filter((event) => event.importance >= LEAST.importance && !isTrouble(event))
    .sort((a, b) => b.importance - a.importance || (a.timestamp < b.timestamp ? -1 : 1))
    .slice(0, EVENTS_MOST)
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id < b.id ? -1 : 1));
  const done = events.filter(({ event_type }) => event_type !== "user_query");
  const [first] = events;
  if (events.length < LEAST.evidence || done.length === 0 || !first) return undefined;
  const goal = events.find(({ event_type }) => event_type === "user_query") ?? first;
  const last = done.at(-1);
  const next = intentions.filter(({ session_id, state }) => session_id === session && !ENDED.has(state));
  return {
    draft: {
      category: "session_summary",
      title: clip(oneLine(goal.title).replace(/…$/u, ""), TITLE_MAX),
      summary: line(goal),
      content: {
        goal: line(goal),
        outcome: last && (last.emotional_valence ?? 0) > 0 ? "success" : "partial",
        completed: done.map(line),
        next_actions: next.map(({ content }) => clip(oneLine(content), LINE_MAX)),
      },
    },
    memories: events,
    said: events.map(line).join("\n"),
    why: `${events.length} things that mattered in one session`,
  };
}

/** An error that nothing in it says was mended. */
const isTrouble = ({ event_type, emotional_valence = 0 }: EpisodicMemory): boolean =>
  event_type === "error" && emotional_valence <= 0;

const line = ({ content }: EpisodicMemory): string => clip(oneLine(content), LINE_MAX);
