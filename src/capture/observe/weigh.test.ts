import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FEATURE_NAMES } from "./features.ts";
import { spokeFor, weigh } from "./weigh.ts";
import { BIAS, CLASSES, WEIGHTS } from "./weights.ts";

const ROLES = ["user", "assistant"] as const;
const features = fc.uniqueArray(fc.nat(FEATURE_NAMES.length - 1), { maxLength: 40 });

describe("weights", () => {
  test("are there for each feature, in their order, and for nothing else", () => {
    expect(Object.keys(WEIGHTS)).toEqual([...FEATURE_NAMES]);
  });

  test("are there for each class, of what a person says and of what the agent says", () => {
    const rows = [BIAS, ...Object.values(WEIGHTS)];
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([2 * CLASSES.length]));
    expect(rows.flat().every(Number.isFinite)).toBe(true);
  });
});

describe("what is weighed", () => {
  test("has chances between none and all, and is the likeliest of the kinds", () => {
    fc.assert(
      fc.property(features, fc.constantFrom(...ROLES), (has, role) => {
        const { kind, likely, worth, rating } = weigh(has, role);
        for (const chance of [worth, rating, ...Object.values(likely)]) {
          expect(chance).toBeGreaterThan(0);
          expect(chance).toBeLessThan(1);
        }
        for (const name of CLASSES)
          if (name !== "worth") expect(likely[kind]).toBeGreaterThanOrEqual(likely[name]);
      }),
    );
  });

  test("weighs the same in whichever order its features come", () => {
    fc.assert(
      fc.property(features, fc.constantFrom(...ROLES), (has, role) => {
        expect(weigh([...has].reverse(), role).worth).toBeCloseTo(weigh(has, role).worth, 10);
      }),
    );
  });

  test("names at most three features that spoke for it, the strongest first", () => {
    fc.assert(
      fc.property(features, fc.constantFrom(...ROLES), (has, role) => {
        const { kind } = weigh(has, role);
        const at = CLASSES.indexOf(kind) + (role === "user" ? 0 : CLASSES.length);
        const weights = spokeFor(kind, has, role).map((name) => WEIGHTS[name]?.[at] ?? 0);
        expect(weights.length).toBeLessThanOrEqual(3);
        expect(weights.every((weight) => weight > 0)).toBe(true);
        expect(weights).toEqual([...weights].sort((a, b) => b - a));
      }),
    );
  });
});
