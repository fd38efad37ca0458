/** One line of a transcript, from bytes to a value: what is no JSON object, too long or beside the point costs little. */

export const LINE_BREAK = 0x0a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

export interface LineReader<T> {
  /** Longer lines are passed over unparsed. */
  readonly maxBytes: number;
  /** A cheap look at the raw bytes: false for lines that need not be parsed. */
  readonly matters: (line: Buffer) => boolean;
  readonly decode: (value: unknown) => T;
}

/** Throws for bytes that are not UTF-8. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

export function parseLine<T>(bytes: Buffer, reader: LineReader<T>): T | "irrelevant" | "broken" {
  const line = trimmed(bytes);
  if (line.length === 0) return "irrelevant";
  if (line.length > reader.maxBytes) return "broken";
  // An object's first and last byte tell most of what is no JSON object from what is merely not wanted.
  if (line[0] !== OPEN_BRACE || line[line.length - 1] !== CLOSE_BRACE) return "broken";
  if (!reader.matters(line)) return "irrelevant";
  try {
    return reader.decode(JSON.parse(utf8.decode(line)));
  } catch {
    return "broken";
  }
}

function trimmed(bytes: Buffer): Buffer {
  let from = 0;
  let to = bytes.length;
  while (from < to && isBlank(bytes[from])) from += 1;
  while (to > from && isBlank(bytes[to - 1])) to -= 1;
  return from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to);
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;
