import { expect, test } from "bun:test";
import fc from "fast-check";
import { sampleMemory } from "./samples.ts";
import { certainty, familiarity, recency, reinforced } from "./strength.ts";

const NOW = new Date("2026-03-07T12:00:00Z");
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();

test("recency is 1 today, a half after a week and a tenth after a month", () => {
  expect(recency(daysAgo(0), NOW)).toBe(1);
  expect(recency(daysAgo(7), NOW)).toBeCloseTo(0.5);
  expect(recency(daysAgo(30), NOW)).toBeCloseTo(0.1);
  expect(recency(daysAgo(-3), NOW)).toBe(1); // a clock that was set back
  expect(recency("no time", NOW)).toBe(0);
});

test("nothing gets fresher by getting older, and no figure leaves 0–1", () => {
  const days = fc.double({ min: -10, max: 5_000, noNaN: true });
  fc.assert(
    fc.property(days, days, fc.integer({ min: 0, max: 1e9 }), (a, b, count) => {
      const [young, old] = [recency(daysAgo(Math.min(a, b)), NOW), recency(daysAgo(Math.max(a, b)), NOW)];
      expect(young).toBeGreaterThanOrEqual(old);
      for (const figure of [young, old, familiarity(count)]) {
        expect(figure).toBeGreaterThanOrEqual(0);
        expect(figure).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("familiarity grows ever more slowly", () => {
  expect(familiarity(0)).toBe(0);
  expect(familiarity(100)).toBeCloseTo(1);
  expect(familiarity(2) - familiarity(1)).toBeLessThan(familiarity(1) - familiarity(0));
});

test("certainty is what was stated, or what was seen to work", () => {
  expect(certainty(sampleMemory({ type: "semantic", content: "x", confidence: 0.9 }))).toBe(0.9);
  const tried = { usage_count: 3, success_count: 3 };
  const procedure = { type: "procedural", procedure_name: "x", steps: ["y"], ...tried } as const;
  expect(certainty(sampleMemory(procedure))).toBe(0.8);
  expect(certainty(sampleMemory({ type: "episodic", content: "x" }))).toBe(0.5);
  expect(reinforced(1)).toBe(1);
});
