/**
 * What Claude Code tells a status line's command on standard input, and how it shows the answer: the first line of
 * standard output, colours and all (https://code.claude.com/docs/en/statusline).
 */
import type { LinePart } from "../../engine/status/status-line.ts";
import { cleanText } from "../../record/sanitize.ts";
import { isObject } from "../../record/value.ts";

export interface Asking {
  /** Where the session was started or, where that is not said, where its shell is. */
  readonly folder: string;
  readonly session: string;
}

/** Undefined for anything that says no folder. */
export function readAsking(payload: unknown): Asking | undefined {
  if (!isObject(payload)) return undefined;
  const { cwd, session_id: session, workspace } = payload;
  const { project_dir, current_dir } = isObject(workspace) ? workspace : {};
  const folder = [project_dir, current_dir, cwd].find((each) => typeof each === "string" && each !== "");
  return typeof folder === "string"
    ? { folder, session: typeof session === "string" ? session : "" }
    : undefined;
}

const YELLOW = "\u001b[33m";
const DIM = "\u001b[2m";
const PLAIN = "\u001b[0m";

/** `recollect 12 memories, 3 records · captured 4 min ago`. */
export function lineOf(parts: readonly LinePart[], coloured: boolean): string {
  const painted = (colour: string, text: string): string => (coloured ? `${colour}${text}${PLAIN}` : text);
  const told = parts.map(({ text, pressing }) => painted(pressing ? YELLOW : DIM, cleanText(text)));
  return `${painted(DIM, "recollect")} ${told.join(painted(DIM, " · "))}`;
}
