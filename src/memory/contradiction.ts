/**
 * Whether two statements can both hold, by rules on their wording. What they are about has to be the same first: the words of
 * one are among those of the other, but for what they differ in. Two that only share a subject say different things of it.
 */
import { normalText } from "../record/value.ts";
import { type Claim, claimsIn, isNumber, type Word } from "./claim.ts";

export const CONTRADICTION_RULES = ["opposite", "number", "order", "instead", "value"] as const;
/**
 * `opposite`: one affirms what the other denies. `number`: they differ in a number. `order`: what comes before what.
 * `instead`: one turns down what the other takes. `value`: another answer to the same question.
 */
export type ContradictionRule = (typeof CONTRADICTION_RULES)[number];

const SAID: { readonly [rule in ContradictionRule]: string } = {
  opposite: "one says the opposite of the other",
  number: "they give different numbers",
  order: "they put it in another order",
  instead: "one turns down what the other takes",
  value: "they answer the same question differently",
};

export interface Contradiction {
  readonly rule: ContradictionRule;
  /** For people. */
  readonly why: string;
}

/** How two statements contradict each other; undefined where both can hold, as far as the rules see. */
export function contradiction(a: string, b: string): Contradiction | undefined {
  if (normalText(a) === normalText(b)) return undefined;
  const others = claimsIn(b);
  for (const one of claimsIn(a)) {
    for (const other of others) {
      const rule = areAlike(one, other) ? ruleBetween(one, other) : undefined;
      if (rule) return { rule, why: SAID[rule] };
    }
  }
  return undefined;
}

/** A clause left out of its sentence may be about anything that the whole of another speaks of. */
const areAlike = ({ extent: a }: Claim, { extent: b }: Claim): boolean =>
  a === b || a === "both" || b === "both";

function ruleBetween(a: Claim, b: Claim): ContradictionRule | undefined {
  if (turnsDown(a, b) || turnsDown(b, a)) return "instead";
  const [inA, inB] = [new Set(a.affirmed), new Set(b.affirmed)];
  const shared = [...inA].filter((stem) => inB.has(stem));
  const onlyA = [...inA].filter((stem) => !inB.has(stem));
  const onlyB = [...inB].filter((stem) => !inA.has(stem));
  const isAboutTheSame =
    shared.length >= SHARED_LEAST &&
    Math.min(onlyA.length, onlyB.length) === 0 &&
    shared.length * 2 >= Math.max(inA.size, inB.size);
  if (isAboutTheSame) {
    if (affirms(a, inB) !== affirms(b, inA)) return "opposite";
    if (differ(a.numbers, b.numbers)) return "number";
    if (isTurned(a, b)) return "order";
  }
  return affirms(a, inB) === affirms(b, inA) && isOtherValue(a, b) ? "value" : undefined;
}

/**
 * Whether a statement affirms what another is about: what is turned round twice is as it was, and what the other does not speak of
 * makes no difference ("it works, as there are no backups").
 */
const affirms = ({ turns }: Claim, others: ReadonlySet<string>): boolean =>
  turns.filter((stem) => stem === "" || others.has(stem)).length % 2 === 0;

/** Words that two statements must share to be about the same. */
const SHARED_LEAST = 2;

/** Whether one turns down what the other takes, of the same thing. */
function turnsDown(a: Claim, b: Claim): boolean {
  if (a.rejected.size === 0) return false;
  const takes = new Set(b.affirmed);
  if (!affirms(b, new Set(a.affirmed)) || ![...a.rejected].every((stem) => takes.has(stem))) return false;
  const own = new Set(a.affirmed);
  return [...takes].some((stem) => own.has(stem)) || [...b.rejected].some((stem) => own.has(stem));
}

const differ = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && [...a].sort().join(" ") !== [...b].sort().join(" ");

/** Whether things come in another order: another word for it, or the things changed places, but not both. */
function isTurned(a: Claim, b: Claim): boolean {
  for (const [name, sign] of a.order) {
    const other = b.order.get(name);
    if (other !== undefined && (other !== sign) !== haveChangedPlaces(a, b)) return true;
  }
  return false;
}

function haveChangedPlaces({ affirmed: a }: Claim, { affirmed: b }: Claim): boolean {
  const shared = a.filter((stem) => b.includes(stem));
  const [first, last] = [shared[0], shared.at(-1)];
  return first !== undefined && last !== undefined && b.indexOf(first) > b.indexOf(last);
}

/** A part of two statements where they differ, all else being the same. */
interface Slot {
  /** The word before it that says how it belongs to the rest. */
  readonly relation: string;
  readonly words: readonly Word[];
}

const ARTICLES: ReadonlySet<string> = new Set(["a", "an", "the", "our", "its", "their", "this", "that"]);
/** Surroundings: what holds in one may be otherwise in another. */
const SURROUNDINGS: ReadonlySet<string> = new Set(
  "staging production prod dev development test tests ci windows linux macos".split(" "),
);
/** After these another word is another answer. */
const ANSWERING: ReadonlySet<string> = new Set(
  "with by per as to at from under via speaks requires named called".split(" "),
);
/** After these it is one where the verb says where something is or how it is done. */
const PLACING: ReadonlySet<string> = new Set(["in", "on", "into", "onto"]);
const PLACED =
  /^(?:stored?|stores|saved?|kept|keep|keeps|written|lives?|located|hosted|deployed|runs?|documented|configured|defined|implemented|listens?|wants?|published|rendered|encoded|expressed|measured)$/;
/** Of these there is one. */
const UNIQUE =
  /^(?:owner|default|name|maximum|minimum|limit|format|port|host|url|language|version|timezone|branch|lead|maintainer|primary|standard|source|entry|password|framework|database|licen[cs]e|currency|encoding|protocol)$/;
const LONGEST = 3;

/** Whether they give another answer to the same question: one slot, in a frame that takes one answer only. */
function isOtherValue(a: Claim, b: Claim): boolean {
  const slots = slotsOf(a.words, b.words);
  if (!slots) return false;
  const [one, other] = slots.differing;
  if (one.words.some(isList) || other.words.some(isList) || [...one.words, ...other.words].some(isQualifying))
    return false;
  const { before, after } = slots;
  if (one.relation === "use" || one.relation === "uses")
    return (
      ![...one.words, ...other.words].some(isScoping) &&
      other.relation === one.relation &&
      after.filter(({ isContent }) => isContent).length > 0
    );
  if (ANSWERING.has(one.relation) && ANSWERING.has(other.relation))
    return before.some(({ isContent }) => isContent);
  if (PLACING.has(one.relation) && PLACING.has(other.relation))
    return before.some(({ raw }) => PLACED.test(raw));
  const isSaid = /^(?:is|are|was|be)$/;
  return (
    isSaid.test(one.relation) && isSaid.test(other.relation) && before.some(({ raw }) => UNIQUE.test(raw))
  );
}

/** Each is used for its own. */
const isScoping = ({ raw }: Word): boolean => /^(?:for|in|on|as|of)$/.test(raw);
const isList = ({ raw }: Word): boolean => raw === "and" || raw === "or";
const isQualifying = ({ raw }: Word): boolean => SURROUNDINGS.has(raw) || isNumber(raw);

interface Slots {
  readonly differing: readonly [Slot, Slot];
  readonly before: readonly Word[];
  readonly after: readonly Word[];
}

/** Where two statements differ, if they begin and end alike; small words aside. */
function slotsOf(a: readonly Word[], b: readonly Word[]): Slots | undefined {
  const [one, other] = [telling(a), telling(b)];
  let from = 0;
  while (from < one.length && from < other.length && one[from]?.stem === other[from]?.stem) from += 1;
  let to = 0;
  const room = Math.min(one.length, other.length) - from;
  while (to < room && one.at(-1 - to)?.stem === other.at(-1 - to)?.stem) to += 1;
  const cut = (words: readonly Word[]): Word[] => words.slice(from, words.length - to);
  const [left, right] = [slotOf(cut(one), one[from - 1]), slotOf(cut(other), other[from - 1])];
  if (!left || !right || from === 0) return undefined;
  const before = one.slice(0, from);
  const after = one.slice(one.length - to);
  const shared = [...before, ...after].filter(({ isContent }) => isContent).length;
  return shared >= 1 && before.length + after.length >= SHARED_LEAST
    ? { differing: [left, right], before, after }
    : undefined;
}

const SMALL: ReadonlySet<string> = new Set([
  "now",
  "currently",
  "please",
  "we",
  "i",
  "you",
  "it",
  "today",
  "here",
  "also",
  "always",
]);
const telling = (words: readonly Word[]): Word[] =>
  words.filter(({ raw }) => !ARTICLES.has(raw) && !SMALL.has(raw));

/** A slot begins after its relation, which is the word before it, or its own first where they differ in it. */
function slotOf(words: readonly Word[], before: Word | undefined): Slot | undefined {
  const [first, ...rest] = words;
  if (!first) return undefined;
  const opens = ANSWERING.has(first.raw) || PLACING.has(first.raw);
  const own = opens ? rest : words;
  const relation = opens ? first.raw : (before?.raw ?? "");
  return own.length > 0 && own.length <= LONGEST ? { relation, words: own } : undefined;
}

const PUTS_RIGHT =
  /^\s*(?:no|nope|actually|wrong|correction|wait|that'?s (?:not right|wrong))\b\s*[,:.!—–-]|(?:\bnot|n't|\bnever)\b[^.;]{0,60}\bany ?more\b|\b(?:no longer|(?:is|are) (?:gone|retired|history)|from now on|as of now|instead of|rather than|(?:switched|moved|migrated|changed) (?:\S+ ){0,4}(?:from|to)|i (?:meant|said)|not \S+ but)\b/i;

/** Whether a text puts something right that was said before, by its wording. */
export const putsRight = (text: string): boolean => PUTS_RIGHT.test(text);
