/** How commands speak: text for people, JSON with `--json`, colour only on a terminal, one table of exit codes. */
import { styleText } from "node:util";
import { isTerminal, writeErr, writeOut } from "../host/terminal.ts";
import { messageOf } from "../host/trace.ts";
import { RecordError, type RecordErrorCode } from "../record/error.ts";
import { cleanText, visibleJson } from "../record/sanitize.ts";
import { StoreError } from "../store/error.ts";

/** Exit codes of every command; documented in docs/cli.md. */
export const EXIT = {
  ok: 0,
  error: 1,
  /** Wrong arguments; also what `triage` ends with when it finds something to save. */
  usage: 2,
  notFound: 3,
  /** Someone else changed or holds it. */
  conflict: 4,
} as const;

const EXIT_OF: { readonly [code in RecordErrorCode]?: number } = {
  INPUT_ERROR: EXIT.usage,
  NOT_FOUND: EXIT.notFound,
  OCC_CONFLICT: EXIT.conflict,
  LOCK_ERROR: EXIT.conflict,
};

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan" | "magenta";
/** Colours text, or leaves it alone. */
export type Paint = (style: Style | readonly Style[], text: string) => string;

const plain: Paint = (_style, text) => text;
const coloured: Paint = (style, text) =>
  styleText(typeof style === "string" ? style : [...style], text, { validateStream: false });

type Variables = { readonly [name: string]: string | undefined };

type Stream = "stdout" | "stderr";

/** Whether a stream gets no colour: it is no terminal that can, or NO_COLOR is set (https://no-color.org). */
export const isPlain = (stream: Stream, env: Variables): boolean =>
  Boolean(env.NO_COLOR) || env.TERM === "dumb" || !(env.FORCE_COLOR || isTerminal(stream));

/** Colour for a stream, or none. */
export const paintFor = (stream: Stream, env: Variables): Paint => (isPlain(stream, env) ? plain : coloured);

let chosen: Paint | undefined;
/** Colour for standard output, or none; looked up at the first word. */
export const paint: Paint = (style, text) => {
  chosen ??= paintFor("stdout", process.env);
  return chosen(style, text);
};

/** Prints a command's result: the data as JSON, or the text. */
export function emit(json: boolean | undefined, data: unknown, text: () => string): void {
  write(json ? jsonOf(data) : shown(text()));
}

const jsonOf = (data: unknown): string => visibleJson(JSON.stringify(data, null, 2));

/** The styles that `styleText` sets and takes back for a `Style`. */
const STYLES = /(\u001b\[(?:1|2|22|3[1-69])m)/;

/** Text with our colours and nothing else that could steer a terminal, or hide from who reads it. */
const shown = (text: string): string =>
  text
    .split(STYLES)
    .map((part, i) => (i % 2 === 1 ? part : cleanText(part)))
    .join("");

/** A line (or several) on standard output. A closed pipe (`| head`) is no error. */
export function write(text: string): void {
  if (text !== "") writeOut(text.endsWith("\n") ? text : `${text}\n`);
}

/** Tells of a failure and returns the exit code: on standard error for people, on standard output as JSON. */
export function fail(error: unknown, json = false): number {
  const known = knownError(error);
  if (json) writeErrorJson(error);
  else {
    const red = paintFor("stderr", process.env);
    writeErr(`${red("red", "error")} ${shown(known ? known.block() : messageOf(error))}\n`);
  }
  return known instanceof RecordError ? (EXIT_OF[known.code] ?? EXIT.error) : EXIT.error;
}

/** Tells a script or agent of a failure: the error block on standard output, or as JSON. */
export function failWithBlock(error: unknown, json = false): number {
  const known = knownError(error);
  if (json) writeErrorJson(error);
  else write(shown(known ? known.block() : `ERROR\ngot: ${messageOf(error)}\nfix: Run recollect doctor`));
  return EXIT.error;
}

/** One that says by itself what is wrong, where, and how to mend it. */
const knownError = (error: unknown): RecordError | StoreError | undefined =>
  error instanceof RecordError || error instanceof StoreError ? error : undefined;

function writeErrorJson(error: unknown): void {
  const data = knownError(error)?.toJSON() ?? { code: "ERROR", message: messageOf(error) };
  write(jsonOf({ error: data }));
}

/** A moment as people read it, in their own time: `2026-01-31 18:00`. */
export function localTime(at: string): string {
  const time = new Date(at);
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Columns as wide as their content, two blanks apart, without blanks at the lines' ends. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [n, cell] of row.entries()) widths[n] = Math.max(widths[n] ?? 0, width(cell));
  }
  return rows
    .map((row) =>
      row
        .map((cell, n) => cell + " ".repeat((widths[n] ?? 0) - width(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const width = (text: string): number => Bun.stringWidth(text);
