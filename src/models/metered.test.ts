import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { startOfDay } from "../record/time.ts";
import type { Store } from "../store/port.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import type { UsageRow } from "../store/usage-port.ts";
import { ModelError } from "./error.ts";
import { type Meter, metered } from "./metered.ts";
import type { Model, ModelAnswer, Question } from "./model.ts";

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-metered-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const NOW = new Date(2026, 2, 7, 12);
const QUESTION: Question = { system: "You judge.", prompt: "This one, please", maxTokensOut: 500 };
const ANSWER: ModelAnswer = { text: "ok", tokens_in: 30, tokens_out: 10, usd: 0.02, ms: 5, model: "small-1" };
const ENOUGH = { calls_per_day: 1_000, tokens_per_day: 1_000_000, usd_per_day: 100 };

/** A model that does so, and counts how often. */
function scripted(does: () => ModelAnswer): Model & { asked: number } {
  const model = {
    executor: "endpoint" as const,
    name: "small-1",
    asked: 0,
    price: (tokensIn: number, tokensOut: number) => (tokensIn + tokensOut) / 1_000,
    ask: async () => {
      model.asked += 1;
      return does();
    },
  };
  return model;
}

const ask = (model: Model, limits: Partial<Meter["limits"]>, now = NOW): Promise<ModelAnswer> =>
  metered(model, {
    usage: store.usage,
    project: "p1",
    purpose: "review",
    limits: { ...ENOUGH, ...limits },
    now: () => now,
  }).ask(QUESTION, AbortSignal.timeout(5_000));

const troubleOf = async (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => undefined,
    (error: unknown) => (error instanceof ModelError ? error.trouble : error),
  );
const booked = (): Promise<UsageRow[]> => store.usage.sums(new Date(0).toISOString());

test("a call is noted with what it came to", async () => {
  await ask(
    scripted(() => ANSWER),
    {},
  );
  expect(await booked()).toMatchObject([
    {
      executor: "endpoint",
      model: "small-1",
      purpose: "review",
      calls: 1,
      failed: 0,
      tokens_in: 30,
      tokens_out: 10,
      usd: 0.02,
    },
  ]);
});

describe("nobody is asked", () => {
  test.each(["calls_per_day", "tokens_per_day", "usd_per_day"])(
    "while %s is 0, as it is by default",
    async (limit) => {
      const model = scripted(() => ANSWER);
      expect(await troubleOf(ask(model, { [limit]: 0 }))).toBe("capped");
      expect(model.asked).toBe(0);
      expect(await booked()).toEqual([]);
    },
  );

  test("any more once the day's calls are used up, until the next day", async () => {
    const model = scripted(() => ANSWER);
    const limits = { calls_per_day: 2 };
    await ask(model, limits);
    await ask(model, limits);
    expect(await troubleOf(ask(model, limits))).toBe("capped");
    await ask(model, limits, new Date(2026, 2, 8, 0, 0, 1));
    expect(model.asked).toBe(3);
  });
});

describe("a call that fails", () => {
  const failing = (error: ModelError): Model =>
    scripted(() => {
      throw error;
    });

  test("without having been worked on costs a call and nothing else", async () => {
    expect(await troubleOf(ask(failing(new ModelError("key", "no")), {}))).toBe("key");
    expect(await booked()).toMatchObject([{ calls: 1, failed: 1, tokens_in: 0, tokens_out: 0, usd: 0 }]);
  });

  test("in the middle counts as it was booked", async () => {
    expect(await troubleOf(ask(failing(new ModelError("timeout", "late")), {}))).toBe("timeout");
    const [row] = await booked();
    expect(row).toMatchObject({ calls: 1, failed: 1, tokens_out: 500 });
    expect(row?.usd).toBeGreaterThan(0.5);
  });

  test("and says what it cost counts as that", async () => {
    const spent = { tokens_in: 7, tokens_out: 1, usd: 0.001 };
    await troubleOf(ask(failing(new ModelError("refused", "no", { spent })), {}));
    expect(await booked()).toMatchObject([{ calls: 1, failed: 1, ...spent }]);
  });
});

test("no order of calls, however many at once, spends more than a cap", async () => {
  const limit = fc.record({
    calls: fc.nat(12),
    tokens: fc.nat(6_000),
    usd: fc.float({ min: 0, max: 6, noNaN: true }),
  });
  let day = 0;
  await fc.assert(
    fc.asyncProperty(limit, fc.nat(15), async ({ calls, tokens, usd }, times) => {
      day += 1;
      const now = new Date(2026, 2, day, 12);
      const model = scripted(() => ({ ...ANSWER, tokens_in: 5, tokens_out: 500, usd: 0.505 }));
      const limits = { calls_per_day: calls, tokens_per_day: tokens, usd_per_day: usd };
      await Promise.all(Array.from({ length: times }, () => troubleOf(ask(model, limits, now))));
      expect(model.asked).toBeLessThanOrEqual(calls);
      expect(model.asked * 505).toBeLessThanOrEqual(tokens);
      expect(model.asked * 0.505).toBeLessThanOrEqual(usd + 1e-9);
    }),
    { numRuns: 50 },
  );
});

test("a day begins at the user's midnight", () => {
  expect(startOfDay(NOW)).toEqual(new Date(2026, 2, 7, 0, 0, 0));
});
