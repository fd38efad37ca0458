/**
 * Reads what is new in a transcript: from a byte offset, whole lines only, bounded in memory and time whatever the
 * file holds. A transcript is written while it is read, and the client may move, rewrite or truncate it.
 */
import { sizeOf } from "../host/quick-fs.ts";
import { LINE_BREAK, type LineReader, parseLine } from "./json-line.ts";
import { beginsLine, transcriptFile, unreadable } from "./transcript-file.ts";
import type { TranscriptFormat, TranscriptLine, TranscriptMessage, TranscriptSlice } from "./types.ts";
import { lastWithText } from "./window.ts";

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
 * Rejects with `PATH_ERROR` when the path leads outside `roots` or to something that is not a regular file, and
 * `READ_ERROR` when the file cannot be read.
 */
export async function readTranscript(path: string, options: ReadTranscriptOptions): Promise<TranscriptSlice> {
  const real = transcriptFile(path, options.roots);
  if (real === undefined) return emptySlice(options.offset);
  try {
    return await readSlice(Bun.file(real), sizeOf(real), options);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function readSlice(file: Blob, size: number, options: ReadTranscriptOptions): Promise<TranscriptSlice> {
  const read = (begin: number, end: number): Promise<Buffer> => readBytes(file, begin, end);
  const from = (await beginsLine(read, options.offset, size)) ? options.offset : 0;
  const start = Math.max(from, size - (options.maxBytes ?? MAX_BYTES));
  const bytes = await read(start, size);
  let first = 0;
  if (start > from) {
    const border = bytes.indexOf(LINE_BREAK);
    // Not even one line ends in all this: nothing can be consumed, the same bytes are met again next time.
    if (border < 0) return { ...emptySlice(from), skippedLines: 1 };
    first = border + 1;
  }
  const { lines, skippedLines, end } = lastLines(bytes.subarray(first), options);
  return {
    ...conversation(lines, options.maxMessages ?? Number.POSITIVE_INFINITY),
    offset: start + first + end,
    skippedLines,
    skippedBytes: start > from ? start + first - from : 0,
  };
}

/**
 * Decodes from the end backwards, as far as it takes to have the wanted number of messages and the prompt that began
 * the turn: of a long transcript met for the first time, little has to be parsed. The lines come in their order; `end`
 * is where the next reading begins.
 */
function lastLines(
  bytes: Buffer,
  { format, maxMessages = Number.POSITIVE_INFINITY }: ReadTranscriptOptions,
): { lines: Message[]; skippedLines: number; end: number } {
  const lines: Message[] = [];
  const ids = new Set<string>();
  let skippedLines = 0;
  let messages = 0;
  let prompt = false;
  let end = bytes.lastIndexOf(LINE_BREAK) + 1;
  const take = (line: Message): void => {
    lines.push(line);
    if (line.origin !== "assistant") prompt = true;
    if (line.message.text === "" || (line.id !== undefined && ids.has(line.id))) return;
    if (line.id !== undefined) ids.add(line.id);
    messages += 1;
  };
  // A torn last line is left for the next reading, unless it only lacks its line break.
  const reader = readerOf(format);
  const torn = end < bytes.length ? parseLine(bytes.subarray(end), reader) : "irrelevant";
  for (let to = end; to > 0 && !(prompt && messages > maxMessages); ) {
    const from = to < 2 ? 0 : bytes.lastIndexOf(LINE_BREAK, to - 2) + 1;
    const parsed = parseLine(bytes.subarray(from, to - 1), reader);
    if (parsed === "broken") skippedLines += 1;
    else if (parsed !== "irrelevant" && parsed.kind === "message") take(parsed);
    to = from;
  }
  lines.reverse();
  if (torn !== "broken" && torn !== "irrelevant") {
    if (torn.kind === "message") lines.push(torn);
    end = bytes.length;
  }
  return { lines, skippedLines, end };
}

type Message = Extract<TranscriptLine, { kind: "message" }>;

const readerOf = (format: TranscriptFormat): LineReader<TranscriptLine> => ({
  maxBytes: MAX_LINE_BYTES,
  matters: format.mayMatter,
  decode: format.decode,
});

/** Messages from lines: those of one message (same id, no prompt in between) become one. */
function conversation(
  lines: readonly Message[],
  maxMessages: number,
): Pick<TranscriptSlice, "messages" | "synthetic"> {
  const messages: TranscriptMessage[] = [];
  const open = new Map<string, TranscriptMessage>();
  let synthetic: boolean | undefined;
  for (const { origin, message, id } of lines) {
    if (origin !== "assistant") {
      synthetic = origin === "synthetic";
      open.clear();
    }
    if (message.text === "" && message.tools.length === 0) continue;
    const begun = id === undefined ? undefined : open.get(id);
    if (begun) {
      begun.text = [begun.text, message.text].filter((text) => text !== "").join("\n");
      begun.tools.push(...message.tools);
    } else {
      messages.push(message);
      if (id !== undefined) open.set(id, message);
    }
  }
  return {
    messages: lastWithText(messages, maxMessages),
    ...(synthetic === undefined ? {} : { synthetic }),
  };
}

/** Of which nothing was read. */
export const emptySlice = (offset: number): TranscriptSlice => ({
  messages: [],
  offset,
  skippedLines: 0,
  skippedBytes: 0,
});

const readBytes = async (file: Blob, from: number, to: number): Promise<Buffer> =>
  Buffer.from(await file.slice(from, to).arrayBuffer());
