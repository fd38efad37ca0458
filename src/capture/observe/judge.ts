/**
 * What is kept of a turn by its weight: what no rule knows the words of, and not what rules take that weighs too little. A
 * sentence that a rule took with some right is the rule's.
 */
import { normalText } from "../../record/value.ts";
import { coverage } from "../../text/similarity.ts";
import { aroundOf, featuresOf } from "./features.ts";
import { orders } from "./learning.ts";
import type { Noticed } from "./noticed.ts";
import type { Sentence } from "./sentences.ts";
import { tell, type WeighedSentence } from "./tell.ts";
import { termsOf, type Utterance, type View } from "./view.ts";
import { WEIGHED_KINDS, type Weigh, type Weighed, type WeighedKind, weigh } from "./weigh.ts";
import { withoutOpeners } from "./wording.ts";

/** By kind, 0–1. */
export interface Thresholds {
  /** From this rating on a sentence is kept without a rule. */
  readonly keeps: { readonly [kind in WeighedKind]: number };
  /** Below this worth what a rule took is noise. */
  readonly vetoes: { readonly [kind in WeighedKind]: number };
}

/** Chosen by what was kept of sessions of authors that weights had not been fitted to. */
export const CHOSEN: Thresholds = {
  keeps: { decision: 0.6, intention: 0.65, preference: 0.7, correction: 0.5, learning: 0.5 },
  vetoes: { decision: 0.25, intention: 0.15, preference: 0.3, correction: 0.2, learning: 0.35 },
};
/** Of a veto where a few words answer to what the agent had said: alone they weigh nothing. */
const SHARE_OF_BOTH = 0.25;
/** Beside one that is kept, a sentence of this weight belongs to it. */
const JOINS = 0.35;
/** Most that is kept of one request. */
const MOST = 6;

/** Nothing was fitted to what is not written in Latin letters: only rules have a say in it. */
const UNKNOWN_SCRIPT = /[\u0370-\u1fff\u2e80-\uffef]/;

/**
 * Every sentence of the person that asks nothing, and those that a rule took, of the agent's last words, too. What the agent says
 * of worth beyond them is too rare to be told from its reports by weight.
 */
function weighedIn(
  ruled: readonly Noticed[],
  view: View,
  previous: View | undefined,
  next: View | undefined,
  weighs: Weigh,
): readonly WeighedSentence[] {
  const { request, answer } = view;
  const takenOf = (role: Utterance["role"]): ReadonlySet<string> =>
    new Set(ruled.filter((notice) => notice.role === role).map(({ by }) => by));
  const [ofPerson, ofAgent] = [takenOf("user"), takenOf("assistant")];
  const asked = request.sentences.filter(({ asks, shown }) => !asks || ofPerson.has(shown));
  const told = ofAgent.size === 0 ? [] : answer?.sentences.filter(({ shown }) => ofAgent.has(shown));
  return [
    ...weighedOf(request, asked, { view, previous, next }, weighs),
    ...(answer && told ? weighedOf(answer, told, { view, previous, next }, weighs) : []),
  ];
}

function weighedOf(
  from: Utterance,
  sentences: readonly Sentence[],
  { view, previous, next }: { view: View; previous: View | undefined; next: View | undefined },
  weighs: Weigh,
): WeighedSentence[] {
  const known = sentences.filter(({ text }) => !UNKNOWN_SCRIPT.test(text));
  if (known.length === 0) return [];
  const around = aroundOf(from, view, previous, next);
  return known.map((sentence) => {
    const at = from.sentences.indexOf(sentence);
    const features = featuresOf({ sentence, at, from, around });
    return { from, at, features, weight: weighs(features, from.role) };
  });
}

/**
 * What of the rules' findings stands: not what weighs too little, nor what is clearly of another kind, which is told as that
 * by `weighed`. What was not weighed stands.
 */
function standingFindings(
  found: readonly Noticed[],
  sentences: readonly WeighedSentence[],
  { vetoes }: Thresholds,
): Noticed[] {
  return found.filter((notice) => {
    const { kind } = notice;
    if (!isWeighed(kind)) return true;
    const own = sentences.find(
      ({ from, at }) => from.role === notice.role && from.sentences[at]?.shown === notice.by,
    );
    if (own === undefined) return true;
    if (isSaidOutright(notice)) return true;
    const least = vetoes[kind] * (isOfBoth(notice) ? SHARE_OF_BOTH : 1);
    return own.weight.worth >= least && !isOther(notice, own.weight);
  });
}

/** What someone asks to be kept, or says in so many words, is not weighed. */
const isSaidOutright = ({ kind, by, draft }: Noticed): boolean =>
  (kind === "preference" && WITHOUT_EXCEPTION.test(by)) ||
  (kind === "decision" && CHOOSES.test(by) && NOT_OTHERWISE.test(by)) ||
  (kind === "correction" && IS_NO_LONGER.test(by)) ||
  (draft.type === "prospective" && draft.intention_type === "reminder");

/** "Let's use SQLite instead of Redis, because …" */
const CHOOSES =
  /\b(?:let's|we(?:'ll| will)?|i(?:'ll| will)?|we(?:'ve| have)?|i(?:'ve| have)?) (?:use|take|keep|adopt|drop|go with|stay with|stick (?:to|with)|switch to|move to|decided|chose|agreed)\b/i;
const NOT_OTHERWISE = /\b(?:because|since|instead of|rather than)\b/i;
/** "We no longer deploy from develop." */
const IS_NO_LONGER = /\bno longer\b|n't\b[^.;:]{0,60}\bany ?more\b/i;

/** "Always use …": whoever begins so means it, wherever it is said; "never touched erlang" tells of themselves. */
const WITHOUT_EXCEPTION =
  /^\W*(?:(?:and|but|so|also|oh|no|nope|ok|please)\b[\s,.!:–—-]*)*(?:always|never|from now on)\b(?! (?:ha[sd]|have|been|was|were|is|around|about|a|the|\d\S*|\w+ed)\b)/i;

/** "Let's do that later", "until the day before": what it says, the other one had said. */
const isOfBoth = ({ by, draft }: Noticed): boolean =>
  draft.type !== "procedural" && coverage(termsOf(draft.content), termsOf(by)) < OWN;
/** Share of what is told that the sentence itself says. */
const OWN = 0.5;

const isOther = ({ kind, role }: Noticed, { likely, kind: other }: Weighed): boolean =>
  role === "user" &&
  GIVES_WAY.has(kind) &&
  isWeighed(kind) &&
  likely[other] >= SURE &&
  likely[other] > likely[kind] * CLEARLY;
/** What puts the agent right is known by what it answers to, more than by its words. */
const GIVES_WAY: ReadonlySet<Noticed["kind"]> = new Set(["decision", "intention", "preference", "learning"]);
const SURE = 0.4;
/** So many times likelier. */
const CLEARLY = 3;
const isWeighed = (kind: Noticed["kind"]): kind is WeighedKind =>
  WEIGHED_KINDS.some((weighed) => weighed === kind);

/** What of a turn is kept, of what the rules found in it and beside it. */
export type Judge = (
  ruled: readonly Noticed[],
  view: View,
  previous: View | undefined,
  next: View | undefined,
) => readonly Noticed[];

/** What the rules found that weighs enough, then what weighs so much that it is kept without them. */
export const byWeight: Judge = weighing(CHOSEN);

/** The same with other thresholds, to choose them by, or by other weights. */
export function weighing(thresholds: Thresholds, weighs: Weigh = weigh): Judge {
  return (ruled, view, previous, next) => {
    const sentences = weighedIn(ruled, view, previous, next, weighs);
    const found = standingFindings(ruled, sentences, thresholds);
    const dropped = ruled.filter((notice) => !found.includes(notice));
    return [...found, ...weighed(view, previous, sentences, { taken: found, dropped }, thresholds)];
  };
}

/** What the rules found, all of it. */
export const byRulesAlone: Judge = (ruled) => ruled;

/**
 * What weighs enough without a rule, the heaviest first.
 *
 * @param ruled what the rules found in the same turn: what is taken, and what does not stand
 */
function weighed(
  view: View,
  previous: View | undefined,
  sentences: readonly WeighedSentence[],
  { taken, dropped }: { readonly taken: readonly Noticed[]; readonly dropped: readonly Noticed[] },
  { keeps }: Thresholds,
): Noticed[] {
  const isKept = ({ from, at, weight }: WeighedSentence): boolean =>
    weight.rating >= keeps[weight.kind] ||
    dropped.some((notice) => notice.by === from.sentences[at]?.shown && isOther(notice, weight));
  const heavy = sentences.filter((one) => {
    const sentence = one.from.sentences[one.at];
    return (
      one.from.role === "user" &&
      (one.weight.rating >= JOINS || isKept(one)) &&
      sentence?.asks === false &&
      !OF_ONESELF.test(sentence.text) &&
      !(one.weight.kind === "learning" && orders(withoutOpeners(sentence.text))) &&
      !isQuotation(sentence)
    );
  });
  if (!heavy.some(isKept)) return [];
  const isTold = toldIn(taken);
  const free = heavy.filter(({ from, at }) => !isTold(from.sentences[at]?.shown ?? ""));
  const used = new Set<WeighedSentence>();
  const found: Noticed[] = [];
  for (const one of free.filter(isKept).sort((a, b) => b.weight.rating - a.weight.rating)) {
    if (used.has(one) || found.length >= MOST) continue;
    used.add(one);
    const notice = tell(view, previous, one, (at) => besideOf(one, at, free, used));
    if (notice) found.push(notice);
  }
  return found;
}

/** What someone always does is talk, not how they want it. */
const OF_ONESELF = /\bi (?:always|never|usually)\b/i;

/** Most of it is somebody else's word. */
const isQuotation = ({ shown, text }: Sentence): boolean =>
  /["“«「]/.test(shown) && text.length < shown.length / 2;

/** Another sentence of the same breath, which is used up by it. */
function besideOf(
  { from }: WeighedSentence,
  at: number,
  free: readonly WeighedSentence[],
  used: Set<WeighedSentence>,
): Sentence | undefined {
  const other = free.find((one) => one.from === from && one.at === at);
  if (!other || used.has(other)) return undefined;
  used.add(other);
  return from.sentences[at];
}

/** Whether a sentence says only what is told already. */
function toldIn(taken: readonly Noticed[]): (shown: string) => boolean {
  const told = taken.map(({ draft, by }) =>
    normalText(`${by} ${draft.type === "procedural" ? draft.procedure_name : draft.content}`),
  );
  const terms = told.map(termsOf);
  return (shown) => {
    const own = normalText(withoutOpeners(shown).replace(/[.!?…]+$/, ""));
    const mine = termsOf(shown);
    return told.some((text, at) => text.includes(own) || coverage(mine, terms[at] ?? new Set()) >= SAID);
  };
}
/** Share of a sentence's terms in what was told already. */
const SAID = 0.7;
