/**
 * Where a global expression matches. `matchAll` copies the expression at each call and `test` remembers the last match;
 * both show on the way of every turn's end.
 */

/** What is needed of a global regular expression. */
export type Expression = Pick<RegExp, "exec" | "test" | "lastIndex" | "source">;

/**
 * Alternatives as one global, case-insensitive expression, made when it is first used: a turn's end needs few of them, and
 * making one takes longer than using it.
 */
export function expression(...alternatives: readonly string[]): Expression {
  let made: RegExp | undefined;
  const source = alternatives.join("|");
  const real = (): RegExp => {
    made ??= new RegExp(source, "gi");
    return made;
  };
  return {
    source,
    exec: (text) => real().exec(text),
    test: (text) => real().test(text),
    get lastIndex() {
      return real().lastIndex;
    },
    set lastIndex(index) {
      real().lastIndex = index;
    },
  };
}

export interface Occurrence {
  /** UTF-16 offsets; `end` is exclusive. */
  start: number;
  end: number;
}

/** A line that holds a phrase more often than this is no sentence: the rest of its occurrences are not looked at. */
const OCCURRENCES_MAX = 8;

/** The first matches of an expression with the `g` flag, in order. */
export function occurrences(text: string, pattern: Expression): Occurrence[] {
  const found: Occurrence[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match && found.length < OCCURRENCES_MAX; match = pattern.exec(text)) {
    found.push({ start: match.index, end: pattern.lastIndex });
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return found;
}

/** Whether an expression with the `g` flag matches at all. */
export function occurs(text: string, pattern: Expression): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}
