/**
 * The keyword scorer: titles and tags only, no stems, no statistics. Candidate selection uses it, because its
 * scores mean the same in every collection, and recall where the configuration asks for `title_tags`.
 */
import { STOP_WORDS } from "./stop-words.ts";
import { bigrams, unspacedRuns } from "./unicode.ts";

const EXACT_TITLE = 2;
const EXACT_TAG = 3;
const PREFIX = 1;
/** Shortest token that may stand for a longer word it begins. */
const PREFIX_MIN = 4;
/** Shorter tokens say too little. */
const TOKEN_MIN = 3;

const NOT_ASCII = /[^\x00-\x7f]/;

/**
 * Distinct lower-case tokens of at least three characters, without stop words. Runs of Chinese, Japanese, Korean
 * and other unspaced scripts count by pairs of characters, so that a word is found inside a longer one.
 */
export function keywordTokens(text: string): Set<string> {
  const tokens = new Set<string>();
  const lower = text.toLowerCase();
  if (!NOT_ASCII.test(lower)) {
    for (const token of lower.match(/[a-z0-9]+/g) ?? []) add(tokens, token);
    return tokens;
  }
  addUnicode(tokens, lower.normalize("NFKC"));
  return tokens;
}

function addUnicode(tokens: Set<string>, lower: string): void {
  for (const token of lower.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    let end = 0;
    for (const { index, run } of unspacedRuns(token)) {
      add(tokens, token.slice(end, index));
      end = index + run.length;
      for (const pair of bigrams(run)) tokens.add(pair);
    }
    add(tokens, token.slice(end));
  }
}

const add = (tokens: Set<string>, token: string): void => {
  if (token.length >= TOKEN_MIN && !STOP_WORDS.has(token)) tokens.add(token);
};

/**
 * Score of an item for a text's tokens: 2 for each that stands in the title, 3 for each that is a tag, 1 for each
 * that does neither but begins a word of the title or a tag (four characters or more).
 */
export function keywordScore(
  tokens: ReadonlySet<string>,
  item: { readonly title: string; readonly tags: readonly string[] },
): number {
  const title = keywordTokens(item.title);
  const tags = new Set(item.tags.map((tag) => tag.trim().toLowerCase()));
  let score = 0;
  for (const token of tokens) {
    const inTitle = title.has(token);
    const inTags = tags.has(token);
    score += (inTitle ? EXACT_TITLE : 0) + (inTags ? EXACT_TAG : 0);
    if (!inTitle && !inTags && token.length >= PREFIX_MIN && begins(token, title, tags)) score += PREFIX;
  }
  return score;
}

const begins = (token: string, ...sets: ReadonlySet<string>[]): boolean =>
  sets.some((set) => {
    for (const word of set) if (word.startsWith(token)) return true;
    return false;
  });
