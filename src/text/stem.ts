/**
 * The Porter2 ("Snowball English") stemmer: https://snowballstem.org/algorithms/english/stemmer.html
 *
 * Written out with string comparisons because the prompt hook is a fresh process each time: the regular expressions
 * of the npm packages take 1.4 ms for a dozen words there, before any of them is compiled. The tests hold it
 * against `wink-porter2-stemmer` word by word.
 */

type Suffixes<T> = { readonly [letter: string]: readonly T[] };

interface Tables {
  readonly exceptions: ReadonlyMap<string, string>;
  readonly doneAfter1a: ReadonlySet<string>;
  readonly doubles: ReadonlySet<string>;
  readonly suffixes2: Suffixes<readonly [string, string]>;
  readonly suffixes3: Suffixes<readonly [string, string]>;
  readonly suffixes4: Suffixes<string>;
}

let made: Tables | undefined;

/** Made with the first word: hooks that stem none need no tables. */
function tables(): Tables {
  made ??= makeTables();
  return made;
}

function makeTables(): Tables {
  const exceptions: ReadonlyMap<string, string> = new Map([
    ["skis", "ski"],
    ["skies", "sky"],
    ["dying", "die"],
    ["lying", "lie"],
    ["tying", "tie"],
    ["idly", "idl"],
    ["gently", "gentl"],
    ["ugly", "ugli"],
    ["early", "earli"],
    ["only", "onli"],
    ["singly", "singl"],
    ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word): [string, string] => [
      word,
      word,
    ]),
  ]);

  const doneAfter1a: ReadonlySet<string> = new Set([
    "inning",
    "outing",
    "canning",
    "herring",
    "earring",
    "proceed",
    "exceed",
    "succeed",
  ]);

  const doubles: ReadonlySet<string> = new Set(["bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"]);

  /**
   * Suffix → replacement, by the suffix's last letter but one, so that most words need few comparisons; longest first
   * among those that end alike.
   */
  const suffixes2: { readonly [letter: string]: readonly (readonly [string, string])[] } = {
    o: [
      ["ization", "ize"],
      ["ation", "ate"],
      ["ator", "ate"],
    ],
    a: [
      ["ational", "ate"],
      ["tional", "tion"],
    ],
    s: [
      ["fulness", "ful"],
      ["ousness", "ous"],
      ["iveness", "ive"],
      ["alism", "al"],
    ],
    t: [
      ["biliti", "ble"],
      ["aliti", "al"],
      ["iviti", "ive"],
    ],
    l: [
      ["lessli", "less"],
      ["entli", "ent"],
      ["ousli", "ous"],
      ["fulli", "ful"],
      ["abli", "able"],
      ["alli", "al"],
      ["bli", "ble"],
      ["li", ""],
    ],
    c: [
      ["enci", "ence"],
      ["anci", "ance"],
    ],
    e: [["izer", "ize"]],
    g: [["ogi", "og"]],
  };
  const suffixes3: { readonly [letter: string]: readonly (readonly [string, string])[] } = {
    a: [
      ["ational", "ate"],
      ["tional", "tion"],
      ["ical", "ic"],
    ],
    z: [["alize", "al"]],
    t: [
      ["icate", "ic"],
      ["iciti", "ic"],
    ],
    v: [["ative", ""]],
    s: [["ness", ""]],
    u: [["ful", ""]],
  };
  const suffixes4: { readonly [letter: string]: readonly string[] } = {
    n: ["ement", "ment", "ant", "ent"],
    c: ["ance", "ence"],
    l: ["able", "ible"],
    s: ["ism"],
    t: ["ate", "iti"],
    u: ["ous"],
    v: ["ive"],
    z: ["ize"],
    o: ["ion"],
    a: ["al"],
    e: ["er"],
    i: ["ic"],
  };
  return { exceptions, doneAfter1a, doubles, suffixes2, suffixes3, suffixes4 };
}

const isVowel = (char: string | undefined): boolean =>
  char === "a" || char === "e" || char === "i" || char === "o" || char === "u" || char === "y";

/** The stem of a word of lower-case `a`–`z`; any other word is returned as it is. */
export function stem(word: string): string {
  if (word.length <= 2 || !isPlain(word)) return word;
  const exception = tables().exceptions.get(word);
  if (exception) return exception;
  let w = markConsonantY(word);
  const [r1, r2] = regions(w);
  w = step1a(w);
  if (tables().doneAfter1a.has(w)) return w;
  w = step1b(w, r1);
  w = step1c(w);
  w = step2(w, r1);
  w = step3(w, r1, r2);
  w = step4(w, r2);
  return step5(w, r1, r2).replaceAll("Y", "y");
}

function isPlain(word: string): boolean {
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

/** A `y` that begins the word or follows a vowel is a consonant; it is written `Y` until the end. */
function markConsonantY(word: string): string {
  if (!word.includes("y")) return word;
  let out = "";
  for (let i = 0; i < word.length; i += 1) {
    const char = word[i] ?? "";
    out += char === "y" && (i === 0 || isVowel(out[i - 1])) ? "Y" : char;
  }
  return out;
}

/** Starts of R1 and R2: after the first non-vowel that follows a vowel, and the same again within R1. */
function regions(w: string): [number, number] {
  let r1 = w.length;
  if (w.startsWith("gener") || w.startsWith("arsen")) r1 = 5;
  else if (w.startsWith("commun")) r1 = 6;
  else r1 = afterVowelConsonant(w, 0);
  return [r1, afterVowelConsonant(w, r1)];
}

function afterVowelConsonant(w: string, from: number): number {
  for (let i = from + 1; i < w.length; i += 1) if (isVowel(w[i - 1]) && !isVowel(w[i])) return i + 1;
  return w.length;
}

const hasVowel = (w: string, end: number): boolean => {
  for (let i = 0; i < end; i += 1) if (isVowel(w[i])) return true;
  return false;
};

const cut = (w: string, count: number): string => w.slice(0, w.length - count);

/** Ends in a short syllable: vowel + non-vowel other than w, x, Y after a non-vowel; or vowel + non-vowel as a whole. */
function endsShort(w: string): boolean {
  const n = w.length;
  const last = w[n - 1];
  if (isVowel(last) || !isVowel(w[n - 2])) return false;
  if (n === 2) return true;
  return last !== "w" && last !== "x" && last !== "Y" && !isVowel(w[n - 3]);
}

function step1a(w: string): string {
  if (!w.endsWith("s") && !w.endsWith("ied")) return w;
  if (w.endsWith("sses")) return cut(w, 2);
  if (w.endsWith("ied") || w.endsWith("ies")) return cut(w, w.length > 4 ? 2 : 1);
  if (w.endsWith("us") || w.endsWith("ss")) return w;
  return hasVowel(w, w.length - 2) ? cut(w, 1) : w;
}

function step1b(w: string, r1: number): string {
  const ee = w.endsWith("eed") ? 3 : w.endsWith("eedly") ? 5 : 0;
  if (ee > 0) return w.length - ee >= r1 ? `${cut(w, ee)}ee` : w;
  const length = w.endsWith("ed")
    ? 2
    : w.endsWith("ing")
      ? 3
      : w.endsWith("edly")
        ? 4
        : w.endsWith("ingly")
          ? 5
          : 0;
  if (length === 0 || !hasVowel(w, w.length - length)) return w;
  const base = cut(w, length);
  if (base.endsWith("at") || base.endsWith("bl") || base.endsWith("iz")) return `${base}e`;
  if (tables().doubles.has(base.slice(-2))) return cut(base, 1);
  return r1 >= base.length && endsShort(base) ? `${base}e` : base;
}

function step1c(w: string): string {
  const last = w[w.length - 1];
  return (last === "y" || last === "Y") && w.length > 2 && !isVowel(w[w.length - 2]) ? `${cut(w, 1)}i` : w;
}

function step2(w: string, r1: number): string {
  for (const [suffix, replacement] of tables().suffixes2[w[w.length - 2] ?? ""] ?? []) {
    if (!w.endsWith(suffix)) continue;
    const start = w.length - suffix.length;
    if (start < r1) return w;
    if (suffix === "ogi" && w[start - 1] !== "l") return w;
    if (suffix === "li" && !"cdeghkmnrt".includes(w[start - 1] ?? "-")) return w;
    return w.slice(0, start) + replacement;
  }
  return w;
}

function step3(w: string, r1: number, r2: number): string {
  for (const [suffix, replacement] of tables().suffixes3[w[w.length - 2] ?? ""] ?? []) {
    if (!w.endsWith(suffix)) continue;
    const start = w.length - suffix.length;
    return start < (suffix === "ative" ? r2 : r1) ? w : w.slice(0, start) + replacement;
  }
  return w;
}

function step4(w: string, r2: number): string {
  for (const suffix of tables().suffixes4[w[w.length - 2] ?? ""] ?? []) {
    if (!w.endsWith(suffix)) continue;
    const start = w.length - suffix.length;
    const before = w[start - 1];
    if (start < r2 || (suffix === "ion" && before !== "s" && before !== "t")) return w;
    return w.slice(0, start);
  }
  return w;
}

function step5(w: string, r1: number, r2: number): string {
  const start = w.length - 1;
  if (w[start] === "e") {
    const gone = start >= r2 || (start >= r1 && !endsShort(w.slice(0, start)));
    return gone ? w.slice(0, start) : w;
  }
  return w[start] === "l" && start >= r2 && w[start - 1] === "l" ? w.slice(0, start) : w;
}
