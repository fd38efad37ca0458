/** The analysis of a prompt into what it asks about. */
import { analyzeChunk, type Chunk, rawChunks } from "./analyze.ts";
import { functionWordsOf } from "./function-words.ts";
import { WEAK_TERMS } from "./weak-terms.ts";

export type QueryTermKind = "word" | "identifier" | "path" | "error_code";

/** One distinct thing a prompt names. */
export interface QueryTerm {
  /** Its term as a whole: for an identifier the joined form, for a path the path. */
  readonly term: string;
  readonly kind: QueryTermKind;
  /** The terms it is made of; empty for a plain word. */
  readonly parts: readonly string[];
  /** A word that says what to do (add, fix, file …) rather than with what, or made of such words: weak evidence of relevance. */
  readonly weak: boolean;
}

/**
 * What is looked at of a longer prompt, in characters: its request stands at the beginning or at the end, with the
 * pasted log or file in between.
 */
const HEAD = 4_000;
const TAIL = 2_000;
/** Most distinct things taken from a prompt. */
const MOST = 256;

/** The distinct terms of a prompt, in its order. Prompts of any length take bounded time. */
export function analyzeQuery(prompt: string): QueryTerm[] {
  const found = new Map<string, QueryTerm>();
  const chunks = rawChunks(lookedAt(prompt));
  const isFunctionWord = functionWordsOf(chunks.map((raw) => raw.toLowerCase()));
  for (const raw of chunks) {
    if (found.size >= MOST) break;
    if (isFunctionWord(raw.toLowerCase())) continue;
    const chunk = analyzeChunk(raw);
    if (chunk.shape === "script") {
      for (const part of chunk.parts) keep(found, { term: part, kind: "word", parts: [], weak: false });
      continue;
    }
    const { whole, parts } = chunk;
    if (whole !== undefined) {
      keep(found, {
        term: whole,
        kind: kindOf(raw, chunk),
        parts,
        weak: parts.length === 0 ? isWeakTerm(whole) : parts.every(isWeakTerm),
      });
    } else {
      for (const part of parts) keep(found, { term: part, kind: "word", parts: [], weak: isWeakTerm(part) });
    }
  }
  return [...found.values()];
}

/** Numbers of one or two digits stand in anything. */
export const isWeakTerm = (term: string): boolean => WEAK_TERMS.has(term) || /^\d{1,2}$/.test(term);

function keep(found: Map<string, QueryTerm>, term: QueryTerm): void {
  const known = found.get(term.term);
  if (!known || (known.kind === "word" && term.kind !== "word")) found.set(term.term, term);
}

function lookedAt(prompt: string): string {
  if (prompt.length <= HEAD + TAIL) return prompt;
  return `${prompt.slice(0, lastSpace(prompt, HEAD))}\n${prompt.slice(-TAIL).replace(/^\S*/, "")}`;
}

/** Where the last white space before `end` stops, 0 if there is none. A pattern would try each place for it. */
function lastSpace(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\S/.test(text[at - 1] ?? "")) at -= 1;
  return at;
}

/** `TS2345`, `E0308`, `ORA-00942`; `ECONNREFUSED`; `SQLITE_BUSY`; `TypeError`, `NullPointerException`. */
const ERROR_CODE =
  /^(?:[A-Z]{1,8}-?\d{3,6}|E[A-Z]{4,}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|0x[0-9a-fA-F]{4,16}|(?:[A-Z][A-Za-z0-9]*)(?:Error|Exception))$/;

function kindOf(raw: string, chunk: Chunk): QueryTermKind {
  if (ERROR_CODE.test(raw)) return "error_code";
  if (chunk.shape === "path")
    return /^\d+(?:\.\d+)+$/.test(raw) || !/^[\w-]+\/[\w-]+$/.test(raw) ? "path" : "word";
  if (chunk.shape === "identifier" && !/^[A-Za-z]+(?:-[A-Za-z]+)+$/.test(raw)) return "identifier";
  return "word";
}
