/**
 * Errors joined to what ended them: a command that failed, what was changed or run in between, and the same command going
 * well; or a command that was called wrongly, and the call that worked. What is still open is kept in mind.
 */
import { command } from "./called.ts";
import { causeOf, toldCauses } from "./cause.ts";
import type { Run } from "./commands.ts";
import { type Causes, fix, isAbout, toldInWords } from "./fix.ts";
import type { Noticed } from "./noticed.ts";
import { failed, mended, type OpenError } from "./open-error.ts";
import type { View } from "./view.ts";

export interface Repairs {
  readonly found: readonly Noticed[];
  /** Sentences that were told as causes; they need not be told again. */
  readonly causes: ReadonlySet<string>;
  readonly open: readonly OpenError[];
}

/** Most errors kept in mind, the newest; and for how many turns. */
const OPEN_MAX = 8;
const TURNS_MAX = 20;
const MOST = 4;

/** @param stated sentences of the request that say how things are or are to be: they are no trouble, whatever their words */
export function repairs(
  view: View,
  before: readonly OpenError[],
  stated: ReadonlySet<string> = new Set(),
  previous?: View,
): Repairs {
  const { turn } = view.segment;
  const open = before.filter((error) => turn - error.turn <= TURNS_MAX);
  const found: Noticed[] = [];
  const causes: Causes = { told: toldCauses(view), used: new Set() };
  for (const [index, run] of view.runs.entries()) {
    if (run.kind === "look") continue;
    if (!run.ok) {
      failed(open, run, view);
      continue;
    }
    const at = mended(open, run, view.runs.slice(index + 1), view);
    const error = open[at];
    if (!error) continue;
    open.splice(at, 1);
    const notice = told(view, error, run, index, causes);
    if (notice) found.push(notice);
  }
  // What still fails was not mended, whatever is said of it.
  if (found.length === 0 && !open.some(({ lastTurn }) => lastTurn === turn)) {
    const notice = toldInWords(view, causes, stated, previous);
    if (notice) found.push(notice);
  }
  return { found: found.slice(-MOST), causes: causes.used, open: open.slice(-OPEN_MAX) };
}

function told(view: View, error: OpenError, run: Run, index: number, causes: Causes): Noticed | undefined {
  const here = error.turn === view.segment.turn;
  const since = here ? error.run.at : -1;
  const files = [
    ...new Set(view.edits.filter(({ place }) => place > since && place < run.at).map(({ path }) => path)),
  ];
  if (files.length > 0) return fix(view, error, run, files, causes);
  const between = view.runs.slice(0, index).filter(({ at, kind, ok }) => at > since && ok && kind !== "look");
  const cause = causeOf(causes.told, error.run.error, since);
  const own = cause && isAbout(cause, error.run) ? cause : undefined;
  const notice = command(error, run, between, own);
  if (notice && own) causes.used.add(own.shown);
  return notice;
}
