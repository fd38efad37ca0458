import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { archive, cleared, promoted, reject, supersede, turned, unarchive } from "../../memory/lifecycle.ts";
import { AT, sampleMemory, sampleOfEach } from "../../memory/samples.ts";
import type { Memory, ProspectiveMemory, WorkingMemory } from "../../memory/types.ts";
import { DAY_MS } from "../../record/time.ts";
import type { Store } from "../../store/port.ts";
import { openSqliteStore } from "../../store/sqlite/open.ts";
import { isPurgeable, type Purging, purgeMemories } from "./purge.ts";

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-purge-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const after = (days: number): Date => new Date(AT.now.getTime() + days * DAY_MS);
const purge = (days: number, more: Partial<Purging> = {}): Promise<Memory[]> =>
  purgeMemories({ store, project: "p1", now: after(days), graceDays: 30, most: 100, ...more });
const left = async (): Promise<string[]> =>
  (await store.memories.walk("p1", { limit: 1_000 })).map(({ id }) => id);

describe("what was put away", () => {
  test("is deleted when its grace period is over, and not before", async () => {
    const [one, two, three] = sampleOfEach() as [Memory, Memory, Memory];
    const staged = sampleMemory({ type: "semantic", content: "Nobody judged this", status: "staged" });
    const kept = sampleMemory({ type: "semantic", content: "This one holds" });
    await store.memories.put([
      archive(one, AT.now),
      supersede(two, kept.id, AT.now),
      archive(three, after(10)),
      reject(staged, AT.now),
      kept,
    ]);
    expect(await purge(29.9)).toEqual([]);
    const gone = await purge(30);
    expect(new Set(gone.map(({ id }) => id))).toEqual(new Set([one.id, two.id, staged.id]));
    expect((await left()).sort()).toEqual([three.id, kept.id].sort());
  });

  test("is only named in a preview", async () => {
    const [one] = sampleOfEach() as [Memory];
    await store.memories.put([archive(one, AT.now)]);
    expect((await purge(31, { dryRun: true })).map(({ id }) => id)).toEqual([one.id]);
    expect(await left()).toEqual([one.id]);
  });

  test("and brought back is kept, as if it had never been away", async () => {
    const [one] = sampleOfEach() as [Memory];
    await store.memories.put([unarchive(archive(one, AT.now), after(29))]);
    expect(await purge(100)).toEqual([]);
  });

  test("is deleted a part at a time, and another project's is left alone", async () => {
    const many = Array.from({ length: 12 }, (_, n) =>
      sampleMemory({ type: "semantic", content: `Rule ${n}` }),
    );
    const theirs = sampleMemory({ type: "semantic", content: "Theirs" }, { project: "p2" });
    await store.memories.put(many.map((memory) => archive(memory, AT.now)));
    await store.memories.put([archive(theirs, AT.now)]);
    expect(await purge(40, { most: 5 })).toHaveLength(5);
    expect(await purge(40)).toHaveLength(7);
    expect(await store.memories.get("p2", [theirs.id])).toHaveLength(1);
  });

  test("stays while someone asks to stop", async () => {
    const [one] = sampleOfEach() as [Memory];
    await store.memories.put([archive(one, AT.now)]);
    expect(await purge(40, { signal: AbortSignal.abort() })).toEqual([]);
  });
});

test("what became something else, and what was done, is kept for a year; cleared working memory for the grace period", () => {
  const [event, , intention, , work] = sampleOfEach() as [
    Memory,
    Memory,
    ProspectiveMemory,
    Memory,
    WorkingMemory,
  ];
  const ended = turned(intention, "completed", AT.now);
  for (const memory of [promoted(event, "x", AT.now), ended]) {
    expect(isPurgeable(memory, after(364), 30)).toBe(false);
    expect(isPurgeable(memory, after(365), 30)).toBe(true);
  }
  expect(isPurgeable(cleared(work, "completed", AT.now), after(29), 30)).toBe(false);
  expect(isPurgeable(cleared(work, "completed", AT.now), after(30), 30)).toBe(true);
  expect(isPurgeable(work, after(1_000), 30)).toBe(false);
});

test("nothing is deleted that was not put away for the whole grace period, whatever was done to it", () => {
  type Act = "archive" | "unarchive" | "supersede" | "wait";
  const acts = fc.array(
    fc.record({
      act: fc.constantFrom<Act>("archive", "unarchive", "supersede", "wait"),
      days: fc.double({ min: 0, max: 50, noNaN: true }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(acts, fc.integer({ min: 1, max: 60 }), (list, grace) => {
      let memory: Memory = sampleMemory({ type: "semantic", content: "Webhooks arrive out of order" });
      let day = 0;
      let awaySince: number | undefined;
      for (const { act, days } of list) {
        day += days;
        const isAway = memory.status !== "active";
        if (act === "archive" && !isAway) memory = archive(memory, after(day));
        if (act === "supersede" && !isAway) memory = supersede(memory, "another", after(day));
        if (act === "unarchive" && memory.status === "archived") memory = unarchive(memory, after(day));
        awaySince = memory.status === "active" ? undefined : (awaySince ?? day);
        if (isPurgeable(memory, after(day), grace))
          expect(day - (awaySince ?? day)).toBeGreaterThanOrEqual(grace - 1e-6);
      }
    }),
  );
});
