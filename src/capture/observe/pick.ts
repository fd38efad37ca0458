/** One of the things that the agent put up for choice, picked in a few words: "b", "the second", "ok sqs then", "sqs wins". */
import { type Cues, listensFor } from "./listening.ts";
import type { Sentence } from "./sentences.ts";
import { termsOf, type Utterance } from "./view.ts";
import { ended, tidy } from "./wording.ts";

const FILLS =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|yup|sure|fine|alright|right|hm+|well|so|then|oh|definitely|clearly|obviously|absolutely|let's|let us|i'd|i would|i'll|we'll|i'm|we|i|going|go|take|use|do|pick|choose|say|with|for|want|prefer|please|my vote(?: is| goes to)?|the|option|approach|number|variant|nr|#)(?=$|[\s,:.!#])[\s,:.!]*)+/i;
const TAILS =
  /(?:\s+(?:please|then|it is|wins|for sure|for now|sounds (?:good|better|right)|i think|one|option|approach|way|obviously|definitely|is (?:fine|better|good|enough|it)))+[.!]*$/i;
/** Where the choice ends and the reason begins. */
const BREAK = /\s*[,.;:!–—]\s*|\s+-\s+|\s+(?:because|since|as|so that|cause)\s+/;
const NAME_WORDS_MAX = 4;
const REQUEST_MAX = 200;

const PLACES: { readonly [said: string]: number } = {
  a: 0,
  b: 1,
  c: 2,
  d: 3,
  "1": 0,
  "2": 1,
  "3": 2,
  "4": 3,
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  "1st": 0,
  "2nd": 1,
  "3rd": 2,
  "4th": 3,
  former: 0,
  latter: -1,
  last: -1,
};
const OPTION = /^(?:(?:option|approach|variant|alternative|plan)\s*#?)?(?:[a-d]|[1-4])\s*[:.)–—-]\s*/i;
const OPTION_NAMED = /^(?:option|approach|variant|alternative|plan)\s*#?(?:[a-d]|[1-4])\s*[:.)–—-]\s*/i;
const PUTS_UP =
  /\b(?:which (?:one|of|way|option|would|do|should)|prefer\w*|your (?:call|choice)|either|two (?:ways|options|choices)|three (?:ways|options)|options?|alternatives?|choose|pick|decide)\b/i;
const EITHER =
  /\b(?:should|shall|do|would|which|use|want|prefer|go|with|between)\b[^?]{2,160}\bor\b[^?]{2,80}\?$/i;

export const OPTION_CUES: Cues = { expressions: [PUTS_UP] };
const mayPutUp = listensFor("options");
const putsUp = (sentence: Sentence): boolean =>
  sentence.asks || (mayPutUp(sentence) && PUTS_UP.test(sentence.text));

/** What was put up: entries of a list, sentences that begin with "Option A:". */
function optionsIn(previous: Utterance): readonly string[] {
  const { sentences } = previous;
  const entries = sentences.filter(
    ({ listed, paragraph }, at) => listed && sentences[at - 1]?.paragraph !== paragraph,
  );
  const named = sentences.filter(({ shown }) => OPTION_NAMED.test(shown));
  const found: readonly Sentence[] = named.length >= 2 ? named : entries;
  return found.length < 2 ? [] : found.map(({ shown }) => shown.replace(OPTION, ""));
}

/** Sentences at the end of which one puts something up, if it is put up at all. */
const CLOSING = 8;

/** What the person decided by it, to be read by who was not there; undefined where they picked nothing. */
export function picked(request: Utterance, previous: Utterance | undefined): string | undefined {
  const [first, second] = request.sentences;
  if (!first || first.asks || !previous || first.shown.length > REQUEST_MAX) return undefined;
  const closing = previous.sentences.slice(-CLOSING);
  if (!closing.some(putsUp)) return undefined;
  const stripped = first.shown.replace(FILLS, "");
  const end = BREAK.exec(stripped);
  const head = (end ? stripped.slice(0, end.index) : stripped).replace(TAILS, "").trim();
  if (head === "" || head.split(/\s+/).length > NAME_WORDS_MAX) return undefined;
  const rest = end ? stripped.slice(end.index + end[0].length).trim() : "";
  const reason =
    rest.replace(/^(?:please|thanks|then)\W*$/i, "") ||
    (second && !second.asks && GIVES.test(second.text) ? second.shown : "");
  const chosen = optionNamed(head, optionsIn(previous)) ?? answerNamed(head, previous);
  if (chosen === undefined) return undefined;
  return tidy(`Decided: ${ended(chosen)}${reason === "" ? "" : ` ${reason}`}`);
}
const GIVES =
  /^(?:because|since|it(?:'s| is| has| needs)|we (?:don't|already|need|have|only|can't)|that (?:way|keeps|avoids)|the other|otherwise|no one|nobody)\b/i;

function optionNamed(head: string, options: readonly string[]): string | undefined {
  const place = PLACES[head.toLowerCase()];
  if (place !== undefined) return options.at(place);
  const terms = [...termsOf(head)];
  if (terms.length === 0) return undefined;
  const holds = (text: string): boolean => {
    const own = [...termsOf(text)];
    return terms.every((term) =>
      own.some((other) => other === term || (term.length >= 4 && other.startsWith(term))),
    );
  };
  const labels = options.filter((option) => holds(option.split(/[:–—(,]|\s-\s/, 1)[0] ?? ""));
  if (labels.length === 1) return labels[0];
  const all = options.filter(holds);
  return all.length === 1 ? all[0] : undefined;
}

/** "Should I use SQS or RabbitMQ?" — "sqs". */
function answerNamed(head: string, previous: Utterance): string | undefined {
  const question = previous.sentences.slice(-2).findLast(({ asks, shown }) => asks && EITHER.test(shown));
  const terms = [...termsOf(head)];
  if (!question || terms.length === 0) return undefined;
  const asked = termsOf(question.shown);
  return terms.every((term) => asked.has(term)) ? `${question.shown} — ${head}` : undefined;
}
