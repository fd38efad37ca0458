/** What rules listen for follows from what they try: a rule that is not asked about a sentence would not have taken it. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { LONG_SESSIONS, SHORT_SESSIONS } from "../../bench/capture/set.ts";
import { neededWords } from "../../scripts/heard-words/needed-words.ts";
import { CUES, HEARD_WORDS_FILE, heardWordsSource } from "../../scripts/heard-words.ts";
import { MORE_TALK } from "../../src/capture/observe/fixtures/more-talk.ts";
import { SAID } from "../../src/capture/observe/fixtures/said.ts";
import { type Listener, listensFor } from "../../src/capture/observe/listening.ts";
import { sentencesOf } from "../../src/capture/observe/sentences.ts";
import { textsIn } from "../../src/privacy/fields.ts";
import { holdsWord } from "../support/holds-word.ts";

test("the words that are listened for are those of the expressions: `npm run heard-words` writes them", () => {
  expect(readFileSync(HEARD_WORDS_FILE, "utf8")).toBe(heardWordsSource());
});

test("every sentence that an expression matches is heard", () => {
  const texts = [
    ...SAID.map(({ text }) => text),
    ...MORE_TALK.map(({ text }) => text),
    ...[...SHORT_SESSIONS, ...LONG_SESSIONS].flatMap(({ main }) =>
      main.lines.flatMap((line) => textsIn(line)),
    ),
  ];
  const sentences = texts.flatMap((text) => sentencesOf(text));
  let heard = 0;
  let all = 0;
  for (const [name, { expressions, foreign = [] }] of Object.entries(CUES)) {
    const listens = listensFor(name as Listener);
    const tried = [...expressions, ...foreign].map(({ source }) => new RegExp(source, "i"));
    for (const sentence of sentences) {
      const isHeard = listens(sentence);
      const matching = tried.find((expression) => expression.test(sentence.text));
      if (matching && !isHeard) throw new Error(`${name} does not hear “${sentence.text}” for ${matching}`);
      all += 1;
      heard += isHeard ? 1 : 0;
    }
  }
  expect(sentences.length).toBeGreaterThan(3_000);
  // Else nobody need listen.
  expect(heard / all).toBeLessThan(0.5);
});

describe("the words that an expression needs", () => {
  const needed = (expression: RegExp): string | undefined =>
    neededWords(expression.source)?.toSorted().join(" ");

  test("are those of its alternatives", () => {
    expect(needed(/\b(?:reverts?|undo)\b/)).toBe("revert* undo");
    expect(needed(/^(?:please )?(?:prefer|avoid)\b/)).toBe("avoid prefer");
    expect(needed(/\brevers(?:ed|al)\b|\btaken back\b/)).toBe("revers* taken");
  });

  test("are those of the part that the fewest texts hold", () => {
    expect(needed(/\bthe (?:[\w-]+ )?decision (?:is|was)\b/)).toBe("decision");
    expect(needed(/\b(?:use|keep)\b.{2,80}\binstead of\b/)).toBe("instead");
  });

  test("leave out what may be missing, and what may stand within a word", () => {
    expect(needed(/\bcolou?r/)).toBe("colo*");
    expect(needed(/\w+ing\b/)).toBeUndefined();
    expect(needed(/(?:always )?\d/)).toBeUndefined();
    expect(needed(/\bfail|\d{3}/)).toBeUndefined();
    expect(needed(/(?<![-\w])picked\b/)).toBe("picked");
    expect(needed(/(?<=up)picked\b/)).toBeUndefined();
  });

  test("stand in every text that it matches", () => {
    const word = fc.stringMatching(/^[abc]{1,3}$/);
    /** An expression, and one of the texts that it matches. */
    const { piece } = fc.letrec<{ piece: readonly [source: string, text: string] }>((tie) => ({
      piece: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        word.map((text) => [text, text] as const),
        fc.constantFrom(
          [" ", " "],
          ["\\b", ""],
          ["\\s+", "  "],
          ["\\w*", "ab"],
          [".{0,3}", "x-"],
          ["'", "'"],
        ),
        fc.tuple(tie("piece"), tie("piece")).map(([[a, x], [b, y]]) => [`${a}${b}`, `${x}${y}`] as const),
        fc
          .tuple(tie("piece"), tie("piece"), fc.boolean())
          .map(([[a, x], [b, y], first]) => [`(?:${a}|${b})`, first ? x : y] as const),
        fc
          .tuple(tie("piece"), fc.constantFrom("?", "+", "*", "{2}"), fc.boolean())
          .map(([[a, x], often, once]) => {
            const text = often === "{2}" ? x + x : often === "+" || once ? x : "";
            return [`(?:${a})${often}`, text] as const;
          }),
      ),
    }));
    fc.assert(
      fc.property(
        piece,
        fc.constantFrom("", " ", "a", "x "),
        fc.constantFrom("", " ", "b", "-c"),
        (made, head, tail) => {
          const [source, inner] = made;
          const text = `${head}${inner}${tail}`;
          const words = neededWords(source);
          if (!words || !new RegExp(source).test(text)) return;
          expect(holdsWord(text, words)).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
