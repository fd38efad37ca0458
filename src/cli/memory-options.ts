/** Arguments of the commands that work on memories. */
import type { Caller } from "../engine/memories/access.ts";
import { momentOf } from "../engine/memories/moment.ts";
import { MEMORY_TYPES, type MemoryType } from "../memory/types.ts";
import { list, notOneOf, numberOf } from "./input.ts";

/** A person at a shell, or a model that uses one: then in its conversation. */
export function cliCaller(env: NodeJS.ProcessEnv = process.env): Caller {
  const session = env.CLAUDE_CODE_SESSION_ID?.trim();
  return { name: "cli", isPerson: true, ...(session ? { session } : {}) };
}

/** Options of the commands that choose among memories. */
export const CHOICE = {
  type: { type: "string", description: "Only these types, e.g. episodic,semantic" },
  since: { type: "string", description: "From when on: a day, a time, or an age such as 7d" },
  before: { type: "string", alias: "until", description: "Until when, not included" },
  "min-importance": { type: "string", description: "Least importance, 1–10" },
  limit: { type: "string", description: "Most results, 1–1,000 (default: 20)" },
} as const;

export interface Choice {
  type?: string | undefined;
  since?: string | undefined;
  before?: string | undefined;
  "min-importance"?: string | undefined;
  limit?: string | undefined;
}

export interface Chosen {
  types?: MemoryType[];
  since?: string;
  before?: string;
  minImportance?: number;
  limit?: number;
}

/** What the options choose; INPUT_ERROR for what they do not mean. Ranges are checked where they are used. */
export function chosen(args: Choice, now: Date): Chosen {
  const { type, since, before, "min-importance": importance, limit } = args;
  return {
    ...(type === undefined ? {} : { types: typesOf(type) }),
    ...(since === undefined ? {} : { since: momentOf("--since", since, now) }),
    ...(before === undefined ? {} : { before: momentOf("--before", before, now) }),
    ...(importance === undefined ? {} : { minImportance: numberOf("--min-importance", importance) }),
    ...(limit === undefined ? {} : { limit: numberOf("--limit", limit) }),
  };
}

export function typesOf(text: string): MemoryType[] {
  const names = list(text);
  if (names.length === 0) throw notOneOf("--type", MEMORY_TYPES, text);
  return names.map((name) => typeOf(name));
}

export function typeOf(name: string): MemoryType {
  const type = MEMORY_TYPES.find((known) => known === name.toLowerCase());
  if (type) return type;
  throw notOneOf("--type", MEMORY_TYPES, name);
}
