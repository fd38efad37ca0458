import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { appendChanges, diffContent, shrunkLists, VALUE_MAX } from "./changes.ts";
import type { ChangeEntry } from "./types.ts";

const now = "2026-05-01T12:00:00Z";
const entry = (i: number): ChangeEntry => ({
  date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
  summary: `change ${i}`,
});
const entries = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => entry(from + i));

/** How many changes a log stands for, folded ones included. */
const countOf = (log: readonly ChangeEntry[]): number =>
  log.reduce((sum, { summary }) => sum + Number(/^(\d+) earlier changes/.exec(summary)?.[1] ?? 1), 0);

describe("the change log", () => {
  test("keeps fifty entries as they are", () => {
    expect(appendChanges(entries(0, 49), [entry(49)])).toEqual(entries(0, 50));
  });

  test("folds the oldest entries into one instead of dropping them", () => {
    const log = appendChanges(entries(0, 50), entries(50, 61));
    expect(log).toHaveLength(50);
    expect(log[0]?.summary).toBe("12 earlier changes, 2026-01-01 to 2026-01-12");
    expect(log.slice(1)).toEqual(entries(12, 61));
  });

  test("counts folded entries when it folds again", () => {
    let log: ChangeEntry[] = [];
    for (let i = 0; i < 120; i += 1) log = appendChanges(log, [entry(i)]);
    expect(log[0]?.summary).toBe("71 earlier changes, 2026-01-01 to 2026-03-12");
    expect(log.slice(1)).toEqual(entries(71, 120));
  });

  test("never exceeds fifty, keeps the newest, and forgets no count", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 12 }), (batches) => {
        let log: ChangeEntry[] = [];
        let total = 0;
        for (const size of batches) {
          log = appendChanges(log, entries(total, total + size));
          total += size;
          expect(log.length).toBeLessThanOrEqual(50);
          expect(countOf(log)).toBe(total);
          expect(log.at(-1)).toEqual(total === 0 ? undefined : entry(total - 1));
        }
      }),
    );
  });
});

describe("automatic entries", () => {
  test("record old and new values of scalars, also nested ones", () => {
    const old = { status: "open", examples: { prefer: ["a"], note: "x" }, n: 1 };
    const next = { status: "resolved", examples: { prefer: ["a"], note: "y" }, n: 1 };
    expect(diffContent(old, next, now)).toEqual([
      {
        date: now,
        summary: "Changed content.status",
        field: "content.status",
        old_value: "open",
        new_value: "resolved",
      },
      {
        date: now,
        summary: "Changed content.examples.note",
        field: "content.examples.note",
        old_value: "x",
        new_value: "y",
      },
    ]);
  });

  test("tell fields that came and went", () => {
    expect(diffContent({ a: "x" }, { b: "y" }, now).map(({ summary }) => summary)).toEqual([
      "Removed content.a",
      "Set content.b",
    ]);
  });

  test("tell list items added and removed, and a new order", () => {
    expect(diffContent({ steps: ["a", "b"] }, { steps: ["b", "c"] }, now)).toEqual([
      {
        date: now,
        summary: "content.steps: 1 added, 1 removed",
        field: "content.steps",
        old_value: ["a"],
        new_value: ["c"],
      },
    ]);
    expect(diffContent({ steps: ["a", "b"] }, { steps: ["b", "a"] }, now)[0]?.summary).toBe(
      "Reordered content.steps",
    );
  });

  test("shorten long values", () => {
    const [change] = diffContent({ a: "x".repeat(2_000) }, { a: ["y".repeat(2_000)] }, now);
    expect(String(change?.old_value)).toHaveLength(VALUE_MAX);
    expect(String(change?.new_value)).toHaveLength(VALUE_MAX);
  });

  test("are none exactly for equal contents", () => {
    const content = fc.dictionary(fc.constantFrom("a", "b", "__proto__", "c"), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(content, content, (a, b) => {
        expect(diffContent(a, structuredClone(a), now)).toEqual([]);
        expect(diffContent(a, b, now).length === 0).toBe(Bun.deepEquals(a, b));
      }),
    );
  });
});

test("lists that shrink are named, nested and vanished ones too", () => {
  expect(shrunkLists({ a: ["x", "y"], e: { prefer: ["p"] }, k: ["q"] }, { a: ["y"], k: ["r"] })).toEqual([
    "content.a shrinks from 2 items to 1; 1 lost",
    "content.e.prefer shrinks from 1 item to 0; 1 lost",
  ]);
});
