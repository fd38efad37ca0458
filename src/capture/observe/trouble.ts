/** What shows that something is wrong: what a person complains of, asks about or pastes, and what they say of a mending. */
import { errorLine } from "./commands.ts";
import { FOREIGN_TROUBLE } from "./languages.ts";
import { type Cues, listensFor } from "./listening.ts";
import type { Sentence } from "./sentences.ts";
import type { View } from "./view.ts";
import { withoutOpeners } from "./wording.ts";

/** Something is not as it should be. */
const TROUBLE =
  /\b(?:errors?|exceptions?|fail(?:s|ed|ing|ure|ures)?|crash\w*|broke(?:n)?|breaks?|bugs?|wrong|hangs?|hung|stuck|timeouts?|times? out|leak\w*|flak(?:y|es)|doesn't (?:work|start|load|compile|build)|not working|won't (?:start|build|load)|regression|red|5\d\d|5xx|404|panic\w*|duplicated|duplicates? (?:are|come|appear)\w*|missing|lost|slow|empty|stale|incorrect|restart(?:s|ed)? (?:every|all|by|again|constantly)|reboot(?:s|ed|ing)?|loop(?:s|ing)|freez\w+|frozen|blank|garbled|disappear\w*|doubled|doubles|off by|out of memory|oom\w*|denied|reject(?:s|ed)|refus(?:es|ed)|can(?:'t|not)|couldn't|could not|unable|no longer (?:work|load|start|build|show|appear)\w*|stopped work\w*|(?:not|n't) (?:show|updat|load|sav|sent|send|receiv|found|find|visible|appear|open|clos|respond|render|persist)\w*|throws?|complain\w*|sent back|mismatch\w*|unmatched|inconsistent|corrupt\w*|truncated|spikes?|outage|paged|incident|differs|discrepanc\w+|(?:ended up|landed|ended) in|shows? (?:the )?(?:old|yesterday|wrong)|(?:sometimes|randomly|occasionally))\b/i;
const SEEKS =
  /\b(?:find (?:out )?(?:why|the|what)|look(?:ing)? (?:at |into )?(?:why|what)|figure out why|what(?:'s|s| is) (?:that|wrong|going on|happening)|what happened|why (?:is|are|does|do|did|would|was|were|can't|isn't)|how come|track (?:it |this )?down|que (?:le )?pasa|qué (?:le )?pasa)\b/i;
/** What a person wants to be made. */
const WISHES =
  /^(?:(?:please|can you|could you|also|and|now|then|ok|next|so)[, ]+)*(?:add|make|implement|build|write|create|show|let's|let us|put|use|give|support|split|rename|move|change|replace|i want|i'd like|we (?:want|need|should)|need)\b|\b(?:rather|bitte)\b|\b(?:0|no|zero) (?:errors?|hangs?|fail\w*|crash\w*)/i;

/** Whether a sentence speaks of something that is wrong. */
export const isTrouble = (sentence: Sentence): boolean =>
  mayBeWrong(sentence) && (TROUBLE.test(sentence.text) || FOREIGN_TROUBLE.test(sentence.text));
export const TROUBLE_CUES: Cues = { expressions: [TROUBLE], foreign: [FOREIGN_TROUBLE] };
const mayBeWrong = listensFor("trouble");

/** Whether trouble is what the person came with. */
export const asksForRepair = ({ request }: View): boolean => request.sentences.some(isTrouble);

/** Who wants something made is told how it works, and no cause. */
const BUILDS =
  /^(?:can you |could you |please |let's |we need |i(?:'d like| want| need) )*(?:to )?(?:add|build|create|implement|make|write|rename|refactor|move|extract|update|upgrade|change|set up|introduce|support|show|use|replace|convert|migrate|generate|put|split|clean|remove|delete|drop|bump|document|explain|review|commit|run|test|do|go on|continue|try|help|look)\b|\b(?:should|shall|please|could|would be|want|wants|need|needs|let's)\b/i;
export const wantsMade = ({ request }: View): boolean =>
  request.sentences.some(({ text }) => BUILDS.test(withoutOpeners(text)));

export const SEARCH_CUES: Cues = { expressions: [SEEKS] };
const maySeek = listensFor("search");

/** "…all off by... wait. No.": what follows takes it back. */
const WITHDRAWS = /^\W*(?:no|wait|hm+|never ?mind|scrap that|they're right|it's fine|i misread)\b/i;
const JUST_WORDS = 3;

export interface TroubleTold {
  /** What shows it, in the person's words or the program's. */
  readonly said: string;
  /** The sentence it was known by. */
  readonly by: string;
}

/** @param stated sentences of the request that say how things are or are to be: they are no trouble, whatever their words */
export function troubleTold(
  { request, segment }: View,
  stated: ReadonlySet<string>,
): TroubleTold | undefined {
  const { sentences } = request;
  const own = sentences.filter(
    ({ shown }, at) =>
      !stated.has(shown) && !sentences.slice(at + 1, at + 4).some(({ text }) => WITHDRAWS.test(text)),
  );
  const sought = own.some((sentence) => maySeek(sentence) && SEEKS.test(sentence.text));
  const told =
    own.find((sentence) => isTrouble(sentence) && !WISHES.test(withoutOpeners(sentence.text))) ??
    (sought ? own.find(({ shown }) => shown.split(/\s+/).length > JUST_WORDS) : undefined);
  const pasted = segment.synthetic ? "" : pastedError(segment.request);
  if (pasted === "") return told && { said: upToTrouble(told.shown), by: told.shown };
  const said = told && !pasted.includes(told.shown) ? `${upToTrouble(told.shown)} ${pasted}` : pasted;
  return { said, by: told?.shown ?? pasted };
}

/** What is said after it, of how it is otherwise, is talk. */
function upToTrouble(said: string): string {
  const clauses = said.split(/(?<=,) /);
  const last = clauses.findLastIndex((clause) => TROUBLE.test(clause) || FOREIGN_TROUBLE.test(clause));
  const kept =
    last < 0
      ? said
      : clauses
          .slice(0, last + 1)
          .join(" ")
          .replace(/,$/, "");
  return kept.length < CLAUSE_LEAST ? said : kept;
}
const CLAUSE_LEAST = 30;

/** Sentences of the request that may tell of trouble in words of their own: only a cause shows that they do. */
export const mayBeTrouble = ({ request }: View): string[] =>
  request.sentences
    .filter(
      ({ asks, shown, text }) => !asks && shown.length >= NAMES_LEAST && !WISHES.test(withoutOpeners(text)),
    )
    .map(({ shown }) => shown);
/** Shorter sentences do not say what is wrong. */
const NAMES_LEAST = 16;

/** The telling line of what was pasted: of an exception or an error by its name alone, whatever else stands there. */
const NAMED = /\b[A-Z]\w*(?:Error|Exception)\b|\berror(?:\[\w+\]| \w{1,8})?:|^panic:|\bfatal:/im;

/** One of these stands in what it names: most requests hold none. */
const MAY_NAME = /error|exception|panic|fatal/i;

function pastedError(request: string): string {
  if (!MAY_NAME.test(request) || !NAMED.test(request)) return "";
  const lines = request.split("\n").filter((line) => NAMED.test(line));
  const line = errorLine(lines.join("\n"));
  return NAMED.test(line) ? line : "";
}

/** It was not mended, or the cause was another. */
const PERSISTS =
  /^\W*(?:no change|still\b|not it\b|nope|same\b|didn't (?:help|work|change)|doesn't (?:help|work)|that (?:didn't|doesn't|wasn't|isn't|broke)|it(?:'s| is) still|now (?:it|we)\b.{0,30}\b(?:fail|break|crash))|\b(?:still (?:double|fail|broken|the same|wrong|see|get|spike|loop|crash|happen|there|doubles)\w*|not it\b|that's not (?:it|the)|thats not (?:it|the)|sigue (?:igual|fallando)|immer noch|toujours (?:pareil|cassé))/i;

/** Whether the person says that it is as bad as before. */
export const persists = (view: View | undefined): boolean =>
  view?.request.sentences.some(
    (sentence) => !sentence.asks && mayPersist(sentence) && PERSISTS.test(sentence.text),
  ) ?? false;
export const PERSISTING_CUES: Cues = { expressions: [PERSISTS] };
const mayPersist = listensFor("persisting");
