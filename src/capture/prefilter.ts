/**
 * What is not worth a reviewer's time: fillers, runs and dumps that tell nothing, what is too short to say anything, and
 * what was said before. What tells of a failure passes, however it looks.
 */
import { classify } from "../memory/classify.ts";
import { textHash } from "../memory/create.ts";
import type { MemoryType } from "../memory/types.ts";
import { normalText } from "../record/value.ts";
import { findSignals } from "./score.ts";

export interface PrefilterContext {
  /** Who said it, where it is a message of a conversation: most short ones are chatter. */
  readonly role?: "user" | "assistant";
  /** What it is to be; steps of a procedure may be short. */
  readonly type?: MemoryType;
  /** Whether the same was accepted or refused lately, by `textHash`. */
  readonly isKnown?: (hash: string) => boolean;
}

export interface Prefiltered {
  readonly trivial: boolean;
  readonly reason: string;
}

/** Normalised characters that a text has at least. */
export const SHORTEST = 20;
/** And a message that neither states nor reports anything. */
export const SHORTEST_CHATTER = 50;

const PASSED: Prefiltered = { trivial: false, reason: "Passed pre-filter" };
const trivial = (reason: string): Prefiltered => ({ trivial: true, reason });

export function prefilter(text: string, context: PrefilterContext = {}): Prefiltered {
  const plain = normalText(text);
  if (isFiller(plain)) return trivial("Filler word");
  const failing = isFailure(plain);
  const noise = failing ? undefined : noiseOf(text, plain);
  if (noise) return trivial(noise);
  if (!(failing && FAILING_RUN.test(plain))) {
    const least = shortest(text, failing, context);
    if (measure(plain) < least) return trivial(`Too short (< ${least} chars)`);
  }
  return context.isKnown?.(textHash(text)) ? trivial("Duplicate content") : PASSED;
}

function shortest(text: string, failing: boolean, { role, type }: PrefilterContext): number {
  if (type === "procedural") return 1;
  return role && !failing && !states(text, role) ? SHORTEST_CHATTER : SHORTEST;
}

/** Signs of scripts without spaces say about as much as two letters. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const measure = (plain: string): number => plain.length + (plain.match(WIDE)?.length ?? 0);

/** Whether it says something that holds, is to be done or was decided. */
function states(text: string, role: "user" | "assistant"): boolean {
  const { type, confidence } = classify(text);
  return (type !== "episodic" && confidence >= SURE) || findSignals([{ role, text, tools: [] }]).length > 0;
}
const SURE = 0.5;

/** Words of assent, thanks and greeting, and the small ones that go with them. */
const FILLERS = new Set(
  `ok okay okey k kk thanks thank thx ty cheers sure yep yeah yes yup ya no nope nah done hello hi hey bye goodbye morning
  good great nice perfect cool awesome excellent wonderful fantastic amazing lovely brilliant fine right correct exactly
  agreed alright absolutely definitely indeed please sorry welcome continue proceed next lgtm wow hmm hm huh oh ah aha haha lol
  yay np sgtm ack noted understood gotcha bravo super neat works sounds looks again stop wait go got retry`
    .split(/\s+/)
    .filter(Boolean),
);
const ALONGSIDE = new Set(
  "a all and ahead as do for i i'm im is it it's its job just let's lot me much my of on one problem so still that that's the then there this to very we well will work you your you're know see idea plan point".split(
    " ",
  ),
);
const FILLER_WORDS = 10;

/** Nothing but fillers, and at least one of them. Emoji and punctuation add nothing. */
function isFiller(plain: string): boolean {
  const words = plain.match(/[\p{L}\p{N}']+/gu) ?? [];
  if (words.length === 0) return plain !== "";
  if (words.length > FILLER_WORDS) return false;
  return (
    words.every((word) => FILLERS.has(word) || ALONGSIDE.has(word)) && words.some((word) => FILLERS.has(word))
  );
}

/** A run that ended badly says so by its code, in however few words. */
const FAILING_RUN = /\b(?:exit(?:ed|s)?|return(?:ed|s)?)(?: with)?(?: (?:code|status))?[ :=]*-?[1-9]\d*\b/;
const FAILURE =
  /\b(?:errors?|exception|traceback|panic(?:ked)?|fatal|fail(?:s|ed|ing|ure|ures)?|crash(?:es|ed)?|segfault|core dumped|denied|refused|rejected|timed? ?out|not found|cannot|unable to|broken|abort(?:ed)?|oom|deadlock|err!)(?!\w)|\b\w+(?:error|exception)\b/;
const NO_FAILURE =
  /\b(?:0|no|zero|without(?: any)?) (?:errors?|failures?|failed|failing|exceptions?|problems?|warnings?)(?: (?:and|or|,) (?:errors?|warnings?|failures?))?|\berrors?[ :=]+0\b/g;

const isFailure = (plain: string): boolean =>
  FAILING_RUN.test(plain) || FAILURE.test(plain.replace(NO_FAILURE, ""));

const DEBUG_LINE = /^(?:\[?[\d:.,TZ/ -]+\]?\s*)?[[(<]?(?:debug|trace|verbose|silly)\b/i;
const VALUE = String.raw`(?:-?\d[\w.:%]*|"[^"]*"|'[^']*'|true|false|null|none|undefined|nil|\[[^\]]*\]|\{[^}]*\}|\w{1,12})`;
const ASSIGNMENTS = new RegExp(
  String.raw`^(?:[\w.[\]]+\s*(?:=|:=|->)\s*${VALUE}\s*(?:[,;|&\n]+|\s|$)\s*)+$`,
  "i",
);
/** A run that ended well, and says no more than that. */
const FINE_RUN =
  /\bexit(?:ed|s)?(?: with)?(?: (?:code|status))?[ :=]*0\b|^(?:the )?(?:command|process|task|build|script|job|run|tests?|all tests?|lint(?:er)?|compilation|install(?:ation)?)\b[^.;]{0,30}\b(?:succeeded|completed|finished|passed|passing|done|ok|successful(?:ly)?)\b[^;]{0,40}$|^(?:found )?(?:0|no) (?:errors|problems|warnings|vulnerabilities)\b[^;]{0,40}$|^(?:\w+ )?(?:\d+|all) (?:tests? )?(?:passed|passing|ok)\b[^;]{0,40}$/;
/** Someone says what they are about to do. */
const ANNOUNCEMENT =
  /^(?:(?:ok|okay|alright|great|perfect|good|now|next|first|sure|thanks)[,.!]? )*(?:let me|let's (?:see|check|look|take)|i'll|i will|i'm going to|i am going to|i need to (?:check|look|read|see)|now i|going to|time to|(?:now )?(?:running|reading|checking|looking|searching|opening|fetching|installing|building|compiling|loading|updating|editing|writing|creating|waiting|starting|downloading|processing)\b)/;
/** What makes even an announcement worth keeping. */
const INSIGHT =
  /\b(?:because|since|so that|instead of|rather than|decided|turns out|root cause|the reason|fixed|learned|remember|always|never|must not|prefer|whenever|due to|caused by)\b/;
const NOISE_MAX = 200;

/** Output of a run that goes well, and what someone is about to do: they say nothing that holds tomorrow. */
function noiseOf(text: string, plain: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 0 && lines.every((line) => DEBUG_LINE.test(line.trim()))) return "Debug output";
  if (plain.length > NOISE_MAX || INSIGHT.test(plain)) return undefined;
  if (ASSIGNMENTS.test(plain) || FINE_RUN.test(plain)) return "Debug output";
  return ANNOUNCEMENT.test(plain) ? "Announcement" : undefined;
}
