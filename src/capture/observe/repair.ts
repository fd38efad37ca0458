/**
 * Errors joined to what ended them: a command that failed, what was changed or run in between, and the same command going
 * well; or a command that was called wrongly, and the call that worked. What is still open is kept in mind.
 */

import type { JsonObject } from "../../record/value.ts";
import { clip } from "../../record/value.ts";
import { causeOf, cureIn, isSure, PART_MAX, part, type ToldCause, toldCauses } from "./cause.ts";
import { type CommandKind, INSTALLS, isFlag, isSameTask, isTellable, type Run } from "./commands.ts";
import { importanceOf } from "./importance.ts";
import { FOREIGN_TROUBLE } from "./languages.ts";
import type { Noticed } from "./noticed.ts";
import type { Sentence } from "./sentences.ts";
import { termsOf, type View } from "./view.ts";
import { ended, namesIn, withoutOpeners } from "./wording.ts";

/** A command that failed and was not seen to go well since. */
export interface OpenError {
  readonly run: Run;
  /** How often it has failed. */
  readonly tries: number;
  /** Number of the segment it first failed in. */
  readonly turn: number;
  /** Number of the segment it last failed in. */
  readonly lastTurn: number;
  /** What the agent had changed before in the same segment: it may be what broke it. */
  readonly changed: readonly string[];
}

const isTrouble = ({ text }: Sentence): boolean => TROUBLE.test(text) || FOREIGN_TROUBLE.test(text);

/** Whether trouble is what the person came with. */
export const asksForRepair = ({ request }: View): boolean => request.sentences.some(isTrouble);

export interface Repairs {
  readonly found: readonly Noticed[];
  /** Sentences that were told as causes; they need not be told again. */
  readonly causes: ReadonlySet<string>;
  readonly open: readonly OpenError[];
}

/** What the agent told of causes, and which of it was told on. */
interface Causes {
  readonly told: readonly ToldCause[];
  readonly used: Set<string>;
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
    const at = mended(open, run, view.runs.slice(index + 1));
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

function failed(open: OpenError[], run: Run, view: View): void {
  const at = open.findIndex(({ run: other }) => isSameTask(other, run));
  const known = open[at];
  if (known) {
    // What it says last is what was mended in the end, unless it says nothing.
    const latest = run.error === "" ? { ...run, error: known.run.error } : run;
    open[at] = {
      ...known,
      run: { ...latest, at: known.run.at },
      tries: known.tries + 1,
      lastTurn: view.segment.turn,
    };
    return;
  }
  const changed = view.edits.filter(({ place }) => place < run.at).map(({ path }) => path);
  open.push({
    run,
    tries: 1,
    turn: view.segment.turn,
    lastTurn: view.segment.turn,
    changed: [...new Set(changed)],
  });
}

/** Place of the error that this run shows to be over; -1 for none. */
function mended(open: readonly OpenError[], run: Run, later: readonly Run[]): number {
  const same = open.findLastIndex(({ run: other }) => isSameTask(other, run));
  if (same >= 0) return same;
  // What goes well itself in the end was not replaced by another call: that one prepared it.
  return open.findLastIndex(
    ({ run: other }) =>
      other.misused && isOtherCall(other, run) && !later.some((next) => next.ok && isSameTask(other, next)),
  );
}

/** Names of programs that are called by many for many things. */
const COMMON = new Set(
  "run exec npm npx node python python3 sudo git docker bash sh make test build install compose add up the".split(
    " ",
  ),
);

/** Packages that a command installs, without their versions. */
const installed = ({ command, words }: Run): string[] =>
  INSTALLS.test(command)
    ? words
        .slice(2)
        .filter((word) => !isFlag(word))
        .map((word) => word.replace(/(?<!^)(?:@|[=<>~^!]).*$/, ""))
    : [];

/** The same thing called in another way: `pytest` and `uv run pytest`. */
function isOtherCall(first: Run, second: Run): boolean {
  const own = first.name.split(" ").filter((word) => /^[a-z][\w:-]{2,}$/i.test(word) && !COMMON.has(word));
  const other = new Set(second.words);
  const [wanted, got] = [installed(first), installed(second)];
  return own.some((word) => other.has(word)) || wanted.some((name) => got.includes(name));
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

/* An error, and the change that ended it. */

const TROUBLE =
  /\b(?:errors?|exceptions?|fail(?:s|ed|ing|ure|ures)?|crash\w*|broke(?:n)?|breaks?|bugs?|wrong|hangs?|stuck|timeouts?|times? out|leak\w*|flak(?:y|es)|doesn't (?:work|start|load|compile|build)|not working|won't (?:start|build|load)|regression|red|5\d\d|404|panic\w*|duplicat\w+|missing|lost|slow|empty|stale|incorrect|restart(?:s|ed)? (?:every|all|by|again|constantly)|reboot(?:s|ed|ing)?|loop(?:s|ing)|freez\w+|frozen|blank|garbled|disappear\w*|doubled|twice|off by|out of memory|oom\w*|denied|reject(?:s|ed)|refus(?:es|ed)|can(?:'t|not)|couldn't|could not|unable|no longer (?:work|load|start|build|show|appear)\w*|stopped work\w*|(?:not|n't) (?:show|updat|load|sav|sent|send|receiv|found|find|visible|appear|open|clos|respond|render|persist)\w*|throws?|complain\w*|sent back|mismatch\w*|inconsistent|corrupt\w*|truncated|(?:sometimes|randomly|occasionally))\b/i;
function fix(
  view: View,
  error: OpenError,
  run: Run,
  files: readonly string[],
  causes: Causes,
): Noticed | undefined {
  const since = error.turn === view.segment.turn ? error.run.at : -1;
  const cause = causeOf(causes.told, `${error.run.error} ${files.join(" ")}`, since);
  const asked = asksForRepair(view);
  const earlier = error.turn !== view.segment.turn;
  const changed = error.changed.filter((file) => !IS_TEST.test(file));
  const own =
    changed.length > 0 && (files.some((file) => changed.includes(file)) || !isAbout(cause, error.run));
  // A slip in what was just written is no experience, unless it took some.
  if (own && !(cause && isAbout(cause, error.run) && (asked || error.tries > 1 || isSure(cause))))
    return undefined;
  if (!cause && !earlier && error.tries < 2 && !asked) return undefined;
  if (!cause && error.run.error === "") return undefined;
  const cure = cureIn(view, cause);
  if (cure) causes.used.add(cure.shown);
  if (cause) causes.used.add(cause.shown);
  const content = [
    `\`${clip(error.run.command, 120)}\` failed${error.run.error === "" ? "." : `: ${ended(error.run.error)}`}`,
    cause ? `Cause: ${part(cause)}` : "",
    cure ? `Fix: ${part(cure)}` : "",
    `Changed: ${listed(files)}; \`${clip(run.command, 80)}\` passes since.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
  const about = error.run.error || (cause ? part(cause) : error.run.command);
  return fixed(view, run, content, about, files, {
    tries: error.tries,
    by: `${error.run.command}\n${error.run.error}`,
    why: "a command failed, files were changed, and it went well",
  });
}

/** Whoever adds a test that fails has broken nothing. */
const IS_TEST = /(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)/i;

function isAbout(cause: Sentence | undefined, { error, command }: Run): boolean {
  const terms = termsOf(`${error} ${command}`);
  return cause !== undefined && [...termsOf(cause.shown)].some((term) => terms.has(term));
}

/** Trouble that the person told of and the agent mended, without a command that showed it. */
function toldInWords(
  view: View,
  causes: Causes,
  stated: ReadonlySet<string>,
  previous: View | undefined,
): Noticed | undefined {
  const { request, answer, files } = view;
  if (!view.done || !answer || files.length === 0) return undefined;
  const own = request.sentences.filter(({ shown }) => !stated.has(shown));
  const told = own.find(isTrouble) ?? troubleBefore(view, previous);
  // Whatever it was called: who names a cause has found what was wrong.
  const trouble = told ?? own.find(({ asks, shown }) => !asks && shown.length >= NAMES_LEAST);
  const cause = trouble && causeOf(causes.told, `${trouble.shown} ${files.join(" ")}`, -1);
  if (!cause || (!told && !isSure(cause))) return undefined;
  causes.used.add(cause.shown);
  const cure = cureIn(view, cause);
  if (cure) causes.used.add(cure.shown);
  const problem = withoutOpeners(trouble.shown);
  const content = [
    `Problem: ${ended(clip(problem, PART_MAX))}`,
    `Cause: ${part(cause)}`,
    cure ? `Fix: ${part(cure)}` : "",
    `Changed: ${listed(files)}.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
  return fixed(view, undefined, content, problem, files, {
    tries: 1,
    by: trouble.shown,
    why: "the person told of trouble, and the agent found its cause and changed files",
  });
}

/** Shorter sentences do not say what is wrong. */
const NAMES_LEAST = 16;
/** "still loops", "ok fix it": what is wrong was said before. */
const REFERS_MAX = 40;

function troubleBefore({ request }: View, previous: View | undefined): Sentence | undefined {
  const said = request.sentences.map(({ shown }) => shown).join(" ");
  return said.length <= REFERS_MAX && previous && previous.files.length === 0
    ? previous.request.sentences.find(isTrouble)
    : undefined;
}

function fixed(
  view: View,
  run: Run | undefined,
  content: string,
  error: string,
  files: readonly string[],
  { tries, by, why }: { readonly tries: number; readonly by: string; readonly why: string },
): Noticed {
  return {
    kind: "fix",
    by,
    at: run?.time ?? view.segment.ended,
    files,
    why,
    draft: {
      type: "episodic",
      scope: "project",
      event_type: "error",
      title: clip(`Fixed: ${error.replace(/\s+/g, " ")}`, 100),
      content,
      emotional_valence: 1,
      importance: importanceOf("fix", content, { tries }),
      tags: ["fix", ...namesIn(content)],
    },
  };
}

const FILES_SHOWN = 4;
const listed = (files: readonly string[]): string =>
  files.length <= FILES_SHOWN
    ? files.join(", ")
    : `${files.slice(0, FILES_SHOWN).join(", ")} and ${files.length - FILES_SHOWN} more`;

/* A call that failed, and the one that worked. */

const STEPS_MAX = 3;

function command(
  error: OpenError,
  run: Run,
  between: readonly Run[],
  cause: Sentence | undefined,
): Noticed | undefined {
  const wrong = error.run;
  const steps = between.filter(isTellable).slice(-STEPS_MAX);
  const isSame = wrong.command === run.command;
  if (!isTellable(run) || !isTellable(wrong)) return undefined;
  // The same once more, with nothing in between, merely went better.
  if (isSame && steps.length === 0) return undefined;
  if (!isSame && (isSlip(wrong, run) || !(wrong.misused || onlyAdds(wrong, run)))) return undefined;
  const complaint = wrong.error === "" ? "it failed" : wrong.error;
  const failure = `\`${wrong.command}\`: ${complaint}`;
  const name = isSame
    ? `When \`${clip(wrong.command, 60)}\` fails with “${clip(complaint, 80)}”`
    : `Run \`${clip(run.command, 80)}\`, not \`${clip(wrong.command, 60)}\``;
  const all = isSame ? [...steps, run] : [run];
  return {
    kind: "command",
    by: `${wrong.command}\n${run.command}`,
    at: run.time,
    files: [],
    why: isSame
      ? "a command went well after others were run"
      : "a command went well after it was called otherwise in vain",
    draft: {
      type: "procedural",
      scope: "project",
      category: "tool_usage",
      procedure_name: name,
      steps: all.map((each) => `Run \`${each.command}\``),
      failure_patterns: cause ? [failure, `Cause: ${part(cause)}`] : [failure],
      success_conditions: [],
      usage_count: 1,
      success_count: 1,
      importance: importanceOf("command", failure, { tries: error.tries }),
      tags: ["command", ...namesIn(`\`${run.words[0] ?? ""}\` ${run.command}`)],
    },
  };
}

/** Says more than the call in vain, but on the same: a variable, a flag, a program that runs it. */
function onlyAdds(wrong: Run, right: Run): boolean {
  const first = right.words.indexOf(wrong.words[0] ?? "");
  const known = new Set(wrong.words);
  const isWhole = wrong.words.every((word) => right.words.includes(word));
  const added = right.words.filter(
    (word, at) => !known.has(word) && !isFlag(word) && at > first && !isFlag(right.words[at - 1] ?? ""),
  );
  return first >= 0 && isWhole && added.length === 0;
}

/** A typing error, a wrong folder: nothing to be learned from. */
function isSlip(wrong: Run, right: Run): boolean {
  if (wrong.command === right.command) return false;
  const [a, b] = [new Set(wrong.words), new Set(right.words)];
  const only = wrong.words.filter((word) => !b.has(word));
  const added = right.words.filter((word) => !a.has(word));
  // One path for another.
  return (
    only.length === 1 && added.length === 1 && [only[0], added[0]].every((word) => /[/.]/.test(word ?? ""))
  );
}

/* From one reading to the next. */

export const storedErrors = (open: readonly OpenError[]): JsonObject[] =>
  open.map(({ run, tries, turn, changed }) => ({
    command: clip(run.command, 400),
    name: run.name,
    kind: run.kind,
    error: run.error,
    misused: run.misused,
    time: run.time,
    tries,
    turn,
    changed: changed.slice(0, 20),
  }));

export function readErrors(value: unknown): OpenError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: JsonObject) => {
    const { command: line, name, kind, error, misused, time, tries, turn, changed } = each ?? {};
    if (typeof line !== "string" || typeof name !== "string" || typeof turn !== "number") return [];
    const run: Run = {
      at: -1,
      time: typeof time === "string" ? time : "",
      command: line,
      name,
      words: line.split(/\s+/),
      ok: false,
      error: typeof error === "string" ? error : "",
      misused: misused === true,
      kind: (kind === "check" || kind === "look" ? kind : "change") satisfies CommandKind,
    };
    const files = Array.isArray(changed) ? changed.filter((path) => typeof path === "string") : [];
    return [{ run, tries: typeof tries === "number" ? tries : 1, turn, lastTurn: turn, changed: files }];
  });
}
