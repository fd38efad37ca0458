/** Memories as lines for a model: clean, on one line each, as facts. */
import { nameOf } from "../memory/create.ts";
import { PRIORITY } from "../memory/tasks.ts";
import type { Memory } from "../memory/types.ts";
import { clip } from "../record/value.ts";
import { type Redact, shownText } from "./render.ts";

/** Most characters of what a memory says. */
const SAID_MAX = 400;
/** Most steps of a procedure. */
const STEPS_MAX = 8;

/** What of a memory's text is looked at: enough to know what its first characters belong to. */
const LOOKED_AT = 2_000;

export function memoryLine(memory: Memory, redact: Redact): string {
  const said = clip(redact(saidBy(memory).slice(0, LOOKED_AT)), SAID_MAX).replace(/\s+/g, " ");
  const name = redact(nameOf(memory)).replace(/…$/, "");
  const named = memory.type === "working" || says(said, name) ? said : `${name}: ${said}`;
  return `- ${[leading(memory), shownText(named)].filter(Boolean).join(" ")}`;
}

/**
 * Whether a text says a name as well: at its beginning; or anywhere, if it is of several words, but for one that leads it
 * ("Fixed: …") and how it ends. It is told once then.
 */
const says = (text: string, name: string): boolean =>
  text.startsWith(name) || (/\w \w/.test(name) && text.includes(name.replace(/^\w+: |[:.,!?]+$/g, "")));

function saidBy(memory: Memory): string {
  // A task's description stands below its subject.
  if (memory.type === "working") return memory.content.replace("\n", ": ");
  if (memory.type !== "procedural") return memory.content;
  const steps = memory.steps.slice(0, STEPS_MAX).map(({ action }, n) => `${n + 1}) ${action}`);
  const more = memory.steps.length - steps.length;
  return `${steps.join(" ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** What has to be known of it at once: when it was, whether it is due, how sure it is. */
function leading(memory: Memory): string {
  switch (memory.type) {
    case "episodic":
      return memory.timestamp.slice(0, 10);
    case "prospective":
      return memory.due_at ? `(due ${memory.due_at.slice(0, 10)})` : "";
    case "semantic":
      return memory.confidence < UNSURE ? "(unsure)" : "";
    case "working":
      return memory.priority === PRIORITY.active ? "(in progress)" : "";
    default:
      return "";
  }
}

/** A confidence below which a reader is warned. */
const UNSURE = 0.4;
