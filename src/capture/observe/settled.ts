/**
 * What the agent proposed or put as a question, and the person settled in a few words of it: "ok, period end", "own table.",
 * "convincing. data sources". What it is about, only the agent's words say.
 */
import type { Sentence } from "./sentences.ts";
import { isTrouble } from "./trouble.ts";
import { termsOf, type Utterance } from "./view.ts";
import { CLAIM_MAX, ended, pointsBack, tidy } from "./wording.ts";

/** In the agent's words: what it would do. */
const PROPOSES =
  /\b(?:i(?:'d| would)(?! (?:like|need|want|have to|check|look|ask|say|guess|expect|start|run|measure|read|try|wait)\b)|i(?:'d)? (?:recommend|suggest|propose)|my (?:recommendation|suggestion|proposal|vote)|(?:is|are|seems?|looks?) the (?:\w+ )?(?:better|best|cleanest|simplest|safest|cheapest|easiest|right)|we (?:could|should)|ich würde|mein vorschlag|yo (?:usaría|haría|pondría)|propongo|recomiendo|je (?:prendrais|propose|recommande|ferais|mettrais))\b/i;
/** Words of agreement. */
const ASSENT =
  "yes|yep|yeah|ok(?:ay)?|sure|fine|good|great|right|agreed|deal|convincing|makes sense|sold|perfect|cool|alright|true|fair(?: enough)?|ja|gut|stimmt|sí|vale|oui|d'accord";
const AGREES = new RegExp(`^\\W*(?:${ASSENT})\\b`, "i");
/** Those and what leads up to what is agreed to. */
const LEADS_UP = new RegExp(
  `^\\W*(?:(?:${ASSENT}|then|so|well|dann|also|bueno|bon|alors|let's|let us|we|i|do|take|use|go|with|for|it's|the)(?=$|[\\s,:.!;–—-])[\\s,:.!;–—-]*)+`,
  "i",
);
/** As it is told: without the agreement alone. */
const AGREEMENT = new RegExp(`^\\W*(?:(?:${ASSENT}|so|well|then)(?=$|[\\s,:.!;–—-])[\\s,:.!;–—-]*)+`, "i");
const SETTLES = /\b(?:then|it is|please|makes sense|is (?:fine|better|good|enough|ok)|dann|pues|alors)\W*$/i;
/** They think better of it as they write. */
const WITHDRAWS =
  /^\W*(?:no|nope|nah|wait|hm+|actually|scratch that|never ?mind|forget it|or (?:not|rather))\b/i;
/** Where what is chosen ends. */
const BREAK = /\s*(?:[,;!–—(]|[.:](?=\s|$))\s*|\s+-\s+|\s+(?:because|since|so that|and|but)\s+/;
/** What is to be done at once, what is denied, and what is merely remarked. */
const OTHERWISE =
  /^\W*(?:no|nope|nah|not|don't|never|still|also|and|but|why|what|how|wait|hm+|thanks|thank|add|fix|run|push|commit|make|write|show|check|look|try|test|remove|delete|rename|move|update|open|merge|revert|continue|stop|put|start|find|explain|tell|print|give|see|read|send|deploy|restart|one|two|three|\w+ed$)\b|n't\b|\bnot\b|\b(?:looks?|seems?|is|are|was|were|has|have|did|does|got|gets|should|must)\b/i;
/** Terms of what only has a place in a list: `optionOf` knows which it is. */
const PLACES: ReadonlySet<string> = termsOf("one first second third fourth last option approach way number");
const WORDS_MAX = 6;
const TERMS_MAX = 4;
/** Without a word of agreement, only a name is an answer. */
const NAME_WORDS_MAX = 3;
/** Sentences of the agent that are still being answered. */
const CLOSING = 10;
/** Sentences of a request in which something is settled: more are a request of their own. */
const FIRST = 4;

export interface Settled {
  /** The agent's sentence. */
  readonly by: string;
  readonly said: string;
}

/** What the request settles of what the agent said before; undefined where it settles nothing. */
export function settled(request: Utterance, previous: Utterance | undefined): Settled | undefined {
  if (!previous) return undefined;
  const closing = previous.sentences.slice(-CLOSING);
  const isOpen = (): boolean =>
    closing.some(({ asks, text, listed }) => asks || listed || PROPOSES.test(text));
  for (const [at, sentence] of request.sentences.slice(0, FIRST).entries()) {
    if (sentence.asks || isTrouble(sentence)) continue;
    if (request.sentences.slice(at + 1).some(({ text }) => WITHDRAWS.test(text))) return undefined;
    const rest = sentence.shown.replace(LEADS_UP, "");
    const end = BREAK.exec(rest);
    const chosen = rest.slice(0, end?.index);
    const head = chosen.replace(SETTLES, "").trim();
    const words = head.split(/\s+/).length;
    if (head === "" || words > WORDS_MAX || OTHERWISE.test(head)) continue;
    const terms = [...termsOf(head)].filter((term) => !PLACES.has(term));
    if (terms.length === 0 || terms.length > TERMS_MAX) continue;
    const agrees = AGREES.test(sentence.shown) || SETTLES.test(chosen);
    const wasAgreed = at > 0 && AGREES.test(request.sentences[at - 1]?.shown ?? "");
    if (!agrees && !wasAgreed && !(words <= NAME_WORDS_MAX && isOpen())) continue;
    const echo = echoed(closing, terms);
    if (!echo) continue;
    return { by: echo.shown, said: told(sentence, request.sentences[at + 1], echo, closing) };
  }
  return undefined;
}

/** The agent's sentence with these terms: a proposal before others, the last before those before it. */
function echoed(closing: readonly Sentence[], terms: readonly string[]): Sentence | undefined {
  const holding = closing.filter(({ shown }) => {
    const own = termsOf(shown);
    return terms.every((term) => own.has(term));
  });
  return holding.findLast(({ text }) => PROPOSES.test(text)) ?? holding.at(-1);
}

const REASON_MAX = 140;

function told(
  sentence: Sentence,
  next: Sentence | undefined,
  echo: Sentence,
  closing: readonly Sentence[],
): string {
  const place = closing.indexOf(echo);
  const after = [closing[place + 1], closing[place - 1]].find(
    (beside) =>
      beside !== undefined && !beside.asks && !pointsBack(beside.shown) && beside.shown.length <= REASON_MAX,
  );
  const own =
    next && !next.asks && next.paragraph === sentence.paragraph && next.shown.length <= REASON_MAX
      ? next
      : undefined;
  const parts = [
    `Decided: ${ended(sentence.shown.replace(AGREEMENT, ""))}`,
    ...(own ? [ended(own.shown)] : []),
    `The agent had said: ${ended(echo.shown)}`,
    ...(after && PROPOSES.test(echo.text) ? [ended(after.shown)] : []),
  ];
  let whole = "";
  for (const part of parts) {
    if (whole.length + part.length + 1 > CLAIM_MAX) break;
    whole = whole === "" ? part : `${whole} ${part}`;
  }
  return tidy(whole);
}
