/**
 * The analysis of text into terms: the same for documents and queries, and for every database, because it is done
 * here and not by the database.
 *
 * Terms hold letters, digits and, within paths and dotted names, `.`, `/`, `_` and `-`; nothing else.
 */
import { type DateParts, joinDates, readDate } from "./dates.ts";
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import {
  bigrams,
  foldAccents,
  hasUnspaced,
  plainPunctuation,
  unicodeChunks,
  unicodePieces,
  unspacedRuns,
} from "./unicode.ts";
import { wordForm } from "./word-forms.ts";

/** Longer terms are dropped: they are hashes, encoded data, or text without spaces. UTF-16 units. */
export const TERM_MAX = 40;

/** What a chunk of text (something between spaces and punctuation) turned into. */
export interface Chunk {
  /** The chunk as a whole: an identifier without its separators, a path with them, the stem of a word. */
  readonly whole: string | undefined;
  /** What it is made of; empty for a plain word. */
  readonly parts: readonly string[];
  readonly shape: "word" | "identifier" | "path" | "script";
}

const ASCII_CHUNKS = /[A-Za-z0-9_]+(?:[-./\\'][A-Za-z0-9_]+)*(?:\+\+|#)?/g;
const NOT_ASCII = /[^\x00-\x7f]/;

const PIECES_ASCII = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
/** Chunks already analysed. A pure function's memory: it changes how fast, never what. */
const seen = new Map<string, Chunk>();
const SEEN_MAX = 40_000;

/** The terms of a text, in its order, repetitions included. Stop words are left out. */
export function analyze(text: string): string[] {
  const terms: string[] = [];
  for (const raw of rawChunks(text)) {
    const { whole, parts } = analyzeChunk(raw);
    if (whole !== undefined) terms.push(whole);
    for (const part of parts) terms.push(part);
  }
  return terms;
}

/**
 * The chunks as they stand in the text, compatibility forms (full-width letters, ligatures) made plain, and dates that are
 * written out in their numeric form.
 */
export const rawChunks = (text: string): readonly string[] => joinDates(chunksOf(text));

function chunksOf(text: string): readonly string[] {
  if (!NOT_ASCII.test(text)) return text.match(ASCII_CHUNKS) ?? [];
  const plain = plainPunctuation(text.normalize("NFKC"));
  return NOT_ASCII.test(plain) ? unicodeChunks(plain) : (plain.match(ASCII_CHUNKS) ?? []);
}

/** What one raw chunk turns into. */
export function analyzeChunk(raw: string): Chunk {
  const known = seen.get(raw);
  if (known) return known;
  const chunk = readChunk(raw);
  if (raw.length <= TERM_MAX * 2) {
    if (seen.size >= SEEN_MAX) seen.clear();
    seen.set(raw, chunk);
  }
  return chunk;
}

function readChunk(raw: string): Chunk {
  const text = withoutApostrophes(raw);
  if (/^[A-Z]?[a-z]+$/.test(text)) return { whole: wordTerm(text.toLowerCase()), parts: [], shape: "word" };
  if (/^[CF](\+\+|#)$/i.test(text)) {
    return { whole: text.toLowerCase().replace("++", "pp").replace("#", "sharp"), parts: [], shape: "word" };
  }
  const ascii = !NOT_ASCII.test(text);
  if (!ascii && hasUnspaced(text)) return { whole: undefined, parts: unspacedTerms(text), shape: "script" };
  if (/[./\\]/.test(text)) return readPath(text);
  const date = readDate(text);
  return date ? dateChunk(date) : readIdentifier(text);
}

/** `20260307` as a whole; of `2026`, `march` and `7`, so that it is found by less, too. */
const dateChunk = ({ year, month, day, compact }: DateParts): Chunk => ({
  whole: compact,
  parts: [year, wordTerm(month), day].filter((part) => part !== undefined),
  shape: "identifier",
});

/** `user's` → `user`, `doesn't` → `doesnt`. */
const withoutApostrophes = (raw: string): string =>
  raw.includes("'") ? raw.replace(/'[sS]$/, "").replaceAll("'", "") : raw;

function readPath(text: string): Chunk {
  const path = fold(text.replaceAll("\\", "/"))
    .replace(/[+#]/g, "")
    .replace(/^[_-]+|[_-]+$/g, "");
  const parts: string[] = [];
  const base = path.slice(path.lastIndexOf("/") + 1);
  if (base !== path && base.includes(".")) parts.push(base);
  for (const segment of text.split(/[./\\]/)) {
    if (segment === "") continue;
    const { whole, parts: inner } = readIdentifier(segment);
    if (whole) parts.push(whole);
    parts.push(...inner);
  }
  return { whole: kept(path), parts: distinct(parts), shape: "path" };
}

/** camelCase, snake_case, kebab-case, letters beside digits, ALL_CAPS, and words of any script with spaces. */
function readIdentifier(text: string): Chunk {
  if (/^[A-Z]{2,}s$/.test(text)) {
    return { whole: wordTerm(text.slice(0, -1).toLowerCase()), parts: [], shape: "word" };
  }
  const pieces = NOT_ASCII.test(text) ? unicodePieces(text) : (text.match(PIECES_ASCII) ?? []);
  if (pieces.length === 0) return { whole: undefined, parts: [], shape: "word" };
  const joined = fold(pieces.join(""));
  const whole = wordTerm(joined);
  if (pieces.length === 1 || wordForm(joined) !== joined) return { whole, parts: [], shape: "word" };
  const parts = pieces.map((piece) => wordTerm(fold(piece))).filter((part) => part !== undefined);
  return { whole, parts: distinct(parts), shape: "identifier" };
}

/** The term of one lower-case word; undefined for stop words, single letters and what is too long. */
function wordTerm(word: string): string | undefined {
  const form = wordForm(word);
  if (STOP_WORDS.has(form) || (form.length === 1 && /[a-z]/.test(form))) return undefined;
  return kept(stem(form));
}

const kept = (term: string): string | undefined =>
  term.length > 0 && term.length <= TERM_MAX ? term : undefined;

/** Lower case without the accents of Latin and Greek letters; other scripts keep their marks (й is not и). */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return NOT_ASCII.test(lower) ? foldAccents(lower) : lower;
}

/** Bigrams of the unspaced runs; what stands between them is read as usual. */
function unspacedTerms(text: string): string[] {
  const terms: string[] = [];
  let end = 0;
  const between = (from: number, to: number): void => {
    for (const raw of rawChunks(text.slice(from, to))) {
      const { whole, parts } = analyzeChunk(raw);
      if (whole) terms.push(whole);
      terms.push(...parts);
    }
  };
  for (const { index, run } of unspacedRuns(text)) {
    between(end, index);
    end = index + run.length;
    terms.push(...bigrams(run));
  }
  between(end, text.length);
  return terms;
}

const distinct = (terms: readonly string[]): readonly string[] =>
  terms.length < 10 ? terms.filter((term, i) => terms.indexOf(term) === i) : [...new Set(terms)];
