import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BATCH_ANSWER_MAX, readBatchAnswer } from "./batch-answer.ts";

const NAMES = ["analyzer", "patterns", "knowledge-archaeologist"];
const LABELS = ["aaaa", "bbbb", "cccc"];

const opinions = (importance: number): object => ({
  analyzer: { importance, trivial: false, verdict: "store", reason: 'a {brace} and a "quote"' },
  patterns: { relevance: 6 },
  "knowledge-archaeologist": { novelty: 8 },
});
const WHOLE = JSON.stringify({ items: LABELS.map((item, n) => ({ item, ...opinions(n + 4) })) });

/** Importance by label, of those that were read. */
const read = (text: string): { [label: string]: number | undefined } =>
  Object.fromEntries(
    [...readBatchAnswer(text, LABELS, NAMES)].map(([label, answers]) => {
      const analyzer = answers.get("analyzer");
      return [label, analyzer?.ok ? analyzer.answer.importance : undefined];
    }),
  );
const ALL = { aaaa: 4, bbbb: 5, cccc: 6 };

describe("an answer about several items", () => {
  test.each([
    ["bare", WHOLE],
    ["fenced", `Here it is:\n\`\`\`json\n${WHOLE}\n\`\`\`\nThat is all.`],
    ["a list", JSON.stringify(LABELS.map((item, n) => ({ item, ...opinions(n + 4) })))],
    [
      "one object after another",
      LABELS.map((item, n) => JSON.stringify({ item, ...opinions(n + 4) })).join("\n"),
    ],
    ["indented", JSON.stringify(JSON.parse(WHOLE), null, 2)],
  ])("is read %s", (_, text) => {
    expect(read(text)).toEqual(ALL);
  });

  test("that breaks off counts for the items before the break", () => {
    const second = WHOLE.indexOf('"cccc"');
    expect(read(WHOLE.slice(0, second + 40))).toEqual({ aaaa: 4, bbbb: 5 });
  });

  test("that leaves out a reviewer, or has one that says nonsense, counts for the others", () => {
    const answers = readBatchAnswer(
      JSON.stringify({ items: [{ item: "aaaa", analyzer: { importance: 99 }, patterns: { relevance: 7 } }] }),
      LABELS,
      NAMES,
    ).get("aaaa");
    expect([...(answers ?? [])].map(([name, answer]) => [name, answer.ok])).toEqual([
      ["analyzer", false],
      ["patterns", true],
    ]);
  });

  test("counts for what was asked about alone, and the first time that it says so", () => {
    const text = [
      { item: "bbbb", ...opinions(3) },
      { item: "bbbb", ...opinions(9) },
      { item: "2", ...opinions(9) },
      { item: "another", ...opinions(9) },
      { item: 4, ...opinions(9) },
    ];
    expect(read(JSON.stringify({ items: text }))).toEqual({ bbbb: 3 });
  });

  test.each(["", "I cannot do that.", "{}", "[]", '{"items": 7}', "{".repeat(5_000), '{"item": "aaaa"'])(
    "that is %p says nothing",
    (text) => {
      expect(read(text)).toEqual({});
    },
  );

  test("is read up to its limit, whatever comes then", () => {
    expect(read(`${" ".repeat(BATCH_ANSWER_MAX)}${WHOLE}`)).toEqual({});
    expect(read(`${WHOLE}${"{".repeat(10_000_000)}`)).toEqual(ALL);
  });

  test("cut anywhere, holds what it held, and never something else", () => {
    fc.assert(
      fc.property(fc.nat(WHOLE.length), fc.string(), (at, rest) => {
        for (const [label, importance] of Object.entries(read(WHOLE.slice(0, at) + rest))) {
          expect(importance).toBe(ALL[label as keyof typeof ALL]);
        }
      }),
    );
  });
});
