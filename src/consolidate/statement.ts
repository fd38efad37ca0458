/** What an item states: that which another may contradict. What merely happened, or is to be done, states nothing. */
import { nameOf, textHash } from "../memory/create.ts";
import { isRecallable } from "../memory/lifecycle.ts";
import type { Memory } from "../memory/types.ts";
import type { ProjectRecord } from "../record/types.ts";

export interface Statement {
  readonly kind: "memory" | "record";
  /** Id of a memory; of a record its path relative to the memory root. */
  readonly ref: string;
  /** What it is called. */
  readonly title: string;
  readonly said: string;
  /** Another one where it says something else. */
  readonly version: string;
  /** When it was last said, RFC 3339. */
  readonly at: string;
}

/** What a memory states; undefined for one that states nothing, or is not recalled. */
export function statementOf(memory: Memory, now: Date): Statement | undefined {
  const states =
    memory.type === "semantic" || (memory.type === "episodic" && memory.event_type === "decision");
  if (!states || !isRecallable(memory, now)) return undefined;
  return {
    kind: "memory",
    ref: memory.id,
    title: nameOf(memory),
    said: memory.content.replace(WAS, ""),
    version: memory.content_hash,
    at: memory.type === "episodic" ? memory.timestamp : memory.created_at,
  };
}

/** What a correction says of how it was before is what it does not state. */
const WAS = /\s*\(Corrected; before: .*\)$/s;

/** What a record states; undefined for a category that states nothing, or a record that does not hold any more. */
export function statementIn(path: string, record: ProjectRecord): Statement | undefined {
  const said = saidIn(record);
  if (said === undefined || record.record_status !== "active") return undefined;
  return {
    kind: "record",
    ref: path,
    title: record.title,
    said,
    version: textHash(said),
    at: record.updated_at,
  };
}

function saidIn({ category, title, content }: ProjectRecord): string | undefined {
  const text = (field: string): string => (typeof content[field] === "string" ? content[field] : "");
  switch (category) {
    case "decision":
      return /^(?:deprecated|superseded)$/.test(text("status")) ? undefined : lines(title, text("decision"));
    case "preference":
      return lines(title, text("value"));
    case "constraint":
      return content.active === false ? undefined : lines(title, text("rule"));
    default:
      return undefined;
  }
}

const lines = (...said: readonly string[]): string =>
  [...new Set(said)].filter((line) => line !== "").join("\n");
