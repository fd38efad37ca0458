/** Lists of words, written as text. */

/** After so many questions a list becomes a set: a hook asks a few dozen times, an indexing run millions of times. */
const WORTH_A_SET = 64;

export interface WordList {
  has(word: string): boolean;
  readonly size: number;
}

/**
 * A list from words separated by white space. Making sets of all lists would take a hook longer than its few questions,
 * so the text itself is searched at first.
 */
export function wordList(text: string): WordList {
  let words: Set<string> | undefined;
  let asked = 0;
  const all = (): Set<string> => {
    words ??= new Set(text.split(/\s+/).filter((word) => word !== ""));
    return words;
  };
  return {
    has(word) {
      if (words) return words.has(word);
      asked += 1;
      return asked > WORTH_A_SET ? all().has(word) : isIn(text, word);
    },
    get size() {
      return all().size;
    },
  };
}

function isIn(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isBorder(text[at - 1]) && isBorder(text[at + word.length])) return true;
  }
  return false;
}

const isBorder = (character: string | undefined): boolean =>
  character === undefined || character === " " || character === "\n";
