/** A text as the sentences that are its author's own words: no code, no logs, no quotations. */
import { LINE_MAX, prepareLines, prose } from "../prepare.ts";
import { heardIn } from "./listening.ts";

export interface Sentence {
  /** As written, without list marks and emphasis. */
  readonly shown: string;
  /** To look for words in: code, addresses and what stands in quotation marks are replaced by `_`. */
  readonly text: string;
  readonly lower: string;
  /** What of it rules listen for. */
  readonly heard: number;
  readonly asks: boolean;
  /** Number of its paragraph; an entry of a list is one. */
  readonly paragraph: number;
  /** What stands over it: a heading, or the line with a colon that its list follows. */
  readonly under: string;
  /** Whether it is an entry of a list. */
  readonly listed: boolean;
  /** Its box, where it is an entry that has one. */
  readonly box?: "open" | "ticked";
}

/** Most characters of one text that are looked at: whoever writes more has pasted it. */
const TEXT_MAX = 24_000;
/** And most sentences of it. */
const SENTENCES_MAX = 300;
/** Longer sentences are none. */
const SENTENCE_MAX = 600;

const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const BOX = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\[([ xX])\]\s/;
const HEADING = /^\s*#{1,6}\s+/;
/** A line that is nothing but emphasis, with or without a colon. */
const BOLD_LINE = /^\s*\*\*[^*]+\*\*:?\s*$/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
/** Names and short words that end in a full stop and no sentence. */
const ABBREVIATED =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|approx|incl|resp|no|nr|fig|z\.b|bzw|d\.h|ca|p\.ex)\.$/i;

export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  let paragraph = 0;
  let under = "";
  let inList = false;
  let open = "";
  let box: Pick<Sentence, "box"> = {};
  const close = (listed: boolean): void => {
    for (const sentence of split(open)) found.push({ ...sentence, paragraph, under, listed, ...box });
    open = "";
    box = {};
  };
  for (const { shown, text: left } of prepareLines(text.slice(0, TEXT_MAX))) {
    if (found.length >= SENTENCES_MAX) return found;
    if (left.trim() === "" || TABLE_ROW.test(left)) {
      close(inList);
      paragraph += 1;
      // A list ends where something stands after it that is no entry; a blank line may stand within.
      continue;
    }
    const entry = LIST_MARK.test(shown);
    const title = HEADING.test(shown) || BOLD_LINE.test(shown);
    if (!entry && !title && open !== "" && continues(open, shown)) {
      open = `${open} ${shown.trim()}`.slice(0, LINE_MAX);
      continue;
    }
    close(inList);
    paragraph += 1;
    if (title) {
      under = plain(shown).replace(/:$/, "");
      inList = false;
      continue;
    }
    if (!entry && inList) under = "";
    inList = entry;
    const line = plain(shown);
    if (!entry && line.endsWith(":")) under = line.slice(0, -1);
    const mark = BOX.exec(shown)?.[1];
    if (mark !== undefined) box = { box: mark === " " ? "open" : "ticked" };
    open = line;
  }
  close(inList);
  return found;
}

/** A line that was broken to fit a width: no end before it, no beginning in it. */
const continues = (before: string, line: string): boolean =>
  before.length > 50 && !/[.!?:;…。！？]["')\]]*$/.test(before) && /^\s*(?:[\p{Ll}(`]|I\b)/u.test(line);

/** Without marks of lists, headings and emphasis. */
const plain = (line: string): string =>
  line
    .replace(LIST_MARK, "")
    .replace(HEADING, "")
    .replaceAll("**", "")
    .replace(/(^|\s)__([^_]+)__(?=\s|$)/g, "$1$2")
    .replaceAll("\u2019", "'")
    .trim();

type Part = Pick<Sentence, "shown" | "text" | "lower" | "heard" | "asks">;

const MARKED = /[?？]["')\]]*$/;
/** Who types fast leaves the mark out. */
const UNMARKED =
  /^(?:(?:ok|and|but|so|hm+|also|btw|then|wait|oh|ah|er+m?)[, ]+)*(?:why|how (?:do|does|did|is|are|can|come|many|much|would|should)|what(?:'s)? (?:is|are|does|did|do|about|would|happens|if|the)|where (?:is|are|do|does)|who (?:is|does)|(?:can|could|would|will|do|does|did|should|shall|may) (?:you|we|it|i|they|this|that)|(?:is|are|was|were) (?:it|there|this|that|they|you))\b[^.!]*$/i;

const END = /(?<=[^\s([{.])[.!?…]+["')\]]*(?=\s)|[。！？]+/g;

function split(paragraph: string): Part[] {
  if (paragraph.trim() === "") return [];
  const hidden = veiled(paragraph);
  const parts: Part[] = [];
  let from = 0;
  const take = (to: number): void => {
    const shown = paragraph.slice(from, to).trim();
    from = to;
    if (shown === "" || shown.length > SENTENCE_MAX) return;
    const text = unquoted(prose(shown));
    if (text.trim() === "") return;
    const lower = text.toLowerCase();
    const asks = MARKED.test(shown) || UNMARKED.test(shown);
    parts.push({ shown, text, lower, heard: heardIn(lower), asks });
  };
  for (const mark of hidden.matchAll(END)) {
    const to = mark.index + mark[0].length;
    if (ABBREVIATED.test(hidden.slice(Math.max(0, to - 8), to))) continue;
    take(to);
  }
  take(paragraph.length);
  return parts;
}

const CODE = /`[^`]+`/g;
const QUOTED =
  /"[^"]{2,300}"|“[^”]{2,300}”|«[^»]{2,300}»|「[^」]{2,300}」|(?<=[\s:(])'[^'\n]{12,300}'(?=[\s.,;:!?)]|$)/g;

/** Of the same length, so that no sentence ends within code or a quotation. */
const veiled = (line: string): string =>
  line
    .replace(CODE, (code) => "_".repeat(code.length))
    .replace(QUOTED, (quoted) => "_".repeat(quoted.length));

const unquoted = (text: string): string => text.replace(QUOTED, "_");
