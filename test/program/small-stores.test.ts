import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Figures, figuresOf } from "../../bench/recall/figures.ts";
import { askMemories } from "../../bench/recall/memories.ts";
import { type RecallSet, readSet, type SetDocument, type SetQuery } from "../../bench/recall/set.ts";

const { documents, queries } = readSet(join(import.meta.dir, "../../bench/sets/small-stores"));

const figures = async (set: RecallSet): Promise<Figures> => figuresOf(await askMemories(set));

describe("the small stores", () => {
  test("name each item and each query once, only items that there are, and half without an answer", () => {
    const ids = new Set(documents.map(({ id }) => id));
    expect(ids.size).toBe(documents.length);
    expect(new Set(queries.map(({ id }) => id)).size).toBe(queries.length);
    expect(queries.flatMap(({ relevant }) => relevant).filter((id) => !ids.has(id))).toEqual([]);
    expect(queries.filter(({ relevant }) => relevant.length === 0).length).toBe(queries.length / 2);
  });

  test("hold a few records each, and memories beside them", () => {
    for (const [, own] of Map.groupBy(documents, ({ group }) => group)) {
      expect(own.length).toBeLessThan(30);
      expect(own.filter(({ type }) => type === undefined).length).toBeGreaterThanOrEqual(3);
      expect(own.filter(({ type }) => type !== undefined).length).toBeGreaterThanOrEqual(8);
    }
  });

  test.each(["train", "held"] as const)("are found in, and silent elsewhere (%s half)", async (half) => {
    const own = await figures({ documents, queries: queries.filter(({ split }) => split === half) });
    expect(own["R@5"]).toBeGreaterThanOrEqual(63);
    expect(own.precision).toBeGreaterThanOrEqual(70);
    expect(own.silent).toBeGreaterThanOrEqual(85);
  });
});

/** A record or prompt of the stores that hold nothing but a few records. */
interface Fixture {
  readonly store: string;
  readonly id: string;
  readonly prompt: string;
  readonly relevant: readonly string[];
}

const fixtures = <T>(name: string): T[] =>
  readFileSync(join(import.meta.dir, "../../src/recall/fixtures", name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

describe("records of a few", () => {
  const records = fixtures<Fixture & SetDocument>("small-stores-records.jsonl").map((record) => ({
    ...record,
    id: `${record.store}.${record.id}`,
    group: record.store,
    time: "2025-01-01T00:00:00Z",
  }));
  const asked = fixtures<Fixture>("small-stores-prompts.jsonl").map(
    ({ store, prompt, relevant }, n): SetQuery => ({
      id: `p${n}`,
      text: prompt,
      group: store,
      relevant: relevant.map((id) => `${store}.${id}`),
    }),
  );
  const stores = [...new Set(records.map(({ group }) => group))];
  const beside = (groups: readonly string[]): SetDocument[] => {
    const memories = documents.filter(({ type, group = "" }) => type !== undefined && groups.includes(group));
    return stores.flatMap((group) => memories.map((each) => ({ ...each, group, id: `${group}.${each.id}` })));
  };

  test.each([
    ["ten", ["ledger"]],
    ["forty", ["infra", "ledger", "shop"]],
  ])("are found beside %s memories of other work, as well as alone", async (_, groups) => {
    const alone = await figures({ documents: records, queries: asked });
    const mixed = await figures({ documents: [...records, ...beside(groups)], queries: asked });
    expect(mixed["R@5"]).toBeGreaterThanOrEqual(0.95 * alone["R@5"]);
    expect(mixed.silent).toBeGreaterThanOrEqual(90);
  });
});
