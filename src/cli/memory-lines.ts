/** Memories as lines for people. */
import type { Use } from "../engine/memories/use.ts";
import { bodyOf, nameOf } from "../memory/create.ts";
import { happenedAt } from "../memory/lifecycle.ts";
import { originOf, shortOrigin } from "../memory/origin.ts";
import { MEMORY_TYPES, type Memory, type ProspectiveMemory } from "../memory/types.ts";
import { oneLine, snippet } from "../record/sanitize.ts";
import { count, isObject } from "../record/value.ts";
import type { Paint } from "./output.ts";
import { reviewLines } from "./reviews.ts";

const TYPE_WIDTH = Math.max(...MEMORY_TYPES.map((type) => type.length));
const NAME_MAX = 100;
const CONDITION_MAX = 60;

/** `semantic     What it is called  id`, with what has become of it. */
export function memoryLine(memory: Memory, paint: Paint): string {
  const state = stateOf(memory);
  return [
    paint("cyan", memory.type.padEnd(TYPE_WIDTH)),
    paint("bold", snippet(nameOf(memory), NAME_MAX)),
    ...(state === "" ? [] : [paint("yellow", state)]),
    paint("dim", memory.id),
  ].join("  ");
}

/** The same with the minute before it. */
export const datedLine = (memory: Memory, paint: Paint): string =>
  `${paint("dim", happenedAt(memory).slice(0, 16).replace("T", " "))}  ${memoryLine(memory, paint)}`;

/** The same with where it came from. */
export const longLine =
  (line: typeof memoryLine): typeof memoryLine =>
  (memory, paint) => {
    const origin = shortOrigin(memory);
    return `${line(memory, paint)}${origin === "" ? "" : paint("dim", `  ${origin}`)}`;
  };

function stateOf(memory: Memory): string {
  if (memory.promoted_to !== undefined) return "promoted";
  if (memory.status !== "active") return memory.status;
  if (memory.type === "prospective") return memory.state === "pending" ? dueText(memory) : memory.state;
  return memory.type === "working" && memory.cleared_at !== undefined ? "cleared" : "";
}

/** What an intention waits for: `due 2026-12-01 00:00, when editing *.sql`; empty for a prompt that is about it. */
export function dueText({
  due_at: due,
  trigger_condition: condition,
  trigger_type: type,
}: ProspectiveMemory): string {
  const waitsFor = condition?.replace(/^(?:when|if|on|once)\s+(?=\S)/i, "");
  return [
    ...(due ? [`due ${due.slice(0, 16).replace("T", " ")}`] : []),
    ...(waitsFor ? [`${type === "context" ? "about" : "when"}: ${snippet(waitsFor, CONDITION_MAX)}`] : []),
  ].join(", ");
}

/** Fields that are told in the head, or mean something to programs only. */
const TOLD: ReadonlySet<string> = new Set([
  "type",
  "id",
  "project",
  "content",
  "steps",
  "content_hash",
  "title",
  "concept",
  "procedure_name",
  "provenance",
  "review",
  "access_count",
  "accessed_at",
]);

/** One memory whole, for people: what it says, where it came from, who judged it, and what it was good for. */
export function renderMemory(memory: Memory, use: Use, paint: Paint): string {
  const told = (name: string, lines: readonly string[]): string[] =>
    lines.map((line, n) => `${paint("dim", (n === 0 ? name : "").padEnd(20))} ${oneLine(line)}`);
  const rows = Object.entries(memory).flatMap(([field, value]): string[] => {
    if (TOLD.has(field) || isEmpty(value)) return [];
    return [`${paint("dim", field.padEnd(20))} ${oneLine(shownValue(value))}`];
  });
  const text =
    memory.type === "procedural"
      ? memory.steps
          .map(({ action, detail }, n) => `${n + 1}. ${action}${detail ? `: ${detail}` : ""}`)
          .join("\n")
      : bodyOf(memory);
  return [
    paint("bold", oneLine(nameOf(memory))),
    `${paint("dim", "type".padEnd(20))} ${memory.type}`,
    `${paint("dim", "id".padEnd(20))} ${memory.id}`,
    ...told("came from", [originOf(memory)]),
    ...reviewLines(memory, paint),
    ...told("shown", [useText(use)]),
    ...rows,
    "",
    text,
  ].join("\n");
}

function useText({ shown, last, judged, used }: Use): string {
  if (shown === 0) return "never";
  const times = `${count(shown, "time")}, last ${last ?? ""}`;
  return judged === 0 ? times : `${times}; answers drew on it ${used} of ${judged} times`;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(", ");
  return isObject(value) ? JSON.stringify(value) : String(value);
}
