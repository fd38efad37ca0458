import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PATTERN_LINE_MAX, PATTERN_MAX } from "../text/pattern-limits.ts";
import { patternFault, patternSteps } from "./pattern.ts";

describe("expressions that could hang, match everything or are none are refused", () => {
  test.each([
    ["nested repetition", "(a+)+$"],
    ["an optional atom in a repeated group", "(\\w\\w?)+!"],
    ["a counted range in a repeated group", "(?:a{1,2})+!"],
    ["alternatives that begin alike, repeated", "(?:a|aa)+$"],
    ["two open repetitions of the same text", "\\d+\\d+x"],
    ["many of them", "\\d+\\d+\\d+\\d+\\d+\\d+x"],
    ["more than one wide repetition", ".*.*.*x"],
    ["wide repetitions around a letter", ".*foo.*bar"],
    ["a narrow repetition behind a wide one", ".*\\d+x"],
    ["a chain of optional atoms", `${"a?".repeat(40)}!`],
    ["a chain of alternatives", `${"(?:a|a)".repeat(20)}!`],
    ["alternatives of nothing", "(?:|){60}!"],
    ["counts of counts", "(?:(?:(?:(?:\\b){99}){99}){99}){99}"],
    ["a large count", "(?:\\b){99999999}!"],
    ["what meets in other cases only", "[\\u2120-\\u2130]+[\\u03c0-\\u03d0]+x"],
    ["what looks behind", "(?<=x\\d+\\d+)y"],
    ["nested repetition before nothing", "((?:a{1,3})+)+(?!)"],
    ["repetition within a repeated group", "(?<x>\\w+\\s?)+!"],
    ["a back reference", "(a)\\1+"],
    ["a named back reference", "(?<n>a)\\k<n>"],
    ["the empty text", ""],
    ["what matches the empty text", "a*"],
    ["too long", "x".repeat(PATTERN_MAX + 1)],
    ["no expression", "["],
    ["no expression by code points", "\\-"],
    ["no text", 7],
  ])("%s", (_, pattern) => expect(patternFault(pattern)).toBeString());
});

test.each([
  "\\bendpoint\\b",
  "breaking change(s)?",
  "(?:GET|POST) /api",
  "v\\d+\\.\\d+",
  "must .* header field in every response",
  "\\w+\\s+\\w+\\s+\\w+!",
  "[\\w-]+@[\\w.]+\\.com",
  "https?://\\S+ \\S+",
  "(?:GET|POST|HEAD)+ /",
  "(?:\\d{3}-)+x",
  "colou?r",
  "a\\|b+",
  "[(|]+x",
  "\\(+x",
  "(?:ab){2}",
  "(?:ab)?c",
  "(?<!no )breaking",
  "\\p{L}+ness",
  "취약점",
])("the everyday expression %p is allowed", (pattern) => expect(patternFault(pattern)).toBeUndefined());

test("any text is judged without an error, and what is accepted compiles", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab(|)[]*+?{}\\.,2^$:=!<") }), (pattern) => {
      if (patternFault(pattern) === undefined) expect(() => new RegExp(pattern, "iu")).not.toThrow();
    }),
  );
});

type Node =
  | { kind: "atom"; source: string }
  | { kind: "sequence" | "choice"; parts: readonly Node[] }
  | { kind: "repeat"; part: Node; sign: string; min: number; max: number };

const REPEATS = [
  { sign: "?", min: 0, max: 1 },
  { sign: "*", min: 0, max: Number.POSITIVE_INFINITY },
  { sign: "+", min: 1, max: Number.POSITIVE_INFINITY },
  { sign: "{2}", min: 2, max: 2 },
  { sign: "{1,3}", min: 1, max: 3 },
  { sign: "{2,}", min: 2, max: Number.POSITIVE_INFINITY },
];
const { node } = fc.letrec<{ node: Node; atom: Node }>((tie) => ({
  atom: fc.record({
    kind: fc.constant("atom" as const),
    source: fc.constantFrom("a", "b", "1", "!", "\\w", "\\d", "\\W", ".", "[ab]", "[^a]"),
  }),
  node: fc.oneof(
    { maxDepth: 3 },
    { weight: 2, arbitrary: tie("atom") },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("sequence" as const),
        parts: fc.array(tie("node"), { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("choice" as const),
        parts: fc.array(tie("node"), { minLength: 2, maxLength: 3 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie("node"), fc.constantFrom(...REPEATS))
        .map(([part, repeat]): Node => ({ kind: "repeat", part, ...repeat })),
    },
  ),
}));

const written = (of: Node): string => {
  switch (of.kind) {
    case "atom":
      return of.source;
    case "sequence":
      return `(?:${of.parts.map(written).join("")})`;
    case "choice":
      return `(?:${of.parts.map(written).join("|")})`;
    case "repeat":
      return `(?:${written(of.part)})${of.sign}`;
  }
};

/** Atoms that a backtracking matcher tries at the start of a text until it gives up, if `enough` are not reached. */
function stepsOf(expression: Node, text: string, enough: number): number {
  let steps = 0;
  const takes = new Map<string, RegExp>();
  const run = (of: Node, at: number, then: (at: number) => boolean): boolean => {
    if (steps > enough) return true;
    switch (of.kind) {
      case "atom": {
        steps += 1;
        const taken = takes.get(of.source) ?? new RegExp(of.source, "iu");
        takes.set(of.source, taken);
        const char = text[at];
        return char !== undefined && taken.test(char) && then(at + 1);
      }
      case "choice":
        return of.parts.some((part) => run(part, at, then));
      case "sequence": {
        const from = (i: number, where: number): boolean => {
          const part = of.parts[i];
          return part ? run(part, where, (next) => from(i + 1, next)) : then(where);
        };
        return from(0, at);
      }
      case "repeat": {
        const round = (count: number, where: number): boolean =>
          (count < of.max &&
            run(of.part, where, (next) =>
              next === where && count >= of.min ? false : round(count + 1, next),
            )) ||
          (count >= of.min && then(where));
        return round(0, at);
      }
    }
  };
  // Nothing follows: every way is tried.
  run(expression, 0, () => false);
  return steps;
}

test("no hostile line takes more steps than the measure says", () => {
  const half = PATTERN_LINE_MAX / 2;
  const texts = ["a", "b", "1", "!"].map((char) => char.repeat(PATTERN_LINE_MAX));
  texts.push(
    "ab".repeat(half),
    "a1".repeat(half),
    "a!".repeat(half),
    `${"a".repeat(half)}${"1".repeat(half)}`,
  );
  let accepted = 0;
  fc.assert(
    fc.property(node, (expression) => {
      const most = patternSteps(`${written(expression)}(?!)`);
      expect(most).not.toBeNaN();
      if (most > 20_000) return;
      accepted += 1;
      for (const text of texts) expect(stepsOf(expression, text, most)).toBeLessThanOrEqual(most);
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
