/**
 * What rules listen for. A rule tries dozens of expressions, and most sentences hold not a word of any of them: a sentence is
 * heard for the words of all rules in one pass. `scripts/heard-words.ts` makes the words of the expressions.
 */
import { wordSpotter } from "../../text/word-spotter.ts";
import { HEARD_WORDS } from "./heard-words.ts";

/** What one of a rule's expressions has to match for the rule to take a sentence. */
export interface Cues {
  readonly expressions: readonly { readonly source: string }[];
  /** Beyond ASCII these look for what their sources do not say. */
  readonly foreign?: readonly { readonly source: string }[];
}

export type Listener = keyof typeof HEARD_WORDS;
const LISTENERS = Object.keys(HEARD_WORDS) as readonly Listener[];

/** Whether a rule may take a sentence, as far as its words tell: false only where none of its expressions matches. */
export function listensFor(name: Listener): (sentence: { readonly heard: number }) => boolean {
  const bit = 1 << LISTENERS.indexOf(name);
  return ({ heard }) => (heard & bit) !== 0;
}

const spot = wordSpotter(LISTENERS.map((name) => HEARD_WORDS[name].words.split(" ")));
const OF_FOREIGN = LISTENERS.reduce(
  (bits, name, place) => (HEARD_WORDS[name].foreign ? bits | (1 << place) : bits),
  0,
);
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** What of a sentence, in lower case, rules listen for: for `listensFor` to read. */
export const heardIn = (lower: string): number =>
  BEYOND_ASCII.test(lower) ? spot(lower) | OF_FOREIGN : spot(lower);
