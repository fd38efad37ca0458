/** What a shell command was run for, whether it went well, and whether two of them were run for the same. */

import { cleanText } from "../../record/sanitize.ts";
import { clip } from "../../record/value.ts";
import type { Step } from "../segment.ts";

/** One command of a segment. */
export interface Run {
  /** Place in the segment. */
  readonly at: number;
  readonly time: string;
  /** As it would be typed by hand: without moving folders, pipes into pagers and redirections. */
  readonly command: string;
  /** The program and what it is told to do: `npm test`, `cargo build`. */
  readonly name: string;
  /** All words of the command, for comparing. */
  readonly words: readonly string[];
  readonly ok: boolean;
  /** What it complained of, where it failed. */
  readonly error: string;
  /** It complained of how it was called, not of what it found. */
  readonly misused: boolean;
  readonly kind: CommandKind;
}

/** `check`: tests, types, builds, lints. `look`: shows or searches. `change`: everything else. */
export type CommandKind = "check" | "look" | "change";

const COMMAND_MAX = 2_000;
/** Longer commands are scripts, which nobody types again. */
const SHOWN_MAX = 200;

const LOOKS =
  /^(?:ls|cat|head|tail|grep|egrep|rg|ag|find|fd|tree|wc|pwd|echo|printf|which|type|file|stat|du|df|less|more|sed -n|awk|jq|diff|sort|uniq|env|printenv|date|whoami|ps|top|lsof|netstat|ss|sleep|true|test|cd|man|history|xxd|od|strings|git (?:log|status|show|diff|blame|branch|remote|ls-files|grep|rev-parse|describe|stash list)|gh (?:pr|issue|run|api|repo) ?(?:view|list|diff|checks)?|docker (?:ps|logs|images|inspect)|kubectl (?:get|describe|logs)|npm (?:ls|view|list|outdated)|pip (?:list|show|freeze)|cargo tree|go (?:list|env))\b/;
const CHECKS =
  /\b(?:tests?|pytest|jest|vitest|mocha|rspec|phpunit|junit|ctest|tox|nox|playwright|cypress|tsc|typecheck|type-check|mypy|pyright|eslint|biome|ruff|flake8|clippy|lint|vet|check|build|compile|make|cmake|ninja|gradlew?|mvn|xcodebuild|msbuild|verify|validate|migrate|cargo (?:run|bench)|go run|dotnet run|swift run|e2e|bench|ci)\b/;

export const INSTALLS: RegExp =
  /^(?:(?:python3? -m )?pip3? install|npm (?:i|install|add)|pnpm (?:add|install)|yarn add|bun add|poetry add|pdm add|uv (?:add|pip install)|cargo add|go get|gem install|bundle add|brew install|apt(?:-get)? install|conda install|composer require)\b/;

/** Parts of a command line that say how its output is to be shown. */
const REDIRECTION = /\s*(?:\d?>{1,2}\s*(?:&\d|\/dev\/null|\S+)|2>&1)/g;
const SILENCED = /\s*(?:\d?>{1,2}\s*(?:&\d|\/dev\/null)|2>&1)/g;
const PIPED = /\s*\|\s*(?:tail|head|grep|egrep|less|more|tee|cat|sed|awk|sort|uniq|wc|jq|cut|xargs)\b.*$/s;
const PREFIX =
  /^(?:(?:cd|pushd)\s+\S+\s*(?:&&|;)\s*|(?:time|nohup|exec|command|sudo)\s+|timeout\s+\S+\s+|export\s+\w+=\S+\s*(?:&&|;)\s*|set -\w+\s*;\s*)+/;

/** A step as a run; undefined for what is no command, was not let run or has not ended. */
export function runOf(step: Step, at: number): Run | undefined {
  if (step.kind !== "tool" || step.action.kind !== "command") return undefined;
  if (step.outcome !== "ok" && step.outcome !== "failed") return undefined;
  const command = bare(step.action.command);
  if (command === "") return undefined;
  const words = wordsOf(command);
  const name = nameOf(words);
  const kind: CommandKind = LOOKS.test(command) ? "look" : CHECKS.test(command) ? "check" : "change";
  const ok = step.outcome === "ok" && !(kind === "check" && saysFailed(step.output));
  const complaint = ok ? "" : errorLine(step.output);
  return {
    at,
    time: step.at,
    command,
    name,
    words,
    ok,
    error: complaint,
    misused: !ok && (INSTALLS.test(command) || isMisuse(complaint, step.output)),
    kind,
  };
}

/** All words of a command, without quotation marks around them. */
export const wordsOf = (command: string): string[] =>
  command.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ""));

function bare(command: string): string {
  const first = command.slice(0, COMMAND_MAX).trim().replace(PREFIX, "");
  return (
    first
      .replace(PIPED, "")
      // What one call writes the next one may read.
      .replace(first.includes("&&") ? SILENCED : REDIRECTION, "")
      .replace(/\s*\|\|\s*true$/, "")
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** Command lines as they are told: what is long or of several lines is no invocation. */
export const isTellable = (run: Pick<Run, "command">): boolean => {
  const command = shownCommand(run);
  return command.length <= SHOWN_MAX && !/<<|\bfor \w+ in\b|\bwhile\b|\$\(|;|&&.*&&/.test(command);
};

/** An argument in quotation marks: a query, a script, a message. */
export const QUOTED: RegExp = /(["'])[^"'\n]{2,2000}?\1/g;
/** Longer ones say what was asked, not how. */
const QUOTED_MAX = 60;

/** As it is told: what was only today's question is left out. */
export const shownCommand = ({ command }: Pick<Run, "command">): string =>
  command.replace(QUOTED, (quoted) => (quoted.length > QUOTED_MAX ? `${quoted[0]}…${quoted[0]}` : quoted));

export const isFlag = (word: string): boolean => word.startsWith("-") || /^\w+=/.test(word);

/** The first words up to what it is done to. */
function nameOf(words: readonly string[]): string {
  const own = words.filter((word) => !isFlag(word));
  const program = (own[0] ?? "").replace(/^.*\//, "");
  const second = own[1];
  if (second === undefined || !/^[a-z][\w:-]*$/i.test(second)) return program;
  const third = own[2];
  const runs = /^(?:run|exec|x|compose|tool|-m|test|manage\.py)$/.test(second);
  return runs && third !== undefined && /^[a-z][\w:.-]*$/i.test(third)
    ? `${program} ${second} ${third}`
    : `${program} ${second}`;
}

/** Whether the second run is the first one again, perhaps on more or less than then. */
export function isSameTask(first: Run, second: Run): boolean {
  if (first.command === second.command) return true;
  if (first.name !== second.name || first.kind === "look") return false;
  const [few, many] =
    first.words.length < second.words.length ? [first.words, second.words] : [second.words, first.words];
  const all = new Set(many);
  const missing = few.filter((word) => !isFlag(word) && !all.has(word));
  return missing.length === 0 || (first.kind === "check" && !first.misused);
}

/** Words that two calls have to share, or an argument in quotation marks, for one to be the other told differently. */
const SHARED_LEAST = 2;

/**
 * Whether the second is the first told otherwise: the same program with other flags or variables, or one word of it
 * replaced, on the same. Another question to the same program is none.
 */
export function isVariant(first: Run, second: Run): boolean {
  if (first.kind === "look" || first.command === second.command) return false;
  if (first.kind === "check" && !first.misused) return false;
  const program = programOf(first.words);
  if (program === "" || !second.command.includes(program)) return false;
  if (!second.words.some((word) => word.endsWith(program) && word.replace(/^.*\//, "") === program))
    return false;
  const known = new Set(first.words);
  const has = new Set(second.words);
  const isTold = second.words.some((word) => isFlag(word) && !known.has(word));
  const quoted = first.command.match(QUOTED)?.filter((part) => part.length > QUOTED_LEAST) ?? [];
  if (quoted.length > 0) return isTold && quoted.some((part) => second.command.includes(part));
  const own = first.words.filter((word) => !isFlag(word) && !word.endsWith(program));
  const gone = own.filter((word) => !has.has(word));
  if (gone.length === 0) return isTold;
  const shared = first.words.filter((word) => has.has(word)).length - 1;
  return gone.length === 1 &&
    gone[0] === own[0] &&
    shared >= SHARED_LEAST &&
    second.words.length === first.words.length
    ? true
    : isTold && own.length > 1 && gone.length === 1 && shared >= SHARED_LEAST;
}
const QUOTED_LEAST = 12;
const programOf = (words: readonly string[]): string =>
  (words.find((word) => !isFlag(word)) ?? "").replace(/^.*\//, "");

/** Without one of these no line says that anything failed: most outputs are told apart by them alone. */
const FAILING = ["fail", "FAIL", "err", "ERR", "panicked", "Traceback", "make: *", "not ok", "E  "];
const FAILED_LINE =
  /^(?:.{0,80}\b[1-9]\d{0,6} (?:tests? )?(?:failed|failing|failures?|errors?)\b|FAIL(?:ED|URE)?\b|ERROR\b|error(?:\[\w+\])?:|E {2,}\S|Traceback \(most|thread '.{1,60}' panicked|npm (?:ERR!|error)|.{0,80}\berror TS\d+|BUILD FAILED|make: \*\*\*|Tests: .{0,40}\b[1-9]\d* failed|not ok \d+|---? FAIL)/;
const FINE_OUTPUT = /\b(?:0 (?:failed|errors?|failures?)|no (?:errors|failures))\b/i;

/** "0 failed, 3 passed" is fine, "2 failed, 0 errors" is not. */
const isFine = (line: string): boolean =>
  FINE_OUTPUT.test(line) && !/\b[1-9]\d* (?:failed|failing|errors?|failures?)\b/i.test(line);

function saysFailed(output: string): boolean {
  const held = FAILING.filter((part) => output.includes(part));
  return (
    held.length > 0 &&
    output
      .split("\n")
      .some((line) => held.some((part) => line.includes(part)) && FAILED_LINE.test(line) && !isFine(line))
  );
}

const MISUSE =
  /command not found|not recognized as|no such file or directory|unknown (?:option|command|argument|flag|script|subcommand)|unrecognized (?:command-line )?(?:option|argument)|invalid (?:option|argument|flag)|missing script|usage:|no module named|is not installed|cannot find (?:module|package|the path|command)|could not (?:find|determine|connect)|connection refused|econnrefused|permission denied|eacces|not a git repository|exit code 127|cannot connect to the docker|unsupported engine|requires? (?:node|python|java|go|rust|version)|no configuration|must be run|not set|environment variable|address already in use|eaddrinuse|no space left|heap out of memory|unable to (?:locate|resolve|connect|find)|does not exist|timed out|unauthorized|forbidden|denied/i;
const isMisuse = (complaint: string, output: string): boolean =>
  MISUSE.test(complaint) || MISUSE.test(output.slice(0, 400));

/** How telling a line of output is of what went wrong; the first that fits counts. */
const TELLING: readonly RegExp[] = [
  /^\s*(?:E\s+)?(?:[\w.$]+\.)?[A-Z]\w*(?:Error|Exception|Panic|Fault|Failure|Violation)\b(?::|\s*\().{3,}/,
  /\berror(?:\[\w+\]| TS\d+| \d{1,5})?:\s?\S.{5,}/i,
  /\bpanicked at\b.{3,}|^panic: .{3,}|^\s*\w+_test\.go:\d+: .{5,}/,
  /^\s*fatal: .{3,}/i,
  /command not found|no such file|not recognized as|missing script|unknown (?:option|command)|no module named|permission denied|econnrefused|connection refused/i,
  /^\s*(?:E {2,}|×|✕|✗|●|FAIL(?:ED)?:?|not ok \d+|--- FAIL:)\s*\S.{3,}/,
  /\b(?:expected|assert\w*)\b.{5,}/i,
  /\b(?:failed|failure|denied|refused|cannot|could not|unable to|timed out|timeout|invalid|undefined|not found|not set|out of memory|deadlock)\b/i,
];
/** In lower case: without one of these no line is telling, and most lines of an output have none. */
const MAY_TELL =
  "err|exception|panic|fault|fail|violation|fatal|not found|no such|not recog|missing|unknown|denied|refused|expected|assert|cannot|could not|unable|timed out|timeout|invalid|undefined|not set|memory|deadlock|no module|not ok|e  |×|✕|✗|●|_test.go:".split(
    "|",
  );
const ERROR_LINE_MAX = 180;
/** Telling lines looked at, from either end of an output. */
const LINES_MAX = 120;
/** What addresses a reader is no complaint of a program. */
const ADDRESSES =
  /\b(?:ignore|disregard|forget) (?:all |any |your |the |previous |prior )+(?:instructions?|rules|prompts?)|\b(?:system prompt|you are (?:now )?an?|you must now|as an ai|assistant[,:]|remember (?:that|this|to)|store (?:this|that|in memory)|save (?:this|that) (?:to|as|in))\b/i;

/** Lines that may be telling, those nearest to either end of an output. */
function mayTell(output: string): string[] {
  const lower = output.toLowerCase();
  const begins = new Set<number>();
  for (const part of MAY_TELL) {
    for (let at = lower.indexOf(part); at >= 0; at = lower.indexOf(part, at)) {
      begins.add(lower.lastIndexOf("\n", at) + 1);
      const end = lower.indexOf("\n", at);
      if (end < 0) break;
      at = end;
    }
  }
  // A letter that is longer in lower case moves what stands behind it.
  const text = lower.length === output.length ? output : lower;
  const lineFrom = (from: number): string => {
    const end = text.indexOf("\n", from);
    return text.slice(from, end < 0 ? undefined : end);
  };
  const lines = [...begins].sort((a, b) => a - b).map(lineFrom);
  return lines.length <= 2 * LINES_MAX ? lines : [...lines.slice(0, LINES_MAX), ...lines.slice(-LINES_MAX)];
}

export function errorLine(output: string): string {
  const candidates = mayTell(output)
    .map((line) =>
      cleanText(line.slice(0, 1_000))
        .replace(/\x1b?\[[\d;]{0,12}m/g, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => line.length > 3 && !/^exit code\b|^[\W_]+$/i.test(line) && !ADDRESSES.test(line));
  for (const telling of TELLING) {
    const found = candidates.find(
      (line) => telling.test(line) && !/\b0 (?:failed|errors?|failures?)\b/i.test(line),
    );
    if (found) return clip(trimmed(found), ERROR_LINE_MAX);
  }
  return "";
}

/** Without the paths, marks and times that lead up to the complaint. */
const trimmed = (line: string): string =>
  line
    .replace(/^(?:E\s+|[×✕✗●]\s*|FAIL(?:ED)?:?\s+|npm (?:ERR!|error)\s*)/, "")
    .replace(/^\[?\d{4}-\d\d-\d\d[T ][\d:.,Z+]+\]?\s*/, "")
    .replace(/\s*\(\d+(?:\.\d+)? ?m?s\)$/, "")
    .trim();
