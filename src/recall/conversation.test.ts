import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { conversationsOf, type Scored, type Turn, withNeighbours } from "./conversation.ts";

const turn = (key: string, seq: number, over: Partial<Turn> = {}): Turn => ({
  key,
  session: "s",
  seq,
  byUser: false,
  ...over,
});
const row = conversationsOf([turn("a", 1), turn("b", 2), turn("c", 5), turn("d", 6), turn("e", 9)]);
const scores = (found: readonly Scored[]): { [key: string]: number } =>
  Object.fromEntries(found.map(({ key, score }) => [key, score]));

describe("a turn's neighbours", () => {
  test("get of its score, the nearer the more, also those that were not found", () => {
    expect(scores(withNeighbours([{ key: "c", score: 10 }], row))).toEqual({
      a: 1.5,
      b: 3,
      c: 10,
      d: 3,
      e: 1.5,
    });
  });

  test("of another session get nothing, and what is no turn stays as it is", () => {
    const two = conversationsOf([turn("a", 1), turn("b", 2, { session: "t" })]);
    const found = [
      { key: "a", score: 10 },
      { key: "other", score: 4 },
    ];
    expect(scores(withNeighbours(found, two))).toEqual({ a: 10, other: 4 });
  });

  test("do not build each other up", () => {
    const found = ["a", "b", "c"].map((key) => ({ key, score: 1 }));
    expect(scores(withNeighbours(found, row)).b).toBeCloseTo(1 + 0.3 + 0.3);
  });

  test("what the person said counts for a quarter more", () => {
    const asked = conversationsOf([turn("a", 1, { byUser: true }), turn("b", 2)]);
    expect(scores(withNeighbours([{ key: "a", score: 4 }], asked))).toEqual({ a: 5, b: 1.5 });
  });
});

test("without conversations the order and the scores are as they were", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(fc.string(), fc.nat(100)), { selector: ([key]) => key }), (pairs) => {
      const found = pairs.map(([key, score]) => ({ key, score })).sort((a, b) => b.score - a.score);
      const after = withNeighbours(found, conversationsOf([]));
      expect(after.map(({ score }) => score)).toEqual(found.map(({ score }) => score));
      expect(scores(after)).toEqual(scores(found));
    }),
  );
});
