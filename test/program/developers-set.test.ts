import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Figures, figuresOf } from "../../bench/recall/figures.ts";
import { askMemories } from "../../bench/recall/memories.ts";
import { readSet, type SetQuery } from "../../bench/recall/set.ts";
import { normalText } from "../../src/record/value.ts";

const { documents, queries } = readSet(join(import.meta.dir, "../../bench/sets/developers"));

describe("the developers' set", () => {
  test("names each item and each query once, and only items that there are", () => {
    const ids = new Set(documents.map(({ id }) => id));
    expect(ids.size).toBe(documents.length);
    expect(new Set(queries.map(({ id }) => id)).size).toBe(queries.length);
    const named = queries.flatMap(({ relevant, forbidden = [] }) => [...relevant, ...forbidden]);
    const successors = documents.flatMap(({ superseded_by: by }) => by ?? []);
    expect([...named, ...successors].filter((id) => !ids.has(id))).toEqual([]);
    expect(
      queries.filter(({ relevant, forbidden = [] }) => forbidden.some((id) => relevant.includes(id))),
    ).toEqual([]);
  });

  test("asks nothing in the words of an item, and nothing twice", () => {
    const said = new Set(documents.flatMap(({ title = "", text }) => [normalText(title), normalText(text)]));
    const asked = queries.map(({ text }) => normalText(text));
    expect(asked.filter((text) => said.has(text))).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test("has as many of each kind as it says, a third without an answer, and two like halves", () => {
    expect(documents.length).toBeGreaterThanOrEqual(260);
    expect(queries.length).toBeGreaterThanOrEqual(200);
    const without = queries.filter(({ relevant }) => relevant.length === 0);
    expect(without.length / queries.length).toBeGreaterThanOrEqual(0.33);
    expect(new Set(documents.map(({ type }) => type)).size).toBe(6);
    expect(new Set(documents.flatMap(({ type, category = "" }) => (type ? [] : [category]))).size).toBe(6);
    for (const [, own] of Map.groupBy(queries, ({ category }) => category)) {
      const train = own.filter(({ split }) => split === "train").length;
      expect(Math.abs(2 * train - own.length)).toBeLessThanOrEqual(1);
    }
  });

  test.each(["train", "held"] as const)(
    "gets what answers, and silence where nothing does (%s half)",
    async (half) => {
      const figures = await figuresOfHalf((query) => query.split === half);
      expect(figures.silent).toBeGreaterThanOrEqual(90);
      expect(figures["R@5"]).toBeGreaterThanOrEqual(80);
      expect(figures.precision).toBeGreaterThanOrEqual(75);
      expect(figures.leaked).toBe(0);
    },
  );
});

const figuresOfHalf = async (chosen: (query: SetQuery) => boolean): Promise<Figures> =>
  figuresOf(await askMemories({ documents, queries: queries.filter(chosen) }));
