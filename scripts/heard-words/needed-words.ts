/**
 * What words a text has to hold for an expression to match at all. Most sentences hold none of them, and need not be tried:
 * looking for thousands of words at once takes less than trying one expression with a hundred alternatives.
 */
import { type AST, RegExpParser } from "@eslint-community/regexpp";

/**
 * Every match of the expression holds one of these words where a word (`\w+`) of the text begins. Undefined where no such
 * words can be named, and the expression has to be tried. In lower case; one that others may begin with ends in `*`.
 *
 * @param source of an expression that is read without the flags `u` and `v`
 * @throws SyntaxError where it is no expression
 */
export function neededWords(source: string): readonly string[] | undefined {
  const { words } = ofAlternatives(parser.parsePattern(source).alternatives, "unknown");
  return words && [...words].map(([word, end]) => (end === "whole" ? word : `${word}*`));
}

const parser = new RegExpParser();

/** What stands before a place: surely no letter of a word, or that cannot be said. */
type Before = "edge" | "unknown";

/** How a word ends: whole, with what longer ones go on with, or at the end of what was read, where it depends on what follows. */
type End = "whole" | "beginning" | "open";
type Candidate = Map<string, End>;

interface Found {
  readonly words: Candidate | undefined;
  readonly after: Before;
}

function ofAlternatives(alternatives: readonly AST.Alternative[], before: Before): Found {
  const found = alternatives.map(({ elements }) => ofSequence(elements, before));
  const after = found.every((each) => each.after === "edge") ? "edge" : "unknown";
  const all: Candidate = new Map();
  for (const { words } of found) {
    if (!words) return { words: undefined, after };
    for (const [word, end] of words) all.set(word, weaker(all.get(word), end));
  }
  return { words: all, after };
}

const weaker = (a: End | undefined, b: End): End => {
  const [end] = (["beginning", "open", "whole"] as const).filter((each) => each === a || each === b);
  return end ?? b;
};

/** Of elements in a row each needs its words: those are told that the fewest texts hold. */
function ofSequence(elements: readonly AST.Element[], entered: Before): Found {
  const candidates: Candidate[] = [];
  let before = entered;
  /** The word that is being read, from its beginning. */
  let word: string | undefined;
  /** What ends in an open word at this place. */
  let last: Candidate | undefined;

  /** What comes next goes on with a word, does not, or may. */
  const goOn = (next: "whole" | "beginning"): void => {
    if (word !== undefined) candidates.push(new Map([[word, next]]));
    for (const [each, end] of last ?? []) if (end === "open") last?.set(each, next);
    [word, last] = [undefined, undefined];
  };
  const take = (found: Found): void => {
    goOn("beginning");
    if (found.words) candidates.push(found.words);
    [before, last] = [found.after, found.words];
  };

  for (const element of elements) {
    const edge = word === undefined ? before : "unknown";
    switch (element.type) {
      case "Character": {
        const letter = String.fromCodePoint(element.value).toLowerCase();
        if (!WORD.test(letter)) {
          goOn("whole");
          before = "edge";
        } else if (word !== undefined) {
          word += letter;
        } else {
          goOn("beginning");
          if (before === "edge") word = letter;
          before = "unknown";
        }
        break;
      }
      case "Assertion":
        // What only looks ahead or behind takes nothing.
        if (element.kind === "lookahead") break;
        if (element.kind === "lookbehind") {
          if (word === undefined && element.negate && element.alternatives.some(isLetter)) before = "edge";
          break;
        }
        goOn(element.kind === "word" && element.negate ? "beginning" : "whole");
        before = element.kind === "word" && element.negate ? "unknown" : "edge";
        break;
      case "Group":
      case "CapturingGroup":
        take(ofAlternatives(element.alternatives, edge));
        break;
      case "Quantifier": {
        const once = ofSequence([element.element], edge);
        const isSure = element.min > 0;
        take({
          words: isSure && once.words ? shut(once.words, element.max) : undefined,
          after: once.after === "edge" && (isSure || edge === "edge") ? "edge" : "unknown",
        });
        break;
      }
      default:
        goOn(isEdge(element) ? "whole" : "beginning");
        before = isEdge(element) ? "edge" : "unknown";
    }
  }
  if (word !== undefined) candidates.push(new Map([[word, "open"]]));
  const [best] = candidates.sort((a, b) => commonness(a) - commonness(b));
  return { words: best, after: word === undefined ? before : "unknown" };
}

/** What comes more than once may be followed by itself. */
const shut = (words: Candidate, max: number): Candidate =>
  max === 1 ? words : new Map([...words].map(([word, end]) => [word, end === "open" ? "beginning" : end]));

const WORD = /^\w$/;
const WORD_END = "z".charCodeAt(0);

/** Whether an element is one sign that belongs to no word. */
function isEdge(element: AST.Element | AST.CharacterClassElement): boolean {
  if (element.type === "Character") return !WORD.test(String.fromCodePoint(element.value));
  if (element.type === "CharacterSet")
    return (element.kind === "space" && !element.negate) || (element.kind === "word" && element.negate);
  if (element.type === "CharacterClassRange") return element.min.value > WORD_END;
  return (
    element.type === "CharacterClass" &&
    !element.negate &&
    element.elements.length > 0 &&
    (element.elements as readonly AST.CharacterClassElement[]).every(isEdge)
  );
}

/** Whether an alternative is any letter of a word, and perhaps other signs: `\w`, `[-\w]`. */
function isLetter({ elements }: AST.Alternative): boolean {
  const [only, ...others] = elements;
  if (only === undefined || others.length > 0) return false;
  const signs: readonly (AST.Element | AST.CharacterClassElement)[] =
    only.type === "CharacterClass" && !only.negate ? only.elements : [only];
  return signs.some((sign) => sign.type === "CharacterSet" && sign.kind === "word" && !sign.negate);
}

/** About how many texts hold one of them: short words and beginnings are in most, what every sentence is made of, too. */
const commonness = (words: Candidate): number =>
  [...words].reduce(
    (sum, [word, end]) =>
      sum + (EVERYWHERE.has(word) ? 1 : 4 ** -(end === "beginning" ? word.length - 1 : word.length)),
    0,
  );
const EVERYWHERE: ReadonlySet<string> = new Set(
  "a about all an and any are as at be been but by can do does for from get has have here how i if in is it its just ll more my no not now of on one or our out re s should so some t than that the their them then there these they this those to up use was we what when which will with would you your".split(
    " ",
  ),
);
