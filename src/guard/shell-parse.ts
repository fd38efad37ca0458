/**
 * Splits a shell command into words, operators and redirections, after
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html with bash's additions. It builds no
 * syntax tree: who walks the tokens keeps as much structure as it needs. It never throws.
 */

export type Part =
  | { kind: "text"; text: string; quoted: boolean }
  | { kind: "variable"; name: string; quoted: boolean; fallback?: string; basename?: true }
  /** `$(…)` or backquotes: the source inside. */
  | { kind: "command"; source: string }
  /** `<(…)` or `>(…)`. */
  | { kind: "process"; source: string }
  /** The elements of `name=(…)`. */
  | { kind: "list"; source: string }
  | { kind: "unknown" };

export type Word = readonly Part[];

export type Token =
  | { kind: "word"; word: Word }
  /** A control operator; a newline counts as `;`. */
  | { kind: "operator"; text: string }
  | { kind: "redirect"; operator: string; target: Word }
  /** A here-document or here-string. */
  | { kind: "input"; text: string };

export interface Parsed {
  tokens: Token[];
  /** False when a quote, a bracket or a here-document is not closed. */
  complete: boolean;
}

interface Cursor {
  readonly text: string;
  at: number;
  complete: boolean;
}

type HereDocument = { token: { kind: "input"; text: string }; delimiter: string; tabs: boolean };

const REDIRECTION = /\d*(?:&>>|&>|>>|>\||>&|<>|<<<|<<-|<<|<&|>|<)/y;
const OPERATOR = /&&|\|\||;;&|;;|;&|\|&|[;|&()]/y;
const NAME = /[A-Za-z_]\w*/y;

const matchAt = (pattern: RegExp, cursor: Cursor): string | undefined => {
  pattern.lastIndex = cursor.at;
  return pattern.exec(cursor.text)?.[0];
};

export function parseShell(text: string): Parsed {
  const cursor: Cursor = { text, at: 0, complete: true };
  const tokens: Token[] = [];
  let pending: HereDocument[] = [];
  while (cursor.at < text.length) {
    const char = text[cursor.at];
    if (char === " " || char === "\t" || char === "\r") cursor.at += 1;
    else if (char === "\\" && text[cursor.at + 1] === "\n") cursor.at += 2;
    else if (char === "\n") {
      cursor.at += 1;
      for (const document of pending) readHereDocument(cursor, document);
      pending = [];
      tokens.push({ kind: "operator", text: ";" });
    } else if (char === "#") {
      const end = text.indexOf("\n", cursor.at);
      cursor.at = end < 0 ? text.length : end;
    } else if (text.startsWith("((", cursor.at) && skipArithmetic(cursor)) {
      tokens.push({ kind: "word", word: [{ kind: "unknown" }] });
    } else readToken(cursor, tokens, pending);
  }
  for (const document of pending) readHereDocument(cursor, document);
  return { tokens, complete: cursor.complete };
}

function readToken(cursor: Cursor, tokens: Token[], pending: HereDocument[]): void {
  const redirection = "<>&0123456789".includes(cursor.text[cursor.at] ?? "x")
    ? matchAt(REDIRECTION, cursor)
    : undefined;
  const isProcess =
    redirection !== undefined && /^[<>]$/.test(redirection) && cursor.text[cursor.at + 1] === "(";
  if (redirection !== undefined && !isProcess) {
    cursor.at += redirection.length;
    readRedirection(cursor, redirection.replace(/^\d+/, ""), tokens, pending);
    return;
  }
  const isOperator = !isProcess && "&|;()".includes(cursor.text[cursor.at] ?? "x");
  const operator = isOperator ? matchAt(OPERATOR, cursor) : undefined;
  if (operator !== undefined) {
    cursor.at += operator.length;
    tokens.push({ kind: "operator", text: operator });
  } else tokens.push({ kind: "word", word: readWord(cursor) });
}

function readRedirection(cursor: Cursor, operator: string, tokens: Token[], pending: HereDocument[]): void {
  while (/[ \t\r]/.test(cursor.text[cursor.at] ?? "") || cursor.text.startsWith("\\\n", cursor.at)) {
    cursor.at += cursor.text[cursor.at] === "\\" ? 2 : 1;
  }
  const target = readWord(cursor);
  if (operator === "<<" || operator === "<<-") {
    const token = { kind: "input" as const, text: "" };
    tokens.push(token);
    pending.push({ token, delimiter: literal(target), tabs: operator === "<<-" });
  } else if (operator === "<<<") tokens.push({ kind: "input", text: literal(target) });
  else if (operator !== "<&" && !(operator === ">&" && /^(?:\d+-?|-)$/.test(literal(target)))) {
    tokens.push({ kind: "redirect", operator, target });
  }
}

/** The text of a word with expansions left out. */
export const literal = (word: Word): string =>
  word.map((part) => (part.kind === "text" ? part.text : "")).join("");

function readHereDocument(cursor: Cursor, { token, delimiter, tabs }: HereDocument): void {
  const lines: string[] = [];
  while (cursor.at < cursor.text.length) {
    const end = cursor.text.indexOf("\n", cursor.at);
    const line = cursor.text.slice(cursor.at, end < 0 ? undefined : end);
    cursor.at = end < 0 ? cursor.text.length : end + 1;
    const bare = tabs ? line.replace(/^\t+/, "") : line;
    if (bare === delimiter) {
      token.text = lines.join("\n");
      return;
    }
    lines.push(bare);
  }
  token.text = lines.join("\n");
  cursor.complete = false;
}

const ENDS_WORD = " \t\r\n;&|<>()";
/** Characters that are never more than themselves. */
const PLAIN = /[\w./:=@,%+-]+/y;

function readWord(cursor: Cursor): Word {
  const parts: Part[] = [];
  const add = (text: string, quoted: boolean): void => {
    const last = parts.at(-1);
    if (last?.kind === "text" && last.quoted === quoted) last.text += text;
    else parts.push({ kind: "text", text, quoted });
  };
  const { text } = cursor;
  while (cursor.at < text.length) {
    const plain = matchAt(PLAIN, cursor);
    if (plain !== undefined) {
      add(plain, false);
      cursor.at += plain.length;
      continue;
    }
    const char = text[cursor.at] ?? "";
    const next = text[cursor.at + 1];
    if ((char === "<" || char === ">") && next === "(" && parts.length === 0) {
      cursor.at += 2;
      parts.push({ kind: "process", source: readBalanced(cursor) });
    } else if (char === "(" && isArrayStart(parts)) {
      cursor.at += 1;
      parts.push({ kind: "list", source: readBalanced(cursor) });
    } else if (char === "(" && /[?*+@!]$/.test(lastText(parts))) {
      cursor.at += 1;
      readBalanced(cursor);
      parts.push({ kind: "unknown" });
    } else if (ENDS_WORD.includes(char)) break;
    else if (char === "\\") {
      if (next !== "\n") add(next ?? "", true);
      if (next === undefined) cursor.complete = false;
      cursor.at += 2;
    } else if (char === "'") {
      cursor.at += 1;
      add(readUntil(cursor, "'"), true);
    } else if (char === '"' || (char === "$" && next === '"')) {
      cursor.at += char === '"' ? 1 : 2;
      add("", true);
      readDoubleQuoted(cursor, parts, add);
    } else if (char === "$" && next === "'") {
      cursor.at += 2;
      add(readAnsiQuoted(cursor), true);
    } else if (char === "$") parts.push(...readExpansion(cursor, false));
    else if (char === "`") parts.push(readBackquoted(cursor));
    else {
      add(char, false);
      cursor.at += 1;
    }
  }
  return parts;
}

const lastText = (parts: readonly Part[]): string => {
  const last = parts.at(-1);
  return last?.kind === "text" && !last.quoted ? last.text : "";
};

const isArrayStart = (parts: readonly Part[]): boolean =>
  parts.length === 1 && /^[A-Za-z_]\w*\+?=$/.test(lastText(parts));

function readDoubleQuoted(cursor: Cursor, parts: Part[], add: (text: string, quoted: boolean) => void): void {
  const { text } = cursor;
  while (cursor.at < text.length) {
    const char = text[cursor.at] ?? "";
    if (char === '"') {
      cursor.at += 1;
      return;
    }
    if (char === "\\") {
      const next = text[cursor.at + 1] ?? "";
      if (next !== "\n") add(/[$`"\\]/.test(next) ? next : `\\${next}`, true);
      cursor.at += 2;
    } else if (char === "$") parts.push(...readExpansion(cursor, true));
    else if (char === "`") parts.push(readBackquoted(cursor));
    else {
      add(char, true);
      cursor.at += 1;
    }
  }
  cursor.complete = false;
}

function readUntil(cursor: Cursor, end: string): string {
  const found = cursor.text.indexOf(end, cursor.at);
  const inner = cursor.text.slice(cursor.at, found < 0 ? undefined : found);
  cursor.at = found < 0 ? cursor.text.length : found + end.length;
  if (found < 0) cursor.complete = false;
  return inner;
}

const ESCAPES: Readonly<{ [letter: string]: string }> = {
  n: "\n",
  t: "\t",
  r: "\r",
  e: "\u001b",
  a: "\u0007",
};

function readAnsiQuoted(cursor: Cursor): string {
  let out = "";
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== "'") {
    const escaped = matchAt(/\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|[\s\S])/y, cursor);
    const raw = escaped ?? cursor.text[cursor.at] ?? "";
    cursor.at += raw.length;
    if (escaped === undefined) out += raw;
    else if (/^\\[xu][0-9a-f]/i.test(raw)) out += String.fromCharCode(Number.parseInt(raw.slice(2), 16));
    else if (/^\\[0-7]/.test(raw)) out += String.fromCharCode(Number.parseInt(raw.slice(1), 8));
    else out += ESCAPES[raw.slice(1)] ?? raw.slice(1);
  }
  if (cursor.at >= cursor.text.length) cursor.complete = false;
  cursor.at += 1;
  return out;
}

function readBackquoted(cursor: Cursor): Part {
  cursor.at += 1;
  let source = "";
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== "`") {
    if (cursor.text[cursor.at] === "\\") cursor.at += 1;
    source += cursor.text[cursor.at] ?? "";
    cursor.at += 1;
  }
  if (cursor.at >= cursor.text.length) cursor.complete = false;
  cursor.at += 1;
  return { kind: "command", source };
}

function readExpansion(cursor: Cursor, quoted: boolean): Part[] {
  cursor.at += 1;
  if (cursor.text[cursor.at] === "(") {
    if (cursor.text[cursor.at + 1] === "(" && skipArithmetic(cursor)) return [{ kind: "unknown" }];
    cursor.at += 1;
    return [{ kind: "command", source: readBalanced(cursor) }];
  }
  if (cursor.text[cursor.at] === "{") {
    cursor.at += 1;
    return [parameter(readBalanced(cursor, "{", "}"), quoted)];
  }
  const name = matchAt(NAME, cursor);
  if (name !== undefined) {
    cursor.at += name.length;
    return [{ kind: "variable", name, quoted }];
  }
  if (/[0-9@*#?$!_-]/.test(cursor.text[cursor.at] ?? "")) {
    cursor.at += 1;
    return [{ kind: "unknown" }];
  }
  return [{ kind: "text", text: "$", quoted }];
}

// Cutting and replacing are overlooked, so that the value stays recognisable; only `${name##*/}` is what it says.
function parameter(inner: string, quoted: boolean): Part {
  const [, name, rest = ""] = /^([A-Za-z_]\w*)([\s\S]*)$/.exec(inner) ?? [];
  if (name === undefined) return { kind: "unknown" };
  if (rest === "##*/") return { kind: "variable", name, quoted, basename: true };
  const fallback = /^:?[-=](.*)$/s.exec(rest)?.[1];
  return { kind: "variable", name, quoted, ...(fallback === undefined ? {} : { fallback }) };
}

/** Up to the bracket that closes the one just passed; quotes are minded. */
function readBalanced(cursor: Cursor, open = "(", close = ")"): string {
  const { text } = cursor;
  const start = cursor.at;
  for (let depth = 1; cursor.at < text.length; cursor.at += 1) {
    const char = text[cursor.at];
    if (char === "\\") cursor.at += 1;
    else if (char === "'") {
      cursor.at += 1;
      readUntil(cursor, "'");
      cursor.at -= 1;
    } else if (char === '"') skipDoubleQuoted(cursor);
    else if (char === open) depth += 1;
    else if (char === close) depth -= 1;
    if (depth === 0) {
      cursor.at += 1;
      return text.slice(start, cursor.at - 1);
    }
  }
  cursor.complete = false;
  return text.slice(start);
}

/** Leaves the cursor on the closing quote. */
function skipDoubleQuoted(cursor: Cursor): void {
  for (cursor.at += 1; cursor.at < cursor.text.length; cursor.at += 1) {
    const char = cursor.text[cursor.at];
    if (char === '"') return;
    if (char === "\\") cursor.at += 1;
    else if (char === "$" && cursor.text[cursor.at + 1] === "(") {
      cursor.at += 2;
      readBalanced(cursor);
      cursor.at -= 1;
    }
  }
}

/** Passes over `((…))`; false, without moving, where the two brackets are nested subshells. */
function skipArithmetic(cursor: Cursor): boolean {
  const probe: Cursor = { ...cursor, at: cursor.at + 1 };
  const inner = readBalanced(probe);
  if (!inner.startsWith("(") || !inner.endsWith(")") || !probe.complete) return false;
  const within: Cursor = { text: inner, at: 1, complete: true };
  readBalanced(within);
  if (within.at !== inner.length) return false;
  cursor.at = probe.at;
  return true;
}
