import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { MemoryDraft } from "../../memory/create.ts";
import { sourcesOf } from "../../memory/digest.ts";
import { isRecallable } from "../../memory/lifecycle.ts";
import { AT, sampleMemory } from "../../memory/samples.ts";
import type { Memory } from "../../memory/types.ts";
import type { Store } from "../../store/port.ts";
import { openSqliteStore } from "../../store/sqlite/open.ts";
import {
  type Aged,
  type Aging,
  type AgingLimits,
  ageMemories,
  BY_ITSELF,
  ON_DEMAND,
  undoDigest,
} from "./age-memories.ts";

let dir: string;
let store: Store;
const open = (): void => {
  dir = mkdtempSync(join(tmpdir(), "recollect-aging-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
};
const shut = async (): Promise<void> => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
};
beforeEach(open);
afterEach(shut);

const daysAgo = (days: number): string => new Date(AT.now.getTime() - days * 86_400_000).toISOString();

const aging = (more: Partial<Aging> = {}): Aging => ({
  store,
  project: "p1",
  now: AT.now,
  compressAfterDays: 30,
  limits: ON_DEMAND,
  ...more,
});
const age = (more: Partial<Aging> = {}): Promise<Aged> => ageMemories(aging(more));

async function happened(content: string, session: string, days = 0, more: object = {}): Promise<Memory> {
  const time = daysAgo(days);
  const draft: MemoryDraft = { type: "episodic", content, timestamp: time, created_at: time, ...more };
  const memory = sampleMemory(draft, { session });
  await store.memories.put([memory]);
  return memory;
}

const all = (): Promise<Memory[]> =>
  store.memories.find({ project: "p1", session: "" }, { everySession: true, limit: 1_000 });
const byId = async (id: string | undefined): Promise<Memory> => {
  const [memory] = await store.memories.get("p1", [id ?? ""]);
  if (!memory) throw new Error(`no memory ${id}`);
  return memory;
};
const visible = async (): Promise<Memory[]> => (await all()).filter((memory) => isRecallable(memory, AT.now));

const FEW: AgingLimits = { ...BY_ITSELF, changes: 20 };

const TALES = ["The importer was tried", "A branch was cut", "Somebody asked for the colours"];

describe("old events of a session", () => {
  test("become a digest that knows them, and are kept", async () => {
    const old: Memory[] = [];
    for (const [n, tale] of TALES.entries()) old.push(await happened(tale, "s1", 60 - n));
    await happened("The pipeline was repaired", "s1", 3);
    const { digests } = await age();
    const ids = old.map(({ id }) => id);
    expect(digests).toMatchObject([{ session: "s1", sources: ids }]);
    const digest = await byId(digests[0]?.id);
    expect(sourcesOf(digest)).toEqual(ids);
    expect(digest).toMatchObject({ session_id: "s1", scope: "session", status: "active" });
    for (const id of ids) expect((await byId(id)).status).toBe("archived");
    const links = await store.memories.links("p1", digest.id);
    expect(links.map(({ link_type, target_id }) => [link_type, target_id])).toEqual(
      [...ids].sort().map((id) => ["derived_from", id]),
    );
    expect((await visible()).length).toBe(2);
  });

  test("are back when the digest is undone, and are left alone for their time", async () => {
    for (const tale of TALES) await happened(tale, "s1", 60);
    const before = await visible();
    const { digests } = await age();
    const [digest] = digests;
    const restored = await undoDigest(aging(), digest?.id ?? "");
    expect(new Set(restored)).toEqual(new Set(digest?.sources));
    expect((await visible()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await store.memories.links("p1", digest?.id ?? "")).toEqual([]);
    expect((await age()).digests).toEqual([]);
    const later = new Date(AT.now.getTime() + 31 * 86_400_000);
    expect((await age({ now: later })).digests).toMatchObject([{ id: digest?.id ?? "" }]);
  });

  test("are left alone where that is switched off", async () => {
    for (const tale of TALES) await happened(tale, "s1", 600);
    expect((await age({ compressAfterDays: 0 })).digests).toEqual([]);
  });

  test("are only named in a preview, with the id that the digest would have", async () => {
    for (const tale of TALES) await happened(tale, "s1", 60);
    const before = await all();
    const preview = await age({ dryRun: true });
    expect(await all()).toEqual(before);
    expect(await age()).toEqual(preview);
  });

  test("are put together a little at a time where someone waits", async () => {
    const sessions = FEW.changes + 2;
    for (let session = 0; session < sessions; session += 1)
      for (const tale of ["a", "b", "c"])
        await happened(`alpha${session} beta${session} ${tale}${session}`, `s${session}`, 60);
    const first = await age({ limits: FEW });
    expect(first.digests).toHaveLength(FEW.changes);
    expect((await age({ limits: FEW })).digests).toHaveLength(sessions - FEW.changes);
  });
});

test("there is no digest of this id, and it says so", async () => {
  const memory = await happened("The importer was tried", "s1");
  for (const id of ["nobody", memory.id])
    await expect(undoDigest(aging(), id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await byId(memory.id)).toEqual(memory);
});

describe("events of three sessions", () => {
  const FLAKY = "The checkout test failed since the browser timed out";

  test("become one thing that is known, and leave recall", async () => {
    const events: Memory[] = [];
    for (const session of ["s1", "s2"]) events.push(await happened(FLAKY, session));
    expect((await age()).promoted).toEqual([]);
    events.push(await happened(`${FLAKY} again`, "s3"));
    const { promoted } = await age();
    expect(promoted).toMatchObject([{ sessions: 3, known: false }]);
    const pattern = await byId(promoted[0]?.id);
    expect(pattern).toMatchObject({
      type: "semantic",
      scope: "project",
      evidence_count: 3,
      source_sessions: ["s1", "s2", "s3"],
    });
    for (const { id } of events) expect(await byId(id)).toMatchObject({ promoted_to: pattern.id });
    expect(await visible()).toEqual([pattern]);
    expect(new Set((await store.memories.links("p1", pattern.id)).map(({ target_id }) => target_id))).toEqual(
      new Set(events.map(({ id }) => id)),
    );
  });

  test("and of a fourth speak for what they became", async () => {
    for (const session of ["s1", "s2", "s3"]) await happened(FLAKY, session);
    const { promoted: first } = await age();
    const again = await happened(FLAKY, "s4");
    const { promoted } = await age();
    expect(promoted).toMatchObject([
      { id: first[0]?.id ?? "", known: true, sessions: 4, events: [again.id] },
    ]);
    expect(await byId(again.id)).toMatchObject({ promoted_to: first[0]?.id ?? "" });
    expect((await age()).promoted).toEqual([]);
  });

  test("speak for what is known in the same words", async () => {
    const known = sampleMemory({ type: "semantic", content: FLAKY }, { session: "s0" });
    await store.memories.put([known]);
    for (const session of ["s1", "s2", "s3"]) await happened(FLAKY, session);
    expect((await age()).promoted).toMatchObject([{ id: known.id, known: true, sessions: 4 }]);
  });

  test("of another project are not counted", async () => {
    await store.memories.put([
      sampleMemory({ type: "episodic", content: FLAKY }, { project: "p2", session: "s1" }),
    ]);
    for (const session of ["s2", "s3"]) await happened(FLAKY, session);
    expect((await age()).promoted).toEqual([]);
  });

  test("are promoted before they vanish into digests", async () => {
    for (const session of ["s1", "s2", "s3"]) {
      await happened(FLAKY, session, 60);
      for (const [n, tale] of TALES.entries())
        await happened(`${tale} for ${session}${n}`, session, 60, { importance: 2 });
    }
    const { promoted, digests } = await age();
    const events = promoted.flatMap((each) => each.events);
    expect(events.length).toBeGreaterThanOrEqual(3);
    const sources = digests.flatMap((digest) => digest.sources);
    expect(sources.filter((id) => events.includes(id))).toEqual([]);
  });
});

test("two processes that do it at once make one digest and one pattern", async () => {
  const other = openSqliteStore({ path: join(dir, "r.db") });
  try {
    for (const tale of TALES) await happened(tale, "s1", 60);
    for (const session of ["s1", "s2", "s3"])
      await happened("The checkout test failed since the browser hung", session);
    const [one, two] = await Promise.all([age(), age({ store: other })]);
    expect(new Set([...one.digests, ...two.digests].map(({ id }) => id)).size).toBe(1);
    expect((await visible()).map(({ type }) => type).sort()).toEqual(["episodic", "semantic"]);
  } finally {
    await other.close();
  }
});

test("what was forgotten while others were put together does not come back", async () => {
  const events: Memory[] = [];
  for (const tale of TALES) events.push(await happened(tale, "s1", 60));
  const forgotten = events[0]?.id ?? "";
  let isRead = false;
  // As if another process forgot it between the reading and the writing.
  const watched: Store = {
    ...store,
    memories: {
      ...store.memories,
      find: async (...args) => {
        const found = await store.memories.find(...args);
        if (args[1].before !== undefined && !isRead) {
          isRead = true;
          await store.memories.forget("p1", [forgotten]);
        }
        return found;
      },
    },
  };
  await age({ store: watched });
  expect(isRead).toBe(true);
  expect(await store.memories.get("p1", [forgotten])).toEqual([]);
  for (const memory of await visible())
    expect(memory).not.toMatchObject({ context: { digest_of: expect.anything() } });
});

test("whatever happened, aging loses no event, shows no more than before, and has nothing to do the second time", async () => {
  const event = fc.record({
    words: fc.subarray(["importer", "branch", "checkout", "failed", "merged", "queue", "asked"], {
      minLength: 3,
    }),
    session: fc.integer({ min: 1, max: 4 }),
    days: fc.integer({ min: 0, max: 90 }),
    importance: fc.integer({ min: 1, max: 10 }),
  });
  await fc.assert(
    fc
      .asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
        const ids: string[] = [];
        for (const { words, session, days, importance } of events)
          ids.push((await happened(words.join(" "), `s${session}`, days, { importance })).id);
        const seen = (await visible()).length;
        await age();
        const after = await all();
        const present = new Set(after.map(({ id }) => id));
        expect(ids.filter((id) => !present.has(id))).toEqual([]);
        expect((await visible()).length).toBeLessThanOrEqual(seen);
        // Each event is seen itself, or what it became is.
        const shown = new Set((await visible()).flatMap((memory) => [memory.id, ...sourcesOf(memory)]));
        for (const id of ids) {
          const memory = await byId(id);
          expect(shown.has(memory.promoted_to ?? id)).toBe(true);
        }
        expect(await age()).toEqual({ promoted: [], digests: [] });
        expect(await all()).toEqual(after);
      })
      .beforeEach(async () => {
        await shut();
        open();
      }),
    { numRuns: 20 },
  );
});
