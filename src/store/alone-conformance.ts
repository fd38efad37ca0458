/** What every driver does with work that is alone: the same suite for each, called by `conformance.ts`. */
import { describe, expect, test } from "bun:test";
import { sampleMemory } from "../memory/samples.ts";
import type { Memory } from "../memory/types.ts";
import { RecordError } from "../record/error.ts";
import type { ConformanceSubject } from "./conformance.ts";
import type { Store } from "./port.ts";

const counter = (n: number): Memory => ({
  ...sampleMemory({ type: "semantic", content: "So many" }),
  id: "counter",
  evidence_count: n,
});

async function counted(store: Store): Promise<number> {
  const [memory] = await store.memories.get("p1", ["counter"]);
  return memory?.type === "semantic" ? memory.evidence_count : 0;
}

const countOn = (store: Store): Promise<void> =>
  store.alone("p1", async (own) => {
    const before = await counted(own);
    // What others do at the same time has every chance to come between.
    await Bun.sleep(1);
    await own.alone("p1", (inner) => inner.memories.put([counter(before + 1)]));
  });

export function aloneConformance({ name, open, reopen }: ConformanceSubject): void {
  describe(`${name}: work that is alone`, () => {
    test("reads and writes without anyone between, on one connection or several", async () => {
      const stores = [await open(), await reopen(), await reopen()];
      const [store] = stores as [Store];
      await store.memories.put([counter(1)]);
      const rounds = stores.flatMap((each) => [each, each, each]);
      const touch = (each: Store): Promise<void> =>
        each.memories.accessed("p1", ["counter"], "2026-05-01T00:00:00Z");
      await Promise.all(rounds.flatMap((each) => [countOn(each), touch(each)]));
      expect(await counted(store)).toBe(1 + rounds.length);
      expect(await store.memories.get("p1", ["counter"])).toMatchObject([{ access_count: rounds.length }]);
      for (const each of stores) await each.close();
    });

    test("writes all or nothing, and rejects as the work does", async () => {
      const store = await open();
      await store.memories.put([counter(1)]);
      const refused = RecordError.validation([{ field: "x", expected: "y", got: "z", fix: "none" }]);
      const failing = store.alone("p1", async (own) => {
        await own.memories.put([counter(2), sampleMemory({ type: "working", content: "Half" })]);
        throw refused;
      });
      await expect(failing).rejects.toBe(refused);
      expect(await counted(store)).toBe(1);
      expect(await store.memories.walk("p1", { types: ["working"], limit: 10 })).toEqual([]);
      await countOn(store);
      expect(await counted(store)).toBe(2);
      await store.close();
    });
  });
}
