/**
 * How many tokens a text takes, estimated without a tokenizer: one pass over its characters, by the kinds of runs that
 * byte-pair encodings cut text into. It rather says too much than too little; `tokens.test.ts` holds it to real ones.
 */

/** Letters of a word that make one token: common words are one token whole, rare ones fall into pieces of about this. */
const LETTERS = 5.2;
/** Upper-case runs, and words of other alphabets than the Latin, fall into smaller pieces. */
const CAPITALS = 2.6;
const FOREIGN_LETTERS = 2.1;
/** Digits go by threes. */
const DIGITS = 3;
/** Tokens of a character of a script without spaces, and of a pictograph. */
const IDEOGRAPH = 1.25;
const PICTOGRAPH = 3;
/** Tokens of a mark that follows another kind of character, and of one that follows a mark. */
const MARK = 1;
const NEXT_MARK = 0.55;
/** Spaces of an indentation that make one token. */
const SPACES = 12;

const Kind = {
  Space: 0,
  Break: 1,
  Lower: 2,
  Upper: 3,
  Digit: 4,
  Mark: 5,
  Foreign: 6,
  Ideograph: 7,
  Pictograph: 8,
} as const;
type Kind = (typeof Kind)[keyof typeof Kind];

/** Tokens, a whole number; 0 for an empty text. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let kind: Kind = Kind.Space;
  let length = 0;
  let from: Kind = Kind.Space;
  for (let i = 0; i <= text.length; i += 1) {
    const now = i < text.length ? kindOf(text.charCodeAt(i)) : undefined;
    if (now === kind) {
      length += 1;
      continue;
    }
    // A capital begins the word that follows it.
    if (kind === Kind.Upper && now === Kind.Lower && length === 1) {
      kind = Kind.Lower;
      length += 1;
      continue;
    }
    tokens += cost(kind, length, from, now);
    from = kind;
    kind = now ?? Kind.Space;
    length = 1;
  }
  return Math.ceil(tokens);
}

function cost(kind: Kind, length: number, before: Kind, after: Kind | undefined): number {
  switch (kind) {
    case Kind.Space:
      // One space belongs to the word after it.
      return length <= 1
        ? after === Kind.Digit || after === Kind.Ideograph
          ? 0.6
          : 0
        : Math.ceil(length / SPACES);
    case Kind.Break:
      return Math.ceil(length / 2);
    case Kind.Lower:
      return word(length, LETTERS) + (before === Kind.Digit || before === Kind.Foreign ? 0.12 : 0);
    case Kind.Upper:
      return word(length, CAPITALS);
    case Kind.Foreign:
      return word(length, FOREIGN_LETTERS);
    case Kind.Digit:
      return Math.ceil(length / DIGITS);
    case Kind.Mark:
      return (before === Kind.Mark ? NEXT_MARK : MARK) + (length - 1) * NEXT_MARK;
    case Kind.Ideograph:
      return length * IDEOGRAPH;
    case Kind.Pictograph:
      return (length / 2) * PICTOGRAPH;
  }
}

/** A word of up to `piece` letters is one token; longer ones grow from there. */
const word = (length: number, piece: number): number => (length <= piece ? 1 : 0.4 + length / (piece * 1.3));

function kindOf(code: number): Kind {
  if (code >= 97 && code <= 122) return Kind.Lower;
  if (code === 32 || code === 9) return Kind.Space;
  if (code >= 65 && code <= 90) return Kind.Upper;
  if (code >= 48 && code <= 57) return Kind.Digit;
  if (code === 10 || code === 13) return Kind.Break;
  if (code < 128) return Kind.Mark;
  if (code >= 0xd800 && code <= 0xdfff) return Kind.Pictograph;
  if (code >= 0x2e80 && code <= 0x9fff) return Kind.Ideograph;
  if (code >= 0xac00 && code <= 0xd7af) return Kind.Ideograph;
  if (code >= 0xf900 && code <= 0xffef) return Kind.Ideograph;
  if (code >= 0x0e00 && code <= 0x0eff) return Kind.Ideograph;
  if (code >= 0x2000 && code <= 0x2bff) return Kind.Mark;
  if (code < 0xc0) return Kind.Mark;
  return Kind.Foreign;
}
