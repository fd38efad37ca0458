/** What every driver does with usage and its caps: the same suite for each. */
import { describe, expect } from "bun:test";
import fc from "fast-check";
import { inTheWay, type Spent } from "./caps.ts";
import type { ConformanceSubject } from "./conformance.ts";
import { onTwoConnections } from "./two-connections.ts";
import type { Caps, PlannedUse, UsageRow, UseOutcome } from "./usage-port.ts";

const TODAY = "2026-03-07T00:00:00.000Z";
const ENOUGH: Caps = { since: TODAY, calls: 1_000, tokens: 1e9, usd: 1e6 };

let made = 0;
const use = (over: Partial<PlannedUse> = {}): PlannedUse => {
  made += 1;
  return {
    id: `use-${made}`,
    at: "2026-03-07T10:00:00.000Z",
    project: "p1",
    purpose: "review",
    executor: "endpoint",
    model: "small",
    tokens_in: 1_000,
    tokens_out: 200,
    usd: 0.25,
    ...over,
  };
};
const outcome = (over: Partial<UseOutcome> = {}): UseOutcome => ({
  ok: true,
  tokens_in: 900,
  tokens_out: 100,
  usd: 0.125,
  ms: 1_500,
  ...over,
});
const row = (over: Partial<UsageRow> = {}): UsageRow => ({
  day: "2026-03-07",
  executor: "endpoint",
  model: "small",
  purpose: "review",
  calls: 1,
  failed: 0,
  tokens_in: 1_000,
  tokens_out: 200,
  usd: 0.25,
  ms: 0,
  ...over,
});

export function usageConformance(subject: ConformanceSubject): void {
  const { name } = subject;
  const withUsage = onTwoConnections(subject, ({ usage }) => usage);

  describe(`${name}: a call`, () => {
    withUsage(
      "counts as estimated until it has ended, and then as what it came to",
      async (usage, others) => {
        const call = use();
        expect(await usage.book(call, ENOUGH)).toEqual({});
        expect(await others.sums(TODAY)).toEqual([row()]);
        await others.settle(call.id, outcome());
        expect(await usage.sums(TODAY)).toEqual([
          row({ tokens_in: 900, tokens_out: 100, usd: 0.125, ms: 1_500 }),
        ]);
      },
    );

    withUsage("that ended badly is told of as such, and one that nobody booked is not", async (usage) => {
      const call = use();
      await usage.book(call, ENOUGH);
      await usage.settle(call.id, outcome({ ok: false, error: "429", tokens_in: 0, tokens_out: 0, usd: 0 }));
      await usage.settle("nobody's", outcome());
      expect(await usage.sums(TODAY)).toEqual([
        row({ failed: 1, tokens_in: 0, tokens_out: 0, usd: 0, ms: 1_500 }),
      ]);
    });

    withUsage("is not booked twice", async (usage) => {
      const call = use();
      await usage.book(call, ENOUGH);
      await expect(usage.book(call, ENOUGH)).rejects.toThrow();
      expect(await usage.sums(TODAY)).toEqual([row()]);
    });

    withUsage("is summed by day, executor, model and purpose, the newest day first", async (usage) => {
      const calls: Partial<PlannedUse>[] = [
        { at: "2026-03-08T00:00:00.000Z", model: "large" },
        { at: "2026-03-07T23:59:59.999Z" },
        { at: "2026-03-07T00:00:00.000Z" },
        { at: "2026-03-07T10:00:00.000Z", purpose: "verify" },
        { at: "2026-03-07T10:00:00.000Z", executor: "claude", project: "p2" },
        { at: "2026-03-06T23:59:59.999Z" },
      ];
      for (const call of calls) await usage.book(use(call), ENOUGH);
      const mine = [
        row({ day: "2026-03-08", model: "large" }),
        row({ calls: 2, tokens_in: 2_000, tokens_out: 400, usd: 0.5 }),
        row({ purpose: "verify" }),
      ];
      expect(await usage.sums(TODAY, "p1")).toEqual(mine);
      expect(await usage.sums(TODAY)).toEqual([
        ...mine.slice(0, 1),
        row({ executor: "claude" }),
        ...mine.slice(1),
      ]);
      expect(await usage.sums(TODAY, "nobody's")).toEqual([]);
    });

    withUsage("from before a time is forgotten", async (usage) => {
      for (const day of ["05", "06", "07"])
        await usage.book(use({ at: `2026-03-${day}T10:00:00.000Z` }), ENOUGH);
      expect(await usage.prune(TODAY)).toBe(2);
      expect(await usage.prune(TODAY)).toBe(0);
      expect(await usage.sums("2026-01-01T00:00:00.000Z")).toEqual([row()]);
    });
  });

  describe(`${name}: a cap`, () => {
    withUsage("of nothing lets nobody be asked", async (usage) => {
      expect(await usage.book(use(), { ...ENOUGH, calls: 0 })).toEqual({ refused: "calls" });
      expect(await usage.book(use(), { ...ENOUGH, tokens: 0 })).toEqual({ refused: "tokens" });
      expect(await usage.book(use(), { ...ENOUGH, usd: 0 })).toEqual({ refused: "usd" });
      expect(await usage.sums(TODAY)).toEqual([]);
    });

    withUsage("is reached and not passed, by all projects together", async (usage) => {
      const caps = { ...ENOUGH, calls: 2 };
      expect(await usage.book(use(), caps)).toEqual({});
      expect(await usage.book(use({ project: "p2" }), caps)).toEqual({});
      expect(await usage.book(use({ project: "p3" }), caps)).toEqual({ refused: "calls" });
      expect(await usage.book(use(), { ...ENOUGH, tokens: 3_600 })).toEqual({});
      expect(await usage.book(use(), { ...ENOUGH, tokens: 4_799 })).toEqual({ refused: "tokens" });
      expect(await usage.book(use(), { ...ENOUGH, usd: 1 })).toEqual({});
      expect(await usage.book(use(), { ...ENOUGH, usd: 1 })).toEqual({ refused: "usd" });
    });

    withUsage("of tenths of a dollar is reached in spite of how they add up", async (usage) => {
      for (const usd of [0.1, 0.2])
        expect(await usage.book(use({ usd }), { ...ENOUGH, usd: 0.3 })).toEqual({});
    });

    withUsage("counts from its time on", async (usage) => {
      await usage.book(use({ at: "2026-03-06T23:59:59.999Z" }), ENOUGH);
      expect(await usage.book(use(), { ...ENOUGH, calls: 1 })).toEqual({});
    });

    withUsage("has room again for what a call did not use", async (usage) => {
      const caps = { ...ENOUGH, tokens: 2_000 };
      const call = use();
      await usage.book(call, caps);
      expect(await usage.book(use(), caps)).toEqual({ refused: "tokens" });
      await usage.settle(call.id, outcome({ tokens_in: 500, tokens_out: 100 }));
      expect(await usage.book(use(), caps)).toEqual({});
    });

    withUsage("is kept in any order of calls, as if each had been alone", async (usage, others) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), caps, async (steps, within) => {
          await usage.prune("9999");
          const booked: { use: PlannedUse; now: UseOutcome | PlannedUse }[] = [];
          for (const [n, each] of steps.entries()) {
            const store = n % 2 === 0 ? usage : others;
            const open = booked[(each.settles ?? 0) % Math.max(1, booked.length)];
            if (each.settles !== undefined && open) {
              open.now = outcome(each);
              await store.settle(open.use.id, open.now);
              continue;
            }
            const call = use(each);
            const refused = inTheWay(spentOf(booked.map(({ now }) => now)), call, within);
            expect(await store.book(call, within)).toEqual(refused ? { refused } : {});
            if (!refused) booked.push({ use: call, now: call });
          }
        }),
        { numRuns: 40 },
      );
    });

    withUsage("is never passed by calls that are booked at once", async (usage, others) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), caps, async (steps, within) => {
          await usage.prune("9999");
          const calls = steps.map(use);
          const answers = await Promise.all(
            calls.map((call, n) => (n % 2 === 0 ? usage : others).book(call, within)),
          );
          const booked = spentOf(calls.filter((_, n) => answers[n]?.refused === undefined));
          expect(booked.calls).toBeLessThanOrEqual(within.calls);
          expect(booked.tokens).toBeLessThanOrEqual(within.tokens);
          expect(booked.usd).toBeLessThanOrEqual(within.usd + 1e-6);
          // Who was refused would not fit beside those that were booked.
          for (const [n, { refused }] of answers.entries())
            if (refused) expect(inTheWay(booked, calls[n] as PlannedUse, within)).toBeDefined();
        }),
        { numRuns: 25 },
      );
    });
  });
}

interface Step {
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly usd: number;
  /** Number of an earlier call that ends here, with these figures. */
  readonly settles?: number;
}

const tokens = fc.integer({ min: 0, max: 500 });
const dollars = fc.integer({ min: 0, max: 30 }).map((cents) => cents / 100);

const step: fc.Arbitrary<Step> = fc.record(
  { tokens_in: tokens, tokens_out: tokens, usd: dollars, settles: fc.nat({ max: 30 }) },
  { requiredKeys: ["tokens_in", "tokens_out", "usd"] },
);

const caps: fc.Arbitrary<Caps> = fc.record({
  since: fc.constant(TODAY),
  calls: fc.integer({ min: 0, max: 12 }),
  tokens: fc.integer({ min: 0, max: 5_000 }),
  usd: fc.integer({ min: 0, max: 200 }).map((cents) => cents / 100),
});

const spentOf = (uses: readonly Pick<PlannedUse, "tokens_in" | "tokens_out" | "usd">[]): Spent => ({
  calls: uses.length,
  tokens: uses.reduce((sum, { tokens_in, tokens_out }) => sum + tokens_in + tokens_out, 0),
  usd: uses.reduce((sum, { usd }) => sum + usd, 0),
});
