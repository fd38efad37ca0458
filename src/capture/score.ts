/** From messages to signals, and from signals to the categories worth a record. The same input scores the same. */
import { CUSTOM_THRESHOLD } from "../config/defaults.ts";
import { shortHash } from "../host/project.ts";
import type { CategoryName } from "../record/category.ts";
import { cleanText, escapeXml, snippet } from "../record/sanitize.ts";
import { detectLifecycleEvent } from "./lifecycle-event.ts";
import { isDenied } from "./negation.ts";
import { type Expression, occurrences, occurs } from "./occurrences.ts";
import { BOOSTER_WINDOW, type ScoreWeights, SIGNAL_TABLES, type SignalTable } from "./patterns.ts";
import { prepareLines } from "./prepare.ts";
import type {
  Activity,
  FoundSignal,
  LifecycleEvent,
  Signal,
  TranscriptMessage,
  TriagedCategory,
} from "./types.ts";
import { lastWithText } from "./window.ts";

/** Lines before and after a match that go into its excerpt. */
const EXCERPT_LINES = 10;
/** Most characters of an excerpt. */
const EXCERPT_MAX = 2_000;
const SNIPPET_MAX = 120;
/** Most snippets that a category shows. */
const SNIPPETS_SHOWN = 5;
/** Most characters looked at, the newest messages first: far more than a turn's talk, and little enough for any input. */
const PROSE_MAX = 400_000;
/** Most signals of one category from one reading: what is beyond says nothing new. */
const SIGNALS_PER_CATEGORY = 50;
/**
 * Milliseconds that the expressions of a configuration get in one reading, all categories together. One of them cannot
 * take long; thousands of them over a long text could, and a repository may bring thousands.
 */
const CUSTOM_TIME_MAX = 500;

interface Line {
  message: number;
  shown: string;
  text: string;
  lower: string;
  event?: { is: LifecycleEvent | undefined };
}

/**
 * The lines of these messages that speak for a category, in their order; each line once per category. What the
 * expressions of a configuration would find when their time is over is left out.
 */
export function findSignals(
  messages: readonly TranscriptMessage[],
  tables: readonly SignalTable[] = SIGNAL_TABLES,
): FoundSignal[] {
  const lines = linesOf(messages);
  let end: number | undefined;
  const inTime = (): boolean => {
    end ??= performance.now() + CUSTOM_TIME_MAX;
    return performance.now() < end;
  };
  // What stands nowhere need not be looked for line by line.
  const whole = lines.map(({ lower }) => lower).join("\n");
  const found = tables.flatMap((table) => {
    const stems = table.stems?.filter((stem) => whole.includes(stem));
    return stems?.length === 0 ? [] : signalsOf(lines, table, stems, inTime);
  });
  return found.sort((a, b) => a.line - b.line).map(({ signal }) => signal);
}

function linesOf(messages: readonly TranscriptMessage[]): Line[] {
  const blocks: Line[][] = [];
  let room = PROSE_MAX;
  for (let message = messages.length - 1; message >= 0 && room > 0; message -= 1) {
    const text = messages[message]?.text.slice(0, room) ?? "";
    if (text === "") continue;
    room -= text.length;
    const lines: Line[] = prepareLines(text).map((line) => ({
      message,
      ...line,
      lower: line.text.toLowerCase(),
    }));
    // An empty line between messages, so that nearness does not jump from one speaker to the next for free.
    blocks.push([...lines, { message, shown: "", text: "", lower: "" }]);
  }
  return blocks.reverse().flat();
}

/** @param stems those of the table's stems that occur in the lines, where it has any */
function signalsOf(
  lines: readonly Line[],
  table: SignalTable,
  stems: readonly string[] | undefined,
  inTime: () => boolean,
): { line: number; signal: FoundSignal }[] {
  const { maxLine } = table;
  const isTried = ({ text }: Line): boolean =>
    text !== "" && (maxLine === undefined || (text.length <= maxLine && inTime()));
  const strong = new Set<number>();
  const weak = new Set<number>();
  const events = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const { text, lower } = line;
    if (stems && !stems.some((stem) => lower.includes(stem))) continue;
    if (!isTried(line)) continue;
    if (speaks(line, table)) strong.add(index);
    else if (table.subjects && occurs(text, table.subjects) && eventIn(lines, index)) events.add(index);
    if (table.weak && !strong.has(index) && matches(text, table.weak, table)) weak.add(index);
  }
  const near = (index: number, holds: (line: number) => boolean): boolean => {
    for (let line = index - BOOSTER_WINDOW; line <= index + BOOSTER_WINDOW; line += 1) {
      if (holds(line)) return true;
    }
    return false;
  };
  const boosting = new Map<number, boolean>();
  const boosts = (index: number): boolean => {
    const line = lines[index];
    const known =
      boosting.get(index) ?? (line !== undefined && isTried(line) && occurs(line.text, table.boosters));
    boosting.set(index, known);
    return known;
  };
  const boostedAt = (index: number): boolean => near(index, boosts);
  const signals = new Map<string, { line: number; signal: FoundSignal }>();
  for (const index of [...new Set([...strong, ...events, ...weak])].sort((a, b) => a - b)) {
    if (signals.size >= SIGNALS_PER_CATEGORY) break;
    const boosted = boostedAt(index);
    const alone = !strong.has(index) && !events.has(index);
    if (alone && !boosted && !near(index, (line) => strong.has(line))) continue;
    const signal = signalAt(lines, index, table.category, boosted);
    const before = signals.get(signal.hash);
    if (!before) signals.set(signal.hash, { line: index, signal });
    else if (boosted && !before.signal.boosted) before.signal.boosted = true;
  }
  return [...signals.values()];
}

/** The line's lifecycle event, looked for once however many categories ask. */
function eventIn(lines: readonly Line[], index: number): LifecycleEvent | undefined {
  const line = lines[index];
  if (!line) return undefined;
  line.event ??= { is: detectLifecycleEvent(line.text) };
  return line.event.is;
}

function signalAt(
  lines: readonly Line[],
  index: number,
  category: CategoryName,
  boosted: boolean,
): FoundSignal {
  const line = lines[index] ?? { message: 0, shown: "", text: "", lower: "" };
  const lifecycleEvent = eventIn(lines, index);
  return {
    category,
    message: line.message,
    boosted,
    snippet: snippet(withoutMarkup(line.shown), SNIPPET_MAX),
    excerpt: excerptAround(lines, index),
    reach: { from: messageAt(lines, index - EXCERPT_LINES), to: messageAt(lines, index + EXCERPT_LINES) },
    ...(lifecycleEvent ? { lifecycleEvent } : {}),
    hash: shortHash(`${category}\n${normalised(line.shown)}`),
  };
}

/** Whether a line of prose holds one of the table's primary phrases, and does not deny it. */
export const speaks = ({ text, lower }: Pick<Line, "text" | "lower">, table: SignalTable): boolean =>
  holdsOne(lower, table.stems) &&
  table.primary.some(({ stems, pattern }) => holdsOne(lower, stems) && matches(text, pattern, table));

const holdsOne = (lower: string, stems: readonly string[] | undefined): boolean =>
  stems === undefined || stems.some((stem) => lower.includes(stem));

function matches(text: string, pattern: Expression, table: SignalTable): boolean {
  for (const { start, end } of occurrences(text, pattern)) {
    if (!isDenied(text, start, end, table.negation)) return true;
  }
  return false;
}

const messageAt = (lines: readonly Line[], index: number): number =>
  lines[Math.max(0, Math.min(lines.length - 1, index))]?.message ?? 0;

/** The lines around a match, the match's own first in line for the room there is. */
function excerptAround(lines: readonly Line[], index: number): string {
  const own = excerptLine(lines[index]?.shown ?? "").slice(0, EXCERPT_MAX);
  const parts = [own];
  let length = own.length;
  for (let distance = 1; distance <= EXCERPT_LINES; distance += 1) {
    for (const side of [-distance, distance]) {
      const text = excerptLine(lines[index + side]?.shown ?? "");
      if (text === "" || length + text.length + 1 > EXCERPT_MAX) continue;
      if (side < 0) parts.unshift(text);
      else parts.push(text);
      length += text.length + 1;
    }
  }
  return parts.join("\n");
}

const excerptLine = (shown: string): string => escapeXml(cleanText(shown).trimEnd());

const withoutMarkup = (line: string): string =>
  line.replace(/^\s*(?:[-*+]\s+|\d+[.)]\s+|#{1,6}\s+)/, "").replace(/\*\*|__/g, "");

const normalised = (line: string): string =>
  withoutMarkup(line)
    .toLowerCase()
    .replace(/[\s`*_"'.!:]+/g, " ")
    .trim();

/** A signal as far as scoring goes: fresh or stored. */
export type ScoredSignal = Pick<Signal, "category" | "boosted" | "snippet" | "lifecycleEvent">;

export interface ScoringRules {
  readonly tables: readonly SignalTable[];
  /** Score from which a category is proposed, by category. */
  readonly thresholds: { readonly [category: string]: number };
  /** Whether a category may be proposed at all. */
  readonly wanted: (category: CategoryName) => boolean;
}

/** Categories at or above their thresholds, highest score first. Signals of several turns add up. */
export function scoreCategories(
  signals: readonly ScoredSignal[],
  activity: Activity,
  { tables, thresholds, wanted }: ScoringRules,
): TriagedCategory[] {
  const triaged: TriagedCategory[] = [];
  const consider = (result: TriagedCategory): void => {
    const threshold = thresholds[result.category] ?? CUSTOM_THRESHOLD;
    if (result.score > 0 && result.score >= threshold)
      triaged.push({ ...result, score: rounded(result.score) });
  };
  for (const table of tables) {
    if (!wanted(table.category)) continue;
    const own = signals.filter(({ category }) => category === table.category);
    consider({ category: table.category, score: textScore(own, table.weights), ...shownOf(own) });
  }
  if (wanted("session_summary")) {
    consider({
      category: "session_summary",
      score: activityScore(activity),
      snippets: [describeActivity(activity)],
    });
  }
  return triaged.sort((a, b) => b.score - a.score);
}

/**
 * 0–1. Every signal is a primary match; one with a booster near counts as a boosted match on top of that. Both counts
 * are capped, so that many weak lines cannot pass for one strong statement.
 */
export function textScore(signals: readonly Pick<Signal, "boosted">[], weights: ScoreWeights): number {
  const primary = Math.min(signals.length, weights.maxPrimary);
  const boosted = Math.min(signals.filter((signal) => signal.boosted).length, weights.maxBoosted);
  return Math.min(1, (primary * weights.primary + boosted * weights.boosted) / weights.denominator);
}

/** 0–1: how much happened, as the session summary's score. */
export const activityScore = ({ toolUses, tools, exchanges }: Activity): number =>
  Math.min(1, toolUses * 0.05 + new Set(tools).size * 0.1 + exchanges * 0.02);

/** What these messages did. */
export const activityOf = (messages: readonly TranscriptMessage[]): Activity => ({
  toolUses: messages.reduce((sum, { tools }) => sum + tools.length, 0),
  tools: [...new Set(messages.flatMap(({ tools }) => tools))].sort(),
  exchanges: messages.filter(({ text }) => text !== "").length,
});

/** Activity in a sentence part: `12 tool uses, 4 distinct tools, 9 messages`. */
export const describeActivity = ({ toolUses, tools, exchanges }: Activity): string =>
  `${toolUses} tool uses, ${new Set(tools).size} distinct tools, ${exchanges} messages`;

function shownOf(signals: readonly ScoredSignal[]): Pick<TriagedCategory, "snippets" | "lifecycleEvent"> {
  const byWeight = [
    ...signals.filter(({ boosted }) => boosted),
    ...signals.filter(({ boosted }) => !boosted),
  ];
  const snippets = [...new Set(byWeight.map((signal) => signal.snippet))].slice(0, SNIPPETS_SHOWN);
  const lifecycleEvent = signals.findLast((signal) => signal.lifecycleEvent)?.lifecycleEvent;
  return { snippets, ...(lifecycleEvent ? { lifecycleEvent } : {}) };
}

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** One-shot triage of the last `maxMessages` messages with text, as the command line does it. */
export function triageText(
  messages: readonly TranscriptMessage[],
  rules: ScoringRules & { readonly maxMessages: number },
): { categories: TriagedCategory[]; signals: Signal[]; activity: Activity } {
  const recent = lastWithText(messages, rules.maxMessages);
  const signals = findSignals(
    recent,
    rules.tables.filter(({ category }) => rules.wanted(category)),
  ).map(({ reach: _, ...signal }) => signal);
  const activity = activityOf(recent);
  return { categories: scoreCategories(signals, activity, rules), signals, activity };
}
