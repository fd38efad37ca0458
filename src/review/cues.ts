/** What in a text speaks for keeping it, or against: rules as data, each with what it counts and why. */

export interface Cue {
  readonly counts: number;
  readonly holds: (text: string) => boolean;
  readonly because: string;
}

const says = (counts: number, because: string, pattern: RegExp): Cue => ({
  counts,
  because,
  holds: (text) => pattern.test(text),
});

const REASON = /\b(?:because|since|so that|due to|caused by|the reason|root cause|turns? out|in order to)\b/i;
const RULE =
  /\b(?:must(?:n't)?|never|always|do not|don'?t|required?|requires|has to|have to|prefer|avoid|convention|policy|rule|guideline)\b/i;
const DECISION =
  /\b(?:decided|decision|chose|chosen|went with|settled on|switched (?:to|from)|agreed (?:to|on)|instead of|rather than|migrated|replaced|dropped|adopted|deprecated)\b/i;
const TROUBLE =
  /\b(?:error|exception|traceback|fail(?:s|ed|ing|ure)?|crash\w*|broke\w*|bug|regression|timeout|leak\w*|deadlock|race)\b/i;
const MENDED =
  /\b(?:fix(?:ed|es)?|resolved|solved|solution|workaround|mitigated|works? (?:now|again)|by (?:adding|removing|setting|using|changing))\b/i;
const STEPS = /(?:^|\s)1[.)]\s.+(?:\n|\s)2[.)]\s|\bfirst\b.+\bthen\b|\bhow to\b|:\s*\w[^.]*,\s*\w[^.]*,/is;
/** Names of code, files, products, versions, amounts: what a fact is about. */
const SPECIFIC =
  /`[^`]+`|\b[a-z]+(?:[A-Z][a-z]+)+\b|\b\w+_\w+\b|\b[\w-]+\.(?:[a-z]{2,4})\b|\/\w+|\b[A-Z]{2,}\b|\bv?\d+(?:\.\d+)+\b|#\d+|\b\d+ ?(?:ms|s|min|kb|mb|gb|%|days?|hours?|minutes?|seconds?|requests?|rows?)\b|(?!^)\b[A-Z][a-z]+[A-Z]\w*/;
const STAKES =
  /\b(?:security|secret|credential|password|production|outage|data loss|customers?|payment|privacy|compliance|migration|breaking change|deadline|important|critical)\b/i;
const HEDGE = /\b(?:maybe|perhaps|might|not sure|i guess|i think|probably|could be|possibly|no idea)\b/i;
const PASSING = /\b(?:for now|at the moment|currently|just now|in a moment|a second|brb)\b/i;
const ANNOUNCES =
  /^\s*(?:ok(?:ay)?,? |now,? |next,? )?(?:let me|i'll|i will|i'm going to|let's (?:see|check|look))\b/i;
const ASKS_ONLY = /^(?!.*[.!]\s+\S)[^.!]*\?\s*$/s;
const REQUEST =
  /^\s*(?:please|can you|could you|would you|will you|show me|tell me|give me|take a look|have a look)\b/i;

/** Wordings that state nothing. */
export const EMPTY_CUES: readonly Cue[] = [
  says(-2, "only asks", ASKS_ONLY),
  says(-2, "only requests", REQUEST),
  says(-2, "announces what comes", ANNOUNCES),
];

export const IMPORTANCE_CUES: readonly Cue[] = [
  says(2, "states a rule", RULE),
  says(2, "records a decision", DECISION),
  says(1, "gives a reason", REASON),
  says(1, "much depends on it", STAKES),
  says(1, "names what it is about", SPECIFIC),
  says(1, "tells how something is done", STEPS),
  {
    counts: 2,
    because: "tells of trouble and its cure",
    holds: (text) => TROUBLE.test(text) && MENDED.test(text),
  },
  says(1, "tells of trouble", TROUBLE),
  says(-1, "is unsure", HEDGE),
  says(-1, "holds for a moment", PASSING),
  ...EMPTY_CUES,
];

/** Share of letters below which a text is rather data than prose. */
const LETTERS_MIN = 0.5;
const LOGGED = /^\W*(?:\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}:\d{2}|\[?(?:info|debug|trace|warn)\b)/i;
const LINES_LEAST = 3;

const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");
/** Whether half of the lines and more are so. */
const mostly = (
  text: string,
  is: (line: string, index: number, all: readonly string[]) => boolean,
): boolean => {
  const all = lines(text);
  return all.length >= LINES_LEAST && all.filter(is).length * 2 >= all.length;
};

export const RELEVANCE_CUES: readonly Cue[] = [
  says(2, "states a rule", RULE),
  says(1, "records a decision", DECISION),
  says(1, "gives a reason", REASON),
  says(1, "tells how something is done", STEPS),
  says(1, "names what it is about", SPECIFIC),
  says(1, "tells of a cure", MENDED),
  {
    counts: -3,
    because: "is data rather than prose",
    holds: (text) => (text.match(/\p{L}/gu)?.length ?? 0) < LETTERS_MIN * text.replace(/\s/g, "").length,
  },
  { counts: -3, because: "is a log", holds: (text) => mostly(text, (line) => LOGGED.test(line)) },
  {
    counts: -2,
    because: "repeats itself",
    holds: (text) => mostly(text, (line, at, all) => all.indexOf(line) < at),
  },
  says(-1, "only asks", ASKS_ONLY),
  says(-1, "only requests", REQUEST),
  says(-2, "announces what comes", ANNOUNCES),
];

/** Characters that are looked at: what a text is worth, it says at its beginning and its end. */
const LOOKED_AT = 2_000;

export function weigh(
  content: string,
  base: number,
  cues: readonly Cue[],
): { score: number; because: string } {
  const text =
    content.length <= 2 * LOOKED_AT
      ? content
      : `${content.slice(0, LOOKED_AT)}\n${content.slice(-LOOKED_AT)}`;
  const found = cues.filter(({ holds }) => holds(text));
  const score = found.reduce((sum, { counts }) => sum + counts, base);
  return {
    score: Math.min(10, Math.max(1, score)),
    because: found.map(({ because }) => because).join(", ") || "nothing speaks for or against it",
  };
}
