/** A procedure out of a text that tells it: what it is called, and its steps in order. */
import { cut, withoutEnd } from "../record/value.ts";
import { titleOf } from "./create.ts";
import { ENTRY_MAX, LIST_MAX } from "./fields.ts";

export interface ToldProcedure {
  readonly name: string;
  /** At least one. */
  readonly steps: readonly string[];
}

/** `1. … 2. …`, in lines or in a row. */
const NUMBERED = /(?:^|\s)\d{1,2}[.)]\s+/u;
const BULLET = /^\s*[-*•]\s+/u;
/** What stands between the steps of a sentence. */
const BETWEEN = /\s*(?:[,;]\s*(?:and\s+)?(?:then\s+|finally\s+)?|\s+->\s+|\s+then\s+)/u;

/** Numbered or bulleted steps, or what follows a colon; a text of no such form is one step. */
export function toldProcedure(text: string): ToldProcedure {
  const said = text.trim();
  return (
    numbered(said) ??
    bulleted(said) ??
    afterColon(said) ?? { name: titleOf(said), steps: [cut(tidied(said), ENTRY_MAX)] }
  );
}

function numbered(text: string): ToldProcedure | undefined {
  const [head = "", ...steps] = text.split(NUMBERED);
  return several(head, steps);
}

function bulleted(text: string): ToldProcedure | undefined {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => BULLET.test(line));
  const steps = lines.filter((line) => BULLET.test(line)).map((line) => line.replace(BULLET, ""));
  return first < 0 ? undefined : several(lines.slice(0, first).join(" "), steps);
}

function afterColon(text: string): ToldProcedure | undefined {
  const colon = /:\s/u.exec(text);
  return colon
    ? several(text.slice(0, colon.index), tidied(text.slice(colon.index + 1)).split(BETWEEN))
    : undefined;
}

/** Two steps and more, called by what stands before them, or else by the first. */
function several(head: string, told: readonly string[]): ToldProcedure | undefined {
  const steps = told.map((step) => cut(tidied(step), ENTRY_MAX)).filter((step) => step !== "");
  const name = titleOf(withoutEnd(tidied(head), " :") || (steps[0] ?? ""));
  return steps.length >= 2 ? { name, steps: steps.slice(0, LIST_MAX) } : undefined;
}

const tidied = (text: string): string => text.replace(/\s+/gu, " ").trim();
