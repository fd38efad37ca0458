import { expect, test } from "bun:test";
import { BUILT_IN_CATEGORIES } from "../record/category.ts";
import { LABELLED } from "./fixtures/labelled.ts";
import { SIGNAL_TABLES } from "./patterns.ts";
import { findSignals } from "./score.ts";

const categoriesOf = (text: string): Set<string> =>
  new Set(findSignals([{ role: "user", text, tools: [] }]).map(({ category }) => category));

const judged = LABELLED.map(({ text, expect: wanted }) => ({ text, wanted, got: categoriesOf(text) }));

interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

const tally = (category: string): Tally => ({
  right: judged.filter(({ wanted, got }) => got.has(category) && wanted.some((name) => name === category))
    .length,
  wrong: judged.filter(({ wanted, got }) => got.has(category) && !wanted.some((name) => name === category))
    .length,
  missed: judged.filter(({ wanted, got }) => !got.has(category) && wanted.some((name) => name === category))
    .length,
});

const precision = ({ right, wrong }: Tally): number => right / Math.max(1, right + wrong);
const recall = ({ right, missed }: Tally): number => right / Math.max(1, right + missed);

test("at least two fifths of the labelled lines say nothing", () => {
  const nothing = LABELLED.filter(({ expect: wanted }) => wanted.length === 0).length;
  expect(LABELLED.length).toBeGreaterThanOrEqual(60);
  expect(nothing / LABELLED.length).toBeGreaterThanOrEqual(0.4);
});

test("signals of the labelled lines are at least 85 % precise and 85 % complete", () => {
  const total: Tally = { right: 0, wrong: 0, missed: 0 };
  for (const category of BUILT_IN_CATEGORIES.filter((name) => name !== "session_summary")) {
    const one = tally(category);
    total.right += one.right;
    total.wrong += one.wrong;
    total.missed += one.missed;
    console.log(
      `${category.padEnd(12)} precision ${precision(one).toFixed(2)} recall ${recall(one).toFixed(2)} (${one.right + one.missed} expected)`,
    );
  }
  console.log(`all          precision ${precision(total).toFixed(2)} recall ${recall(total).toFixed(2)}`);
  expect(precision(total)).toBeGreaterThanOrEqual(0.85);
  expect(recall(total)).toBeGreaterThanOrEqual(0.85);
});

test("the stems that spare most lines a closer look hide none that counts", () => {
  const unsparing = SIGNAL_TABLES.map(({ stems: _, primary, ...table }) => ({
    ...table,
    primary: primary.map(({ pattern }) => ({ pattern })),
  }));
  for (const { text } of LABELLED) {
    const messages = [{ role: "user" as const, text, tools: [] }];
    expect(findSignals(messages)).toEqual(findSignals(messages, unsparing));
  }
});
