import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Segment, Step } from "../segment.ts";
import { CUE_NAMES, wordsOf } from "./cues.ts";
import { aroundOf, FEATURE_NAMES, featuresOf } from "./features.ts";
import { viewOf } from "./view.ts";

const AT = "2026-03-02T09:00:00.000Z";
const turn = (number: number, request: string, answer: string, steps: readonly Step[] = []) => {
  const segment: Segment = {
    id: `turn-${number}`,
    turn: number,
    began: AT,
    ended: AT,
    request,
    synthetic: false,
    steps: [...steps, { kind: "said", text: answer, at: AT }],
    answer,
    interrupted: false,
  };
  return viewOf(segment, "/p", true);
};

/** Names of what the first sentence of a request has, in a session that says nothing else. */
function named(
  request: string,
  { before = "Done.", answer = "Fine.", next = "go on", steps = [] as readonly Step[] } = {},
): string[] {
  const view = turn(2, request, answer, steps);
  const [sentence] = view.request.sentences;
  if (!sentence) return [];
  const around = aroundOf(view.request, view, turn(1, "Go on.", before), turn(3, next, "Done."));
  return featuresOf({ sentence, at: 0, from: view.request, around }).map(
    (place) => FEATURE_NAMES[place] ?? "",
  );
}

test("each feature has a name of its own", () => {
  expect(new Set(FEATURE_NAMES).size).toBe(FEATURE_NAMES.length);
  expect(FEATURE_NAMES.length).toBeGreaterThan(CUE_NAMES.length);
});

describe("a sentence", () => {
  test.each([
    ["word of we", "our runners have no internet", "the runners have no internet"],
    ["word of never", "nobody merges on release days", "someone merges on release days"],
    ["word of lasting", "from now on lint first", "from there lint first"],
    ["word of later", "that is for next week", "that is for the parser"],
    ["word of universal", "siempre con pruebas", "con pruebas"],
    ["word of forbids", "das darf nie ins log", "das darf ins log"],
    ["word of because", "pas de cache parce que le proxy en a un", "pas de cache, le proxy en a un"],
    ["has code", "use `pnpm` here", "use pnpm here"],
    ["has a path", "look at src/app.ts", "look at the app"],
    ["has an amount", "it costs 20 ms", "it costs version 2"],
    ["says what it is not", "it lives in deploy, not in config", "it lives in deploy and in config"],
    ["begins with we", "we pin versions", "the team pins versions"],
    ["begins with an order", "keep commits small", "commits are kept small"],
    ["orders one thing", "put it back", "put comments first"],
    ["orders without exception", "run every test", "run the linter"],
    ["asks", "is that right?", "that is right."],
    ["points back", "it breaks the build", "the cache breaks the build"],
    ["up to 3 words", "own table", "an own table for each of the approvals"],
    ["tells a habit of one's own", "i always forget that", "it always holds"],
  ])("%s", (name, has, hasNot) => {
    expect(named(has)).toContain(name);
    expect(named(hasNot)).not.toContain(name);
  });

  test("is weighed with what was before it and came after it", () => {
    const choice = "- **A**: one table\n- **B**: two tables\n\nWhich one?";
    const found = named("B, simpler", { before: choice, answer: "Noted.", next: "thanks, great" });
    expect(found).toContain("was offered a choice");
    expect(found).toContain("was asked");
    expect(found).toContain("was taken up");
    expect(found).toContain("was thanked next");
    expect(named("B, simpler", { next: "no, revert that" })).toContain("was objected to next");
    expect(named("B, simpler")).not.toContain("was offered a choice");
  });

  test("is weighed with what was done", () => {
    const edit: Step = {
      kind: "tool",
      action: { kind: "edit", path: "/p/a.ts" },
      outcome: "ok",
      output: "",
      at: AT,
    };
    expect(named("own table", { steps: [edit] })).toContain("files were changed");
    expect(named("own table")).toContain("nothing was done");
  });

  test("may leave its apostrophes out", () => {
    expect(wordsOf("dont do that, it isnt ours")).toEqual(["don't", "do", "that", "it", "isn't", "ours"]);
  });
});

test("whatever is written, features are places in the list, each once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 700 }), (text) => {
      const view = turn(1, text, text);
      for (const from of [view.request, ...view.said]) {
        const around = aroundOf(from, view, undefined, undefined);
        for (const [at, sentence] of from.sentences.entries()) {
          const found = featuresOf({ sentence, at, from, around });
          expect(new Set(found).size).toBe(found.length);
          for (const place of found) expect(FEATURE_NAMES[place]).toBeString();
        }
      }
    }),
  );
});

test("repetition of any sign is read like other text", () => {
  for (const sign of ["a", "-", "_", ".", "/", "(", "'", '"', ",", " no", "a.", "a/", "1 ", "[$"])
    expect(named(`x ${sign.repeat(250)}`).length).toBeGreaterThanOrEqual(0);
});
