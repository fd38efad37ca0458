import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { contradiction, putsRight } from "./contradiction.ts";
import { CLAIM_PAIRS } from "./fixtures/claims.ts";

const judged = CLAIM_PAIRS.map((pair) => ({ ...pair, found: contradiction(pair.newer, pair.older) }));

function rates(pairs: typeof judged): { precision: number; recall: number } {
  const right = pairs.filter(({ label, found }) => label === "contradicts" && found).length;
  return {
    precision: right / pairs.filter(({ found }) => found).length,
    recall: right / pairs.filter(({ label }) => label === "contradicts").length,
  };
}

describe("pairs of statements, labelled by hand", () => {
  test("are many, and each is there once", () => {
    expect(CLAIM_PAIRS.length).toBeGreaterThanOrEqual(100);
    const texts = CLAIM_PAIRS.map(({ older, newer }) => `${older} | ${newer}`);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test.each([
    ["that the rules were made with", false],
    ["held out", true],
  ])("%s: nine of ten found are contradictions, and nearly as many are found", (name, held) => {
    const { precision, recall } = rates(judged.filter((pair) => pair.held === held));
    console.log(`${name}: precision ${precision.toFixed(3)} recall ${recall.toFixed(3)}`);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });
});

describe("a contradiction", () => {
  test.each([
    ["opposite", "Never squash commits before merging", "Always squash commits before merging"],
    [
      "opposite",
      "The decision to keep sessions in Redis was reversed, they live in Postgres now",
      "We decided to keep sessions in Redis",
    ],
    ["number", "A failed webhook is retried 3 times", "A failed webhook is retried five times"],
    ["order", "Migrations run before the deploy", "Migrations run after the deploy"],
    ["instead", "Use npm instead of yarn in this workspace", "Use yarn in this workspace"],
    ["value", "The default branch is master", "The default branch is main"],
  ])("is seen by rule %s", (rule, a, b) => {
    expect(contradiction(a, b)?.rule).toBe(rule as NonNullable<ReturnType<typeof contradiction>>["rule"]);
  });

  test("is seen in one of several sentences, and its reason is not part of it", () => {
    const long =
      "We looked at both. Use tabs for indentation, because the style guide does not say. It was quick.";
    expect(contradiction(long, "Do not use tabs for indentation")?.rule).toBe("opposite");
    expect(contradiction(long, "Use tabs for indentation")).toBeUndefined();
  });

  const statement = fc.constantFrom(...CLAIM_PAIRS.flatMap(({ older, newer }) => [older, newer]));
  test("holds both ways, and nothing contradicts itself, however it is spelt", () => {
    fc.assert(
      fc.property(statement, statement, (a, b) => {
        expect(contradiction(a, b) === undefined).toBe(contradiction(b, a) === undefined);
        expect(contradiction(a, ` ${a.toUpperCase()} `)).toBeUndefined();
      }),
    );
  });

  test("is looked for in whatever text there is", () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: "binary" }), statement);
    fc.assert(fc.property(texts, texts, (a, b) => expect(() => contradiction(a, b)).not.toThrow()));
  });

  test("is not looked for in all of a long text", () => {
    const long = "not the port over 1 instead of from to ".repeat(100_000);
    expect(contradiction(long, long.slice(1))).toBeUndefined();
  });
});

test.each([
  ["No, the cache is not cleared on every deploy", true],
  ["Actually: the port is 6432", true],
  ["We switched the API from REST to gRPC", true],
  ["From now on tests live beside the code", true],
  ["The cache is cleared on every deploy", false],
  ["There is no cache in staging", false],
])("%s: whether it puts something right is %p", (text, expected) => {
  expect(putsRight(text)).toBe(expected);
});
