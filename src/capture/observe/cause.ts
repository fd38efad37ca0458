/**
 * What is told of why something failed, and of what mended it. A cause is known less by its words than by how it is built
 * and where it stands: a mechanism ("so it never sees …"), about the trouble, said right before the change or at the end.
 */
import { clip } from "../../record/value.ts";
import { FOREIGN_FOUND, FOREIGN_MECHANISM } from "./languages.ts";
import type { Sentence } from "./sentences.ts";
import { fileName, termsOf, type Utterance, type View } from "./view.ts";
import { ended, pointsBack, withoutOpeners } from "./wording.ts";

/** A sentence of the agent that tells why, perhaps with the one before it. Survives from one reading to the next. */
export interface ToldCause {
  /** As it is to be told on. */
  readonly said: string;
  /** The sentence itself, as written. */
  readonly shown: string;
  readonly turn: number;
  /** Place among the steps of its segment. */
  readonly place: number;
  /** How much its words and its place speak for it. */
  readonly score: number;
  /** Whether it says itself that it is the cause. */
  readonly sure: boolean;
  /** Whether a heading or a label announces it. */
  readonly headed: boolean;
  /** Whether a file was changed right after it. */
  readonly leads: boolean;
}

/** It says itself that it is the cause. */
const SURE =
  /\b(?:root cause|turn(?:s|ed) out|(?:problem|issue|culprit|bug|cause|reason|leak)(?: (?:is|was|here|lies|lay|came)\b|: \w)|(?:is|was|were|are) caused by|that explains|explains (?:it|the|why)|that's (?:it|why)|that was (?:it|why)|there it is|(?:came|comes|coming|stems|stemmed) from|failed (?:at first |before )?because|die ursache|la cause|la causa)\b|原因/i;
/** What follows from what, or what stands against what. */
const CONNECTED =
  /\b(?:because|therefore|hence|thus|due to|as soon as|meaning|that means)\b|[,;] (?:and )?(?:so|which|while|since|whereas|as (?:it|the|they))\b|\bso (?:it|the|they|every|each|no|all|any|an?|nothing|\w+s)\b|\b(?:unless|whenever|when|before|while|until|as soon as|as if)\b|[,;] (?:and|but) (?:the|it|they|i|we|our|its?|nothing|nobody|no|then|every|each|our|\w+ (?:doesn't|does|has|have|had|is|was|isn't|never|only))\b|\b(?:instead of|rather than|without|though|although|unlike)\b/i;
/** Two things in the wrong order, or one in place of another. */
const CROSSED = /\b(?:before|while|instead of|rather than|as if|even though|although|without)\b/i;
/** Something is left undone, or is done too often. */
const LIMITED =
  /\b(?:never|only|no longer|any ?more|instead of|rather than|without|still|twice|once more|again|already|nowhere|nothing|nobody|not|no|none|lacks?|missing|mismatch\w*|empty|stale|shadow\w*|overwr\w+|swallow\w*|leak\w*|held|holds|lost|filter(?:s|ed) out|left out|too|neither|both|race|fails?|wrong|breaks?|differ\w*|another|other|raw|old|even|forever|zero|off)\b|n't\b|\bcannot\b/i;
const SPECIFIC = /`[^`]+`|\b[a-z]+[A-Z]\w*|\b\w+_\w+\b|\b[A-Z]{2,}\w*\b|\d/;
/** The agent tells what it did, and why: that is no cause of trouble. */
const DID =
  /^(?:i|we)(?:'ve| have|'ll| will)? (?:\w+ly )?(?:fixed|used|switched|changed|added|moved|replaced|made|kept|chose|rewrote|renamed|removed|split|reverted|set|put|pinned|raised|compared|checked|left|wrote|started|normali[sz]e|hadn't|didn't|did not|left)\b|\bi (?:hadn't|had not|forgot)\b|\b(?:is|are) (?:fixed|solved|corrected|closed|gone|done)\b|^(?:fixed|solved|done)\b|\bso i(?:'m|'ll|'ve| have| am| will)?\b|(?:corrigé|behoben|arreglado)/i;
const HEDGED =
  /\b(?:maybe|perhaps|might|could be|may be|may simply|probably|possibly|i think|i(?:'d)? suspect|i(?:'d)? (?:guess|assume|expect)|my guess|seems?|appears?|presumably|likely|not (?:the|it)\b(?=[^.]{0,12}$)|wasn't (?:it|the)|isn't (?:it|the (?:cause|problem|reason))|rule[ds]? out|on purpose|intended|by design|as far as i (?:can|know)|looks? like|if the)\b/i;
/** What is about to be done, what could be done, and how it stands. */
const ANNOUNCES =
  /^(?:let me|let's|i'll|i will|i'd|i would|i can|i could|i'm going|now (?:i|let)|next|shall|first,? (?:i|let)|you (?:can|could|should)|we (?:can|could|should)|two (?:ways|options|things)|as expected|understood|agreed|good|noted?|sorry|here(?:'s| is| are)|keep in mind|before (?:i|you|we)|start|raise|set|use|add|move|put|make|take|drop|remove|replace|wrap|pin|switch)\b/i;
const SUPPOSES = /\b(?:would|should|could)\b/i;
const STATUS =
  /\b(?:tests?\b.{0,40}?\b(?:pass|succeed)\w*|all .{1,30} pass\w*|works? (?:again|now)|(?:doesn't|does not|didn't|would not|won't) help|passes (?:now|again)|is green|are green|committed|pushed|deployed|submitted)\b/i;
/** How it is from now on: what was done, not why. */
const IS_NOW = /\b(?:now|from now on|no longer needs)\b(?!:)/i;
const FAILS_NOW = /\b(?:fail|break|crash|return|miss|lack)\w* now\b/i;
/** Whose fault the agent takes on itself in passing is a slip. */
const SLIP =
  /^(?:i|we) (?:dropped|forgot|missed|mistyped|misspelled|left (?:out|a)|broke|had (?:a typo|the wrong))\b|\btypo\b|\bmy (?:own )?(?:mistake|fault|bad)\b/i;
/** Headings and leads below which stands what could be. */
const SUPPOSED =
  /\b(?:hypothes\w+|candidates?|possib\w+|options?|ways?|ideas?|could|might|suspects?|guess\w*|approach\w*|plan|would|what hurts?|will hurt|likely|steps)\b/i;

/** What stands over a cause, or before it with a colon. */
const HEADS_CAUSE =
  /^(?:\d+[.)] )?(?:the )?(?:root )?(?:causes?|problem|issue|bug|culprit|diagnosis|explanation|what (?:happened|went wrong|was wrong|broke)|why(?: (?:it|this|that) \w+.*)?|analysis|findings?)$/i;
const LABELLED =
  /^(?:the )?(?:root )?(?:cause|problem|issue|bug|culprit|diagnosis|explanation|what (?:happened|went wrong|was wrong)|why(?: (?:it|this|that) \w+(?: \w+){0,3})?|reason|found it)\s*(?::|–|—| - )\s*\S/i;

/** Whether it is the first of what a heading or a label announces as the cause. */
const heads = ({ text, under }: Sentence, before: Sentence | undefined): boolean =>
  LABELLED.test(text) || (under !== "" && HEADS_CAUSE.test(under) && before?.under !== under);

const LEAST = 25;
const MOST = 420;
/** Most characters of a cause with the sentence before it. */
const JOINED_MAX = 300;
/** Most characters of a cause and of a cure. */
export const PART_MAX = 300;
const CURE_LEAST = 20;

/** "It failed because …": what it is stands before the cause, as the error. */
const CAUSED =
  /^(?:it|this|that|they)\b.{0,40}\b(?:because(?: of)?|(?:was|were|is) caused by|(?:was|were|is) due to)\s+/i;

/** Causes of one segment looked at, the last: the agent knew more by then. */
const CAUSES_MAX = 60;

/** What the agent told of causes in a segment, with what its words and its place speak for it. */
export function causesSaid(view: View): ToldCause[] {
  const found: ToldCause[] = [];
  for (const said of view.said.slice(-CAUSES_MAX)) {
    const { sentences, place, last } = said;
    let leads: boolean | undefined;
    for (const [at, sentence] of sentences.entries()) {
      const headed = heads(sentence, sentences[at - 1]);
      const own = ofSentence(sentence, headed);
      // The entries of a closing list are what was done.
      if (own === undefined || (last && sentence.listed && !own.sure && view.edits.length > 0)) continue;
      leads ??= leadsToEdit(view, place);
      found.push({
        said: told(said, at),
        shown: sentence.shown,
        turn: view.segment.turn,
        place,
        score: own.score + (leads ? PLACE : 0) + (last ? 1 : 0),
        sure: own.sure,
        headed,
        leads,
      });
    }
  }
  return found.slice(-CAUSES_MAX);
}
/** Speaks for what stands right before a change. */
const PLACE = 2;

/** Whether a file is changed after these words, before anything else is said or fails. */
function leadsToEdit(view: View, place: number): boolean {
  const edit = view.edits.find((each) => each.place > place);
  if (edit === undefined) return false;
  return (
    !view.said.some((said) => said.place > place && said.place < edit.place) &&
    !view.runs.some((run) => !run.ok && run.at > place && run.at < edit.place)
  );
}

function ofSentence(
  { text, shown, asks, under, listed }: Sentence,
  headed: boolean,
): { readonly score: number; readonly sure: boolean } | undefined {
  if (asks || shown.length < LEAST || shown.length > MOST || shown.endsWith(":")) return undefined;
  const connected = CONNECTED.test(text);
  const limited = LIMITED.test(text);
  const isCaused = CAUSED.test(shown);
  const sure = headed || SURE.test(text) || isCaused || FOREIGN_FOUND.test(text);
  // What has an article in English needs no cue of another language.
  const foreign = !(connected && limited) && !text.includes(" the ") && FOREIGN_MECHANISM.test(text);
  if (!sure && !foreign && !connected && !limited) return undefined;
  if (HEDGED.test(text) || SLIP.test(text) || (listed && SUPPOSED.test(under))) return undefined;
  const bare = withoutOpeners(text);
  if (ANNOUNCES.test(bare) || (!sure && (DID.test(bare) || STATUS.test(text)))) return undefined;
  if (!sure && IS_NOW.test(text) && !FAILS_NOW.test(text)) return undefined;
  const crossed = foreign || (connected && limited);
  const score =
    (sure ? 3 : 0) +
    (crossed ? 3 : CROSSED.test(text) ? 2 : connected || limited ? 1 : 0) +
    (SPECIFIC.test(shown.slice(1)) ? 1 : 0) -
    (SUPPOSES.test(text) ? 2 : 0);
  return score > 0 ? { score, sure } : undefined;
}

/** With the sentence before, where this one leans on it, or where it says what this one is about. */
function told({ sentences }: Utterance, at: number): string {
  const own = sentences[at];
  const other = sentences[at - 1];
  const shown = own?.shown ?? "";
  if (!own || !other || other.paragraph !== own.paragraph || other.asks) return shown;
  const isStatement =
    !HEDGED.test(other.text) &&
    !STATUS.test(other.text) &&
    !IS_NOW.test(other.text) &&
    !ANNOUNCES.test(withoutOpeners(other.text)) &&
    !other.shown.endsWith(":");
  const leans = pointsBack(shown) && !CAUSED.test(shown);
  if (!isStatement || (!leans && !SPECIFIC.test(other.shown))) return shown;
  const joined = `${ended(withoutOpeners(other.shown))} ${shown}`;
  return joined.length <= JOINED_MAX ? joined : shown;
}

/** What a cause has to have: told on its own, or about trouble that stands beside it. */
export const LEAST_SURE = 4;

/** The one that says best why this failed: what its words and place speak for it, and whether it is about the same. */
export function causeOf(
  told: readonly ToldCause[],
  about: string,
  least: number = LEAST_SURE,
): ToldCause | undefined {
  if (told.length === 0) return undefined;
  const terms = termsOf(about);
  let best: { readonly cause: ToldCause; readonly score: number } | undefined;
  for (const cause of told) {
    const score = cause.score + Math.min(ABOUT_MAX, inCommon(cause.said, terms));
    if (score >= least && (!best || score >= best.score)) best = { cause, score };
  }
  return best?.cause;
}
const ABOUT_MAX = 2;

/** How many terms of a text are among these. */
export function inCommon(said: string, terms: ReadonlySet<string>): number {
  let common = 0;
  for (const term of termsOf(said)) if (terms.has(term)) common += 1;
  return common;
}

const UNSURE_CURE = /\b(?:maybe|perhaps|might|could|would|should|i think|let me|if the)\b/i;
const CURE =
  /^(?:(?:i|we)(?:'ve| have)? |now |(?:the )?(?:fix|solution)(?: is| was)?[: ]+|it (?:is )?)*(?:fix(?:ed|es)?|solved|resolved|changed|added|moved|replaced|set|made|wrapped|switched|bumped|pinned|removed|renamed|awaited|updated|rewrote|raised|lowered|normali[sz]ed|guard\w*|escap\w*)\b/i;
const CURES = /\b(?:fixes|solves|resolves|cures) (?:it|this|that)\b/i;

/** What the agent says at the end of what it did: in so many words, or of a file that it changed. */
export function cureIn({ answer, files }: View, cause: ToldCause | undefined): Sentence | undefined {
  const able = (answer?.sentences ?? []).filter(
    ({ text, shown, asks }) =>
      !asks && shown.length >= CURE_LEAST && !cause?.said.includes(shown) && !UNSURE_CURE.test(text),
  );
  return (
    able.find(({ text }) => CURE.test(withoutOpeners(text)) || CURES.test(text)) ??
    able.find(
      ({ text, shown }) =>
        !STATUS.test(text) && (IS_NOW.test(text) || files.some((file) => shown.includes(fileName(file)))),
    )
  );
}

/** What the agent did about it. */
const DID_NOW =
  /^(?:(?:i|we)(?:'ve| have)? (?:now |just )?(?:\w+ed|made|let|put|set|took|cut|split|rewrote|wrote)\b|(?:the )?(?:fix|solution)\b|fixed\b|now (?:it|the|they|each|every|all)\b)|\bnow[.!]?$/i;
/** Of the work, and not of what was wrong. */
const OF_WORK =
  /^(?:done|all|the tests?|tests?|here|this (?:change|pr)|nothing|no\b|i\b|we\b|you\b|let|there(?:'s| is| are) (?:now|a new)|now\b)|\b(?:pass(?:es|ed)?|green|works? now|is now|are now|new|already|i (?:left|kept))\b/i;
const CAUSE_LEAST = 5;

/** Who came with trouble is told what was wrong and what was done about it, one after the other, cue or not. */
export function causeBeforeCure({ answer, segment }: View): ToldCause | undefined {
  const [first, second] = answer?.sentences ?? [];
  const tells =
    first !== undefined &&
    second !== undefined &&
    !first.asks &&
    !second.asks &&
    second.paragraph - first.paragraph <= 1 &&
    first.text.split(/\s+/).length >= CAUSE_LEAST &&
    !OF_WORK.test(first.text) &&
    !HEDGED.test(first.text) &&
    !pointsBack(first.shown) &&
    DID_NOW.test(second.text);
  if (!answer || !tells) return undefined;
  const { shown } = first;
  return {
    said: shown,
    shown,
    turn: segment.turn,
    place: answer.place,
    score: 0,
    sure: false,
    headed: false,
    leads: false,
  };
}

export const part = (shown: string): string =>
  ended(
    clip(
      withoutOpeners(shown)
        .replace(CAUSED, "")
        .replace(
          /^(?:it turn(?:s|ed) out(?: that)?|(?:fixed|solved|found it)[:.!]|that(?:'s| was) it[:.,!]|there it is:)\s+/i,
          "",
        )
        .replace(
          /^(?:the )?(?:root cause|cause|fix|solution|(?:actual |real )?(?:problem|issue|reason))(?: (?:was|is|here is|here was))?(?: that)?[:,]?\s+|^(?:diagnosis|explanation|what (?:happened|went wrong|was wrong)|why(?: (?:it|this|that) \w+(?: \w+){0,3})?|found it)\s*[:–—-]\s*/i,
          "",
        ),
      PART_MAX,
    ),
  );
