import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { RecordError } from "../record/error.ts";
import { allocate, checkBudget, type Fitting, fit, LANES } from "./budget.ts";

const sum = (caps: { [lane: string]: number }): number => Object.values(caps).reduce((a, b) => a + b, 0);

describe("the lanes' shares", () => {
  test("of eight thousand are the original's", () => {
    const plain = { episodic: 2_000, semantic: 3_000, prospective: 1_000, procedural: 2_000 };
    expect(allocate(8_000, "why SQLite?")).toEqual(plain);
    expect(allocate(8_000, "What is on my TODO list?")).toEqual({
      ...plain,
      prospective: 1_500,
      semantic: 2_500,
    });
    expect(allocate(8_000, "the procedure for a release")).toEqual({
      ...plain,
      procedural: 2_500,
      episodic: 1_500,
    });
    expect(allocate(8_000, "how to finish this task")).toEqual({
      episodic: 1_500,
      semantic: 2_500,
      prospective: 1_500,
      procedural: 2_500,
    });
    // A word that merely contains one asks nothing.
    expect(allocate(8_000, "multitasking in autodoc")).toEqual(plain);
  });

  test("come to the whole budget, whatever it is", () => {
    const query = fc.constantFrom("", "todo", "how to", "how to do a task");
    fc.assert(
      fc.property(fc.nat(100_000), query, (budget, asked) => {
        const caps = allocate(budget, asked);
        expect(sum(caps)).toBe(budget);
        expect(Math.min(...Object.values(caps))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

test("a budget is a whole number, and not negative", () => {
  for (const budget of [-100, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => checkBudget(budget)).toThrow(RecordError);
  for (const budget of [0, 1, 8_000]) expect(() => checkBudget(budget)).not.toThrow();
});

describe("what fits", () => {
  const entry = fc.record({
    lane: fc.constantFrom(...LANES),
    tokens: fc.integer({ min: 0, max: 500 }),
    item: fc.nat(),
  });

  test("never exceeds the budget, keeps the order, and leaves out nothing that still had room", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), fc.nat(3_000), (entries, budget) => {
        const { kept, trimmed } = fit(entries, allocate(budget, ""));
        const used = kept.reduce((total, { tokens }) => total + tokens, 0);
        expect(used).toBeLessThanOrEqual(budget);
        expect(kept.length + trimmed).toBe(entries.length);
        expect(kept.map((each) => entries.indexOf(each))).toEqual(
          kept.map((each) => entries.indexOf(each)).sort((a, b) => a - b),
        );
        const left = entries.filter((each) => !kept.includes(each));
        expect(left.every(({ tokens }) => tokens > budget - used)).toBe(true);
      }),
    );
  });

  test("takes what other lanes do not use", () => {
    const facts = Array.from(
      { length: 10 },
      (_, item): Fitting<number> => ({ lane: "semantic", tokens: 100, item }),
    );
    expect(fit(facts, allocate(1_000, "")).kept).toHaveLength(10);
  });

  test("passes over what is too large, and goes on", () => {
    const sizes = [300, 900, 200];
    const entries = sizes.map((tokens): Fitting<number> => ({ lane: "semantic", tokens, item: tokens }));
    expect(fit(entries, allocate(600, "")).kept.map(({ item }) => item)).toEqual([300, 200]);
  });
});
