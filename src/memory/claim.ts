/**
 * A statement as far as it can be held against another: what it is about, whether it affirms or denies, what it takes and what
 * it turns down, and its numbers. English wording; in other languages numbers and names alone are seen.
 */
import { analyzeChunk } from "../text/analyze.ts";
import { STOP_WORDS } from "../text/stop-words.ts";

export interface Word {
  /** As it stands there, without what follows an apostrophe. */
  readonly raw: string;
  /** What it is compared by. */
  readonly stem: string;
  /** Whether it says what the statement is about. */
  readonly isContent: boolean;
}

export type Extent = "sentence" | "clause" | "both";

export interface Claim {
  /** Whether it is a whole sentence, a clause of one, or both: each is held against its like. */
  readonly extent: Extent;
  readonly words: readonly Word[];
  /** Stems of what is affirmed, in order. Numbers, negations and opposites are left out. */
  readonly affirmed: readonly string[];
  /** Stems of what is turned down: "instead of this", "from this to that", "that, not this". */
  readonly rejected: ReadonlySet<string>;
  /** For each negation, and each word that is the opposite of another, the stem that it turns round; "" for the whole. */
  readonly turns: readonly string[];
  /** Words that say which comes first, as one of each pair: 1 or -1 by the pair's name. */
  readonly order: ReadonlyMap<string, 1 | -1>;
  /** In their order, without those that only name something, such as an issue's. */
  readonly numbers: readonly string[];
}

/** Words that turn a statement round. */
const NEGATIONS: ReadonlySet<string> = new Set(
  "not never no cannot without avoid stop skip neither nor none nobody nothing forbid forbidden prohibited impossible drop remove".split(
    " ",
  ),
);

/** Opposites, the affirming word first: one is the other turned round. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ["enable", "disable"],
  ["enabled", "disabled"],
  ["enables", "disables"],
  ["public", "private"],
  ["required", "optional"],
  ["mandatory", "optional"],
  ["synchronous", "asynchronous"],
  ["synchronously", "asynchronously"],
  ["sync", "async"],
  ["ascending", "descending"],
  ["newest", "oldest"],
  ["include", "exclude"],
  ["includes", "excludes"],
  ["included", "excluded"],
  ["online", "offline"],
  ["valid", "invalid"],
  ["mutable", "immutable"],
  ["stateful", "stateless"],
  ["lenient", "strict"],
  ["accept", "refuse"],
  ["accepts", "refuses"],
  ["succeeds", "fails"],
  ["in-order", "out-of-order"],
  ["case-sensitive", "case-insensitive"],
  ["increase", "decrease"],
  ["increases", "decreases"],
  ["early", "late"],
  ["eager", "lazy"],
  ["eagerly", "lazily"],
  ["manual", "automatic"],
  ["manually", "automatically"],
  ["client-side", "server-side"],
];
const FIRST_OF = new Map(OPPOSITES.map(([a]) => [a, a]));
const SECOND_OF = new Map(OPPOSITES.map(([a, b]) => [b, a]));

/** Words that put one thing before another; their sense turns round when the things change places, too. */
const ORDERING: ReadonlyMap<string, readonly [name: string, sign: 1 | -1]> = new Map([
  ["before", ["time", 1] as const],
  ["after", ["time", -1] as const],
  ["above", ["place", 1] as const],
  ["below", ["place", -1] as const],
]);

/** Verbs and words so general that a statement is about the same without them. */
const LIGHT: ReadonlySet<string> = new Set(
  "use uses using used run runs running add adds do does make makes go goes get gets have has had come comes work works possible need needed needs always every each all any anymore longer only well please now currently today still already must should shall may might can could will would want let actually really just also prefer keep set put allow allowed able supposed correction wrong default".split(
    " ",
  ),
);

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty sixty hundred thousand"
    .split(" ")
    .map((word, n) => [word, ["15", "20", "30", "60", "100", "1000"][n - 13] ?? String(n)]),
);

/** A number after one of these names a thing: another number, another thing. */
const NAMING: ReadonlySet<string> = new Set(
  "issue issues pr pull ticket bug commit step line section chapter table figure version sprint phase task item case".split(
    " ",
  ),
);

const DATE = /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?\b/g;
const WORD = /[\p{L}\p{N}_#@.][\p{L}\p{N}_#@./:+-]*/gu;
const NUMBER = /^\d+(?:[.,:]\d+)*(?:ms|s|m|h|d|kb|mb|gb|%)?$/;

/** Most statements of a text that are looked at, and characters of each. */
const STATEMENTS = 6;
const STATEMENT_MAX = 300;

/**
 * What a text states: a claim for each of its sentences, and one for each clause that says something by itself. Reasons are no
 * claims: they are of the one they belong to.
 */
export const claimsIn = (text: string): Claim[] =>
  text
    .slice(0, STATEMENTS * STATEMENT_MAX)
    .replace(DATE, " ")
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter((sentence) => !/\?\s*$/.test(sentence))
    .slice(0, STATEMENTS)
    .flatMap((sentence) => {
      const said = plain(sentence.slice(0, STATEMENT_MAX));
      const clauses = clausesOf(said);
      return clauses.length > 1
        ? [claimOf(said, "sentence"), ...clauses.map((clause) => claimOf(clause, "clause"))]
        : [claimOf(said, "both")];
    })
    .filter(({ affirmed, numbers }) => affirmed.length > 0 || numbers.length > 0);

/** Between clauses; what is turned down belongs to the one before. */
const CLAUSE_END =
  /(?:,|:|;|\s[–—-])\s+(?:(?:and|but) (?=\S+ \S+ \S))?(?!(?:and |but )?(?:not|never|no|rather|instead|or|nor|e\.g|i\.e)\b)/;
/** What begins so says of the clause beside it where, when or on what condition it holds. */
const LEANS =
  /^(?:in|on|at|for|from|to|by|with|without|when|whenever|if|unless|until|while|where|during|before|after|once|except|only|which|who|that|as|like|including|such|than|per|via|under|otherwise|however|it|they|he|she|this|that|these|those)\b/;
const CLAUSE_WORDS = 3;
const CLAUSES = 4;

/** The clauses of a sentence that can stand by themselves, each with those that lean on it. */
function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  let waiting = "";
  for (const part of sentence.split(CLAUSE_END)) {
    const stands = !LEANS.test(part) && part.split(/\s+/).length >= CLAUSE_WORDS;
    const last = clauses.at(-1);
    if (stands) {
      clauses.push(`${waiting}${part}`);
      waiting = "";
    } else if (last === undefined) waiting = `${waiting}${part}, `;
    else clauses[clauses.length - 1] = `${last}, ${part}`;
  }
  return clauses.slice(0, CLAUSES);
}

const REASON = /[\s,;—–-]+(?:because|since|so that|due to|in order to|as (?:it|we|they|the)|so)\s.*$/is;

/** "The decision to keep sessions in Redis was reversed": they are not to be kept there. */
const TAKEN_BACK =
  /\b(?:the|our|that) (?:\w+ )?(?:decision|choice|plan|agreement) (?:to|of|for) ([^,;:]{3,80}?) (?:was|is|has been) (?:\w+ )?(?:reversed|overturned|revoked|withdrawn|taken back|undone|off the table)\b/;

/** One spelling for what is said in several ways. */
const plain = (sentence: string): string =>
  sentence
    .normalize("NFKC")
    .replace(/[’‘]/g, "'")
    .replace(REASON, "")
    .toLowerCase()
    .replace(/^\s*(?:no|nope|actually|wait|sorry|correction|well|ok|okay|yes)\b\s*[,:—–-]+\s*/, "")
    .replace(TAKEN_BACK, "not $1")
    .replace(/^\s*(?:we |i )?(?:have )?(?:decided|agreed)(?: to\b|:)\s*/, "")
    .replace(/\bcan'?t\b|\bcan not\b/g, "cannot")
    .replace(/\bwon'?t\b/g, "will not")
    .replace(/\b(do|does|did|is|are|was|were|has|have|had|should|must|could|would|need)n'?t\b/g, "$1 not")
    .replace(/\bno longer\b/g, "not")
    .replace(/\bany ?more\b/g, "")
    .replace(/\bnot only\b/g, "")
    .replace(/\bout of order\b/g, "out-of-order")
    .replace(/\bin order\b(?! to| of)/g, "in-order")
    .replace(/'s\b/g, "");

function claimOf(sentence: string, extent: Extent): Claim {
  const turnedDown: string[] = [];
  const kept = withoutRejected(sentence, (part) => turnedDown.push(part));
  const words = wordsOf(kept);
  const affirmed: string[] = [];
  const numbers: string[] = [];
  const order = new Map<string, 1 | -1>();
  const turns: string[] = [];
  for (const [place, { raw, stem, isContent }] of words.entries()) {
    const ordering = ORDERING.get(raw);
    if (ordering) order.set(ordering[0], ordering[1]);
    else if (NEGATIONS.has(raw))
      turns.push(words.slice(place + 1).find((word) => word.isContent)?.stem ?? "");
    else if (isNumber(raw)) {
      if (!NAMING.has(words[place - 1]?.raw ?? "") && !raw.startsWith("#")) numbers.push(stem);
    } else if (isContent) affirmed.push(stem);
    if (SECOND_OF.has(raw) || UNMADE.test(raw)) turns.push(stem);
  }
  const rejected = turnedDown.flatMap((part) =>
    wordsOf(part)
      .filter(({ isContent }) => isContent)
      .map(({ stem }) => stem),
  );
  return { extent, words, affirmed, rejected: new Set(rejected), turns, order, numbers };
}

/** "unsafe" is "safe" turned round. */
const UNMADE =
  /^un(?=safe|stable|supported|available|signed|encrypted|trusted|limited|sorted|ordered|used|needed|necessary|tested|reliable|cached|compressed|bounded)/;

const bare = (raw: string): string => raw.replace(UNMADE, "").replace(/[.:]+$/, "");

export const isNumber = (raw: string): boolean => NUMBER.test(raw) || NUMBER_WORDS.has(raw);

function wordsOf(text: string): Word[] {
  return (text.match(WORD) ?? []).map((found) => {
    const raw = found.replace(/[.:,/]+$/, "");
    if (isNumber(raw)) return { raw, stem: NUMBER_WORDS.get(raw) ?? raw.replace(",", ""), isContent: false };
    const affirming = FIRST_OF.get(raw) ?? SECOND_OF.get(raw) ?? bare(raw);
    const stem = analyzeChunk(affirming).whole ?? affirming;
    const isContent =
      !STOP_WORDS.has(raw) && !LIGHT.has(raw) && !NEGATIONS.has(raw) && !ORDERING.has(raw) && raw !== "";
    return { raw, stem, isContent };
  });
}

/** Where what is turned down ends. */
const END = "(?=\\s+(?:in|for|on|when|if|during|while|at|to|and|but|unless)\\b|[,;.]|\\s*$)";
const REJECTING: readonly RegExp[] = [
  new RegExp(`\\b(?:instead of|rather than|in place of)\\s+(.+?)${END}`),
  new RegExp(
    `(?<=\\b(?:prefer|prefers|preferred|favou?r|choose|chose|precedence|priority)\\b.*)\\bover\\s+(.+?)${END}`,
  ),
  new RegExp(
    `(?<=\\b(?:switch|switched|move|moved|migrate|migrated|change|changed|went|go)\\b.*)\\bfrom\\s+(.+?)${END}`,
  ),
  /(?<=\breplaced?\s+)(.+?)(?=\s+(?:with|by)\b)/,
  /,\s*(?:and\s+)?not\s+(?:in\s+|on\s+|to\s+|with\s+|at\s+|by\s+)?([\p{L}\p{N}_./+-]+(?:\s+[\p{L}\p{N}_./+-]+){0,2})\s*$/u,
];

/** The sentence without what it turns down, which is handed over. */
function withoutRejected(sentence: string, hand: (part: string) => void): string {
  let rest = sentence;
  for (const pattern of REJECTING) {
    rest = rest.replace(pattern, (_, part: string) => {
      hand(part);
      return " ";
    });
  }
  return rest;
}
