/**
 * What is worth keeping by its weight, where no rule knows the words; and what rules take that weighs too little. Beside the
 * rules, never in their place: a sentence that one of them took is theirs.
 */
import { normalText } from "../../record/value.ts";
import { coverage } from "../../text/similarity.ts";
import { corrected } from "./correction.ts";
import { asDecided, noticed as decided, optionOf, withReason } from "./decision.ts";
import { aroundOf, featuresOf } from "./features.ts";
import { noticed as intended } from "./intention.ts";
import { noticed as learned } from "./learning.ts";
import type { Noticed } from "./noticed.ts";
import { principle } from "./principle.ts";
import { before, termsOf, type Utterance, type View } from "./view.ts";
import { type Weighed, weigh } from "./weigh.ts";
import { CLAIM_MAX, dangles, ended, standing, tidy, toldOf, withoutOpeners } from "./wording.ts";

/** A sentence of a turn with its weight. */
interface WeighedSentence {
  readonly from: Utterance;
  readonly at: number;
  readonly weight: Weighed;
}

/** From here on it is kept; chosen by what was kept of sessions of authors that weights had not been fitted to. */
const KEEPS = 0.75;
/** Below, what a rule took is noise. */
const VETOES = 0.2;
/** The same where a few words answer to what the agent had said: alone they weigh nothing. */
const VETOES_OF_BOTH = 0.05;
/** Beside one that is kept, a sentence of this weight belongs to it. */
const JOINS = 0.35;
/** Fewer characters say nothing by themselves. */
const SHORTEST = 8;
const MOST: { readonly [role in Utterance["role"]]: number } = { user: 6, assistant: 3 };

/** Nothing was fitted to what is not written in Latin letters: only rules have a say in it. */
const UNKNOWN_SCRIPT = /[\u0370-\u1fff\u2e80-\uffef]/;

/** Every sentence of the person, and of the agent's last words: what it says on its way, its answer says again. */
function weighedIn(
  view: View,
  previous: View | undefined,
  next: View | undefined,
): readonly WeighedSentence[] {
  const spoken = view.answer && view.done ? [view.request, view.answer] : [view.request];
  return spoken.flatMap((from) => {
    if (from.sentences.length === 0) return [];
    const around = aroundOf(from, view, previous, next);
    return from.sentences.flatMap((sentence, at) =>
      UNKNOWN_SCRIPT.test(sentence.text)
        ? []
        : [{ from, at, weight: weigh(featuresOf({ sentence, at, from, around }), from.role) }],
    );
  });
}

/**
 * What of the rules' findings stands: not what weighs too little, nor what is clearly of another kind, which is told as that
 * by `weighed`. What was not weighed stands.
 */
function standingFindings(found: readonly Noticed[], sentences: readonly WeighedSentence[]): Noticed[] {
  return found.filter((notice) => {
    const { kind } = notice;
    if (!isWeighed(kind)) return true;
    const own = sentences.find(
      ({ from, at }) => from.role === notice.role && from.sentences[at]?.shown === notice.by,
    );
    if (own === undefined) return true;
    const least = isOfBoth(notice) ? VETOES_OF_BOTH : VETOES;
    return own.weight.worth >= least && !isOther(notice, own.weight);
  });
}

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
const isWeighed = (kind: Noticed["kind"]): kind is Weighed["kind"] =>
  ["decision", "intention", "preference", "correction", "learning"].includes(kind);

/** What of a turn is kept, of what the rules found in it and beside it. */
export type Judge = (
  ruled: readonly Noticed[],
  view: View,
  previous: View | undefined,
  next: View | undefined,
) => readonly Noticed[];

/** What the rules found that weighs enough, then what weighs so much that it is kept without them. */
export const byWeight: Judge = (ruled, view, previous, next) => {
  const sentences = weighedIn(view, previous, next);
  const found = standingFindings(ruled, sentences);
  const dropped = ruled.filter((notice) => !found.includes(notice));
  return [...found, ...weighed(view, previous, sentences, found, dropped)];
};

/** What the rules found, all of it. */
export const byRulesAlone: Judge = (ruled) => ruled;

/**
 * @param taken what the rules found in the same turn
 * @param dropped what they had found besides, and does not stand
 */
function weighed(
  view: View,
  previous: View | undefined,
  sentences: readonly WeighedSentence[],
  taken: readonly Noticed[],
  dropped: readonly Noticed[],
): Noticed[] {
  const told = taken.map(({ draft, by }) =>
    normalText(`${by} ${draft.type === "procedural" ? draft.procedure_name : draft.content}`),
  );
  const terms = told.map(termsOf);
  const isTaken = (shown: string): boolean => {
    const own = normalText(withoutOpeners(shown).replace(/[.!?…]+$/, ""));
    const mine = termsOf(shown);
    return told.some((text, at) => text.includes(own) || coverage(mine, terms[at] ?? new Set()) >= SAID);
  };
  const isDropped = ({ from, at, weight }: WeighedSentence): boolean =>
    dropped.some((notice) => notice.by === from.sentences[at]?.shown && isOther(notice, weight));
  const free = sentences.filter(({ from, at, weight }) => {
    const sentence = from.sentences[at];
    return (
      (weight.rating >= JOINS || isDropped({ from, at, weight })) &&
      sentence !== undefined &&
      !sentence.asks &&
      !OF_ONESELF.test(sentence.text) &&
      !isTaken(sentence.shown)
    );
  });
  const best = free
    .filter((one) => one.weight.rating >= KEEPS || isDropped(one))
    .sort((a, b) => b.weight.rating - a.weight.rating);
  const used = new Set<WeighedSentence>();
  const counts = { user: 0, assistant: 0 };
  const found: Noticed[] = [];
  for (const one of best) {
    if (used.has(one) || counts[one.from.role] >= MOST[one.from.role]) continue;
    used.add(one);
    const notice = noticeOf(view, previous, one, used, free);
    if (!notice) continue;
    counts[one.from.role] += 1;
    found.push(notice);
  }
  return found;
}
/** What someone always does is talk, not how they want it. */
const OF_ONESELF = /\bi (?:always|never|usually)\b/i;
/** Share of a sentence's terms in what was told already. */
const SAID = 0.7;

function noticeOf(
  view: View,
  previous: View | undefined,
  { from, at, weight }: WeighedSentence,
  used: Set<WeighedSentence>,
  free: readonly WeighedSentence[],
): Noticed | undefined {
  const sentence = from.sentences[at];
  if (!sentence || sentence.shown.length < SHORTEST) return undefined;
  const { kind, because } = weight;
  const why = `weighed as a ${kind}: ${because.join(", ")}`;
  const option =
    kind === "decision" && from.role === "user" ? optionOf(sentence, previous?.answer) : undefined;
  const own = option
    ? tidy(`Decided: ${ended(option)} ${sentence.shown}`)
    : standing(sentence, before(from, at));
  if (own === undefined || (!option && dangles(own.slice(0, 40)))) return undefined;
  const said = joined(own, { from, at, weight }, used, free);
  switch (kind) {
    case "decision":
      return decided(
        view,
        from,
        sentence.shown,
        option ? said : withReason(asDecided(said), sentence, from, at),
        why,
      );
    case "intention":
      return intended(from, sentence, said, from.role === "user" ? "todo" : "followup", view.files, why);
    case "learning":
      return learned(from, sentence, from.role === "user" ? toldOf(said) : said, view.files, why);
    case "preference":
      return from.role === "user"
        ? principle(view, "preference", sentence.shown, toldOf(said), why)
        : undefined;
    case "correction":
      return from.role === "user"
        ? { ...corrected(view, { from: at, to: at, content: said }, previous), why }
        : undefined;
  }
}

/** With its neighbours of the same breath that weigh something, too. */
function joined(
  own: string,
  one: WeighedSentence,
  used: Set<WeighedSentence>,
  free: readonly WeighedSentence[],
): string {
  let said = own;
  const sentence = one.from.sentences[one.at];
  for (const step of [1, -1]) {
    const other = free.find(({ from, at }) => from === one.from && at === one.at + step);
    const beside = other?.from.sentences[other.at];
    if (!other || !beside || used.has(other) || other.weight.rating < JOINS) continue;
    if (beside.paragraph !== sentence?.paragraph || said.length + beside.shown.length > CLAIM_MAX) continue;
    if (normalText(said).includes(normalText(withoutOpeners(beside.shown)))) continue;
    used.add(other);
    said = step === 1 ? `${ended(said)} ${beside.shown}` : `${ended(withoutOpeners(beside.shown))} ${said}`;
  }
  return tidy(said);
}
