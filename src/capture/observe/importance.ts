/**
 * How much an observation matters, 1–10: what it is, and what speaks for more or less. The rules are data, so that the
 * documentation can say them and the bench can weigh them.
 */
import type { ObservationKind } from "../observation.ts";

/** What each kind begins with. */
export const BASE: { readonly [kind in ObservationKind]: number } = {
  // What a person had to put right once they will have to put right again.
  correction: 7,
  preference: 7,
  // Nobody can read it off the code.
  decision: 6,
  // Costs the same hours again.
  fix: 6,
  learning: 6,
  command: 5,
  intention: 5,
  summary: 5,
  // Mostly to be read off the history of the repository.
  outcome: 4,
};

export interface Facts {
  /** How often it was tried in vain before. */
  readonly tries?: number;
  /** Has a time or an event that it waits for. */
  readonly waits?: boolean;
  /** Number of files it is about. */
  readonly files?: number;
  readonly byUser?: boolean;
}

interface Rule {
  readonly counts: number;
  readonly because: string;
  readonly holds: (text: string, facts: Facts, kind: ObservationKind) => boolean;
}

const REASON =
  /\b(?:because|since|so that|due to|caused by|the reason|root cause|otherwise|to avoid|in order to|weil|damit|porque|parce que|car|puisque)\b|因为|ため|ので/iu;
const UNCONDITIONAL =
  /\b(?:always|never|must(?:n't)?|from now on|under no circumstances|every time|immer|nie(?:mals)?|siempre|nunca|toujours|jamais)\b|必须|永远|必ず|絶対/iu;
const STAKES =
  /\b(?:security|secrets?|credentials?|passwords?|production|prod|outage|data loss|customers?|payments?|billing|privacy|gdpr|compliance|pii|breaking change|deadline|legal|audit|backups?|rollback)\b/i;
const UNSURE = /\b(?:maybe|perhaps|might|not sure|i guess|i think|probably|possibly|for now)\b/i;

/** Tries in vain after which an error is a hard one. */
const HARD = 2;
const MANY_FILES = 4;

export const RULES: readonly Rule[] = [
  {
    counts: 1,
    because: "gives its reason",
    holds: (text, _, kind) => kind !== "outcome" && REASON.test(text),
  },
  {
    counts: 1,
    because: "knows no exception",
    holds: (text, { byUser }) => byUser === true && UNCONDITIONAL.test(text),
  },
  { counts: 1, because: "much depends on it", holds: (text) => STAKES.test(text) },
  {
    counts: 1,
    because: "a person decided",
    holds: (_, { byUser }, kind) => byUser === true && kind === "decision",
  },
  { counts: 1, because: "took several tries", holds: (_, { tries = 0 }) => tries >= HARD },
  { counts: 1, because: "waits for its moment", holds: (_, { waits }) => waits === true },
  {
    counts: 1,
    because: "changed many files",
    holds: (_, { files = 0 }, kind) => kind === "outcome" && files >= MANY_FILES,
  },
  { counts: -1, because: "is unsure, or holds for now", holds: (text) => UNSURE.test(text) },
];

/** 10 is for what a person calls so. */
const MOST = 9;

export function importanceOf(kind: ObservationKind, text: string, facts: Facts = {}): number {
  const counted = RULES.filter(({ holds }) => holds(text, facts, kind)).reduce(
    (sum, { counts }) => sum + counts,
    0,
  );
  return Math.min(MOST, Math.max(1, BASE[kind] + counted));
}
