/**
 * Texts as PostgreSQL can hold them. It refuses NUL and lone surrogates: a NUL is written with an escape and comes back; a
 * lone surrogate becomes U+FFFD, as it does in UTF-8 everywhere.
 */

/** ASCII's SUBSTITUTE: nobody writes it. */
const ESCAPE = "\x1a";
const UNSTORABLE = /[\0\x1a]/g;
const ESCAPED = /\x1a([01])/g;

export function storable(text: string): string {
  const wellFormed = text.toWellFormed();
  // A search by a global expression keeps its place; `includes` does not.
  return wellFormed.includes("\0") || wellFormed.includes(ESCAPE)
    ? wellFormed.replace(UNSTORABLE, (character) => ESCAPE + (character === "\0" ? "0" : "1"))
    : wellFormed;
}

export const original = (text: string): string =>
  text.includes(ESCAPE) ? text.replace(ESCAPED, (_, which: string) => (which === "0" ? "\0" : ESCAPE)) : text;

/** What JSON text shows of characters that cannot be stored; a backslash before it only makes for a closer look. */
const SUSPECT = /\\u(?:0000|001a|d[89a-f])/;

/** A value as JSON whose strings and keys can be stored. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  return SUSPECT.test(json) ? JSON.stringify(mapped(value, storable)) : json;
}

/** The value that `toJson` was given, of JSON text as PostgreSQL writes it. */
export function fromJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return json.includes("\\u001a") ? mapped(value, original) : value;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [change(key), mapped(inner, change)]),
  );
}

/**
 * An array as PostgreSQL writes it, for a parameter: of an array of ours the client would have to ask the server for the
 * type first, a round trip more. https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
export const arrayOf = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => (typeof value === "number" ? value : quoted(value))).join(",")}}`;

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
