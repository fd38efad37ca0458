/**
 * Edits one key of a JSON text and leaves every other byte alone: the text is a person's own file, with their order,
 * indentation and line ends. Pure. The text has to be JSON as `JSON.parse` takes it, after an optional byte order mark.
 */
import { isObject } from "../../../record/value.ts";

/** A text that is not JSON, or not a JSON object where one is needed. */
export class JsonEditError extends Error {
  override readonly name: string = "JsonEditError";
}

interface Member {
  key: string;
  /** Offset of the key's opening quote. */
  start: number;
  valueStart: number;
  /** Offset behind the value. */
  end: number;
}

interface ObjectSpan {
  open: number;
  /** Offset of the closing brace. */
  close: number;
  members: Member[];
}

/** The value at a path of keys, or undefined where there is none. */
export function valueAt(text: string, path: readonly string[]): unknown {
  let value: unknown = parseObject(text);
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/**
 * Sets the value at a path; objects on the way that do not exist are made. New keys go behind the existing ones.
 * Throws JsonEditError where something other than an object lies on the way.
 */
export function setAt(text: string, path: readonly [string, ...string[]], value: unknown): string {
  parseObject(text);
  let span = objectSpan(text, skipSpace(text, 0));
  for (const [depth, key] of path.entries()) {
    const rest = path.slice(depth + 1);
    const member = span.members.findLast((each) => each.key === key);
    if (!member) {
      const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      return insertMember(text, span, key, nested);
    }
    if (rest.length === 0) {
      const indent = lineIndent(text, member.start);
      return text.slice(0, member.valueStart) + render(text, value, indent) + text.slice(member.end);
    }
    if (text[member.valueStart] !== "{") {
      throw new JsonEditError(`${path.slice(0, depth + 1).join(".")} is not an object`);
    }
    span = objectSpan(text, member.valueStart);
  }
  return text;
}

/** Removes the key at a path; a text without it comes back as it is. */
export function removeAt(text: string, path: readonly [string, ...string[]]): string {
  parseObject(text);
  let span = objectSpan(text, skipSpace(text, 0));
  for (const [depth, key] of path.entries()) {
    const index = span.members.findLastIndex((each) => each.key === key);
    const member = span.members[index];
    if (!member) return text;
    if (depth === path.length - 1) return cutMember(text, span, index, member);
    if (text[member.valueStart] !== "{") return text;
    span = objectSpan(text, member.valueStart);
  }
  return text;
}

function cutMember(text: string, span: ObjectSpan, index: number, member: Member): string {
  const next = span.members[index + 1];
  if (next) return text.slice(0, member.start) + text.slice(next.start);
  const previous = span.members[index - 1];
  if (previous) return text.slice(0, previous.end) + text.slice(member.end);
  return text.slice(0, span.open + 1) + text.slice(span.close);
}

function insertMember(text: string, span: ObjectSpan, key: string, value: unknown): string {
  const last = span.members.at(-1);
  const name = JSON.stringify(key);
  if (!last) {
    const outer = lineIndent(text, span.open);
    const inner = outer + indentUnit(text);
    const line = newline(text);
    const member = `${name}: ${render(text, value, inner)}`;
    return `${text.slice(0, span.open + 1)}${line}${inner}${member}${line}${outer}${text.slice(span.close)}`;
  }
  if (!text.slice(span.open, last.start).includes("\n")) {
    return `${text.slice(0, last.end)}, ${name}: ${JSON.stringify(value)}${text.slice(last.end)}`;
  }
  const indent = lineIndent(text, last.start);
  const member = `${name}: ${render(text, value, indent)}`;
  return `${text.slice(0, last.end)},${newline(text)}${indent}${member}${text.slice(last.end)}`;
}

const render = (text: string, value: unknown, indent: string): string =>
  JSON.stringify(value, null, indentUnit(text)).replaceAll("\n", newline(text) + indent);

const newline = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** White space at the start of the line that holds this offset. */
function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

const indentUnit = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1]?.slice(0, 8) ?? "  ";

function parseObject(text: string): { [key: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new JsonEditError(error instanceof Error ? error.message : String(error));
  }
  if (!isObject(value)) throw new JsonEditError("it is not a JSON object");
  return value;
}

/** The object that opens at `open`. The text is known to be valid JSON. */
function objectSpan(text: string, open: number): ObjectSpan {
  const members: Member[] = [];
  let at = skipSpace(text, open + 1);
  while (text[at] === '"') {
    const start = at;
    const keyEnd = skipValue(text, start);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, valueStart);
    members.push({ key: JSON.parse(text.slice(start, keyEnd)) as string, start, valueStart, end });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return { open, close: at, members };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/[\s\uFEFF]/.test(text[at] ?? "")) at += 1;
  return at;
}

/** Offset behind the value that starts at `from`. */
function skipValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return skipString(text, from);
  if (first !== "{" && first !== "[") {
    let at = from;
    while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1;
    return at;
  }
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = skipString(text, at) - 1;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function skipString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
