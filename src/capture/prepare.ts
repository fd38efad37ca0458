/**
 * Makes prose out of a message: what is code, a quotation, a log or an address says nothing about what was decided.
 * The lines stay where they were, because nearness counts in lines.
 */

/** One line of a message. */
export interface PreparedLine {
  /** As written, without the line break. */
  shown: string;
  /** What is left to look for signals in; empty for quotations and logs. Code and URLs are replaced by `_`. */
  text: string;
}

/** Longest line that is looked at; what stands beyond it is cut. */
export const LINE_MAX = 2_000;

const FENCE = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}|~{3,})(.*)$/;
const INLINE_CODE = /(`{1,3})[^`]+\1/g;
const URL = /\b(?:https?|ftp|file|ssh|git):\/\/\S+|\bwww\.\S+/gi;
/** Timestamps, stack frames, package managers' error lines and shell prompts: pasted output, not speech. */
const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b|at\s+\S.*(?::\d+:\d+|\.\w+:\d+)\)?\s*$|File "[^"]*", line \d+|npm (?:ERR!|error)\s|\$\s+\S|[+-]{3} [ab]\/|@@ )/;
/** What a log line can begin with: most lines need not be tried. */
const LOG_STARTS = "0123456789[aFn$+-@";

/** The lines of a text without its fenced code blocks (also unclosed ones: those reach to the end). */
export function prepareLines(text: string): PreparedLine[] {
  const prepared: PreparedLine[] = [];
  let fence: string | undefined;
  for (const line of linesOf(text)) {
    const mark = line.includes("```") || line.includes("~~~") ? FENCE.exec(line) : null;
    if (fence !== undefined) {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === "") fence = undefined;
      continue;
    }
    // "```code```" on one line is inline code, not the start of a block.
    if (mark?.[1] && !(mark[1].startsWith("`") && mark[2]?.includes("`"))) {
      fence = mark[1];
      continue;
    }
    prepared.push({ shown: line, text: prose(line) });
  }
  return prepared;
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end < 0 ? text.length : end).slice(0, LINE_MAX);
    yield line.endsWith("\r") ? line.slice(0, -1) : line;
    if (end < 0) return;
    from = end + 1;
  }
}

/** What is left of a line, or of a part of one, to look for words in; empty for quotations and logs. */
export function prose(line: string): string {
  const first = line.trimStart().charAt(0);
  if (first === "" || first === ">" || (LOG_STARTS.includes(first) && LOG_LINE.test(line))) return "";
  let text = line;
  if (text.includes("`")) text = text.replace(INLINE_CODE, "_");
  if (text.includes("://") || text.includes("www.")) text = text.replace(URL, "_");
  if (text.includes("*")) text = text.replaceAll("*", "");
  return text.includes("\u2019") ? text.replaceAll("\u2019", "'") : text;
}
