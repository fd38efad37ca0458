/** From what was noticed to a memory: everything that code can know by itself is filled in here. */
import { HOUR_MS } from "../record/time.ts";
import { cut, normalText } from "../record/value.ts";
import { ENTRY_MAX, LIST_MAX, TITLE_MAX } from "./fields.ts";
import { laplace } from "./strength.ts";
import type {
  EpisodicMemory,
  Memory,
  MemoryBase,
  MemoryStatus,
  ProceduralMemory,
  ProspectiveMemory,
  Scope,
  SemanticMemory,
  Step,
  WorkingMemory,
} from "./types.ts";
import { inUtc } from "./utc.ts";
import { assertMemory } from "./validate.ts";

/** Milliseconds that working memory lives after the last activity on its task: a long lunch and a meeting. */
export const WORKING_TTL_MS: number = 4 * HOUR_MS;

type Given<T, Needed extends keyof T> = Pick<T, Needed> &
  Partial<Omit<T, Needed | "type" | "id" | "project" | "content_hash" | "steps">>;

/** What has to be said of a memory; the rest has defaults. */
export type MemoryDraft =
  | ({ type: "episodic" } & Given<EpisodicMemory, "content">)
  | ({ type: "semantic" } & Given<SemanticMemory, "content">)
  | ({ type: "prospective" } & Given<ProspectiveMemory, "content">)
  | ({ type: "procedural"; steps: readonly (string | Step)[] } & Given<ProceduralMemory, "procedure_name">)
  | ({ type: "working" } & Given<WorkingMemory, "content">);

/** Where and when a memory is made. */
export interface Circumstances {
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  readonly now: Date;
  /** Bytes to make ids of, 10 at least. */
  readonly random: Uint8Array;
  /** What the memory begins as; `active` unless it has to be reviewed first. */
  readonly status?: MemoryStatus;
}

/** @throws RecordError VALIDATION_ERROR with every wrong field */
export function createMemory(draft: MemoryDraft, at: Circumstances): Memory {
  const { now, session, agent } = at;
  const time = now.toISOString();
  const base = baseOf(draft, at, time);
  const own = { session_id: session, agent_id: agent };
  const made = ((): { [field: string]: unknown } => {
    switch (draft.type) {
      case "episodic": {
        const defaults = { timestamp: time, event_type: "user_query", title: titleOf(draft.content) };
        return { scope: "session" satisfies Scope, ...own, ...defaults, ...draft };
      }
      case "semantic": {
        const sessions = draft.source_sessions ?? [session];
        return {
          scope: "project" satisfies Scope,
          concept: titleOf(draft.content),
          category: "fact",
          // The schema's default of 1 would have every hearsay be certain.
          confidence: 0.5,
          source_sessions: sessions,
          evidence_count: Math.max(1, new Set(sessions).size),
          related_concepts: [],
          ...draft,
        };
      }
      case "prospective":
        return {
          scope: "session" satisfies Scope,
          ...own,
          intention_type: "todo",
          title: titleOf(draft.content),
          priority: 3,
          state: "pending",
          usage_count: 0,
          recurrence_sessions: [session],
          ...draft,
        };
      case "procedural": {
        const used = { usage_count: draft.usage_count ?? 0, success_count: draft.success_count ?? 0 };
        return {
          scope: "project" satisfies Scope,
          category: "workflow",
          prerequisites: [],
          success_conditions: [],
          failure_patterns: [],
          performance_metrics: {},
          success_rate: laplace(used.success_count, used.usage_count),
          source_sessions: [session],
          ...used,
          ...draft,
          steps: draft.steps?.map?.((step) => (typeof step === "string" ? { action: step } : step)),
        };
      }
      case "working":
        return {
          ...own,
          context_type: "task_context",
          task_scope: "task",
          priority: 3,
          expires_at: new Date(now.getTime() + WORKING_TTL_MS).toISOString(),
          ...draft,
        };
    }
  })();
  const memory = { ...made, ...base };
  assertMemory({ ...memory, content_hash: "-" });
  return inUtc({ ...memory, content_hash: contentHash(memory as Memory) } as Memory);
}

function baseOf(draft: MemoryDraft, at: Circumstances, time: string): Omit<MemoryBase, "content_hash"> {
  const created = draft.created_at ?? time;
  return {
    id: newId(at.now, at.random),
    project: at.project,
    status: draft.status ?? at.status ?? "active",
    importance: draft.importance ?? 5,
    tags: tidyTags(draft.tags ?? []),
    created_at: created,
    updated_at: draft.updated_at ?? created,
    accessed_at: draft.accessed_at ?? created,
    access_count: draft.access_count ?? 0,
  };
}

const tidyTags = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => cut(tag.trim().toLowerCase(), ENTRY_MAX)))]
    .filter((tag) => tag !== "")
    .sort()
    .slice(0, LIST_MAX);

/** Most characters of a title that was made from content. */
const MADE_TITLE_MAX = 80;

/** The first sentence, or as much of it as a title holds. */
export function titleOf(content: string): string {
  const line = content.trim().split(/\r?\n/, 1)[0]?.trim() ?? "";
  const sentence = /^.{10,}?[.!?](?=\s|$)/u.exec(line)?.[0].replace(/[.!]$/, "") ?? line;
  if (sentence.length <= MADE_TITLE_MAX) return cut(sentence, TITLE_MAX);
  const head = cut(sentence, MADE_TITLE_MAX - 1);
  const space = head.lastIndexOf(" ");
  return `${space > MADE_TITLE_MAX / 2 ? head.slice(0, space) : head}…`;
}

/** What a memory says, as one text: what its hash is made of, and what it is found by besides title and tags. */
export function bodyOf(memory: Memory): string {
  if (memory.type === "procedural") {
    const steps = memory.steps.map(({ action, detail }) => (detail ? `${action}: ${detail}` : action));
    return [...steps, ...memory.prerequisites, ...memory.success_conditions, ...memory.failure_patterns].join(
      "\n",
    );
  }
  if (memory.type === "prospective" && memory.trigger_condition)
    return `${memory.content}\n${memory.trigger_condition}`;
  return memory.content;
}

/** What a memory is called. */
export function nameOf(memory: Memory): string {
  switch (memory.type) {
    case "semantic":
      return memory.concept;
    case "procedural":
      return memory.procedure_name;
    case "working":
      return titleOf(memory.content);
    default:
      return memory.title;
  }
}

/** All that a memory says, by which it is the same as another. */
export const saidBy = (memory: Memory): string =>
  memory.type === "procedural" ? `${memory.procedure_name}\n${bodyOf(memory)}` : bodyOf(memory);

/** The same for two memories that say the same: case, width and spacing make no difference. Hex SHA-256. */
export const contentHash = (memory: Memory): string => textHash(saidBy(memory));

export const textHash = (text: string): string =>
  new Bun.CryptoHasher("sha256").update(normalText(text).toWellFormed()).digest("hex");

/** What stands for chance where the same has to get the same id, whoever makes it: SHA-256 of what it is made of. */
export const seedOf = (...parts: readonly string[]): Uint8Array =>
  new Bun.CryptoHasher("sha256").update(parts.join("\0").toWellFormed()).digest();

/** Crockford's base 32: https://www.crockford.com/base32.html */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** A ULID in lower case, 26 characters: 48 bits of time and 80 of chance. https://github.com/ulid/spec */
export function newId(now: Date, random: Uint8Array): string {
  let time = Math.max(0, now.getTime());
  let head = "";
  for (let i = 0; i < 10; i += 1) {
    head = (DIGITS[time % 32] ?? "0") + head;
    time = Math.floor(time / 32);
  }
  let bits = 0n;
  for (const byte of random.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  let tail = "";
  for (let i = 0; i < 16; i += 1) {
    tail = (DIGITS[Number(bits & 31n)] ?? "0") + tail;
    bits >>= 5n;
  }
  return head + tail;
}
