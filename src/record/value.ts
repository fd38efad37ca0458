/** Small helpers for JSON values of unknown shape: naming them, comparing them, walking them safely. */

export type JsonObject = { [key: string]: unknown };

/** Deepest nesting that is looked into; a record's deepest own field lies at level 4. */
export const MAX_DEPTH = 32;

/** The texts of a list that someone else wrote; none where it is no list. */
export const listedTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a value is, in a few words, for `got:` lines; at most about 100 characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing (the field is missing)";
  if (typeof value === "string") {
    return value.length > 80 ? `a string of ${value.length} characters` : JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "an empty list" : `a list of ${count(value.length, "item")}`;
  }
  if (isObject(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0) return "an empty object";
    return keys.length <= 5
      ? `an object with ${keys.map((key) => key.slice(0, 15)).join(", ")}`
      : `an object of ${keys.length} fields`;
  }
  return String(value);
}

/** `1 item`, `2 items`. */
export const count = (n: number, one: string, several = `${one}s`): string =>
  `${n} ${n === 1 ? one : several}`;

/**
 * Whether two JSON values are equal, regardless of the order of keys. Values nested deeper than `MAX_DEPTH`
 * count as different.
 */
export function sameValue(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => sameValue(item, b[i], depth + 1));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key], depth + 1))
    );
  }
  return false;
}

/** Text as it is compared: case, width, spacing and a closing full stop make no difference. */
export const normalText = (text: string): string =>
  withoutEnd(text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim(), ".;,");

/** Without these characters at its end. An expression would look at every row of them anew from each of its places. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** Whether two list items say the same: texts by `normalText`, everything else by equality. */
export const sameItem = (a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" ? normalText(a) === normalText(b) : sameValue(a, b);

/** At most `max` UTF-16 units, with `…` where something was cut: between words if that costs little, never within a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 2) return "";
  const kept = cut(text, max - 1);
  const space = kept.lastIndexOf(" ");
  return `${(space > max * 0.7 ? kept.slice(0, space) : withoutTorn(kept)).trimEnd()}…`;
}

/** A word that a cut has torn, if it may be the half of a credential: no rule knows it any more. */
const TORN = /(?<=\s)(?=\S{0,200}[A-Za-z])(?=\S{0,200}\d)\S{16,}$/;
const withoutTorn = (text: string): string => text.replace(TORN, "");

/** At most `max` UTF-16 units, never half a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** At most `max` UTF-16 units: of a longer text its beginning and, a third of it, its end, with `…` on a line between. */
export function bothEnds(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = Math.max(0, max - 3);
  const tail = text.slice(text.length - Math.floor(kept / 3));
  const first = tail.charCodeAt(0);
  const whole = first >= 0xdc00 && first <= 0xdfff ? tail.slice(1) : tail;
  return `${cut(text, kept - Math.floor(kept / 3))}\n…\n${whole}`;
}
