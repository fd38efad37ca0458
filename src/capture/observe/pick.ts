/** One of the things that the agent put up for choice, picked in a few words: "b", "the second", "ok sqs then", "sqs wins". */
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

/** What was put up: entries of a list, sentences that begin with "Option A:". */
function optionsIn(previous: Utterance): readonly string[] {
  const { sentences } = previous;
  const asks = sentences.some(({ asks, text }) => asks || PUTS_UP.test(text));
  if (!asks) return [];
  const entries = sentences.filter(
    ({ listed, paragraph }, at) => listed && sentences[at - 1]?.paragraph !== paragraph,
  );
  const named = sentences.filter(({ shown }) => OPTION_NAMED.test(shown));
  const found: readonly Sentence[] = named.length >= 2 ? named : entries;
  return found.length < 2 ? [] : found.map(({ shown }) => shown.replace(OPTION, ""));
}

/** What the person decided by it, to be read by who was not there; undefined where they picked nothing. */
export function picked(request: Utterance, previous: Utterance | undefined): string | undefined {
  const [first, second] = request.sentences;
  if (!first || first.asks || !previous || first.shown.length > REQUEST_MAX) return undefined;
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

/** Decided without anything put up, in shorthand. */
const SETTLES = new RegExp(
  [
    "^(?:final (?:call|decision|answer|word)|verdict|decision|conclusion|resolution|we settled it|settled|it's settled|it's decided|done deal)\\s*[:,–—-]\\s*.{6,}",
    "^(?:scrap|drop|forget|ditch|kill|bin) (?:the |all |any |that |this )?(?:[\\w-]+ ){1,4}?(?:idea|plan|approach|thing|route|stuff|altogether)?,? ?(?:we|let's|[\\w-]+(?: [\\w-]+)? (?:is|are|will do|does it))\\b.{3,}",
    "^(?:screw it|whatever|alright|fine|ok(?:ay)?|right|so|then)[, ]+(?:we|let's|we'll) (?:just )?(?:use|buy|build|poll|ship|host|store|keep|drop|do|run) (?!(?:it|that|this|the (?:tests?|first|next|rest))\\b).{3,}",
    "^(?:ok(?:ay)?|right|so|fine|alright)[, ]+(?:so )?(?!(?:let|can|could|the|now|then|what|why|how|if|when)\\b)[\\w-]+(?: [\\w-]+){0,3}, (?:no|not|without|instead of|rather than) [\\w-]+",
    "^(?:we )?(?:talked|spoke|checked|discussed (?:it|this)|agreed|settled|decided) (?:to|with|by) (?:the |our |my )?[\\w ]{2,30}[:,;–—-]\\s*.{8,}",
    "^(?:let's )?(?:make|keep) (?:it|this|that|them) (?:an? )?[\\w-]+(?: [\\w-]+){0,4}, not (?:an? )?[\\w-]+",
    "^(?:we're|we are|we will|we'll|i'm) not (?:doing|building|supporting|going to|using|shipping|offering|adding) (?!(?:it|that|this|anything|much|well|the (?:tests?|header|page))\\b).{4,}",
    "^after [^:,]{4,50}[:,] (?:we|it's|let's|i) .{6,}",
    "\\b(?:the team|we|everyone|the board|the client|the customer|my boss|our cto|product|management) (?:all )?(?:voted|opted|signed off|settled) (?:for|on) .{3,}",
    "^no need for (?:an? |the )?[\\w-]+(?: [\\w-]+){0,3}, .{6,}",
    "\\b(?:is|are) (?:enough|plenty|good enough|sufficient)(?: for (?:us|that|this|now|what we need))?[.!]*$",
    "^(?:we're|we are|i'm|i am) (?:going|sticking|staying) (?:with|for) (?!(?:it|that|this)\\b).{2,}|^(?:we're|we are) (?:dropping|switching to|moving to|moving off) (?!(?:it|that|this)\\b).{2,}",
    "^let's (?:do|use|have|make|keep|build|put|store) (?!(?:it|that|this|the (?:tests?|first|rest|next)|one|an? (?:quick|look))\\b)[^,]{3,60}, (?!(?:then|and|but|please|first|can|could|ok|right|also|or|next)\\b)(?:\\S+ ){2,}\\S+",
  ].join("|"),
  "i",
);
export const settles = (text: string): boolean => SETTLES.test(text);
