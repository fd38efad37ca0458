/** What a person puts right: what the agent got wrong, and what is no longer as it was. */
import { clip } from "../../record/value.ts";
import { FOREIGN_NO } from "./languages.ts";
import { type Cues, listensFor } from "./listening.ts";
import type { Noticed } from "./noticed.ts";
import { IMAGINES, isOrder, principle, SHORTEST } from "./principle.ts";
import type { Sentence } from "./sentences.ts";
import { before, termsOf, type Utterance, type View } from "./view.ts";
import { CLAIM_MAX, dangles, ended, standing, tidy, toldOf, withoutOpeners } from "./wording.ts";

/** What was put right, and the places of the sentences that say so. */
export interface PutRight {
  readonly found: readonly Noticed[];
  readonly used: ReadonlySet<number>;
}

export function corrections(view: View, previous: View | undefined): PutRight {
  const used = new Set<number>();
  const found: Noticed[] = [];
  const wrong = correctionAt(view.request, previous);
  if (wrong) {
    for (let at = wrong.from; at <= wrong.to; at += 1) used.add(at);
    found.push(corrected(view, wrong, previous));
  }
  for (const at of view.request.sentences.keys()) {
    const change = used.has(at) ? undefined : changeAt(view.request, at);
    if (!change) continue;
    for (let place = change.from; place <= change.to; place += 1) used.add(place);
    const anchor = view.request.sentences[at]?.shown ?? change.content;
    found.push(
      principle(view, "correction", anchor, toldOf(change.content), "the person says what is no longer so"),
    );
  }
  return { found, used };
}

/* What is no longer so. */

const NO_LONGER = /\bno longer\b|(?:\bnot|n't|\bnever)\b[^.;:]{0,60}\bany ?more\b/i;
/** What does not work any more is to be mended. */
const IS_TROUBLE =
  /(?:\bno longer|\bnot|n't|\bnever) (?:able|possible|(?:work|build|compil|start|load|show|pass|connect|respond|run|updat|appear|open|find|see|get|receiv|understand|remember|know|sure|need)\w*)\b|\bcan(?:not|'t)\b/i;
/** Someone does it, or is not to; or a thing is so. */
const STATES =
  /^(?:we|they|the|our|don't|do not|never|[\w-]+ (?:is|are|has|have|does|do|uses?|goes|runs?)|[\w-]+s\b)/i;
/** The next thing to do. */
const NEXT_ORDER =
  /^(?:please|now|also|then|next|can|could|thanks|migrate|change|update|move|add|remove|fix|make|delete|rename|replace|adapt|clean|do|let's|i)\b/i;

function changeAt(request: Utterance, at: number): Wrong | undefined {
  const sentence = request.sentences[at];
  if (!sentence || sentence.asks || !isChange(sentence)) return undefined;
  const said = standing(sentence, before(request, at));
  if (said === undefined || said.length < SHORTEST || dangles(said)) return undefined;
  const next = request.sentences[at + 1];
  // How it is instead often stands beside it.
  const joins =
    next !== undefined &&
    !next.asks &&
    next.paragraph === sentence.paragraph &&
    !NEXT_ORDER.test(next.text) &&
    said.length + next.shown.length < CLAIM_MAX;
  return { from: at, to: joins ? at + 1 : at, content: tidy(joins ? `${ended(said)} ${next.shown}` : said) };
}

export const CHANGE_CUES: Cues = { expressions: [NO_LONGER] };
const mayChange = listensFor("change");
const isChange = (sentence: Sentence): boolean => {
  const { text } = sentence;
  return (
    mayChange(sentence) &&
    NO_LONGER.test(text) &&
    !IS_TROUBLE.test(text) &&
    !IMAGINES.test(text) &&
    STATES.test(withoutOpeners(text)) &&
    text.split(/\s+/).length >= CHANGE_LEAST
  );
};
const CHANGE_LEAST = 5;

/* What the agent got wrong. */

export interface Wrong {
  /** Sentences of the request that it takes. */
  readonly from: number;
  readonly to: number;
  readonly content: string;
}

const NO =
  /^\W*(?:(?:hm+|wait|ugh|argh|sorry|stop)[,.!]* )?(?:no\b(?=\s*[,.!:;–—-]|\s+(?:that|this|it|you|i|we|they|don't|use|not|the|please|there|our|all|only|never|always)(?:'\w+)?\b|\s*$)|nope|nah|wrong|that's (?:wrong|not (?:right|correct|it|what|how|true))|that is (?:wrong|not)|not (?:like that|what i|quite|correct|there)|incorrect|you(?:'re| are) (?:wrong|mistaken|(?:using|calling|looking at|in|on|editing) the wrong)|i (?:said|meant|told you|asked (?:you )?(?:for|to))|you (?:forgot|missed|misunderstood|should(?:n't)? have|were supposed|used|broke|ignored)|actually,? (?:no|it|we|the|that)|stop\b)/i;
const BARE_NO =
  /^\W*(?:(?:actually|no|nope|wrong|stop|wait|sorry|hm+|that's (?:wrong|not (?:right|correct|true|it|what i \w+))|that is (?:wrong|not right)|not quite|incorrect|nein|non|falsch)(?: either| at all)?[\s,.!:;–—-]*)+$/i;
/** Before what is right it is often said once more that this is not. */
const THATS_WRONG =
  /^(?:stop[,.!]\s*|that's (?:wrong|not right|not correct|not it|not (?:how|what|where|the way) [^:,.;]{1,40})[\s,.:;–—-]+)/i;
/** Only what to do at once. */
const AT_ONCE =
  /^(?:(?:please|just)[, ]+)*(?:stop|undo|revert|go back|try again|redo|put (?:it|that) back|start over|remove (?:it|that)|do it again|look again|leave it|wait|cancel|hold on|roll (?:it|that) back|read|check|run|show|open|look|fix|delete|remove|change|move|rename)\b/i;

function correctionAt(request: Utterance, previous: View | undefined): Wrong | undefined {
  const [first, second, third] = request.sentences;
  if (!previous || !first || first.asks) return undefined;
  if (!NO.test(first.text) && !FOREIGN_NO.test(first.text)) return undefined;
  // A reproach says what was wrong; what is right comes after it.
  const bare =
    BARE_NO.test(first.text) ||
    (/^\W*you\b/i.test(first.text) && !isClaim(first.text) && second !== undefined);
  const own = bare ? second : first;
  if (!own || own.asks || IMAGINES.test(own.text)) return undefined;
  const said = withoutOpeners(own.shown).replace(THATS_WRONG, "");
  const foreign = FOREIGN_NO.test(first.text);
  if (said.length < SHORTEST || AT_ONCE.test(said) || dangles(said) || !(foreign || isClaim(said)))
    return undefined;
  const to = bare ? 1 : 0;
  const next = bare ? third : second;
  // What follows in the same breath says what is right, or why.
  const joins =
    next !== undefined &&
    !next.asks &&
    next.paragraph === own.paragraph &&
    !AT_ONCE.test(next.text) &&
    !/^(?:can|could|please|now|also|then|next|thanks|and then)\b/i.test(next.text) &&
    said.length + next.shown.length < CLAIM_MAX - 20;
  return { from: 0, to: joins ? to + 1 : to, content: tidy(joins ? `${ended(said)} ${next.shown}` : said) };
}

/** Says what is so or what is to be, beyond the matter of taste at hand. */
const isClaim = (said: string): boolean =>
  isOrder(said) ||
  /\b(?:is|are|was|were|has|have|must|should|needs?|requires?|belongs?|lives?|runs?|uses?|goes|go|means?|only|never|always|doesn't|does not|don't|do not|can't|cannot|not)\b/i.test(
    said,
  ) ||
  /[^\x00-\x7f]{4}/.test(said);

export function corrected(view: View, { content, from }: Wrong, previous: View | undefined): Noticed {
  const was = previous ? whatWas(content, previous) : "";
  const own = toldOf(content);
  const whole = was === "" ? own : `${ended(own)} (Corrected; before: ${was})`;
  const anchor = view.request.sentences[from]?.shown ?? content;
  return principle(view, "correction", anchor, whole, "the person put the agent right");
}

const WAS_MAX = 140;
/** Least share of a correction's terms in what it corrects. */
const SPEAKS_OF = 0.15;

/** What the agent had done or said that the person speaks of: the command or the sentence with the most common words. */
function whatWas(content: string, previous: View): string {
  const terms = termsOf(content);
  const share = (text: string): number => {
    const own = termsOf(text);
    let common = 0;
    for (const term of terms) if (own.has(term)) common += 1;
    return terms.size === 0 ? 0 : common / terms.size;
  };
  const commands = previous.runs.slice(-20).map(({ command }) => `\`${clip(command, WAS_MAX)}\``);
  const sentences = (previous.answer?.sentences ?? []).filter(({ asks }) => !asks).slice(0, 12);
  const told = [...sentences.map(({ shown }) => clip(withoutOpeners(shown), WAS_MAX)), ...commands];
  const [best] = told.map((text) => ({ text, share: share(text) })).sort((a, b) => b.share - a.share);
  return best && best.share >= SPEAKS_OF ? best.text : "";
}
