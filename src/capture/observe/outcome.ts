/**
 * A piece of work, told once it is brought to an end: what was asked at first, what came of it, how it ended, which files.
 * Turns that change files are its parts. What is small is to be read off the history of the repository.
 */
import { clip, isObject, type JsonObject, listedTexts } from "../../record/value.ts";
import { importanceOf } from "./importance.ts";
import { type Cues, listensFor } from "./listening.ts";
import type { Noticed } from "./noticed.ts";
import type { Sentence } from "./sentences.ts";
import { isTrouble } from "./trouble.ts";
import { fileName, type View } from "./view.ts";
import { ended, listed, namesIn, pointsBack, withoutOpeners } from "./wording.ts";

/** Work since the last outcome. */
export interface Work {
  /** What was asked first. */
  readonly asked: string;
  readonly files: readonly string[];
  /** What fixes have told of already. */
  readonly mended: readonly string[];
  /** The agent's words that tell most of it, and how much they tell. */
  readonly done: string;
  readonly weight: number;
  /** How its last check went, as it is told. */
  readonly check: string;
  readonly passed: boolean | undefined;
  /** Whether something was brought to its end before. */
  readonly told: boolean;
}
const NO_WORK: Work = {
  asked: "",
  files: [],
  mended: [],
  done: "",
  weight: 0,
  check: "",
  passed: undefined,
  told: false,
};

/** What leaves the branch, or the machine. */
const SHIPS =
  /(?:^|&& |; )(?:git tag|gh (?:pr|release) (?:create|merge)|glab mr create|npm publish|cargo publish|twine upload|kubectl (?:apply|rollout)|helm (?:upgrade|install)|terraform apply|fly deploy|vercel|docker push|\S*deploy\S*|make (?:deploy|release))\b/;
const RECORDS = /(?:^|&& |; )git (?:commit|push)\b/;
/** Whether a command brings work to an end. */
const ends = (command: string): boolean => RECORDS.test(command) || SHIPS.test(command);
const COMMITS = /\bgit commit\b/;
const MESSAGE =
  /\b(?:git commit\b[^"']{0,80}(?:-\w*m|--message)[ =]|(?:gh pr|gh release|glab mr) create\b.{0,120}?--title[ =])(?:"([^"\n]{4,120})|'([^'\n]{4,120}))/;

const ANNOUNCES =
  /^(?:noted|let me|i'll|i will|now (?:i|let)|first,? (?:i|let)|i'm going to|here(?:'s| is| are)|summary|next)\b/i;
const NOT_DONE = /\b(?:did not|didn't|could not|couldn't|cannot|can't|have not|haven't)\b/i;
const SUPPOSES = /\b(?:might|could|would|should)\b/i;
const TELLS_WORK =
  /\b(?:add|fix|updat|chang|remov|creat|replac|refactor|mov|renam|implement|writ|wrote|migrat|split|extract|convert|wir|introduc|merg|delet|bump|upgrad|deploy|configur|enabl|disabl|commit|publish|made|set up|now|complete|ready|works|live|done|gone|is on|are in|is in)(?:e|s|d|es|ed|ing|ten|n)?\b/i;
const SUMS_UP =
  /^(?:summary|done|finished|fertig|listo|terminé|committed|pushed|all (?:done|in))\b|\bsummary of\b|\b(?:now|jetzt|nun|ahora|désormais)\b/i;
const FIGURE = /\b\d[\d.,]*\b/g;

const CONTENT =
  /^\W*(?:perfect|great|awesome|excellent|nice|love it|works|that works|lgtm|looks? (?:good|great)|thanks?|thank you|brilliant|amazing|super|danke|gracias|merci|完美|ありがとう)\b/i;
const UNHAPPY =
  /^\W*(?:no\b(?! (?:problem|worries))|nope|still (?:fail|broken|not|the same|wrong|see|get)|that (?:broke|didn't|doesn't|does not|isn't)|it (?:still|doesn't|does not|broke|crashes|fails)|doesn't work|not working|wrong|revert|undo|this is (?:wrong|worse|broken))/i;

/** Files and words from which work is worth telling at its end, and at a commit before it. */
const LEAST = { files: 2, weight: 1 } as const;
const LEAST_BEFORE = { files: 4, weight: 4 } as const;
const LEAST_UNASKED = 2;
/** Of one file, where nothing else came of the session. */
const LEAST_OF_ONE = 3;
const FILES_MAX = 20;
const REQUEST_MAX = 180;
const REQUEST_LEAST = 12;
const DONE_MAX = 320;
const TITLE_LEAST = 12;

interface Around {
  readonly next: View | undefined;
  /** Sentences of the request that say how things are or are to be. */
  readonly stated: ReadonlySet<string>;
  /** Files that fixes of this segment tell of. */
  readonly mended: readonly string[];
}

/** @returns the work as of after this segment, and what is told of it where this is its end */
export function worked(
  view: View,
  before: Work,
  around: Around,
): { readonly work: Work; readonly found?: Noticed } {
  const work = withSegment(view, before, around);
  if (!view.done) return { work };
  const own = view.runs.filter(({ ok, command }) => ok && ends(command));
  const isLast = around.next === undefined;
  if (!isLast && own.length === 0) return { work };
  const isShipped = own.some(({ command }) => SHIPS.test(command));
  const least = (isLast || isShipped) && !work.told ? LEAST : LEAST_BEFORE;
  if (work.done === "" && !view.segment.interrupted) return { work };
  // What fixes tell of already is only part of work that is told of at length.
  const isMuch = work.weight >= LEAST_BEFORE.weight;
  const files = isMuch ? work.files : work.files.filter((file) => !work.mended.includes(file));
  const isSaid = work.asked !== "" || work.weight > LEAST_UNASKED;
  const isTelling = least === LEAST && work.weight >= LEAST_OF_ONE;
  const enough = isTelling ? 1 : least.files;
  if (!isSaid || files.length < enough || work.weight < least.weight) return { work };
  const found = told(view, work, around.next);
  return { work: { ...NO_WORK, told: true }, found };
}

function withSegment(view: View, before: Work, { stated, mended }: Around): Work {
  const { answer, files, runs } = view;
  const begins = before.files.length === 0 || files.length > 0;
  const asked = before.asked === "" && begins ? askedIn(view, stated) : before.asked;
  const isUnderWay = before.files.length + files.length > 0;
  const tells =
    files.length > 0 ||
    (isUnderWay &&
      (runs.some(({ ok, command, kind }) => ok && (kind === "check" || ends(command))) ||
        (answer?.sentences.some(({ text }) => SUMS_UP.test(text)) ?? false)));
  const said = answer && tells ? workIn(view, answer.sentences) : undefined;
  const better = said !== undefined && said.weight >= before.weight;
  const check = runs.findLast(({ kind }) => kind === "check");
  const all = [...new Set([...before.files, ...files])].slice(-FILES_MAX);
  // A fix that was all there was is told.
  if (mended.length > 0 && all.every((file) => mended.includes(file)))
    return { ...NO_WORK, asked, told: before.told };
  return {
    ...before,
    asked,
    files: all,
    mended: [...new Set([...before.mended, ...mended])].slice(-FILES_MAX),
    ...(better ? { done: said.done, weight: said.weight } : {}),
    ...(check ? { check: clip(check.command, 60), passed: check.ok } : {}),
  };
}

/** What is to be done, of a request; not what is said besides. */
const WORK =
  /^(?:(?:please|can you|could you|would you|also|and|now|then|ok|next|so|first|today|help me)[:, ]+)*(?:add|make|implement|build|write|create|split|port|move|migrate|replace|fix|update|support|model|rename|convert|upgrade|set up|remove|clean|refactor|speed|get|put|change|merge|extract|drop|turn|wire|introduce|train|draft|document|rework|rewrite|finish)\b(?!.*\?$)|\b(?:i|we)(?:'d)? (?:need|want|would like|like|have) to\b|\b(?:i|we) (?:need|want)\b|\bwants? to do\b|\b(?:needs?|has|have) to (?:be |get )|\b(?:goal|task|aim)\b.{0,30}\b(?:is|:)|\blet's\b|^need an? /i;

function askedIn({ request, segment }: View, stated: ReadonlySet<string>): string {
  if (segment.synthetic) return "";
  const own = request.sentences.filter(({ shown }) => !stated.has(shown));
  const order = own.find(
    (sentence) =>
      sentence.shown.length >= 2 * REQUEST_LEAST &&
      mayBeWork(sentence) &&
      WORK.test(sentence.text) &&
      !NO_ORDER.test(withoutOpeners(sentence.text)) &&
      !isTrouble(sentence),
  );
  // What else is said is talk, or tells of what is wrong.
  return order ? clip(withoutOpeners(order.shown), REQUEST_MAX) : "";
}
export const WORK_CUES: Cues = { expressions: [WORK] };
const mayBeWork = listensFor("work");
const NO_ORDER = /^(?:i would rather|i'd rather|when|if|what|why|where|who|how|is|are|does|do|did)\b/i;

/** The sentences that tell what was done, and how much they tell: of files, of figures, in a list, of what is so now. */
function workIn(
  { files }: View,
  sentences: readonly Sentence[],
): { readonly done: string; readonly weight: number } | undefined {
  const telling = sentences.filter(
    ({ asks, text, shown }) =>
      !asks &&
      shown.length > 15 &&
      !ANNOUNCES.test(withoutOpeners(text)) &&
      !NOT_DONE.test(text) &&
      !SUPPOSES.test(text) &&
      !pointsBack(shown),
  );
  const work = telling.findIndex(({ text }) => TELLS_WORK.test(text));
  const first = work === 1 ? work : 0;
  const chosen: string[] = [];
  for (const { shown, text, listed } of telling.slice(first)) {
    if (chosen.length > 0 && !listed && !TELLS_WORK.test(text)) break;
    const part = shown.endsWith(":") ? shown : ended(withoutOpeners(shown));
    if (chosen.length > 0 && chosen.join(" ").length + part.length > DONE_MAX) break;
    chosen.push(part);
  }
  if (chosen.length === 0) return undefined;
  const done = clip(chosen.join(" "), DONE_MAX);
  const all = sentences.map(({ shown }) => shown).join(" ");
  const named = files.filter((file) => all.includes(fileName(file)));
  const sumsUp = sentences.some(({ text }) => SUMS_UP.test(text));
  const isWork =
    sumsUp || named.length > 0 || sentences.some(({ listed, text }) => listed || TELLS_WORK.test(text));
  if (!isWork) return undefined;
  const weight =
    (files.length > 1 ? 1 : 0) +
    Math.min(2, named.length) +
    Math.min(2, sentences.filter(({ listed }) => listed).length) +
    Math.min(2, done.match(FIGURE)?.length ?? 0) +
    (done.length >= 60 ? 1 : 0) +
    (done.length >= 120 ? 1 : 0) +
    (sumsUp ? 1 : 0);
  return { done, weight };
}

function told(view: View, work: Work, next: View | undefined): Noticed {
  const { segment } = view;
  const { files, asked, done } = work;
  const message = messageOf(view);
  const ending = endingOf(view, work, next?.request.sentences[0]?.text ?? "");
  const content = [
    asked === "" ? "" : `Asked: “${asked}”.`,
    done === "" ? "" : `Done: ${done}`,
    message === "" ? "" : `Commit: “${message}”.`,
    ending.said,
    `Files: ${listed(files, FILES_SHOWN)}.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
  return {
    kind: "outcome",
    by: segment.id,
    at: segment.ended,
    files,
    why: "work that changed files was brought to an end",
    draft: {
      type: "episodic",
      scope: "project",
      event_type: "agent_response",
      title: clip(message || asked || firstOf(done), 80),
      content,
      ...(ending.valence === 0 ? {} : { emotional_valence: ending.valence }),
      importance: importanceOf("outcome", content, { files: files.length }),
      tags: ["outcome", ...namesIn(content)],
    },
  };
}

const firstOf = (done: string): string => /^.{20,}?[.!](?= |$)/.exec(done)?.[0] ?? done;

/** How the commit or the pull request is called, where that says something. */
function messageOf({ runs }: View): string {
  for (const { ok, command } of runs.toReversed()) {
    const [, double, single] = (ok && MESSAGE.exec(command)) || [];
    const message = (double ?? single ?? "").trim();
    if (message.length >= TITLE_LEAST && message.includes(" ")) return message;
  }
  return "";
}

/** What was done, of an outcome's text, without how it ended; case aside. */
export const doneIn = (content: string): string => DONE.exec(content)?.[1] ?? content;
const DONE =
  /\bdone: (.*?)(?: commit: “| `[^`]+` (?:passed|still failed) at the end| it was committed| the user was| files: |$)/is;

function endingOf(
  { segment, runs }: View,
  { check, passed }: Work,
  reaction: string,
): { said: string; valence: number } {
  if (segment.interrupted) return { said: "The user stopped it.", valence: -1 };
  const committed = runs.some(({ ok, command }) => ok && COMMITS.test(command));
  const parts = [
    check === "" ? "" : `\`${check}\` ${passed ? "passed" : "still failed"} at the end`,
    committed ? "it was committed" : "",
    UNHAPPY.test(reaction)
      ? "the user was not satisfied"
      : CONTENT.test(reaction)
        ? "the user was satisfied"
        : "",
  ].filter((part) => part !== "");
  const valence =
    UNHAPPY.test(reaction) || passed === false
      ? -1
      : CONTENT.test(reaction) || committed
        ? 2
        : passed
          ? 1
          : 0;
  return {
    said: parts.length === 0 ? "" : ended(parts.join(", ").replace(/^\w/, (c) => c.toUpperCase())),
    valence,
  };
}

const FILES_SHOWN = 5;

/* From one reading to the next. */

export const storedWork = ({ files, mended, passed, ...work }: Work): JsonObject => ({
  ...work,
  files: [...files],
  mended: [...mended],
  ...(passed === undefined ? {} : { passed }),
});

/** Tolerant: what another version wrote is nothing. */
export function readWork(value: unknown): Work {
  if (!isObject(value)) return NO_WORK;
  const { asked, files, mended, done, weight, check, passed, told } = value;
  const text = (one: unknown): string => (typeof one === "string" ? one : "");
  return {
    asked: text(asked),
    files: listedTexts(files),
    mended: listedTexts(mended),
    done: text(done),
    weight: typeof weight === "number" ? weight : 0,
    check: text(check),
    passed: typeof passed === "boolean" ? passed : undefined,
    told: told === true,
  };
}
