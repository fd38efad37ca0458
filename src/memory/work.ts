/** What is left of work that has ended: an episode that tells of it and, where it shows how something is done, a procedure. */
import { cleanText, oneLine } from "../record/sanitize.ts";
import { clip, count } from "../record/value.ts";
import type { MemoryDraft } from "./create.ts";
import { CONTENT_MAX, ENTRY_MAX, LIST_MAX, TITLE_MAX } from "./fields.ts";

export interface Work {
  /** What it was for, in a line. */
  readonly goal: string;
  /** What was done, in its order. */
  readonly done: readonly string[];
  /** What was left undone. */
  readonly left?: readonly string[];
  readonly outcome: "completed" | "partial" | "abandoned";
  readonly learned?: string;
  /** What shows for it, e.g. the subject of a commit. */
  readonly result?: string;
}

type EpisodicDraft = Extract<MemoryDraft, { type: "episodic" }>;
type ProceduralDraft = Extract<MemoryDraft, { type: "procedural" }>;

/** More steps than these are told as a procedure, even where nobody said that they are one. */
export const TELLING_STEPS = 5;

const VALENCE = { completed: 1, partial: 0, abandoned: -1 } as const;
const OPENING = { completed: "Completed", partial: "Worked on", abandoned: "Gave up" } as const;

/** What work without a goal of its own is called, by what it consisted of. */
export function goalOf(done: readonly string[]): string {
  const [first = "", ...rest] = done;
  return rest.length === 0 ? first : `${first} and ${count(rest.length, "more task")}`;
}

/** It concerns the project, not only the session that has ended by the time someone asks. */
export function episodeOf({ goal, done, left = [], outcome, learned, result }: Work): EpisodicDraft {
  // A single task is its own goal: that it was completed says that it was done.
  const isSaid = outcome === "completed" && done.length === 1 && done[0] === goal;
  const lines = [
    `${OPENING[outcome]}: ${oneLine(goal)}`,
    ...(isSaid ? [] : done).map((step) => `- done: ${oneLine(step)}`),
    ...left.map((step) => `- not done: ${oneLine(step)}`),
    ...(result ? [`Result: ${oneLine(result)}`] : []),
    ...(learned ? [`Learned: ${oneLine(learned)}`] : []),
    `Outcome: ${outcome}`,
  ];
  return {
    type: "episodic",
    event_type: "agent_response",
    scope: "project",
    title: clip(`${OPENING[outcome]}: ${oneLine(goal)}`, TITLE_MAX),
    content: clip(lines.join("\n"), CONTENT_MAX),
    emotional_valence: VALENCE[outcome],
    importance: outcome === "completed" ? 5 : 4,
    tags: ["task", outcome, ...spelledOut(goal)],
  };
}

/** How it was done, from its steps; it has worked once. */
export function procedureOf({ goal, done, learned }: Work): ProceduralDraft {
  return {
    type: "procedural",
    procedure_name: clip(oneLine(goal), TITLE_MAX),
    category: "workflow",
    steps: done.slice(0, LIST_MAX).map((step) => ({ action: clip(oneLine(step), ENTRY_MAX) })),
    success_conditions: learned ? [clip(cleanText(learned).trim(), ENTRY_MAX)] : [],
    usage_count: 1,
    success_count: 1,
    tags: ["task", ...spelledOut(goal)],
  };
}

/** Short for more than one word, so that the analysis of text takes it for neither: a task called so is found by both. */
const AMBIGUOUS: Readonly<{ [short: string]: readonly string[] }> = {
  auth: ["authentication", "authorization"],
};

const spelledOut = (goal: string): readonly string[] =>
  (goal.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) =>
    Object.hasOwn(AMBIGUOUS, word) ? (AMBIGUOUS[word] ?? []) : [],
  );

/** A task's id as words: `implement-auth-123` → `Implement auth`. */
export function wordsOfId(id: string): string {
  const words = id
    .replace(/[-_./:]+/g, " ")
    .replace(/(?:\s+\d+)+$/, "")
    .trim();
  return words === "" ? id : words.charAt(0).toUpperCase() + words.slice(1);
}
