/**
 * Events of a transcript become segments. Reading may stop anywhere and go on later: a reading that begins where a segment
 * begins makes the same segments from there on. So nothing in a segment depends on what stood before it, but its number.
 */
import type { Segment, Step, TranscriptEvent } from "./segment.ts";
import type { TranscriptOwner } from "./types.ts";

/** Most steps, and characters in them, after which a segment that goes on is cut: an agent may work for days on one request. */
export const STEPS_MAX = 400;
export const CHARACTERS_MAX = 400_000;

/** The time of what bears none. */
export const NO_TIME = "1970-01-01T00:00:00.000Z";

export interface PlacedSegment {
  readonly segment: Segment;
  /** Byte at which the line stands that began it. */
  readonly from: number;
}

export interface Segments {
  /** Takes what the line at a byte tells. Gives the segment that ended by it. */
  take(event: TranscriptEvent, from: number): PlacedSegment | undefined;
  /** The one under way, as far as it is known. */
  last(): PlacedSegment | undefined;
}

/** @param turns how many segments came before */
export function openSegments(turns: number, owner: TranscriptOwner): Segments {
  let open: OpenSegment | undefined;
  let next = turns;
  let line = -1;

  const begin = (event: TranscriptEvent, from: number): PlacedSegment | undefined => {
    const ended = open && { segment: segmentOf(open), from: open.from };
    next += 1;
    open = newSegment(event, from, next, owner);
    return ended;
  };

  return {
    take(event, from) {
      const isFirstOfLine = from !== line;
      line = from;
      if (beginsSegment(event, open, owner) || (isFirstOfLine && isTooLong(open))) {
        const ended = begin(event, from);
        if (open) add(open, event);
        return ended;
      }
      if (open) add(open, event);
      return undefined;
    },
    last: () => open && { segment: segmentOf(open), from: open.from },
  };
}

interface OpenSegment {
  readonly from: number;
  readonly head: Pick<Segment, "id" | "turn" | "began" | "request" | "synthetic" | "cwd" | "branch">;
  readonly steps: OpenStep[];
  /** Calls whose results were not seen yet, by id. */
  readonly calls: Map<string, OpenCall>;
  characters: number;
  ended: string;
  interrupted: boolean;
  summary: string | undefined;
}

type OpenCall = {
  -readonly [field in keyof Extract<Step, { kind: "tool" }>]: Extract<Step, { kind: "tool" }>[field];
};
type OpenStep = Extract<Step, { kind: "said" }> | OpenCall;

/**
 * A person's request begins one; the task of a subagent, too. What the client began belongs to the one before. Where there
 * is none before, because the transcript's beginning is lost, anything does but what only ends or adds to one.
 */
function beginsSegment(
  event: TranscriptEvent,
  open: OpenSegment | undefined,
  owner: TranscriptOwner,
): boolean {
  if (event.kind === "prompt" && (owner === "agent" || !event.synthetic)) return true;
  return open === undefined && event.kind !== "result" && event.kind !== "interrupted";
}

/** Not while a result is waited for, unless that never ends. */
const isTooLong = (open: OpenSegment | undefined): boolean =>
  open !== undefined &&
  (open.steps.length >= STEPS_MAX || open.characters >= CHARACTERS_MAX) &&
  (open.calls.size === 0 || open.steps.length >= 2 * STEPS_MAX);

function newSegment(event: TranscriptEvent, from: number, turn: number, owner: TranscriptOwner): OpenSegment {
  const began = event.at ?? NO_TIME;
  const id = "id" in event && event.id ? event.id : `@${from}`;
  const asked = event.kind === "prompt" ? event : undefined;
  const { cwd, branch } = asked ?? {};
  return {
    from,
    head: {
      id,
      turn,
      began,
      request: asked?.text ?? "",
      // Of a subagent's task no person chose the words.
      synthetic: owner === "agent" || asked === undefined || asked.synthetic,
      ...(cwd ? { cwd } : {}),
      ...(branch ? { branch } : {}),
    },
    steps: [],
    calls: new Map(),
    characters: 0,
    ended: began,
    interrupted: false,
    summary: undefined,
  };
}

function add(open: OpenSegment, event: TranscriptEvent): void {
  const at = event.at ?? open.ended;
  if (at > open.ended || open.ended === NO_TIME) open.ended = at;
  switch (event.kind) {
    case "said":
      open.steps.push({ kind: "said", text: event.text, at });
      open.characters += event.text.length;
      break;
    case "call": {
      if (open.calls.has(event.id)) break;
      const call: OpenCall = { kind: "tool", action: event.action, outcome: "running", output: "", at };
      open.calls.set(event.id, call);
      open.steps.push(call);
      open.characters += JSON.stringify(event.action).length;
      break;
    }
    case "result": {
      const call = open.calls.get(event.id);
      if (!call) break;
      open.calls.delete(event.id);
      call.outcome = event.refused ? "refused" : event.ok ? "ok" : "failed";
      call.output = event.text;
      open.characters += event.text.length;
      break;
    }
    case "interrupted":
      open.interrupted = true;
      break;
    case "summary":
      open.summary = event.text;
      open.characters += event.text.length;
      break;
    case "prompt":
      break;
  }
}

function segmentOf({ head, steps, ended, interrupted, summary }: OpenSegment): Segment {
  const answer = steps.findLast((step) => step.kind === "said");
  return {
    ...head,
    ended,
    steps: steps.map((step) => ({ ...step })),
    answer: answer?.kind === "said" ? answer.text : "",
    interrupted,
    ...(summary === undefined ? {} : { summary }),
  };
}
