/** Ids from titles, and when a changed title asks for a new one. */

const SLUG_MAX = 80;

/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const UNDECOMPOSED: Readonly<{ [letter: string]: string }> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
};

/**
 * A kebab-case id for a title: 1–80 characters that match `ID_PATTERN`; the same title always gives the same id.
 * Letters that ASCII cannot express (Korean, Japanese, Chinese, Cyrillic, …) are represented by a hash, so that two
 * titles do not share an id because they share their Latin words: `redis-1a2b3c4d5e`, or `r-1a2b3c4d5e` alone.
 */
export function slugify(title: string): string {
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæœøłđðþħı]/g, (letter) => UNDECOMPOSED[letter] ?? letter);
  const kebab = (max: number): string =>
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+/, "")
      .slice(0, max)
      .replace(/-+$/, "");
  if (/[^\x00-\x7f]/.test(plain.replace(/[^\p{L}\p{N}]/gu, ""))) {
    const readable = /[a-z]/.test(kebab(SLUG_MAX)) ? kebab(SLUG_MAX - HASH_LENGTH - 1) : "r";
    return `${readable}-${titleHash(title)}`;
  }
  return kebab(SLUG_MAX) || `r-${titleHash(title)}`;
}

const HASH_LENGTH = 10;

const titleHash = (title: string): string =>
  new Bun.CryptoHasher("sha256").update(title.normalize("NFC").trim()).digest("hex").slice(0, HASH_LENGTH);

/** Words that say nothing about a title's subject: "Use Jest for testing" is about Jest and testing. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be by for from in into is of on or our that the this to use used uses using via we with".split(
    " ",
  ),
);

/** Scripts written without spaces between words: each character counts as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

function words(text: string): Set<string> {
  const spaced = text.normalize("NFKC").toLowerCase().replace(UNSPACED, " $& ");
  const all = spaced.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const telling = all.filter((word) => !FUNCTION_WORDS.has(word));
  return new Set(telling.length > 0 ? telling : all);
}

/** Share of the words of both titles that stand in only one of them: 0 (the same words) to 1 (none in common). */
export function wordDifference(a: string, b: string): number {
  const [left, right] = [words(a), words(b)];
  const union = left.union(right).size;
  return union === 0 ? 0 : left.symmetricDifference(right).size / union;
}

/** Whether a title changed so much that the id should follow it: more than half of the words differ. */
export const renameNeeded = (oldTitle: string, newTitle: string): boolean =>
  wordDifference(oldTitle, newTitle) > 0.5;
