/**
 * Trouble joined to what ended it, over several turns: a command that failed, what was changed or run in between, and the
 * same command going well; a command that was called wrongly, and the call that worked; and what the person told of, the
 * cause that was found, and the change. What is still open is kept in mind.
 */
import { clip, type JsonObject } from "../../record/value.ts";
import { called, calledAsTold } from "./called.ts";
import { causeOf, causesSaid, inCommon, LEAST_SURE, type ToldCause } from "./cause.ts";
import type { Run } from "./commands.ts";
import { fixed } from "./fix.ts";
import type { Noticed } from "./noticed.ts";
import { failed, mended, type OpenError, readErrors, storedErrors } from "./open-error.ts";
import { followed, readTroubles, storedTroubles, type Trouble } from "./told-trouble.ts";
import { asksForRepair, persists, troubleTold } from "./trouble.ts";
import { changedIn, isCode, termsOf, type View } from "./view.ts";

/** What is kept in mind from one segment to the next. */
export interface Unmended {
  /** Commands that failed and were not seen to go well since. */
  readonly errors: readonly OpenError[];
  /** What the person came with lately. */
  readonly troubles: readonly Trouble[];
  /** What the agent told of causes lately. */
  readonly causes: readonly ToldCause[];
}

export interface Repairs {
  readonly found: readonly Noticed[];
  /** Sentences that were told as causes; they need not be told again. */
  readonly causes: ReadonlySet<string>;
  readonly open: Unmended;
}

/** Most errors kept in mind, the newest; and for how many turns. */
const OPEN_MAX = 8;
const TURNS_MAX = 20;
/** Most causes kept in mind, the newest, and for how many turns. */
const CAUSES_MAX = 12;
const CAUSE_TURNS = 12;
const MOST = 4;

/** @param stated sentences of the request that say how things are or are to be: they are no trouble, whatever their words */
export function repairs(
  view: View,
  before: Unmended,
  stated: ReadonlySet<string> = new Set(),
  next?: View,
): Repairs {
  const { turn } = view.segment;
  // What is as bad as before had another cause.
  const known = persists(view) ? [] : before.causes.filter((cause) => turn - cause.turn <= CAUSE_TURNS);
  const trouble = troubleTold(view, stated);
  // Where nothing is wrong and nothing is changed, nobody asks for a cause.
  const isAsked =
    trouble !== undefined ||
    before.errors.length + before.troubles.length + view.edits.length > 0 ||
    view.runs.some(({ ok }) => !ok);
  const causes = isAsked ? [...known, ...causesSaid(view)] : known;
  const used = new Set<string>();
  const errors = before.errors.filter((error) => turn - error.turn <= TURNS_MAX);
  const found: Noticed[] = [];
  const context: Context = { view, causes, used, trouble: before.troubles.at(-1) };
  let isAnswered = false;
  for (const [index, run] of view.runs.entries()) {
    if (run.kind === "look") continue;
    if (!run.ok) {
      failed(errors, run, view);
      continue;
    }
    const at = mended(errors, run, view.runs.slice(index + 1), view);
    const error = errors[at];
    if (!error) {
      const hinted = calledAsTold(errors, run, view);
      if (hinted) found.push(hinted);
      continue;
    }
    errors.splice(at, 1);
    const notices = ended(context, error, run, index);
    isAnswered ||= notices.some(({ kind }) => kind === "fix") && !isFresh(error);
    found.push(...notices);
  }
  // What still fails was not mended, whatever is said of it.
  const isEnded = !errors.some(({ lastTurn }) => lastTurn === turn) && !persists(next);
  const followedUp = followed(view, before.troubles, {
    told: trouble,
    causes,
    used,
    stated,
    isEnded,
    isAnswered,
  });
  if (followedUp.found) found.push(followedUp.found);
  return {
    found: found.slice(-MOST),
    causes: used,
    open: {
      errors: errors.slice(-OPEN_MAX).map((error) => withChanges(error, view)),
      troubles: followedUp.troubles,
      causes: causes.filter(({ shown }) => !used.has(shown)).slice(-CAUSES_MAX),
    },
  };
}

interface Context {
  readonly view: View;
  readonly causes: readonly ToldCause[];
  readonly used: Set<string>;
  readonly trouble: Trouble | undefined;
}

/** Whether the agent had changed something before it failed: it may be what broke it. */
const isFresh = ({ changed }: OpenError): boolean => changed.some((file) => !IS_TEST.test(file));
/** Whoever adds a test that fails has broken nothing. */
const IS_TEST = /(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)/i;

/** What was changed while it was open. */
function withChanges(error: OpenError, { segment, edits }: View): OpenError {
  const since = error.turn === segment.turn ? error.run.at : -1;
  const files = edits.filter(({ place }) => place > since).map(({ path }) => path);
  return files.length === 0 ? error : { ...error, files: [...new Set([...error.files, ...files])] };
}

function ended(context: Context, error: OpenError, run: Run, index: number): Noticed[] {
  const { view, causes, used } = context;
  const here = error.turn === view.segment.turn;
  const since = here ? error.run.at : -1;
  const edits = view.edits.filter(({ place }) => place > since && place < run.at);
  const files = [...new Set([...error.files, ...edits.map(({ path }) => path)])];
  let about: ReadonlySet<string> | undefined;
  const isAbout = ({ said }: ToldCause): boolean => {
    about ??= termsOf(`${error.run.error} ${files.join(" ")}`);
    return inCommon(said, about) > 0;
  };
  const told = causes.filter((cause) => {
    if (cause.turn !== view.segment.turn) return cause.turn >= error.turn;
    if (cause.place <= run.at) return cause.place > since;
    // What is said after something else was changed or failed may be about that.
    const isNext =
      !view.edits.some(({ place }) => place > run.at && place < cause.place) &&
      !view.runs.some(({ ok, at }) => !ok && at > run.at && at < cause.place);
    return !cause.leads && (isNext || cause.sure || isAbout(cause));
  });
  if (files.length > 0) {
    // Whoever calls it otherwise was not stopped by what the files were changed for.
    const isOther = error.run.misused && error.run.command !== run.command;
    const otherwise = isOther ? called(error, run, [], undefined) : undefined;
    if (otherwise) return [otherwise];
    const notice = fix(context, error, run, files, told);
    const call = error.first && called({ ...error, run: error.first }, run, [], undefined);
    return [...(call ? [call] : []), ...(notice ? [notice] : [])];
  }
  const between = view.runs.slice(0, index).filter(({ at, kind, ok }) => at > since && ok && kind !== "look");
  const cause = causeOf(told, `${error.run.error} ${error.run.command}`, COMMAND_LEAST);
  const notice = called(error, run, between, cause);
  if (notice && cause) used.add(cause.shown);
  return notice ? [notice] : [];
}
const OF_TESTS = /\btests? (?:itself|themselves|expects?|sends?|holds?|asserts?|checks?|uses?|still)\b/i;
/** A command without a cause tells enough: only one that is surely about it is told. */
const COMMAND_LEAST = 5;
/** Tries in vain after which it is worth telling without a cause. */
const HARD = 2;
/** What a fix in fresh work has to have more. */
const FRESH = 1;

function fix(
  { view, used, causes, trouble }: Context,
  error: OpenError,
  run: Run,
  files: readonly string[],
  told: readonly ToldCause[],
): Noticed | undefined {
  const fresh = isFresh(error);
  const about = `${error.run.error} ${error.run.command} ${files.join(" ")} ${changedIn(view)}`;
  const asked = asksForRepair(view) || trouble !== undefined;
  const cause =
    causeOf(told, about, LEAST_SURE + (fresh ? FRESH : 0)) ??
    (trouble && !fresh
      ? causeOf(
          causes.filter(({ turn }) => turn >= trouble.turn),
          about,
          LEAST_SURE + 1,
        )
      : undefined);
  if (!files.some(isCode) && !cause) return undefined;
  if (!cause && (error.run.error === "" || fresh || (error.tries < HARD && !asked))) return undefined;
  // Tests that do not fit the agent's own change yet are no trouble.
  if (fresh && cause && !cause.sure && OF_TESTS.test(cause.shown)) return undefined;
  return fixed(
    view,
    {
      by: `${error.run.command}\n${error.run.error}`,
      failed: { run: error.run, passed: run },
      problem: error.run.error,
      cause,
      files,
      tries: error.tries,
      why: "a command failed, files were changed, and it went well",
    },
    used,
  );
}

/* From one reading to the next. */

export const storedUnmended = ({ errors, troubles, causes }: Unmended): JsonObject => ({
  open: storedErrors(errors),
  troubles: storedTroubles(troubles),
  causes: causes.map(({ said, shown, turn, score, sure }) => ({
    said: clip(said, 320),
    shown: clip(shown, 320),
    turn,
    score,
    sure,
  })),
});

/** Tolerant: what another version wrote is nothing. */
export const readUnmended = (carry: JsonObject): Unmended => ({
  errors: readErrors(carry.open),
  troubles: readTroubles(carry.troubles),
  causes: readCauses(carry.causes),
});

function readCauses(value: unknown): ToldCause[] {
  if (!Array.isArray(value)) return [];
  return (value as JsonObject[]).flatMap((each) => {
    const { said, shown, turn, score, sure } = each ?? {};
    if (typeof said !== "string" || typeof shown !== "string") return [];
    if (typeof turn !== "number" || typeof score !== "number") return [];
    return [{ said, shown, turn, place: -1, score, sure: sure === true, headed: false, leads: false }];
  });
}
