/**
 * Cleaning of text that comes from models and files before it is stored, indexed or shown. Invisible characters can
 * hide instructions from a reader, and index lines have markers of their own that no title may imitate.
 */
import { TITLE_MAX } from "./types.ts";
import { cut } from "./value.ts";

/** Most characters of a tag. */
export const TAG_MAX = 60;

/**
 * Soft hyphens, joiners and fillers, zero-width and bidirectional characters, line separators, byte order mark, marks of
 * annotations and of music, and of plane 14 the tag block and the variation selectors.
 */
const INVISIBLE =
  /[\u034f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\ud834[\udd73-\udd7a]|\udb40[\udc00-\udc7f\udd00-\uddef]/g;
/** One variation selector chooses how a character looks; a row of them chooses nothing, and can spell out bytes. */
const SELECTORS = /([\ufe00-\ufe0f])[\ufe00-\ufe0f]+/g;
const CONTROL_IN_PROSE = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Most prose has nothing to clean, which shows at a glance. */
const PLAIN_PROSE = /^[\t\n -~]*$/;

/** Prose without control characters (newline and tab stay), invisible characters and lone surrogates. */
export const cleanText = (text: string): string => (PLAIN_PROSE.test(text) ? text : cleaned(text));

const cleaned = (text: string): string =>
  stable(text.replace(/\r\n?/g, "\n"), (current) =>
    current.replace(CONTROL_IN_PROSE, "").replace(INVISIBLE, "").replace(SELECTORS, "$1"),
  ).toWellFormed();

/** JSON of the same value, in which characters are escaped that steer a terminal or hide from who reads it. */
export const visibleJson = (json: string): string =>
  PLAIN_PROSE.test(json) ? json : json.replace(HIDDEN, escaped);

const HIDDEN = new RegExp(`${INVISIBLE.source}|[\\x7f-\\x9f]`, "g");
const escaped = (found: string): string =>
  found
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/**
 * A title: one line, 0–120 characters, composed (NFC), without the markers ` -> ` and `#tags:` of index lines.
 * Removal is repeated until nothing changes, so that what remains cannot form a new marker.
 */
export const cleanTitle = (title: string): string =>
  isPlainTitle(title)
    ? title
    : stable(withoutMarkers(oneLine(title)), (current) => withoutMarkers(cut(current, TITLE_MAX)));

/** A tag: lower case, one line, 0–60 characters, without commas, index markers and leading `#`. */
export const cleanTag = (tag: string): string =>
  PLAIN_TAG.test(tag)
    ? tag
    : stable(oneLine(tag).toLowerCase(), (current) =>
        cut(withoutMarkers(current.replace(/,/g, " ")).replace(/^[#\s]+/u, ""), TAG_MAX).trim(),
      ).normalize("NFC");

/** Most titles and tags have nothing to clean, which shows at a glance; an index has thousands of them. */
const PLAIN_TITLE = /^[!-~]+(?: [!-~]+)*$/;
const PLAIN_TAG = /^[a-z0-9][a-z0-9_.-]{0,58}$/;

const isPlainTitle = (title: string): boolean =>
  title.length <= TITLE_MAX && PLAIN_TITLE.test(title) && !title.includes("->") && !/#tags:/i.test(title);

/** For text between XML tags; quotes stay, so not for attribute values. */
export const escapeXml = (text: string): string =>
  XML.test(text) ? text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;") : text;

const XML = /[&<>]/;

/** One line for a prompt: cleaned, without backticks, escaped; at most `max` characters, escapes included and whole. */
export function snippet(text: string, max = 120): string {
  const line = oneLine(text.replace(/`/g, ""));
  if (!XML.test(line)) return cut(line, max).trimEnd();
  let result = "";
  for (const character of line) {
    const escaped = escapeXml(character);
    if (result.length + escaped.length > max) break;
    result += escaped;
  }
  return result.trimEnd();
}

/** Clean prose on one line, composed (NFC), blanks single and none at the ends. */
export const oneLine = (text: string): string =>
  cleanText(text).replace(/\s+/gu, " ").trim().normalize("NFC");

/** One line without the markers ` -> ` and `#tags:` of index lines. */
export const withoutMarkers = (text: string): string =>
  stable(text, (current) =>
    current
      .replace(/#tags:/gi, "")
      .replace(/(^|\s)->(?=\s|$)/gu, "$1-")
      .replace(/\s+/gu, " ")
      .trim(),
  );

/** Applies `step` until it changes nothing; every step here only shortens text or swaps `->` for `-`, so it ends. */
function stable(text: string, step: (current: string) => string): string {
  for (let current = text; ; ) {
    const next = step(current);
    if (next === current) return current;
    current = next;
  }
}
