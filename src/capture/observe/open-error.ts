/** Commands that failed and were not seen to go well since: how they are kept in mind, and which run shows one to be over. */
import { clip, isObject, type JsonObject, listedTexts } from "../../record/value.ts";
import { type CommandKind, INSTALLS, isFlag, isSameTask, isVariant, type Run, wordsOf } from "./commands.ts";
import type { View } from "./view.ts";

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
  /** What was changed since, in segments before. */
  readonly files: readonly string[];
  /** The first call, where a later one was made otherwise and got past what the first complained of. */
  readonly first?: Run;
}

export function failed(open: OpenError[], run: Run, view: View): void {
  const same = open.findIndex(({ run: other }) => isSameTask(other, run));
  const at = same >= 0 ? same : open.findIndex(({ run: other }) => other.misused && isVariant(other, run));
  const known = open[at];
  if (known) {
    // What it says last is what was mended in the end, unless it says nothing.
    const latest = run.error === "" ? { ...run, error: known.run.error } : run;
    const gotFurther = run.command !== known.run.command && run.error !== "" && run.error !== known.run.error;
    open[at] = {
      ...known,
      ...(gotFurther && !known.first ? { first: known.run } : {}),
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
    files: [],
  });
}

/** Names of programs that are called by many for many things. */
const COMMON = new Set(
  "run exec npm npx pnpm yarn bun nx node python python3 sudo git docker kubectl aws az gcloud gh helm terraform tofu bash sh make test build install compose add up the".split(
    " ",
  ),
);

/** Place of the error that this run shows to be over; -1 for none. */
export function mended(open: readonly OpenError[], run: Run, later: readonly Run[], view: View): number {
  const same = open.findLastIndex(({ run: other }) => isSameTask(other, run));
  if (same >= 0) return same;
  const variant = open.findLastIndex(({ run: other }) => isVariant(other, run));
  if (variant >= 0) return variant;
  const alike = checkedAlike(open, run, later, view);
  if (alike >= 0) return alike;
  // What goes well itself in the end was not replaced by another call: that one prepared it.
  return open.findLastIndex(
    ({ run: other }) =>
      other.misused && isOtherCall(other, run) && !later.some((next) => next.ok && isSameTask(other, next)),
  );
}

/** What a check looks at, whatever it is called by. */
const CHECKS_OF: readonly (readonly [string, RegExp])[] = [
  [
    "tests",
    /\b(?:tests?|pytest|unittest|jest|vitest|mocha|rspec|phpunit|specs?|e2e|playwright|cypress|ctest|tox|nox|minitest)\b/,
  ],
  ["lint", /\b(?:lint|eslint|biome|ruff|flake8|clippy|rubocop)\b/],
  [
    "build",
    /\b(?:tsc|typecheck|type-check|mypy|pyright|build|compile|check|vet|cmake|ninja|gradlew?|mvn|xcodebuild|msbuild|make)\b/,
  ],
];
const checkedBy = ({ command }: Run): string | undefined =>
  CHECKS_OF.find(([, words]) => words.test(command))?.[0];

/** Errors looked at, the last. */
const ALIKE_MAX = 8;

/**
 * Place of what was checked by another command once files were changed, in the same turn: a narrower test, a build where types
 * did not fit. What it names has to have something to do with what failed or was changed, and neither is run again.
 */
function checkedAlike(open: readonly OpenError[], run: Run, later: readonly Run[], view: View): number {
  const by = run.kind === "check" ? checkedBy(run) : undefined;
  if (by === undefined || view.edits.length === 0) return -1;
  const named = run.words
    .slice(1)
    .filter((word) => !isFlag(word) && !COMMON.has(word) && !GENERAL.test(word))
    .map((word) => stemOf(word));
  const isOver = ({ run: wrong, turn }: OpenError): boolean => {
    if (turn !== view.segment.turn || wrong.kind !== "check" || wrong.misused) return false;
    const paths = view.edits
      .filter(({ place }) => place > wrong.at && place < run.at)
      .map(({ path }) => path);
    if (paths.length === 0 || by !== checkedBy(wrong)) return false;
    const known = `${wrong.command} ${wrong.error} ${paths.join(" ")}`.toLowerCase();
    const isAbout = named.length === 0 || named.some((word) => word.length > 2 && known.includes(word));
    return isAbout && !later.some((next) => isSameTask(wrong, next) || next.name === run.name);
  };
  const first = Math.max(0, open.length - ALIKE_MAX);
  const at = open.slice(first).findLastIndex(isOver);
  return at < 0 ? -1 : first + at;
}

/** `src/cart.test.ts` is about `cart`. */
const stemOf = (word: string): string =>
  word
    .replace(/^.*\//, "")
    .replace(/(?:[._-](?:tests?|specs?))?\.\w+(?:::.*)?$/i, "")
    .replace(/^tests?_/i, "")
    .toLowerCase();
const GENERAL =
  /^(?:run|tests?|specs?|check|build|lint|vet|vitest|jest|pytest|mocha|tsc|all|\.|\.\/\.\.\.|src|tests?\/?|unit|typecheck|compile|-m)$/i;

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
  return (
    own.some((word) => other.has(word)) ||
    wanted.some((name) => got.includes(name)) ||
    isScript(first, second)
  );
}

/** A script of the same runner that has a longer name: `npm test` and `npm run test:unit`. */
function isScript(first: Run, second: Run): boolean {
  const [runner, script = ""] = first.words;
  return (
    second.words.includes(runner ?? "") &&
    script.length > 2 &&
    second.words.some((word) => word.startsWith(`${script}:`) || word.startsWith(`${script}-`))
  );
}

/* From one reading to the next. */

export const storedErrors = (open: readonly OpenError[]): JsonObject[] =>
  open.map(({ run, tries, turn, lastTurn, changed, files, first }) => ({
    ...storedRun(run),
    tries,
    turn,
    lastTurn,
    changed: changed.slice(0, FILES_MAX),
    files: files.slice(0, FILES_MAX),
    ...(first ? { first: storedRun(first) } : {}),
  }));
const FILES_MAX = 20;

const storedRun = ({ command, name, kind, error, misused, time }: Run): JsonObject => ({
  command: clip(command, 400),
  name,
  kind,
  error,
  misused,
  time,
});

export function readErrors(value: unknown): OpenError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: JsonObject) => {
    const { tries, turn, lastTurn, changed, files, first } = each ?? {};
    const run = readRun(each);
    if (!run || typeof turn !== "number") return [];
    const before = readRun(first);
    return [
      {
        run,
        tries: typeof tries === "number" ? tries : 1,
        turn,
        lastTurn: typeof lastTurn === "number" ? lastTurn : turn,
        changed: listedTexts(changed),
        files: listedTexts(files),
        ...(before ? { first: before } : {}),
      },
    ];
  });
}

function readRun(value: unknown): Run | undefined {
  if (!isObject(value)) return undefined;
  const { command, name, kind, error, misused, time } = value;
  if (typeof command !== "string" || typeof name !== "string") return undefined;
  return {
    at: -1,
    time: typeof time === "string" ? time : "",
    command,
    name,
    words: wordsOf(command),
    ok: false,
    error: typeof error === "string" ? error : "",
    misused: misused === true,
    kind: (kind === "check" || kind === "look" ? kind : "change") satisfies CommandKind,
  };
}
