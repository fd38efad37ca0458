/**
 * Which paths a shell command writes to. A guard against mistakes, not a sandbox: a script that is run, a programme
 * that is not in the table, and a value that comes from elsewhere are beyond it. What can be told is told, and what
 * cannot be told is passed on as such. It never throws.
 */
import type { Environment } from "../host/paths.ts";
import { readFind, readGrep } from "./found-files.ts";
import { inlineCode, isInterpreter, mayWrite } from "./interpreters.ts";
import { absolute, located } from "./located.ts";
import { readOptions } from "./options.ts";
import { expandWord, outputOf, type Scope } from "./shell-expand.ts";
import { literal, type Parsed, parseShell, type Token, type Word } from "./shell-parse.ts";
import type { IntendedWrite } from "./types.ts";
import { ANY, withoutWildcards } from "./wildcards.ts";
import { wrappedCommand } from "./wrappers.ts";
import { commandTargets, looksLikeWriting, type Target } from "./write-commands.ts";

/** Longer commands are judged by their words alone. */
const MAX_LENGTH = 200_000;
/** More writes of one command are not told apart. */
const MAX_WRITES = 2_000;
const MAX_DEPTH = 8;
/** More commands, nested ones counted as often as they are looked at, are judged by their words alone. */
const MAX_STEPS = 5_000;

/** `cwd` is absolute; `env` gives `~` and variables their values. */
export function shellWrites(command: string, options: { cwd: string; env: Environment }): IntendedWrite[] {
  const source = withoutWildcards(command).replaceAll("\0", "");
  const writes: IntendedWrite[] = [];
  const scope: Scope = {
    ...options,
    variables: new Map(),
    upstream: [],
    depth: 0,
    budget: { left: MAX_STEPS },
  };
  // Most commands only read: telling so is much cheaper than reading them.
  if (!looksLikeWriting(source)) return writes;
  if (source.length > MAX_LENGTH) writes.push({ kind: "text", text: source, cwd: options.cwd });
  else {
    try {
      walk(source, scope, writes);
    } catch {
      // Nested deeper than the stack.
      writes.push({ kind: "text", text: source, cwd: options.cwd });
    }
  }
  return writes.slice(0, MAX_WRITES);
}

interface Command {
  words: Word[];
  redirects: Word[];
  input: string;
}

const RESERVED = new Set([
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "while",
  "until",
  "do",
  "done",
  "{",
  "}",
  "!",
  "time",
]);

function walk(source: string, scope: Scope, writes: IntendedWrite[]): void {
  const parsed = parseShell(source);
  const tooMuch =
    scope.depth > MAX_DEPTH || scope.budget.left < parsed.tokens.length || writes.length > MAX_WRITES;
  scope.budget.left -= parsed.tokens.length;
  if ((!parsed.complete || tooMuch) && looksLikeWriting(source)) {
    writes.push({ kind: "text", text: source, cwd: scope.cwd });
  }
  if (tooMuch) return;
  const feeds = processFeeds(parsed, scope);
  /** One entry per open bracket or `case`: the folder to go back to. */
  const open: (string | undefined)[] = [];
  let command: Command = { words: [], redirects: [], input: "" };
  const finish = (): string[] => {
    const printed = run(command, scope, writes, feeds, open);
    command = { words: [], redirects: [], input: "" };
    return printed;
  };
  for (const token of parsed.tokens) {
    if (token.kind === "word") command.words.push(token.word);
    else if (token.kind === "redirect") command.redirects.push(token.target);
    else if (token.kind === "input") command.input += `${token.text}\n`;
    else step(token, finish(), scope, open);
  }
  finish();
}

function step(
  { text }: Extract<Token, { kind: "operator" }>,
  printed: string[],
  scope: Scope,
  open: (string | undefined)[],
): void {
  if (text === "(") open.push(scope.cwd);
  else if (text === ")") {
    // The bracket after a pattern of `case` closes nothing.
    if (open.at(-1) !== undefined) scope.cwd = open.pop() ?? scope.cwd;
  } else if (text === "|" || text === "|&") scope.upstream = [...scope.upstream, ...printed].slice(-200);
  else scope.upstream = [];
}

/** What `<(…)` and here-strings give to whoever reads. */
function processFeeds({ tokens }: Parsed, scope: Scope): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === "input")
      return token.text.length < 1_000 ? token.text.split(/\s+/).filter(Boolean) : [];
    const word = token.kind === "word" ? token.word : token.kind === "redirect" ? token.target : [];
    return word.flatMap((part) => (part.kind === "process" ? outputOf(part.source, scope) : []));
  });
}

/** Runs one simple command as far as writing goes; returns what it may print, as words. */
function run(
  { words, redirects, input }: Command,
  scope: Scope,
  writes: IntendedWrite[],
  feeds: readonly string[],
  open: (string | undefined)[],
): string[] {
  substitutions([...words, ...redirects], scope, writes);
  const rest = skipReserved(words, scope, open);
  const test = rest[0] !== undefined && literal(rest[0]) === "[[";
  if (!test)
    for (const target of redirects)
      emit(
        expandWord(target, scope).map((path) => ({ path })),
        scope,
        writes,
      );
  const named = assignments(rest, scope);
  const argv = named.flatMap((word) => expandWord(word, scope)).filter((word) => word !== "");
  return argv.length > 0 ? runArgv(argv, input, scope, writes, feeds) : [];
}

function substitutions(words: readonly Word[], scope: Scope, writes: IntendedWrite[]): void {
  for (const part of words.flat()) {
    if (part.kind !== "command" && part.kind !== "process") continue;
    walk(part.source, { ...scope, variables: new Map(scope.variables), depth: scope.depth + 1 }, writes);
  }
}

function skipReserved(words: Word[], scope: Scope, open: (string | undefined)[]): Word[] {
  let rest = words;
  for (;;) {
    const [first, second] = rest;
    const name = first?.length === 1 && first[0]?.kind === "text" && !first[0].quoted ? first[0].text : "";
    if (RESERVED.has(name)) rest = rest.slice(1);
    else if (name === "function" || name === "coproc") rest = rest.slice(name === "function" ? 2 : 1);
    else if (name === "esac") {
      if (open.length > 0 && open.at(-1) === undefined) open.pop();
      rest = rest.slice(1);
    } else if (name === "case") {
      open.push(undefined);
      return rest.slice(3);
    } else if ((name === "for" || name === "select") && second) {
      const values = rest.slice(3).flatMap((word) => expandWord(word, scope));
      scope.variables.set(literal(second), values.length > 0 ? values.slice(0, 64) : [ANY]);
      return [];
    } else return rest;
  }
}

/** Takes leading `name=value` words into the scope; returns what is left. */
function assignments(words: Word[], scope: Scope): Word[] {
  for (const [i, word] of words.entries()) {
    const [first, ...others] = word;
    const match = first?.kind === "text" && !first.quoted ? /^([A-Za-z_]\w*)\+?=/.exec(first.text) : null;
    if (!match || first?.kind !== "text") return words.slice(i);
    const value = first.text.slice(match[0].length);
    const parts = value === "" ? others : [{ ...first, text: value }, ...others];
    scope.variables.set(match[1] ?? "", expandWord(parts, scope).slice(0, 64));
  }
  return [];
}

const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh", "ash", "fish"]);

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.exe$/i, "");

function runArgv(
  argv: readonly string[],
  input: string,
  scope: Scope,
  writes: IntendedWrite[],
  feeds: readonly string[],
): string[] {
  const [first = "", ...args] = argv;
  const name = baseName(first);
  const wrapped = wrappedCommand(name, args);
  if (wrapped) return wrapped.length > 0 ? runArgv(wrapped, input, scope, writes, feeds) : [];
  if (name === "cd" || name === "pushd") changeFolder(args, scope);
  else if (name === "popd") scope.cwd = ANY;
  else if (/^(?:export|declare|local|readonly|typeset)$/.test(name)) declare(args, scope);
  else if (/^(?:read|mapfile|readarray)$/.test(name)) {
    const values = [...scope.upstream, ...feeds].slice(0, 64);
    for (const variable of readOptions(args, "adinNptu").operands) {
      scope.variables.set(variable, values.length > 0 ? values : [ANY]);
    }
  } else if (name === "eval") nested(args.join(" "), scope, writes);
  else if (name === "trap") nested(args[0] ?? "", scope, writes);
  else if (SHELLS.has(name)) runShell(args, input, scope, writes);
  else if (name === "xargs" || name === "parallel") runXargs(args, scope, writes);
  else if (name === "find") return runFind(args, scope, writes);
  else if (name === "grep" || name === "egrep")
    return readGrep(args) ?? args.filter((arg) => !arg.startsWith("-"));
  if (isInterpreter(name)) {
    const code = inlineCode(name, args) || input || scope.upstream.join("\n");
    if (mayWrite(code)) writes.push({ kind: "text", text: [code, ...args].join("\n"), cwd: scope.cwd });
  }
  emit(commandTargets(name, args, input), scope, writes);
  return args.filter((arg) => !arg.startsWith("-"));
}

function changeFolder(args: readonly string[], scope: Scope): void {
  const target = args.find((arg) => !/^-./.test(arg));
  if (target === undefined) scope.cwd = scope.env.HOME ?? ANY;
  else if (target === "-" || /^\+\d/.test(target)) scope.cwd = ANY;
  else scope.cwd = absolute(target, scope.cwd);
}

function declare(args: readonly string[], scope: Scope): void {
  for (const arg of args) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(arg) ?? [];
    if (name !== undefined && value !== undefined) scope.variables.set(name, [value]);
  }
}

/** Source that another shell reads: it starts with a copy of what is known, and leaves nothing behind. */
function nested(source: string, scope: Scope, writes: IntendedWrite[]): void {
  const inner = { ...scope, variables: new Map(scope.variables), depth: scope.depth + 1 };
  walk(source, inner, writes);
}

function runShell(args: readonly string[], input: string, scope: Scope, writes: IntendedWrite[]): void {
  const flag = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  if (flag >= 0) nested(args[flag + 1] ?? "", scope, writes);
  else if (args.every((arg) => arg.startsWith("-"))) {
    if (input !== "") nested(input, scope, writes);
    for (const source of scope.upstream) if (/\s/.test(source)) nested(source, scope, writes);
    if (scope.upstream.length > 1) nested(scope.upstream.join(" "), scope, writes);
  }
}

function runXargs(args: readonly string[], scope: Scope, writes: IntendedWrite[]): void {
  const { given, operands } = readOptions(
    args,
    "IaEdLnPs",
    ["replace", "max-args", "delimiter", "arg-file"],
    "+",
  );
  const mark = given.get("I") ?? (given.has("i") || given.has("replace") ? "{}" : undefined);
  runOnEach(operands, mark, scope.upstream, scope, writes);
}

function runFind(args: readonly string[], scope: Scope, writes: IntendedWrite[]): string[] {
  const found = readFind(args);
  for (const filter of found.filters) {
    const changes = found.deletes || found.commands.some(([name]) => looksLikeWriting(name ?? ""));
    if (changes) writes.push({ kind: "text", text: filter, cwd: scope.cwd });
  }
  if (found.deletes)
    emit(
      found.paths.map((path) => ({ path })),
      scope,
      writes,
    );
  emit(
    found.outputs.map((path) => ({ path })),
    scope,
    writes,
  );
  for (const command of found.commands) runOnEach(command, "{}", found.paths, scope, writes);
  return [...found.paths, ...found.filters];
}

/** A command that is run on each of some paths, which take the place of the mark, or stand at the end. */
function runOnEach(
  command: readonly string[],
  mark: string | undefined,
  paths: readonly string[],
  scope: Scope,
  writes: IntendedWrite[],
): void {
  if (command.length === 0) return;
  const argv =
    mark === undefined
      ? [...command, ...paths]
      : command.flatMap((arg) =>
          arg.includes(mark) ? paths.map((path) => arg.replaceAll(mark, path)) : [arg],
        );
  const inner: Scope = {
    ...scope,
    upstream: [],
    variables: new Map(scope.variables),
    depth: scope.depth + 1,
  };
  if (inner.depth <= MAX_DEPTH) runArgv(argv, "", inner, writes, paths);
  // `sh -c 'rm "$1"' _ {}`: the paths are the script's arguments.
  const script = SHELLS.has(baseName(command[0] ?? "")) ? command[command.indexOf("-c") + 1] : undefined;
  if (script !== undefined && /\$[\d@*{]/.test(script)) {
    for (const path of paths) nested(script.replace(/"?\$(?:\{?[\d@*]\}?)"?/g, path), inner, writes);
  }
}

function emit(targets: readonly Target[], { cwd }: Scope, writes: IntendedWrite[]): void {
  if (writes.length <= MAX_WRITES) for (const target of targets) writes.push(...located(target, cwd));
}
