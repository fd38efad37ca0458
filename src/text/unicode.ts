/**
 * What the analysis needs for text beyond ASCII. The regular expressions stand inside the functions: their Unicode
 * classes take about 3 ms to set up, which a hook with an ASCII prompt must not pay.
 */

/** Typographic quotes, dashes and spaces as their ASCII counterparts: many texts hold no other foreign character. */
export const plainPunctuation = (text: string): string =>
  text
    .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replace(/[\u2010\u2011]/g, "-")
    .replace(
      /[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u3000-\u3004\u3008-\u3020]/g,
      " ",
    );

/** Words of any script, joined by the same characters as in ASCII text. */
export const unicodeChunks = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}\p{M}_]+(?:[-./\\'][\p{L}\p{N}\p{M}_]+)*(?:\+\+|#)?/gu) ?? [];

/** The parts of an identifier: at changes of case, between letters and digits, at separators. */
export const unicodePieces = (text: string): readonly string[] =>
  text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+/gu) ?? [];

/** Lower-case text without the accents of Latin and Greek letters; other scripts keep their marks (й is not и). */
export const foldAccents = (lower: string): string =>
  lower
    .normalize("NFD")
    .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, "$1")
    .replace(/[ßæœøđłıþ]/g, (letter) => LATIN_FOLDS.get(letter) ?? letter)
    .normalize("NFC");

/** Latin letters that no decomposition turns into their base. */
const LATIN_FOLDS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ł", "l"],
  ["ı", "i"],
  ["þ", "th"],
]);

/** Whether a text holds a script written without spaces between words, or Hangul, whose particles hang on the word. */
export const hasUnspaced = (text: string): boolean => unspacedPattern("u").test(text);

/** Where such runs stand, with their text. */
export const unspacedRuns = (text: string): { index: number; run: string }[] =>
  [...text.matchAll(unspacedPattern("gu"))].map((match) => ({ index: match.index, run: match[0] }));

const unspacedPattern = (flags: string): RegExp =>
  new RegExp(
    "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}" +
      "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆]+",
    flags,
  );

/** Overlapping pairs of characters; a single character stands alone. */
export function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i] ?? ""}${character}`);
}
