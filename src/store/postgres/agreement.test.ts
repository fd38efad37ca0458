/** Two databases, one memory: the same data and questions have the same answers, in the same order. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { canServe, sharedPostgres } from "../../../test/support/postgres.ts";
import type { MemoryDraft } from "../../memory/create.ts";
import { AT, sampleMemory } from "../../memory/samples.ts";
import type { Memory } from "../../memory/types.ts";
import { retrieve } from "../../recall/retrieve.ts";
import { builtInCategories } from "../../record/category.ts";
import { analyze } from "../../text/analyze.ts";
import { memoryCollections, recordCollection } from "../collections.ts";
import type { MemoryQuery } from "../memory-port.ts";
import type { Place, ProjectedRecord, Store } from "../port.ts";
import { projected, sampleRecord } from "../sample.ts";
import { openSqliteStore } from "../sqlite/open.ts";
import { openPostgresStore } from "./open-postgres.ts";

const WORDS =
  "webhook retry ledger queue cache token shard deploy rollback schema migration worker 배포 Füße naïve src/store/open.ts busyTimeout".split(
    " ",
  );
const words = (most: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((some) => some.join(" "));

const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-03-0${n}T00:00:00.000Z`);
const scope = fc.constantFrom("session", "project", "user");

const draft: fc.Arbitrary<MemoryDraft> = fc
  .record({
    type: fc.constantFrom("episodic", "semantic", "prospective", "procedural", "working"),
    content: words(12),
    scope,
    importance: fc.integer({ min: 1, max: 10 }),
    priority: fc.integer({ min: 1, max: 5 }),
    tags: fc.array(fc.constantFrom(...WORDS.slice(0, 4)), { maxLength: 3 }),
    when: day,
  })
  .map(({ type, content, scope, priority, when, ...rest }): MemoryDraft => {
    switch (type) {
      case "procedural":
        return {
          type,
          procedure_name: content,
          steps: [content],
          scope,
          created_at: when,
          ...rest,
        } as MemoryDraft;
      case "working":
        return { type, content, priority, created_at: when, ...rest } as MemoryDraft;
      case "prospective":
        return { type, content, scope, priority, due_at: when, created_at: when, ...rest } as MemoryDraft;
      case "episodic":
        return { type, content, scope, timestamp: when, ...rest } as MemoryDraft;
      default:
        return { type, content, scope, created_at: when, ...rest } as MemoryDraft;
    }
  });

const home = fc.record({
  project: fc.constantFrom("p1", "p2"),
  session: fc.constantFrom("s1", "s2"),
});

/** Something done to a store. */
type Step =
  | { do: "put"; made: { draft: MemoryDraft; at: { project: string; session: string } }[] }
  | { do: "again"; which: number; change: Partial<Memory> }
  | { do: "forget"; which: number }
  | { do: "accessed"; which: number }
  | { do: "records"; ids: number[]; title: string; status: "active" | "retired" }
  | { do: "unlist"; id: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("put" as const),
      made: fc.array(fc.record({ draft, at: home }), { minLength: 1, maxLength: 6 }),
    }),
  },
  fc.record({
    do: fc.constant("again" as const),
    which: fc.nat(50),
    change: fc.constantFrom<Partial<Memory>>(
      { status: "archived" },
      { importance: 9 },
      { promoted_to: "decisions/x.json" },
    ),
  }),
  fc.record({ do: fc.constant("forget" as const), which: fc.nat(50) }),
  fc.record({ do: fc.constant("accessed" as const), which: fc.nat(50) }),
  fc.record({
    do: fc.constant("records" as const),
    ids: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 4 }),
    title: words(5),
    status: fc.constantFrom("active" as const, "retired" as const),
  }),
  fc.record({ do: fc.constant("unlist" as const), id: fc.nat(9) }),
);

const asked: fc.Arbitrary<MemoryQuery> = fc.record(
  {
    types: fc.subarray(["episodic", "semantic", "prospective", "procedural", "working"] as const),
    statuses: fc.subarray(["active", "archived"] as const),
    scopes: fc.subarray(["session", "project", "user"] as const),
    minImportance: fc.integer({ min: 1, max: 10 }),
    since: day,
    before: day,
    tags: fc.subarray(WORDS.slice(0, 2)),
    everySession: fc.boolean(),
    open: fc.boolean(),
    limit: fc.integer({ min: 1, max: 8 }),
    offset: fc.nat(3),
  },
  { requiredKeys: [] },
);

const PLACE: Place = { project: "p1", root: "r1" };
const NOW = new Date("2026-03-20T00:00:00Z");

const record = (id: number, title: string, status: "active" | "retired"): ProjectedRecord =>
  projected(
    sampleRecord(`r${id}`, { title, record_status: status, content: { decision: `${title} ${id}` } }),
  );

async function apply(store: Store, steps: readonly Step[], memories: readonly Memory[]): Promise<void> {
  let put = 0;
  for (const one of steps) {
    const chosen = "which" in one && put > 0 ? memories[one.which % put] : undefined;
    if (one.do === "put") {
      await store.memories.put(memories.slice(put, put + one.made.length));
      put += one.made.length;
    } else if (one.do === "again") {
      if (chosen) await store.memories.put([{ ...chosen, ...one.change } as Memory]);
    } else if (one.do === "forget") {
      if (chosen) await store.memories.forget(chosen.project, [chosen.id]);
    } else if (one.do === "accessed") {
      if (chosen) await store.memories.accessed(chosen.project, [chosen.id], NOW.toISOString());
    } else {
      const change =
        one.do === "unlist"
          ? { put: [], remove: [record(one.id, "", "active").path] }
          : { put: one.ids.map((id) => record(id, one.title, one.status)), remove: [] };
      await store.projection.apply(PLACE, { ...change, folders: new Map() });
    }
  }
}

describe.skipIf(!canServe())("SQLite and PostgreSQL", () => {
  const dir = mkdtempSync(join(tmpdir(), "recollect-agreement-"));
  let url = "";
  let count = 0;
  beforeAll(async () => {
    url = (await sharedPostgres()).urlOf("agreement");
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** Everything that can be asked. */
  async function answers(
    store: Store,
    ids: readonly string[],
    query: MemoryQuery,
    text: string,
  ): Promise<unknown> {
    const from = { project: "p1", session: "s1" };
    const collections = [...memoryCollections(from), recordCollection(PLACE)];
    const view = await store.text.look(collections);
    const terms = [...new Set(analyze(text))];
    const weighed = terms.map((term, n) => ({ term, weight: 1 + (n % 3) }));
    const {
      text: shown,
      items,
      metadata,
    } = await retrieve({
      store,
      from,
      place: PLACE,
      query: text,
      now: NOW,
      enabledCategories: new Set(builtInCategories().keys()),
      render: { memoryRoot: ".claude/memory", redact: (text) => text, categories: builtInCategories() },
    });
    return {
      find: await store.memories.find(from, query),
      all: await store.memories.find(from, { everySession: true, limit: 1_000 }),
      get: await store.memories.get("p1", ids),
      walk: await store.memories.walk("p1", { limit: 4, after: ids[1] ?? "" }),
      counts: await store.memories.counts("p1"),
      judged: await store.memories.judged("p1"),
      beginning: await store.memories.beginning("p1", "01k", 3),
      newest: await store.projection.newest(PLACE, "decision", 3),
      named: await store.text.named("memories/p"),
      standing: await store.memories.standing(from, NOW),
      said: await store.memories.find(from, {
        hashes: (await store.memories.get("p1", ids)).map(({ content_hash }) => content_hash),
        limit: 100,
      }),
      headers: await store.projection.headers(PLACE, ["active", "retired"]),
      statistics: view.statistics,
      collections: view.collections.map(({ name, items }) => [name, items]),
      frequencies: [...(await view.frequencies([...terms, "absent"]))].map(([name, counts]) => [
        name,
        [...counts].sort(),
      ]),
      candidates: await view.candidates(weighed, 5),
      every: await view.candidates(weighed, 1_000),
      shown,
      items,
      metadata,
    };
  }

  test("answer alike, whatever was done to them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        asked,
        words(8),
        async (steps, query, text) => {
          count += 1;
          const memories = steps.flatMap((one) =>
            one.do === "put"
              ? one.made.map(
                  ({ draft: drafted, at }) => sampleMemory(drafted, { ...at, now: AT.now }) as Memory,
                )
              : [],
          );
          const sqlite = openSqliteStore({ path: join(dir, `${count}.db`) });
          const postgres = await openPostgresStore({ url });
          try {
            for (const store of [sqlite, postgres]) await apply(store, steps, memories);
            const ids = memories.map(({ id }) => id);
            const [one, other] = [
              await answers(sqlite, ids, query, text),
              await answers(postgres, ids, query, text),
            ];
            expect(other).toEqual(one);
          } finally {
            await sqlite.close();
            await postgres.projection.clear(PLACE);
            for (const project of ["p1", "p2"])
              await postgres.memories.forget(
                project,
                memories.map(({ id }) => id),
              );
            await postgres.close();
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
