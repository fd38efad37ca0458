/** Reads on in one transcript: events become segments, what is worth keeping in them goes to the memory, the mark moves on. */
import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { Carry, Observe } from "../../capture/observation.ts";
import { type EventReading, readEvents } from "../../capture/read-events.ts";
import type { Segment } from "../../capture/segment.ts";
import { openSegments, type PlacedSegment } from "../../capture/segments.ts";
import type { SessionFormat } from "../../capture/types.ts";
import { withheld } from "../../capture/withheld.ts";
import { redactFieldsWith } from "../../privacy/fields.ts";
import { masked } from "../../privacy/finding.ts";
import { findPrivate } from "../../privacy/private-spans.ts";
import { type CaptureMark, MAIN } from "../../store/mark-port.ts";
import { type Candidate, type Keeping, type Kept, keep, NOTHING_KEPT } from "./keep.ts";
import { carryOf, progressOf } from "./progress.ts";

/** Segments that are looked at together. */
const TOGETHER = 40;
/** Bytes that are read before the mark moves on where nothing was worth keeping: a worker that is killed reads them again. */
const UNMARKED_MAX = 16 * 1024 * 1024;

export interface Capturing extends Keeping {
  readonly observe: Observe;
  readonly format: SessionFormat;
  /** Folders that a transcript may lie in. */
  readonly roots: readonly string[];
  readonly projectDir: string;
  /** Whether nothing is to be kept of it: it was a pause, or was forgotten. */
  readonly leftOut: (segment: Segment) => boolean;
  /** Whether the session is over, and the last segment with it. */
  readonly ended: boolean;
  /** What people may want to know, a sentence. */
  readonly tell: (message: string) => void;
}

/** @throws RecordError as `readEvents` does; StoreError; Overtaken */
export async function readOn(capturing: Capturing, mark: CaptureMark): Promise<Kept> {
  using reading = await open(capturing, mark);
  if (!reading) return { ...NOTHING_KEPT, mark: await closed(capturing, mark) };
  const before = progressOf(mark.carry);
  const isAnew = reading.from !== mark.offset;
  if (!isAnew && reading.size === before.size && mark.closed === capturing.ended) {
    return { ...NOTHING_KEPT, mark };
  }
  if (isAnew) capturing.tell("The transcript was rewritten, and is read from its beginning");
  const segments = openSegments(isAnew ? 0 : mark.turns, ownerOf(mark));
  const state: State = { kept: { ...NOTHING_KEPT, mark }, seen: isAnew ? {} : before.seen };
  let over: PlacedSegment[] = [];
  let skippedLines = 0;
  for (const piece of reading.pieces) {
    capturing.signal.throwIfAborted();
    skippedLines += piece.skippedLines;
    for (const { event, from } of piece.events) {
      const ended = segments.take(event, from);
      if (ended) over.push(ended);
    }
    const last = segments.last();
    if (last && over.length > 0) await keepFinished(capturing, state, [...over, last]);
    over = [];
    // The lease is renewed meanwhile.
    await turnOfOthers();
  }
  if (skippedLines > 0) capturing.tell(`${skippedLines} lines of the transcript could not be read`);
  await keepLast(capturing, state, segments.last(), reading);
  return state.kept;
}

/** Goes to the end of what is there without looking at it. */
export async function skipToEnd(capturing: Capturing, mark: CaptureMark): Promise<CaptureMark> {
  const blind: SessionFormat = { ...capturing.format, mayTell: () => false };
  using reading = await open({ ...capturing, format: blind }, mark);
  if (!reading) return closed(capturing, mark);
  let offset = reading.from;
  for (const { end } of reading.pieces) offset = end;
  const next = {
    ...mark,
    offset,
    carry: carryOf({ seen: {}, given: {}, size: reading.size }),
    at: capturing.now().toISOString(),
    closed: capturing.ended,
  };
  await capturing.store.marks.put(next);
  return next;
}

const open = ({ format, roots }: Capturing, mark: CaptureMark): Promise<EventReading | undefined> =>
  readEvents(mark.path, { offset: mark.offset, format, owner: ownerOf(mark), roots });

const ownerOf = ({ source }: CaptureMark): "main" | "agent" => (source === MAIN ? "main" : "agent");

/** There is no file: not yet, or not any more. */
async function closed({ store, ended, now }: Capturing, mark: CaptureMark): Promise<CaptureMark> {
  if (!ended) return mark;
  const next = { ...mark, at: now().toISOString(), closed: true };
  await store.marks.put(next);
  return next;
}

interface State {
  kept: Kept;
  /** What observation has in mind, as of after the last segment that is over. */
  seen: Carry;
}

/**
 * The mark moves on where something was kept, and at the end.
 *
 * @param placed segments in their order; the last is not over yet, but tells how the one before it was taken
 */
async function keepFinished(
  capturing: Capturing,
  state: State,
  placed: readonly PlacedSegment[],
): Promise<void> {
  const count = placed.length - 1;
  for (let at = 0; at < count; at += TOGETHER) {
    const together = placed.slice(at, Math.min(count, at + TOGETHER));
    const follows = placed[at + together.length];
    if (!follows) return;
    const looked = look(capturing, state.seen, { over: together, after: [follows] });
    const known = new Set(together.map(({ segment }) => segment.id));
    const candidates = looked.candidates.filter(({ observation }) => known.has(observation.segment));
    state.seen = looked.seen;
    if (candidates.length === 0 && follows.from - state.kept.mark.offset < UNMARKED_MAX) continue;
    state.seen = await redacted(capturing, looked.seen);
    const { from: offset, segment } = follows;
    const progress = { seen: state.seen, size: offset };
    const next = { offset, turns: segment.turn - 1, closed: false, progress, goesOn: false };
    state.kept = await keep(capturing, state.kept, candidates, next);
  }
}

/** The last segment may go on: what it tells so far is kept, and it is read again. The transcript lags, too. */
async function keepLast(
  capturing: Capturing,
  state: State,
  last: PlacedSegment | undefined,
  { from, size }: EventReading,
): Promise<void> {
  const placed = last ? [last] : [];
  const looked = look(
    capturing,
    state.seen,
    capturing.ended ? { over: placed, after: [] } : { over: [], after: placed },
  );
  const at = last
    ? { offset: last.from, turns: last.segment.turn - 1 }
    : { offset: from, turns: turnsAt(state, from) };
  const progress = { seen: await redacted(capturing, state.seen), size };
  state.kept = await keep(capturing, state.kept, looked.candidates, {
    ...at,
    closed: capturing.ended,
    progress,
    goesOn: true,
  });
}

const turnsAt = ({ kept: { mark } }: State, from: number): number => (mark.offset === from ? mark.turns : 0);

interface Looked {
  readonly candidates: readonly Candidate[];
  readonly seen: Carry;
}

/** @param placed segments that are over, and those after them that may go on */
function look(
  { observe, projectDir, redactor, leftOut }: Capturing,
  seen: Carry,
  placed: { readonly over: readonly PlacedSegment[]; readonly after: readonly PlacedSegment[] },
): Looked {
  const withholding = { excludes: redactor.excludes, withoutPrivate };
  const open = (some: readonly PlacedSegment[]): Segment[] =>
    some
      .map(({ segment }) => segment)
      .filter((segment) => !leftOut(segment))
      .map((segment) => withheld(segment, withholding));
  const over = open(placed.over);
  const segments = [...over, ...open(placed.after)];
  if (segments.length === 0) return { candidates: [], seen };
  const { observations, carry } = observe(segments, seen, { done: over.length, projectDir });
  const began = new Map(segments.map((segment) => [segment.id, segment.began]));
  return {
    candidates: observations
      .filter(({ files }) => !files.some((file) => redactor.excludes(file)))
      .map((observation) => ({
        observation,
        began: began.get(observation.segment) ?? observation.at,
      })),
    seen: carry,
  };
}

const redacted = async ({ redactor }: Capturing, seen: Carry): Promise<Carry> =>
  (await redactFieldsWith(seen, redactor.redact)).value;

const withoutPrivate = (text: string): string => masked(text, findPrivate(text)).text;
