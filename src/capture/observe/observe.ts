/** What is worth keeping of a session's segments, by rules: no model, no clock, no disk. */
import { textHash } from "../../memory/create.ts";
import type { JsonObject } from "../../record/value.ts";
import { clip, listedTexts, normalText } from "../../record/value.ts";
import { coverage, isNearDuplicate } from "../../text/similarity.ts";
import type { Carry, Observation, Observe } from "../observation.ts";
import type { Segment, Step } from "../segment.ts";
import { decisions } from "./decision.ts";
import { intentions } from "./intention.ts";
import { byWeight, type Judge } from "./judge.ts";
import { factsFound, factsTold } from "./learning.ts";
import type { Noticed } from "./noticed.ts";
import { doneIn, readWork, storedWork, type Work, worked } from "./outcome.ts";
import { preferences } from "./preference.ts";
import { type Repairs, readUnmended, repairs, storedUnmended, type Unmended } from "./repair.ts";
import { summaryParts } from "./summary.ts";
import { termsOf, type View, viewOf, wasRefused } from "./view.ts";

export const observe: Observe = observing(byWeight);

/** As `judge` decides what of the rules' findings is kept, and what beside them. */
export function observing(judge: Judge): Observe {
  return (segments, carry, { done, projectDir }) => {
    const views = segments.map((segment, at) => viewOf(segment, projectDir, at < done));
    const before = readCarry(carry, projectDir);
    const { known } = before;
    const observations: Observation[] = [];
    let { open, work, previous } = before;
    let kept: JsonObject = carry;
    for (const [at, view] of views.entries()) {
      const stated = statedBy(view, previous, views[at + 1]);
      const own = new Set(stated.filter(isOfRequest).map(({ by }) => by));
      const mended = repairs(view, open, own, views[at + 1]);
      open = mended.open;
      const piece = worked(view, work, {
        next: views[at + 1],
        stated: own,
        mended: mended.found.flatMap(({ kind, files }) => (kind === "fix" ? files : [])),
      });
      work = piece.work;
      const ruled = [...stated, ...noticedIn(view, mended, piece.found, stated), ...mended.found];
      for (const notice of distinct(judge(ruled, view, previous, views[at + 1]))) {
        const said = markOf(saidIn(notice));
        if (known.has(said)) continue;
        known.add(said);
        observations.push(observed(notice, view.segment));
      }
      previous = view;
      // Those that are over come first.
      if (at === done - 1) kept = writeCarry({ open, work }, view, known);
    }
    return { observations, carry: kept };
  };
}

/** What is said in so many words. */
function statedBy(view: View, previous: View | undefined, next: View | undefined): Noticed[] {
  return [
    ...preferences(view, previous),
    ...intentions(view, previous?.answer, next),
    ...decisions(view, previous, next),
    ...factsTold(view),
  ];
}

const isOfRequest = ({ role }: Noticed): boolean => role === "user";

function noticedIn(
  view: View,
  mended: Repairs,
  ended: Noticed | undefined,
  stated: readonly Noticed[],
): Noticed[] {
  const own = stated.filter(isOfRequest);
  const learned = factsFound(view, mended.causes).filter(
    (fact) => !own.some((notice) => repeats(fact, notice)),
  );
  const isNew =
    ended !== undefined && !own.some((notice) => repeats(ended, notice)) && !tellsOf(ended, mended.causes);
  return [...learned, ...summaryParts(view), ...(isNew ? [ended] : [])];
}

/** Share of what is told that was told before, for it to say nothing new. */
const REPEATED = 0.6;

/** Whether the agent only says, or has only done, what the person stated. */
const repeats = (told: Noticed, before: Noticed): boolean =>
  coverage(termsOf(told.kind === "outcome" ? doneIn(saidIn(told)) : saidIn(told)), termsOf(saidIn(before))) >=
  REPEATED;

/** What a repair came to, the repair tells. */
const tellsOf = (outcome: Noticed, causes: ReadonlySet<string>): boolean =>
  [...causes].some((cause) => saidIn(outcome).includes(normalText(cause).slice(0, 60)));

/** A sentence is one thing: what the first rule took, the others leave; and nothing is said twice in other words. */
function distinct(found: readonly Noticed[]): Noticed[] {
  const kept: { readonly notice: Noticed; readonly terms: ReadonlySet<string> }[] = [];
  for (const notice of found) {
    const terms = termsOf(saidIn(notice));
    const isSame = kept.some(
      (other) => sameWords(notice, other.notice) || (terms.size > 3 && isNearDuplicate(terms, other.terms)),
    );
    if (!isSame) kept.push({ notice, terms });
  }
  return kept.map(({ notice }) => notice);
}

/** Sentences join others in what is told: the later of two that share one adds nothing. */
const sameWords = (a: Noticed, b: Noticed): boolean => {
  const [one, other] = [normalText(a.by), normalText(b.by)];
  return a.role === b.role && (one === other || (one.length > 20 && saidIn(b).includes(one)));
};

const saidIn = ({ draft }: Noticed): string =>
  normalText(draft.type === "procedural" ? draft.procedure_name : draft.content);

const KEY_DIGITS = 16;
const markOf = (text: string): string => textHash(text).slice(0, KEY_DIGITS);

function observed({ by, draft, ...notice }: Noticed, { id, turn }: Segment): Observation {
  const key = `${notice.kind}-${markOf(`${id}\n${by}`)}`;
  const context = notice.files.length === 0 ? {} : { context: { files: notice.files.slice(0, FILES_MAX) } };
  return {
    ...notice,
    key,
    segment: id,
    turn,
    draft: draft.type === "episodic" ? { ...draft, ...context, timestamp: notice.at } : draft,
  };
}
const FILES_MAX = 20;

/* From one reading to the next. */

/** Most texts of a transcript that are known to have been told. */
const TOLD_MAX = 200;
const ANSWER_MAX = 4_000;
const COMMANDS_MAX = 10;

/** What the next request may speak of: the agent's last words and commands, and how it went with them. */
function writeCarry(
  { open, work }: Pick<Before, "open" | "work">,
  view: View,
  told: ReadonlySet<string>,
): JsonObject {
  const { segment, runs, files } = view;
  const last = runs.slice(-COMMANDS_MAX);
  const failed = runs.findLast(({ ok }) => !ok);
  const shown = failed && !last.includes(failed) ? [failed, ...last] : last;
  return {
    ...storedUnmended(open),
    work: storedWork(work),
    answer: clip(segment.answer, ANSWER_MAX),
    commands: shown.map(({ command }) => clip(command, 200)),
    failed: shown.flatMap(({ ok }, at) => (ok ? [] : [at])),
    changed: files.slice(-1),
    refused: wasRefused(view),
    interrupted: segment.interrupted,
    ended: segment.ended,
    told: [...told].slice(-TOLD_MAX),
  };
}

type Called = Extract<Step, { kind: "tool" }>;

interface Before {
  readonly open: Unmended;
  readonly work: Work;
  readonly previous: View | undefined;
  /** Marks of what was told. */
  readonly known: Set<string>;
}

/** Tolerant: what another version wrote, or nobody, is nothing. */
function readCarry(carry: Carry, projectDir: string): Before {
  const { answer, ended, failed, refused } = carry;
  const at = typeof ended === "string" ? ended : "";
  const done = (action: Called["action"], outcome: Called["outcome"]): Called => ({
    kind: "tool",
    action,
    outcome,
    output: "",
    at,
  });
  const steps = [
    ...listedTexts(carry.commands).map((command, place) =>
      done({ kind: "command", command }, Array.isArray(failed) && failed.includes(place) ? "failed" : "ok"),
    ),
    ...listedTexts(carry.changed).map((path) => done({ kind: "edit", path }, "ok")),
    ...(refused === true ? [done({ kind: "other", name: "" }, "refused")] : []),
  ];
  const previous: Segment = {
    id: "",
    turn: 0,
    began: at,
    ended: at,
    request: "",
    synthetic: false,
    steps,
    answer: typeof answer === "string" ? answer : "",
    interrupted: carry.interrupted === true,
  };
  return {
    open: readUnmended(carry),
    work: readWork(carry.work),
    previous: at === "" ? undefined : viewOf(previous, projectDir, true),
    known: new Set(listedTexts(carry.told)),
  };
}
