/**
 * Reads what is new in a transcript: from a byte offset, whole lines only, bounded in memory and time whatever the
 * file holds. A transcript is written while it is read, and the client may move, rewrite or truncate it.
 */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { RecordError } from "../record/error.ts";
import type { TranscriptFormat, TranscriptLine, TranscriptMessage, TranscriptSlice } from "./types.ts";

/** Most new bytes that one reading takes; of more, the last ones. */
export const MAX_BYTES: number = 4 * 1024 * 1024;
/** Longer lines are passed over unparsed: no one said that. */
export const MAX_LINE_BYTES: number = 1024 * 1024;

export interface ReadTranscriptOptions {
  /** First byte not yet read. */
  offset: number;
  format: TranscriptFormat;
  /** The path must lie, with links resolved, in one of these folders. */
  roots: readonly string[];
  /** Default `MAX_BYTES`. */
  maxBytes?: number;
  /** Keep only the last messages with text (and the tool calls between them). */
  maxMessages?: number;
}

/**
 * What was said since `offset`. A file that does not exist yet has nothing new. A file shorter than the offset, or
 * one in which no line ends at the offset, was rewritten and is read from its start.
 *
 * Throws `PATH_ERROR` when the path leads outside `roots` or to something that is not a regular file, and
 * `READ_ERROR` when the file cannot be read.
 */
export function readTranscript(path: string, options: ReadTranscriptOptions): TranscriptSlice {
  const real = resolveInside(path, options.roots);
  if (real === undefined) return emptySlice(options.offset);
  // Non-blocking, so that a pipe put there in the meantime cannot hang us.
  const file = attempt(path, () =>
    openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
  );
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw notAFile(path);
    return attempt(path, () => readSlice(file, stat.size, options));
  } finally {
    closeSync(file);
  }
}

function readSlice(file: number, size: number, options: ReadTranscriptOptions): TranscriptSlice {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const from = startsLine(file, options.offset, size) ? options.offset : 0;
  const start = Math.max(from, size - maxBytes);
  const bytes = readBytes(file, start, size - start);
  const collector = new Collector(options.format, options.maxMessages);
  let at = 0;
  if (start > from) {
    const border = bytes.indexOf(0x0a);
    // Not even one line ends in all this: nothing can be consumed, the same bytes are met again next time.
    if (border < 0) return { ...emptySlice(from), skippedLines: 1, skippedBytes: 0 };
    at = border + 1;
  }
  const skippedBytes = start > from ? start + at - from : 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) break;
    if (end > at) collector.line(bytes.subarray(at, end));
    at = end + 1;
  }
  // A torn last line is left for the next reading, unless it only lacks its line break.
  if (at < bytes.length && collector.lastLine(bytes.subarray(at))) at = bytes.length;
  return { ...collector.slice(), offset: start + at, skippedBytes };
}

/** Gathers messages from lines; lines of one message (same id, nothing of the person in between) become one. */
class Collector {
  readonly #format: TranscriptFormat;
  readonly #maxMessages: number;
  #messages: TranscriptMessage[] = [];
  #withText = 0;
  #skippedLines = 0;
  #synthetic = false;
  #open = new Map<string, TranscriptMessage>();

  constructor(format: TranscriptFormat, maxMessages: number | undefined) {
    this.#format = format;
    this.#maxMessages = maxMessages ?? Number.POSITIVE_INFINITY;
  }

  line(bytes: Buffer): void {
    const parsed = this.#parse(bytes);
    if (parsed === "broken") this.#skippedLines += 1;
    else if (parsed !== "irrelevant") this.#add(parsed);
  }

  /** Whether the line was complete. */
  lastLine(bytes: Buffer): boolean {
    const parsed = this.#parse(bytes);
    if (parsed === "broken" || parsed === "irrelevant") return false;
    this.#add(parsed);
    return true;
  }

  /** What was gathered, brought down to the wanted number of messages. */
  slice(): Pick<TranscriptSlice, "messages" | "skippedLines" | "synthetic"> {
    if (this.#withText > this.#maxMessages) this.#dropOldest();
    return { messages: this.#messages, skippedLines: this.#skippedLines, synthetic: this.#synthetic };
  }

  #parse(bytes: Buffer): TranscriptLine | "irrelevant" | "broken" {
    const line = trimmed(bytes);
    if (line.length === 0) return "irrelevant";
    if (line.length > MAX_LINE_BYTES) return "broken";
    // An object's first and last byte tell most of what is no JSON object from what is merely not conversation.
    if (line[0] !== OPEN_BRACE || line[line.length - 1] !== CLOSE_BRACE) return "broken";
    if (!this.#format.mayMatter(line)) return "irrelevant";
    if (!isUtf8(line)) return "broken";
    try {
      return this.#format.decode(JSON.parse(line.toString("utf8")));
    } catch {
      return "broken";
    }
  }

  #add(line: TranscriptLine): void {
    if (line.kind === "ignored") return;
    if (line.origin !== "assistant") {
      this.#synthetic = line.origin === "synthetic";
      this.#open.clear();
    }
    const { message } = line;
    if (message.text === "" && message.tools.length === 0) return;
    const begun = line.id === undefined ? undefined : this.#open.get(line.id);
    if (begun) {
      if (begun.text === "" && message.text !== "") this.#withText += 1;
      begun.text = begun.text && message.text ? `${begun.text}\n${message.text}` : begun.text || message.text;
      begun.tools.push(...message.tools);
    } else {
      this.#messages.push(message);
      if (line.id !== undefined) this.#open.set(line.id, message);
      if (message.text !== "") this.#withText += 1;
    }
    // Dropping is done in strides, so that it stays linear.
    if (this.#withText >= this.#maxMessages * 2) this.#dropOldest();
  }

  #dropOldest(): void {
    let keep = this.#messages.length;
    for (let kept = 0; keep > 0 && kept < this.#maxMessages; keep -= 1) {
      if (this.#messages[keep - 1]?.text !== "") kept += 1;
    }
    this.#messages = this.#messages.slice(keep);
    this.#withText = this.#messages.filter(({ text }) => text !== "").length;
  }
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function trimmed(bytes: Buffer): Buffer {
  let from = 0;
  let to = bytes.length;
  while (from < to && isBlank(bytes[from])) from += 1;
  while (to > from && isBlank(bytes[to - 1])) to -= 1;
  return bytes.subarray(from, to);
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

const emptySlice = (offset: number): TranscriptSlice => ({
  messages: [],
  offset,
  skippedLines: 0,
  skippedBytes: 0,
  synthetic: false,
});

/** Whether a line begins (or the line break of a consumed one stands) at the offset. */
function startsLine(file: number, offset: number, size: number): boolean {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > size) return false;
  if (offset === 0) return true;
  const around = readBytes(file, offset - 1, Math.min(2, size - offset + 1));
  return around[0] === 0x0a || around[1] === 0x0a || (offset === size && around[0] === CLOSE_BRACE);
}

function readBytes(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const count = readSync(file, bytes, read, length - read, from + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}

/** The real path, or undefined where there is no such file. */
function resolveInside(path: string, roots: readonly string[]): string | undefined {
  let real: string;
  try {
    real = realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(path, error);
  }
  const inside = roots.some((root) => {
    try {
      const realRoot = realpathSync(root);
      return real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
    } catch {
      return false;
    }
  });
  if (!inside) {
    throw new RecordError(
      "PATH_ERROR",
      { path, reason: "The transcript lies outside the allowed folders", allowed: roots.join(", ") },
      "Pass a transcript below the home folder or the temporary folder",
    );
  }
  return real;
}

function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RecordError ? error : unreadable(path, error);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

const unreadable = (path: string, error: unknown): RecordError =>
  new RecordError(
    "READ_ERROR",
    { path, reason: error instanceof Error ? error.message : String(error) },
    "Check that the file exists and may be read by this user",
  );

const notAFile = (path: string): RecordError =>
  new RecordError(
    "PATH_ERROR",
    { path, reason: "Not a regular file" },
    "Pass the path of a transcript file (.jsonl)",
  );
