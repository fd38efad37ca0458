/**
 * Reads what a transcript tells, from a byte on, in pieces: what is held in memory is bounded, whatever the file holds. It is
 * written while it is read, and the client may move, rewrite or truncate it.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { LINE_BREAK, type LineReader, parseLine } from "./json-line.ts";
import type { TranscriptEvent } from "./segment.ts";
import { beginsLine, transcriptFile, unreadable } from "./transcript-file.ts";
import type { SessionFormat, TranscriptOwner } from "./types.ts";

/** Longer lines are passed over. Pictures are: a prompt that holds one should not be lost for it. */
export const EVENT_LINE_MAX: number = 8 * 1024 * 1024;
/** Bytes read at once. */
const PIECE = 1024 * 1024;

export interface ReadEventsOptions {
  /** First byte not yet done with. */
  readonly offset: number;
  readonly format: SessionFormat;
  readonly owner: TranscriptOwner;
  /** The path must lie, with links resolved, in one of these folders. */
  readonly roots: readonly string[];
}

export interface PlacedEvent {
  readonly event: TranscriptEvent;
  /** Byte at which its line begins. */
  readonly from: number;
}

/** What one piece of the file told. */
export interface EventPiece {
  readonly events: readonly PlacedEvent[];
  /** Lines that were no JSON objects, or too long. */
  readonly skippedLines: number;
  /** First byte after its last whole line. */
  readonly end: number;
}

export interface EventReading extends Disposable {
  /** Where it begins: at the offset, or at 0 where the file was rewritten since. */
  readonly from: number;
  /** Bytes of the file when it was opened. What is appended later is for another reading. */
  readonly size: number;
  /** To be gone through once. */
  readonly pieces: Generator<EventPiece, void, void>;
}

/**
 * Opens a transcript, for the caller to dispose of; undefined where there is none (yet).
 *
 * @throws RecordError PATH_ERROR when the path leads outside `roots` or to something that is not a regular file, READ_ERROR
 *   when the file cannot be read
 */
export async function readEvents(
  path: string,
  options: ReadEventsOptions,
): Promise<EventReading | undefined> {
  const real = transcriptFile(path, options.roots);
  if (real === undefined) return undefined;
  let file: number | undefined;
  try {
    const opened = openSync(real, "r");
    file = opened;
    const { size } = fstatSync(file);
    const begins = await beginsLine(bytesOf(file), options.offset, size);
    const from = begins ? options.offset : 0;
    return {
      from,
      size,
      pieces: pieces({ file, path, from, size }, options),
      [Symbol.dispose]: () => closeSync(opened),
    };
  } catch (error) {
    if (file !== undefined) closeSync(file);
    throw unreadable(path, error);
  }
}

const bytesOf =
  (file: number) =>
  (from: number, to: number): Uint8Array => {
    const bytes = Buffer.alloc(to - from);
    return bytes.subarray(0, readSync(file, bytes, 0, to - from, from));
  };

interface OpenFile {
  readonly file: number;
  readonly path: string;
  readonly from: number;
  readonly size: number;
}

function* pieces(open: OpenFile, { format, owner }: ReadEventsOptions): Generator<EventPiece, void, void> {
  const reader: LineReader<readonly TranscriptEvent[]> = {
    maxBytes: EVENT_LINE_MAX,
    matters: format.mayTell,
    decode: (value) => format.events(value, owner),
  };
  try {
    for (const { lines, skipped, end } of wholeLines(open)) {
      const events: PlacedEvent[] = [];
      let skippedLines = skipped;
      for (const { bytes, from, torn } of lines) {
        const told = parseLine(bytes, reader);
        if (told === "irrelevant") continue;
        // A torn last line is left for the next reading, unless it only lacks its line break.
        if (told === "broken") skippedLines += torn ? 0 : 1;
        else for (const event of told) events.push({ event, from });
      }
      yield { events, skippedLines, end };
    }
  } catch (error) {
    throw unreadable(open.path, error);
  }
}

interface Line {
  /** Valid until the next piece is read. */
  readonly bytes: Buffer;
  readonly from: number;
  readonly torn: boolean;
}

/** Lines in pieces. What a line has beyond the most that is read of one is passed over, whatever its length. */
function* wholeLines({
  file,
  from,
  size,
}: OpenFile): Generator<{ lines: Line[]; skipped: number; end: number }> {
  let buffer = Buffer.allocUnsafe(PIECE);
  /** Where in the file the buffer begins, and how much of it is filled. */
  let place = from;
  let filled = 0;
  let tooLong = false;
  for (;;) {
    const read = readSync(
      file,
      buffer,
      filled,
      Math.min(buffer.length - filled, size - place - filled),
      place + filled,
    );
    const end = filled + read;
    const lines: Line[] = [];
    let skipped = 0;
    let begin = 0;
    for (;;) {
      const border = buffer.indexOf(LINE_BREAK, begin);
      // Behind the end stands what was read before.
      if (border < 0 || border >= end) break;
      if (tooLong) skipped += 1;
      else lines.push({ bytes: buffer.subarray(begin, border), from: place + begin, torn: false });
      tooLong = false;
      begin = border + 1;
    }
    const done = read === 0 || place + end >= size;
    if (done && begin < end && !tooLong) {
      lines.push({ bytes: buffer.subarray(begin, end), from: place + begin, torn: true });
    }
    yield { lines, skipped, end: place + begin };
    if (done) return;
    place += begin;
    filled = end - begin;
    if (filled > EVENT_LINE_MAX) {
      tooLong = true;
      place += filled;
      filled = 0;
    } else if (filled === buffer.length) {
      const wider = Buffer.allocUnsafe(buffer.length * 2);
      buffer.copy(wider, 0, begin, end);
      buffer = wider;
    } else {
      buffer.copy(buffer, 0, begin, end);
    }
  }
}
