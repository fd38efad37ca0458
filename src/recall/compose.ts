/**
 * The text for a model: the lines of items under the headings of their lanes, in the original's order, within a hard budget
 * of tokens. Facts, no orders: imperative text trips the model's defences against injection.
 */
import { estimateTokens } from "../text/tokens.ts";
import { allocate, checkBudget, fit, LANES, type Lane } from "./budget.ts";
import type { FoundItem } from "./find.ts";
import { HEADINGS } from "./headings.ts";
import { lineOf, mentionOf, timeOf } from "./item.ts";
import { type EntryOptions, frame, type Shown } from "./render.ts";

/** Lines of the session's working memory, which have a budget of their own. */
export interface WorkingLines {
  readonly lines: readonly string[];
  readonly shown: readonly Shown[];
}

export interface Composition {
  /** Best first. */
  readonly found: readonly FoundItem[];
  /** Moves shares between the lanes. */
  readonly query: string;
  /** Tokens of the whole text without working memory, headings included. */
  readonly budget: number;
  /** Characters (UTF-16) of the whole text; as many as there are unless told. */
  readonly maxChars?: number;
  readonly working?: WorkingLines & { readonly budget: number };
  /** Whose text it is: it is put into tags with an introduction. */
  readonly framed?: { readonly intro: string };
  readonly render: EntryOptions;
}

export interface ComposedItem extends FoundItem {
  /** Estimated tokens of its line. */
  readonly tokens: number;
}

export interface ComposeMetadata {
  readonly total_tokens: number;
  readonly budget: number;
  /** Share of the budget, 0–1. */
  readonly utilization: number;
  /** Tokens of the items by lane. */
  readonly per_type: { readonly [lane in Lane]: number };
  /** Relevant items that did not fit. */
  readonly trimmed_count: number;
}

export interface Composed {
  /** Empty when there is nothing to say, or nothing fits. */
  readonly text: string;
  /** As they stand in the text, best first. */
  readonly items: readonly ComposedItem[];
  /** For the ledger: the items, and working memory. */
  readonly shown: readonly Shown[];
  readonly metadata: ComposeMetadata;
}

interface Line extends ComposedItem {
  readonly line: string;
}

/** @throws RecordError INPUT_ERROR for a budget that is none */
export function compose(composition: Composition): Composed {
  const { found, query, budget, maxChars = Number.POSITIVE_INFINITY, render } = composition;
  checkBudget(budget);
  const entries = found.map((each) => {
    const said = lineOf(each.item, render);
    const line = each.mark === undefined ? said : `${said} ${each.mark}`;
    const tokens = estimateTokens(line);
    return { lane: each.lane, tokens, item: { ...each, line, tokens } };
  });
  const room = workThatFits(composition, []);
  const kept = fit(entries, allocate(budget, query)).kept.map(({ item }) => item);
  const isShort = (some: readonly Line[]): boolean => textOf(some, room, composition).length <= maxChars;
  const lines = isShort(kept) ? kept : passingOver(kept, isShort);
  // Headings take room, too, and an estimate of the whole is not the sum of its parts: the weakest go until it fits.
  while (lines.length > 0 && !fitsInto(budget, lines, textOf(lines, [], composition))) lines.pop();
  const work = workThatFits(composition, lines);
  const text = textOf(lines, work, composition);
  return {
    text,
    items: lines.map(({ line: _, ...item }) => item),
    shown: [
      ...(composition.working?.shown ?? []).slice(0, work.length),
      ...lines.map(({ item, score, line, tokens }) => ({
        ...mentionOf(item, score),
        characters: line.length,
        tokens,
      })),
    ],
    // Prompts, which nobody asks what they took, need not wait for the answer.
    get metadata() {
      return metadataOf(lines, estimateTokens(text), budget, found.length - lines.length);
    },
  };
}

/** Most tokens of a character (UTF-16), and of a line's end with what it changes for what follows: see `estimateTokens`. */
const CHARACTER_MOST = 1.5;
const LINE_END_MOST = 2;

/** Whether a text of these lines fits. It is estimated only where the lines' own tokens leave it open: that takes longest here. */
function fitsInto(budget: number, lines: readonly Line[], text: string): boolean {
  let most = 0;
  let others = text.length;
  for (const { tokens, line } of lines) {
    most += tokens + LINE_END_MOST;
    others -= line.length;
  }
  return most + CHARACTER_MOST * others <= budget || estimateTokens(text) <= budget;
}

/** What is too long is passed over, and the next one is tried. */
function passingOver(kept: readonly Line[], isShort: (some: readonly Line[]) => boolean): Line[] {
  const lines: Line[] = [];
  for (const line of kept) if (isShort([...lines, line])) lines.push(line);
  return lines;
}

/** The first lines of working memory that keep to its budget, with heading, and with these others to that of the whole. */
function workThatFits(composition: Composition, others: readonly Line[]): readonly string[] {
  const { working, budget, maxChars = Number.POSITIVE_INFINITY } = composition;
  if (!working) return [];
  for (let count = working.lines.length; count > 0; count -= 1) {
    const lines = working.lines.slice(0, count);
    const whole = textOf(others, lines, composition);
    if (
      whole.length <= maxChars &&
      estimateTokens(workingSection(lines)) <= working.budget &&
      estimateTokens(whole) <= budget + working.budget
    )
      return lines;
  }
  return [];
}

const TITLE = "## Memory Context (Auto-Injected)";

const workingSection = (lines: readonly string[]): string => [HEADINGS.working, ...lines].join("\n");

function textOf(lines: readonly Line[], work: readonly string[], { framed, render }: Composition): string {
  if (lines.length === 0 && work.length === 0) return "";
  const sections = LANES.flatMap((lane) => {
    const own = lines.filter((each) => each.lane === lane);
    // Chosen by relevance, told in time.
    const ordered =
      lane === "episodic" ? own.toSorted((a, b) => (timeOf(a.item) < timeOf(b.item) ? 1 : -1)) : own;
    return own.length === 0 ? [] : [[HEADINGS[lane], ...ordered.map(({ line }) => line)].join("\n")];
  });
  const body = [
    TITLE,
    ...(framed ? [framed.intro] : []),
    ...(work.length > 0 ? [workingSection(work)] : []),
    ...sections,
    "---",
  ];
  const { open, close } = frame(render.memoryRoot);
  return framed ? [open, ...body, close].join("\n") : body.join("\n\n");
}

function metadataOf(lines: readonly Line[], total: number, budget: number, trimmed: number): ComposeMetadata {
  const per = { episodic: 0, semantic: 0, prospective: 0, procedural: 0 };
  for (const { lane, tokens } of lines) per[lane] += tokens;
  return {
    total_tokens: total,
    budget,
    utilization: budget === 0 ? 0 : total / budget,
    per_type: per,
    trimmed_count: trimmed,
  };
}
