import { expect, test } from "bun:test";
import fc from "fast-check";
import { wordList } from "./word-list.ts";

const word = fc.stringMatching(/^[a-c]{0,3}$/);

test("a word list answers as a set does, however often it is asked", () => {
  fc.assert(
    fc.property(
      fc.array(word),
      fc.array(word, { maxLength: 200 }),
      fc.constantFrom(" ", "\n  "),
      (words, questions, gap) => {
        const list = wordList(words.join(gap));
        const set = new Set(words.filter((each) => each !== ""));
        for (const question of questions) expect(list.has(question)).toBe(set.has(question));
        expect(list.size).toBe(set.size);
      },
    ),
  );
});
