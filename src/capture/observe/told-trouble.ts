/** What a person came with, followed over the turns: why it was, what was changed, and whether that ended it. */
import { clip, type JsonObject, listedTexts } from "../../record/value.ts";
import { causeBeforeCure, causeOf, inCommon, type ToldCause } from "./cause.ts";
import { fixed } from "./fix.ts";
import type { Noticed } from "./noticed.ts";
import { mayBeTrouble, persists, type TroubleTold, wantsMade } from "./trouble.ts";
import { changedIn, isCode, termsOf, type View } from "./view.ts";

export interface Trouble {
  /** What shows it. */
  readonly said: string;
  readonly by: string;
  /** Number of the segment it was told in, and of the last that was about it. */
  readonly turn: number;
  readonly lastTurn: number;
  /** What was changed since. */
  readonly files: readonly string[];
}

/** Turns without a word of it after which it is given up. */
const SILENT_MAX = 6;
/** Shorter complaints speak of the trouble there is. */
const REFERS_MAX = 40;
const SAID_MAX = 240;
const FILES_MAX = 12;
/** What a cause of told trouble has to have: nothing else shows that there was any. */
const LEAST = 5;

interface Around {
  /** What the person came with in this segment. */
  readonly told: TroubleTold | undefined;
  readonly causes: readonly ToldCause[];
  readonly used: Set<string>;
  readonly stated: ReadonlySet<string>;
  /** Whether nothing fails any more, and the person does not say otherwise. */
  readonly isEnded: boolean;
  /** Whether a command that failed tells of it already. */
  readonly isAnswered: boolean;
}

export function followed(
  view: View,
  before: readonly Trouble[],
  { told, causes, used, stated, isEnded, isAnswered }: Around,
): { readonly troubles: readonly Trouble[]; readonly found?: Noticed } {
  const troubles = current(view, before, told, causes);
  if (isAnswered) return { troubles: [] };
  if (!view.done || !isEnded) return { troubles };
  const changed = changedIn(view);
  let best: { readonly trouble: Trouble; readonly cause: ToldCause; readonly common: number } | undefined;
  for (const trouble of troubles) {
    if (!trouble.files.some(isCode)) continue;
    const about = `${trouble.said} ${trouble.files.join(" ")}`;
    const since = causes.filter(({ turn, shown }) => turn >= trouble.turn && !used.has(shown));
    const fitting = since.filter(
      ({ said, sure, turn }) => sure || turn === trouble.turn || sharedTerms(said, trouble.said) > 0,
    );
    const cause = causeOf(fitting, `${about} ${changed}`, LEAST);
    if (!cause || !isOfChange(cause, view, changed)) continue;
    const common = sharedTerms(cause.said, about);
    if (!best || common > best.common) best = { trouble, cause, common };
  }
  const unnamed = best ? undefined : named(view, { causes, used, stated, changed });
  if (unnamed) return { troubles, found: unnamed };
  if (best) {
    const { files, said, by } = best.trouble;
    const why = "there was trouble, its cause was found and files were changed";
    return {
      troubles: troubles
        .filter((trouble) => trouble !== best.trouble)
        .map((trouble) => ({ ...trouble, files: [] })),
      found: fixed(view, { by, problem: said, cause: best.cause, files, tries: 1, why }, used),
    };
  }
  return { troubles };
}

/** What is told between the trouble and a change may be of anything: the cause is about what was changed, or says that it is it. */
function isOfChange({ said, score, headed }: ToldCause, { edits }: View, changed: string): boolean {
  // Not every call says what it changed.
  if (headed || (edits.length > 0 && changed.trim() === "")) return true;
  const common = Math.min(COMMON_MAX, sharedTerms(said, changed));
  return common > 0 && score + common >= OF_CHANGE;
}
const COMMON_MAX = 3;
const OF_CHANGE = 6;

/** "Caused by", "the bug was": whoever names a cause has found what was wrong, whatever it was called. */
const NAMES_CAUSE =
  /\b(?:cause[ds]?|because|culprit|bug|(?:problem|issue|reason) (?:is|was)|(?:came|comes|stemmed) from|ursache|la cause|la causa|what happened|diagnosis|explanation)\b|^(?:problem|issue|reason|found it)\b|原因/i;

function named(
  view: View,
  {
    causes,
    used,
    stated,
    changed,
  }: Pick<Around, "causes" | "used" | "stated"> & { readonly changed: string },
): Noticed | undefined {
  if (!view.files.some(isCode)) return undefined;
  const { turn } = view.segment;
  // Who says how things are has told of no trouble, whatever the agent makes of it.
  if (view.request.sentences.some(({ shown }) => stated.has(shown))) return undefined;
  const told = causes.filter(
    (cause) => cause.sure && cause.turn === turn && !used.has(cause.shown) && namesCause(cause),
  );
  const problems = mayBeTrouble(view);
  const cause =
    causeOf(told, `${view.files.join(" ")} ${changed}`) ??
    (problems.length > 0 && !wantsMade(view) ? causeBeforeCure(view) : undefined);
  if (!cause || used.has(cause.shown)) return undefined;
  const terms = termsOf(cause.said);
  const only = problems.length === 1 ? problems[0] : undefined;
  const said = problems.find((shown) => inCommon(shown, terms) > 0) ?? only ?? "";
  const by = said || cause.shown;
  const why = "the agent named a cause and changed files";
  return fixed(view, { by, problem: said, cause, files: view.files, tries: 1, why }, used);
}

const namesCause = ({ shown, headed }: ToldCause): boolean => headed || NAMES_CAUSE.test(shown);

/** Most troubles at a time, the newest. */
const TROUBLES_MAX = 3;

/** The trouble there is as of after this segment. */
function current(
  view: View,
  before: readonly Trouble[],
  told: TroubleTold | undefined,
  causes: readonly ToldCause[],
): Trouble[] {
  const { turn } = view.segment;
  const known = before.filter(({ lastTurn }) => turn - lastTurn <= SILENT_MAX);
  const refers = (other: Trouble): boolean =>
    told !== undefined && (told.said.length <= REFERS_MAX || sharedTerms(told.said, other.said) > 1);
  const isNew = told !== undefined && !known.some(refers);
  const all = isNew
    ? [...known, { said: clip(told.said, SAID_MAX), by: told.by, turn, lastTurn: turn, files: [] }]
    : known;
  const now = causes.filter((cause) => cause.turn === turn);
  const isAsBad = persists(view);
  return all.slice(-TROUBLES_MAX).map((trouble) => ({
    ...trouble,
    files: [...new Set([...(isAsBad ? [] : trouble.files), ...view.files])].slice(-FILES_MAX),
    lastTurn:
      refers(trouble) || now.some(({ said }) => sharedTerms(said, trouble.said) > 0)
        ? turn
        : trouble.lastTurn,
  }));
}

const sharedTerms = (one: string, other: string): number => inCommon(one, termsOf(other));

/* From one reading to the next. */

export const storedTroubles = (troubles: readonly Trouble[]): JsonObject[] =>
  troubles.map(({ by, files, ...trouble }) => ({ ...trouble, by: clip(by, SAID_MAX), files: [...files] }));

export function readTroubles(value: unknown): Trouble[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: JsonObject) => {
    const { said, by, turn, lastTurn, files } = each ?? {};
    if (typeof said !== "string" || typeof by !== "string" || typeof turn !== "number") return [];
    return [
      {
        said,
        by,
        turn,
        lastTurn: typeof lastTurn === "number" ? lastTurn : turn,
        files: listedTexts(files),
      },
    ];
  });
}
