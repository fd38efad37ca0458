/** What somebody wants forgotten: a session, a stretch of time, or what speaks of something; and which memories that means. */
import type { Memory } from "../../memory/types.ts";
import { isObject } from "../../record/value.ts";

export type Meant =
  | { readonly kind: "session"; readonly session: string }
  /** RFC 3339, both ends included. */
  | { readonly kind: "time"; readonly since: string; readonly until: string }
  /** Each of these, as the beginning of a word; at least one. */
  | { readonly kind: "words"; readonly words: readonly string[] };

/** `go`: delete it. `shorten`: another session said it as well, so that it stays, and this one is no source of it. */
export type Fate = "go" | "shorten" | "stay";

export function fateOf(memory: Memory, meant: Meant): Fate {
  switch (meant.kind) {
    case "session":
      return fateIn(memory, meant.session);
    case "time":
      return timesOf(memory).some((at) => isWithin(at, meant)) ? "go" : "stay";
    case "words":
      return speaksOf(memory, meant.words) ? "go" : "stay";
  }
}

/** The session that it came from, and those that it came up in again. */
const sessionsOf = (memory: Memory): string[] => {
  switch (memory.type) {
    case "semantic":
    case "procedural":
      return memory.source_sessions;
    case "prospective":
      return [memory.session_id, ...memory.recurrence_sessions];
    default:
      return [memory.session_id];
  }
};

function fateIn(memory: Memory, session: string): Fate {
  const sessions = new Set(sessionsOf(memory));
  const isOf = sessions.has(session) || memory.provenance?.session === session;
  if (!isOf) return "stay";
  sessions.delete(session);
  return sessions.size > 0 ? "shorten" : "go";
}

/** A memory that a session is no source of any more. It is of another session that it came up in, and says not more than that. */
export function without<M extends Memory>(memory: M, session: string): M {
  const others = sessionsOf(memory).filter((each) => each !== session);
  const { provenance, ...rest } = memory;
  const where = provenance?.session === session ? { by: provenance.by } : provenance;
  const kept = { ...rest, ...(where ? { provenance: where } : {}) } as unknown as M;
  if (kept.type === "semantic") {
    const left = [...new Set(others)];
    const gone = kept.source_sessions.length - left.length;
    return { ...kept, source_sessions: left, evidence_count: Math.max(1, kept.evidence_count - gone) };
  }
  if (kept.type === "procedural") return { ...kept, source_sessions: others };
  if (kept.type === "prospective")
    return { ...kept, session_id: others[0] ?? "", recurrence_sessions: [...new Set(others)] };
  return kept;
}

/** When it happened and was made; of the task at hand, whose content follows the task, also when that last changed. */
const timesOf = (memory: Memory): string[] => [
  memory.created_at,
  ...(memory.type === "episodic" ? [memory.timestamp] : []),
  ...(memory.type === "working" ? [memory.updated_at] : []),
];

export const isWithin = (at: string, { since, until }: Extract<Meant, { kind: "time" }>): boolean =>
  Date.parse(at) >= Date.parse(since) && Date.parse(at) <= Date.parse(until);

/** Fields that hold no words of anyone's. */
const WORDLESS: ReadonlySet<string> = new Set([
  "id",
  "project",
  "content_hash",
  "session_id",
  "source_sessions",
]);

/** Whether each word stands somewhere in the texts of a value, at the beginning of a word; case and width make no difference. */
export function speaksOf(value: unknown, words: readonly string[]): boolean {
  const text = plain(textsIn(value).join("\n"));
  return words.every((word) => beginsIn(text, plain(word)));
}

const IN_WORD = /[\p{L}\p{N}_]/u;

/** What begins with a sign, as `.env` does, may begin anywhere. */
function beginsIn(text: string, word: string): boolean {
  const isAnywhere = !IN_WORD.test(word.slice(0, 1));
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (isAnywhere || at === 0 || !IN_WORD.test(text[at - 1] ?? "")) return true;
  return false;
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase();

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, each]) => (WORDLESS.has(field) ? [] : textsIn(each)));
}
