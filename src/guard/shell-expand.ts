/** Expands the words of a shell command as far as they can be known, into paths with the wildcards of `wildcards.ts`. */
import type { Environment } from "../host/paths.ts";
import { type Part, parseShell, type Word } from "./shell-parse.ts";
import { ANY, DEEP, ONE, STAR } from "./wildcards.ts";

/** What the commands before have left behind. */
export interface Scope {
  /** Absolute; begins with `ANY` when it cannot be told. */
  cwd: string;
  readonly env: Environment;
  /** Possible values by name. */
  readonly variables: Map<string, string[]>;
  /** What comes down the pipe, as words. */
  upstream: string[];
  /** Nested shells so far. */
  readonly depth: number;
  /** How much more is looked at, shared by nested shells, so that no command takes long to judge. */
  readonly budget: { left: number };
}

/** More values of one word are not told apart. */
const MAX_VALUES = 64;

const OPEN = "\uE004";
const COMMA = "\uE005";
const CLOSE = "\uE006";

/** Every value that a word may have; at least one. What cannot be told is `ANY`. */
export function expandWord(word: Word, scope: Scope): string[] {
  const [first] = word;
  if (word.length === 1 && first?.kind === "list") return wordsOf(first.source, scope);
  let values = [""];
  for (const [i, part] of word.entries()) {
    const additions = expandPart(part, i === 0, scope);
    const product = values.flatMap((value) => additions.map((addition) => value + addition));
    values = product.length > MAX_VALUES ? values.map((value) => value + ANY) : product;
  }
  return values.flatMap(expandBraces).slice(0, MAX_VALUES * 4);
}

function expandPart(part: Part, atStart: boolean, scope: Scope): string[] {
  switch (part.kind) {
    case "text":
      return [part.quoted ? part.text : unquoted(part.text, atStart, scope)];
    case "variable":
      return variable(part, scope);
    case "command":
      return [...new Set([ANY, ...outputOf(part.source, scope)])];
    case "process":
    case "list":
    case "unknown":
      return [ANY];
  }
}

function variable(part: Extract<Part, { kind: "variable" }>, scope: Scope): string[] {
  const own = scope.variables.get(part.name);
  const inherited = part.name === "PWD" ? scope.cwd : scope.env[part.name];
  const values = own ?? (inherited ? [inherited] : undefined);
  if (!values) return part.fallback === undefined ? [ANY] : [ANY, part.fallback];
  if (part.basename) return values.map((value) => value.slice(value.lastIndexOf("/") + 1));
  return part.quoted ? values : values.flatMap((value) => value.split(/\s+/).filter(Boolean));
}

function unquoted(text: string, atStart: boolean, scope: Scope): string {
  let out = text;
  if (atStart && /^~(?:\/|$)/.test(out)) out = (scope.env.HOME ?? ANY) + out.slice(1);
  return out
    .replace(/(^|\/)\*\*(?=\/|$)/g, `$1${DEEP}`)
    .replace(/\*+/g, STAR)
    .replace(/\?|\[[^\]/]+\]/g, ONE)
    .replaceAll("{", OPEN)
    .replaceAll(",", COMMA)
    .replaceAll("}", CLOSE);
}

/** `a{b,c}d` and `{1..3}`; braces that hold neither stay as they are, and too many choices are not told apart. */
function expandBraces(word: string): string[] {
  const done: string[] = [];
  const ahead = [word];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const close = next.indexOf(CLOSE);
    const open = close < 0 ? -1 : next.lastIndexOf(OPEN, close);
    if (open < 0) {
      done.push(next.replaceAll(OPEN, "{").replaceAll(COMMA, ",").replaceAll(CLOSE, "}"));
      continue;
    }
    const head = next.slice(0, open);
    const inner = next.slice(open + 1, close);
    const tail = next.slice(close + 1);
    const choices = inner.split(COMMA);
    const isRange = choices.length === 1 && /^[^/]*\.\.[^/]*$/.test(inner);
    if (isRange || done.length + ahead.length + choices.length > MAX_VALUES) ahead.push(head + ANY + tail);
    else if (choices.length === 1) ahead.push(`${head}{${inner}}${tail}`);
    else ahead.push(...choices.map((choice) => head + choice + tail));
  }
  return done;
}

/** All words of a piece of source, expanded. */
export function wordsOf(source: string, scope: Scope): string[] {
  scope.budget.left -= 1;
  if (scope.depth > 8 || scope.budget.left < 0) return [ANY];
  const inner = { ...scope, depth: scope.depth + 1 };
  return parseShell(source)
    .tokens.flatMap((token) => (token.kind === "word" ? expandWord(token.word, inner) : []))
    .slice(0, MAX_VALUES);
}

/** What a command may print, told from the words it is given: `$(grep -rl x docs)` may be `docs` or below. */
export function outputOf(source: string, scope: Scope): string[] {
  const words = wordsOf(source, scope);
  if (words.length === 1 && words[0] === "pwd") return [scope.cwd];
  return words.slice(1).filter((word) => !word.startsWith("-") && word !== ANY);
}
