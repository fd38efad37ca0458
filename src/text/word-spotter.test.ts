import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { holdsWord } from "../../test/support/holds-word.ts";
import { GROUPS_MAX, wordSpotter } from "./word-spotter.ts";

const groupsIn = (text: string, ...groups: string[]): number =>
  wordSpotter(groups.map((words) => words.split(" ")))(text);

describe("words of several groups", () => {
  test("are spotted in one pass, each group by its bit", () => {
    expect(groupsIn("keep it simple", "keep drop", "never", "simple plain")).toBe(0b101);
    expect(groupsIn("", "keep")).toBe(0);
    expect(groupsIn("let's see", "let", "s", "ets")).toBe(0b11);
  });

  test("are whole, or only begin a longer one where they say so", () => {
    expect(groupsIn("rejected by the server", "reject", "reject*", "server", "ver*")).toBe(0b110);
    expect(groupsIn("reject", "reject*")).toBe(1);
    expect(groupsIn("unused use_it reuse", "use", "use*")).toBe(0b10);
  });

  test("stand between what is no letter of ASCII", () => {
    expect(groupsIn("été use—keep，drop", "use", "keep", "drop", "t")).toBe(0b1111);
  });
});

test("the same is spotted as an expression for each word finds", () => {
  const word = fc.stringMatching(/^[ab0_]{1,4}$/);
  const entry = fc.tuple(word, fc.constantFrom("", "*")).map(([text, mark]) => text + mark);
  const groups = fc.array(fc.array(entry, { minLength: 1, maxLength: 8 }), { maxLength: GROUPS_MAX });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "0", "_", " ", "'", "é"), maxLength: 40 });
  fc.assert(
    fc.property(groups, text, (all, said) => {
      const found = all.map((words) => holdsWord(said, words));
      const spotted = wordSpotter(all)(said);
      expect(all.map((_, group) => (spotted & (1 << group)) !== 0)).toEqual(found);
    }),
    { numRuns: 500 },
  );
});
