/** What is told of why something failed, and of what mended it. */
import { clip } from "../../record/value.ts";
import { FOREIGN_FOUND } from "./languages.ts";
import type { Sentence } from "./sentences.ts";
import { termsOf, type Utterance, type View } from "./view.ts";
import { ended, pointsBack, withoutOpeners } from "./wording.ts";

const CAUSE =
  /\b(?:because|root cause|caused by|due to|turn(?:s|ed) out|(?:problem|issue|culprit|bug|reason|cause|leak)\b.{0,50}(?:\b(?:is|was|came)\b|: \w)|(?:came|comes|stem(?:s|med)) from|that's why|\w+(?:ed|s)\b[^.;]{10,160}, so (?:the|it|they|every|each|no|all|any|an?|nothing|\w+s)\b|(?:was|were|is|are) (?:missing|never|not being|stale|still|only|too|being \w+ twice)|never (?:set|called|awaited|closed|released|reset|ran|runs)|mismatch\w*|race condition|expected? .{1,40} but|off[- ]by[- ]one|shadow\w*|overwr\w+|forgot\w*|(?:held|holds|blocked|leaked|swallow\w*|ignored|skipped|compared|loaded|returned|kept)\b.{5,160}\b(?:so|while|before|twice)|did(?:n't| not) (?:await|close|release|escape|handle|set|match))\b/i;
const STRONG_CAUSE =
  /\b(?:root cause|turn(?:s|ed) out|(?:problem|issue|culprit|bug|cause|reason|leak)(?: (?:is|was|here|lies|lay|came)\b|: \w)|caused by|the reason|die ursache|la cause|la causa)\b|原因/i;
/** The agent tells what it did, and why: that is no cause of trouble. */
const DID =
  /^(?:i|we)(?:'ve| have|'ll| will)? (?:\w+ly )?(?:fixed|used|switched|changed|added|moved|replaced|made|kept|chose|rewrote|renamed|removed|split|reverted|set|put|pinned|raised)\b/i;
const UNSURE =
  /\b(?:maybe|perhaps|might|could be|may be|probably|possibly|i think|i suspect|let me|seems?|appears?|not (?:the|it)|wasn't (?:it|the)|rule[ds]? out|looks like|if the)\b/i;
const CURE =
  /^(?:(?:i|we)(?:'ve| have)? |now |(?:the )?(?:fix|solution)(?: is| was)?[: ]+|it (?:is )?)*(?:fix(?:ed|es)?|solved|resolved|changed|added|moved|replaced|set|made|wrapped|switched|bumped|pinned|removed|renamed|awaited|updated|rewrote|raised|lowered|normali[sz]ed|guard\w*|escap\w*)\b/i;

/** Most characters of a cause and of a cure. */
export const PART_MAX = 220;
const CURE_LEAST = 20;

/** "It failed because …": what it is stands before the cause, as the error. */
const CAUSED =
  /^(?:it|this|that|they)\b.{0,40}\b(?:because(?: of)?|(?:was|were|is) caused by|(?:was|were|is) due to)\s+/i;

/** What stands over a cause, or before it with a colon. */
const HEADS_CAUSE =
  /^(?:\d+[.)] )?(?:the )?(?:root )?(?:causes?|problem|issue|bug|culprit|diagnosis|explanation|what (?:happened|went wrong|was wrong|broke)|why(?: (?:it|this|that) \w+.*)?|analysis|findings?)$/i;
const LABELLED =
  /^(?:the )?(?:root )?(?:cause|problem|issue|bug|culprit|diagnosis|explanation|what (?:happened|went wrong|was wrong)|why(?: (?:it|this|that) \w+(?: \w+){0,3})?|reason|found it)\s*(?::|–|—| - )\s*\S/i;

/** Whether it is the first of what a heading or a label announces as the cause. */
const heads = (sentence: Sentence, before: Sentence | undefined): boolean =>
  LABELLED.test(sentence.text) || (HEADS_CAUSE.test(sentence.under) && before?.under !== sentence.under);

/** A sentence of the agent that tells why. */
export interface ToldCause {
  readonly sentence: Sentence;
  readonly place: number;
  readonly terms: ReadonlySet<string>;
  /** How sure it is, and how late: the agent knew more by then. */
  readonly score: number;
}

export const isSure = ({ text, under }: Sentence): boolean =>
  HEADS_CAUSE.test(under) ||
  LABELLED.test(text) ||
  STRONG_CAUSE.test(text) ||
  /\bfailed (?:at first |before )?because\b/i.test(text);

/** All of a segment, looked for once however many errors ask. */
export const toldCauses = (view: View): ToldCause[] => causesSaid(view).slice(-CAUSES_MAX);

/** Most that are held against each error, the last: the agent knew more by then. */
const CAUSES_MAX = 100;

const causesSaid = (view: View): ToldCause[] =>
  view.said.flatMap(({ sentences, place, last }) =>
    sentences.flatMap((sentence, at) => {
      const { text, asks, shown } = sentence;
      const headed = heads(sentence, sentences[at - 1]);
      if (asks || !(headed || CAUSE.test(text) || FOREIGN_FOUND.test(text)) || UNSURE.test(text)) return [];
      const isCaused = CAUSED.test(shown);
      if (pointsBack(shown) && !isCaused) return [];
      const strong = headed || STRONG_CAUSE.test(text) || isCaused || FOREIGN_FOUND.test(text);
      if (!strong && DID.test(withoutOpeners(text))) return [];
      return [{ sentence, place, terms: termsOf(shown), score: (strong ? 3 : 0) + (last ? 2 : 0) }];
    }),
  );

/** The one that says best why this failed: sure, late, and about the same. */
export function causeOf(told: readonly ToldCause[], about: string, since: number): Sentence | undefined {
  const terms = termsOf(about);
  let best: { readonly sentence: Sentence; readonly score: number } | undefined;
  for (const { sentence, place, terms: own, score } of told) {
    if (place < since) continue;
    let common = 0;
    for (const term of own) if (terms.has(term)) common += 1;
    const whole = score + Math.min(ABOUT_MAX, common);
    if (whole > 0 && (!best || whole >= best.score)) best = { sentence, score: whole };
  }
  return best?.sentence;
}
const ABOUT_MAX = 2;

const CURES = /\b(?:fixes|solves|resolves|cures) (?:it|this|that)\b/i;

export const cureIn = ({ answer }: View, cause: Sentence | undefined): Sentence | undefined =>
  answer?.sentences.find(
    ({ text, shown, asks }) =>
      !asks &&
      shown.length >= CURE_LEAST &&
      shown !== cause?.shown &&
      (CURE.test(withoutOpeners(text)) || CURES.test(text)) &&
      !UNSURE.test(text),
  );

/** What the agent did about it. */
const DID_NOW =
  /^(?:(?:i|we)(?:'ve| have)? (?:now |just )?(?:\w+ed|made|let|put|set|took|cut|split|rewrote|wrote)\b|(?:the )?(?:fix|solution)\b|fixed\b|now (?:it|the|they|each|every|all)\b)|\bnow[.!]?$/i;
/** Of the work, and not of what was wrong. */
const OF_WORK =
  /^(?:done|all|the tests?|tests?|here|this (?:change|pr)|nothing|no\b|i\b|we\b|you\b|let|there(?:'s| is| are) (?:now|a new)|now\b)|\b(?:pass(?:es|ed)?|green|works? now|is now|are now|new|already|i (?:left|kept))\b/i;
const CAUSE_LEAST = 5;

/** Who came with trouble is told what was wrong and what was done about it, one after the other, cue or not. */
export function causeBeforeCure({ sentences }: Utterance): Sentence | undefined {
  const [first, second] = sentences;
  const tells =
    first !== undefined &&
    second !== undefined &&
    !first.asks &&
    !second.asks &&
    second.paragraph - first.paragraph <= 1 &&
    first.text.split(/\s+/).length >= CAUSE_LEAST &&
    !OF_WORK.test(first.text) &&
    !UNSURE.test(first.text) &&
    !pointsBack(first.shown) &&
    DID_NOW.test(second.text);
  return tells ? first : undefined;
}

export const part = ({ shown }: Sentence): string =>
  ended(
    clip(
      withoutOpeners(shown)
        .replace(CAUSED, "")
        .replace(/^(?:it turn(?:s|ed) out(?: that)?|(?:fixed|solved|found it)[:.!])\s+/i, "")
        .replace(
          /^(?:the )?(?:root cause|cause|fix|solution|(?:actual |real )?(?:problem|issue|reason))(?: (?:was|is|here is|here was))?(?: that)?[:,]?\s+|^(?:diagnosis|explanation|what (?:happened|went wrong|was wrong)|why(?: (?:it|this|that) \w+(?: \w+){0,3})?|found it)\s*[:–—-]\s*/i,
          "",
        ),
      PART_MAX,
    ),
  );
