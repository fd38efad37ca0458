/** From what was said in a conversation to what can be read without it: short, with names, by someone who was not there. */
import { clip } from "../../record/value.ts";
import { analyze } from "../../text/analyze.ts";
import type { Sentence } from "./sentences.ts";

/** Most characters of what is kept of one sentence, and of several. */
export const CLAIM_MAX = 320;
const BEFORE_MAX = 200;

/** How people and models begin that says nothing by itself. */
const OPENER =
  /^(?:(?:(?:ok(?:ay)?|alright|all right|right|yes|yeah|yep|no+|nope|well|great|perfect|good|nice|thanks|thank you|sure|hm+|oh|ah|wait|sorry|look|listen|hey|true|correct|agreed|fine|excellent|awesome|cool|got it|wrong|done|one (?:more |last )?(?:thing|note|wish|request|point|rule)|important|note|fyi|btw|by the way|also|actually|in fact|remember|reminder|please|however|anyway|nein|non|oui|ja|doch)\s*[,.:;!–—-]+\s*)|(?:ok|okay|so|and|but|also|actually|please|btw|fyi|well|then|plus|by the way|bitte)\s+(?!(?:far|that|long|much|many|as)\b))+/i;

/** And how they end. */
const CLOSER =
  /(?:(?:,| -)? (?:please|thanks|thank you|just do it|ok(?:ay)?|right|by the way|btw)|,? (?:(?:just )?(?:like|as) (?:i|we) (?:already )?(?:said|told you|asked|mentioned)(?: before| earlier| already)?|i (?:already )?(?:said|told you) (?:that|so|this)(?: before| already)?)|,? (?:and |so )?please (?:\w+ ){1,3}(?:this|that|it|them|these|those))[.!?]*$/i;

/** The last words of those, each at most as long as what of a text is looked at for them. */
const CLOSES =
  /(?:please|thanks|you|it|ok(?:ay)?|right|way|btw|said|asked|mentioned|before|earlier|already|that|so|this|them|these|those)$/i;
const LAST_WORD_MAX = 9;

/** Most texts end in no such word, which is seen without looking for the beginning of one everywhere. */
function mayClose(said: string): boolean {
  let end = said.length;
  while (end > 0 && ".!?".includes(said.charAt(end - 1))) end -= 1;
  return CLOSES.test(said.slice(Math.max(0, end - LAST_WORD_MAX), end));
}

export const withoutOpeners = (said: string): string => {
  const begun = said.replace(OPENER, "");
  const rest = mayClose(begun) ? begun.replace(CLOSER, "") : begun;
  return /[\p{L}\p{N}]/u.test(rest) ? rest : said;
};

const capital = (text: string): string =>
  text.replace(/^\p{Ll}(?=\p{Ll}*(?:[\s,.']|$))/u, (c) => c.toUpperCase());

/** Subjects that only the sentence before names. */
const POINTS_BACK =
  /^(?:it(?:'s|'ll|'d)?(?! turn(?:s|ed) out\b)|they(?:'re|'ll)?|he|she|both|neither|these|those|such|that's|this's|the (?:latter|former|same|other one)|(?:this|that)(?= (?:is|was|will|would|can|could|has|had|happen\w*|works?|ma[dk]es?|lets?|caus\w+|breaks?|broke|keeps?|avoids?|way|also|should|must|needs?|gets?|seems?|fails?|allows?|only|means?|doesn't|does|isn't|wasn't|never|always|gives?|one|and|because)\b)|doing (?:so|that|this|it)|because|which|otherwise|instead|hence|therefore|thus|both)\b/i;
/** Verbs whose object is named elsewhere: "do that later", "use it instead". */
const OBJECT_BACK =
  /\b(?:do|did|does|use|used|using|fix|fixed|keep|drop|change|move|remove|revert|add|handle|test|rename|leave|left|put|make|try|mention|clean|finish|write|skip|revisit|merge|deploy|address|tackle|look at|look into|come back to|get to|deal with|not|like|want|need|about) (?:it|that|this|them|those|these|both)\b(?!\s+(?:file|folder|branch|one|repo|project|code|test|way|function|class|service|module|table|column|endpoint|flag|page|query|component|kind|much|\w+s?\b\s+(?:is|are|to|for|in)))/i;

export const pointsBack = (said: string): boolean => POINTS_BACK.test(said);
/** Content words from which a sentence says what it is about, though it says "it" as well. */
const TELLING = 4;

/** Whether it needs another sentence to say what it is about. */
export const dangles = (said: string): boolean => leansOn(said, TELLING);

/** @param least content words from which it says enough */
export const leansOn = (said: string, least: number): boolean =>
  POINTS_BACK.test(said) || (OBJECT_BACK.test(said) && new Set(analyze(said)).size < least);

/**
 * A sentence with what it refers to: the one before, where it begins with "it" or "this". Undefined where nothing says
 * what it is about.
 */
export function standing(sentence: Sentence, before: Sentence | undefined): string | undefined {
  const said = withoutOpeners(sentence.shown);
  if (!pointsBack(said)) return tidy(said);
  if (sentence.listed && sentence.under !== "" && !pointsBack(sentence.under))
    return tidy(`${sentence.under}: ${said}`);
  if (!before || before.asks || before.shown.length > BEFORE_MAX) return undefined;
  const first = withoutOpeners(before.shown);
  return pointsBack(first) ? undefined : tidy(`${ended(first)} ${capital(said)}`);
}

export const tidy = (said: string): string =>
  clip(ended(capital(said.replace(/\s+/g, " ").trim())), CLAIM_MAX);

/** With a full stop. */
export const ended = (said: string): string => {
  const bare = said.replace(/[\s,;:–—-]+$/u, "");
  return /[.!?…。！？]["'`)\]]*$/.test(bare) ? bare : `${bare}.`;
};

/** Files as one names them in a sentence. @param most that are named */
export const listed = (files: readonly string[], most: number): string =>
  files.length <= most
    ? files.join(", ")
    : `${files.slice(0, most).join(", ")} and ${files.length - most} more`;

/** First persons of someone who will not be there, each with how they are told of. */
const PERSONS: readonly (readonly [RegExp, string])[] = [
  [/^I(?:'d| would) rather\b/i, "The user would rather"],
  [/^I(?:'d| would) prefer\b/i, "The user prefers"],
  [/^I (?:really |strongly |generally |usually )?prefer\b/i, "The user prefers"],
  [/^I (?:really )?(?:don't|do not) (?:like|want)\b/i, "The user does not want"],
  [/^I (?:really )?(?:hate|dislike|can't stand)\b/i, "The user dislikes"],
  [/^I(?:'d| would) like\b/i, "The user would like"],
  [/^I (?:really )?(?:like|love)\b/i, "The user likes"],
  [/^I want\b/i, "The user wants"],
  [/^I need\b/i, "The user needs"],
];

/** What a person says of themselves, told of them. */
export function toldOf(said: string): string {
  for (const [person, told] of PERSONS) {
    if (person.test(said)) return said.replace(person, told).replace(/\bmy\b/g, "their");
  }
  return /^I\b/.test(said) ? `The user said: ${said}` : said;
}

const TAG_NAME =
  /`([^`\s]{2,30})`|\b([A-Za-z]+[a-z]\.(?:js|ts|py|rs|go|io|toml|ya?ml|json|sql))\b|\b([A-Z][a-z]+(?:[A-Z][a-zA-Z]*)+|[a-z]+[A-Z]\w+|[A-Z]{2,}[\w-]*|[a-z]{2,}_\w+)\b|(?<=\s)([A-Z][a-z]{2,20})\b/g;
const TAGS_MAX = 5;

/** Names in a text, for its tags: code, products, abbreviations. */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(TAG_NAME)) {
    const name = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "")
      .toLowerCase()
      .replace(/[(){}[\];,]+/g, "");
    if (name.length >= 2 && !NO_NAMES.has(name)) names.add(name);
    if (names.size >= TAGS_MAX) break;
  }
  return [...names];
}
const NO_NAMES = new Set(
  "the this that user asked done files error cause fixed decided because use used when then it we they our and but also not todo no ok".split(
    " ",
  ),
);
