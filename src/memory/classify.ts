/**
 * Which type of memory a text is, as far as its wording tells. A sure answer (0.8 and more) needs no second opinion;
 * an unsure one is for a reviewer, where there is one.
 */
import type { MemoryType } from "./types.ts";

export interface Classification {
  type: MemoryType;
  /** 0–1. */
  confidence: number;
  /** What spoke for it, for people. */
  because: string;
}

/** What is known beside the text. */
export interface TextContext {
  /** What the caller takes it for: a word such as `conversation`, `pattern`, `todo`, `procedure`, `task_state`. */
  readonly type?: unknown;
  readonly [field: string]: unknown;
}

/** Words for each type that callers use. */
const NAMED: { readonly [name: string]: MemoryType } = {
  episodic: "episodic",
  conversation: "episodic",
  message: "episodic",
  event: "episodic",
  error: "episodic",
  semantic: "semantic",
  pattern: "semantic",
  fact: "semantic",
  principle: "semantic",
  knowledge: "semantic",
  learning: "semantic",
  prospective: "prospective",
  todo: "prospective",
  reminder: "prospective",
  followup: "prospective",
  intention: "prospective",
  procedural: "procedural",
  procedure: "procedural",
  workflow: "procedural",
  how_to: "procedural",
  working: "working",
  task_state: "working",
  task: "working",
  state: "working",
};

const FROM_CONTEXT = 0.95;
/** With nothing to go by, an event is what it surely is: something that was said. */
const UNCLEAR = 0.3;

interface Cue {
  readonly type: MemoryType;
  readonly pattern: RegExp;
  readonly weight: number;
  readonly because: string;
}

/** Wording that speaks for a type. The weights say how rarely it misleads: 1 hardly ever, 0.5 as often as not. */
const CUES: readonly Cue[] = [
  cue(
    "prospective",
    1,
    /^\s*(?:[-*]\s*)?(?:\[ \]|todo|fixme|reminder|follow[- ]?up)\b/i,
    "begins as a to-do",
  ),
  cue(
    "prospective",
    0.9,
    /\b(?:remember|remind (?:me|us)|don'?t forget|make sure) to\b/i,
    "asks to be reminded",
  ),
  cue(
    "prospective",
    0.8,
    /\b(?:later|before (?:the )?release|next (?:week|sprint|session|time)|tomorrow|by (?:monday|tuesday|wednesday|thursday|friday))\b.*\b(?:we|i|you)?\s*(?:should|must|need to|will|have to)\b|\b(?:should|must|need to|will|have to|going to)\b.*\b(?:later|before (?:the )?release|next (?:week|sprint|session|time)|tomorrow)\b/i,
    "speaks of later",
  ),
  cue(
    "prospective",
    0.6,
    /^(?:refactor|test|add|fix|update|review|write|check|clean up|migrate|document)\b.*\b(?:after|once|when|until)\b/i,
    "a task with a condition",
  ),
  cue("procedural", 0.9, /^\s*(?:how to|steps? to|procedure|runbook|recipe)\b/i, "says how to"),
  cue("procedural", 0.9, /(?:^|\s)1[.)]\s.+(?:\n|\s)2[.)]\s/s, "numbered steps"),
  cue(
    "procedural",
    0.7,
    /\b(?:first|start by)\b.+\b(?:then|next|after that)\b.+(?:\bfinally\b|\bthen\b|\.)/is,
    "first, then",
  ),
  cue("procedural", 0.6, /\bto \w+.{0,40}:\s*\w+[^.]*,\s*\w+[^.]*(?:,|\band\b)/i, "a list of things to do"),
  cue(
    "working",
    0.9,
    /^\s*(?:currently|right now|at the moment|in progress|working on|current (?:task|module|file|state|step))\b/i,
    "speaks of now",
  ),
  cue("working", 0.6, /\b(?:i am|i'm|we are|we're) (?:currently|now) \w+ing\b/i, "is under way"),
  cue(
    "episodic",
    0.8,
    /^\s*(?:the )?(?:user|assistant|claude|agent) (?:asked|requested|said|wanted|discussed|reported|answered|decided)\b/i,
    "tells who did what",
  ),
  cue(
    "episodic",
    0.7,
    /\b(?:today|yesterday|this morning|on \d{4}-\d{2}-\d{2}|at \d{1,2}:\d{2})\b/i,
    "names a time",
  ),
  cue(
    "episodic",
    0.7,
    /\b(?:failed|crashed|broke|passed|was (?:fixed|merged|deployed|released|reverted))\b/i,
    "tells what happened",
  ),
  cue(
    "semantic",
    0.9,
    /\b(?:important learning|lesson learned|rule of thumb|principle|best practice)\b/i,
    "states a lesson",
  ),
  cue("semantic", 0.8, /^\s*(?:always|never|prefer|avoid|use|do not|don'?t)\b/i, "states a rule"),
  cue(
    "semantic",
    0.7,
    /\b(?:is|are) (?:always|never|usually|faster|slower|better|worse|required|deprecated|supported|limited)\b/i,
    "states how things are",
  ),
  cue(
    "semantic",
    0.7,
    /\b(?:is|are|has|have|gets?|runs?|goes|go|starts?|ends?|happens?) .*\b(?:every|each) (?:\w+ )?(?:hour|day|night|morning|evening|week|month|quarter|year|release|sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b/i,
    "tells what recurs",
  ),
  cue(
    "semantic",
    0.6,
    /^\s*(?:the )?[\w.-]+(?: \w+){0,3} (?:performs?|requires?|supports?|uses?|returns?|means|allows?|depends? on|runs? on|needs?|caps?|limits?)\b/i,
    "states how things are",
  ),
];

function cue(type: MemoryType, weight: number, pattern: RegExp, because: string): Cue {
  return { type, weight, pattern, because };
}

/** Most characters looked at: what a text is, it says at its beginning. */
const LOOKED_AT = 2_000;

export function classify(content: string, context: TextContext = {}): Classification {
  const named = typeof context.type === "string" ? NAMED[context.type.toLowerCase()] : undefined;
  if (named) return { type: named, confidence: FROM_CONTEXT, because: `called ${String(context.type)}` };
  const text = content.slice(0, LOOKED_AT);
  const doubt = new Map<MemoryType, number>();
  const reasons = new Map<MemoryType, Cue>();
  for (const each of CUES) {
    if (!each.pattern.test(text)) continue;
    doubt.set(each.type, (doubt.get(each.type) ?? 1) * (1 - 0.95 * each.weight));
    const known = reasons.get(each.type);
    if (!known || known.weight < each.weight) reasons.set(each.type, each);
  }
  const [best, second] = [...doubt].sort((a, b) => a[1] - b[1]);
  if (!best) return { type: "episodic", confidence: UNCLEAR, because: "nothing speaks for another type" };
  const [type, left] = best;
  const rival = second ? 1 - second[1] : 0;
  const confidence = (1 - left) * (1 - rival / 2);
  return { type, confidence: Math.round(confidence * 100) / 100, because: reasons.get(type)?.because ?? "" };
}
