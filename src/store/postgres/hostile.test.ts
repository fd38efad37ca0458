/** Texts that are hard to store, or that are SQL, come back as they were; ids of others find nothing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canServe, sharedPostgres } from "../../../test/support/postgres.ts";
import { AT, sampleMemory, sampleOfEach } from "../../memory/samples.ts";
import type { Memory } from "../../memory/types.ts";
import { memoryCollections } from "../collections.ts";
import type { Store } from "../port.ts";
import { openPostgresStore } from "./open-postgres.ts";

/** Well-formed, as memories have to be, and never blank. */
const text = fc
  .array(
    fc.constantFrom(
      "\0",
      "\x1a",
      "\\u0000",
      "';DROP TABLE texts;--",
      "$1",
      "{}",
      '"',
      "\\",
      "NULL",
      "%_",
      "😀",
      "word",
      "\u202e",
      "\n",
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `x${parts.join("")}x`);

describe.skipIf(!canServe())("hostile texts", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openPostgresStore({ url: (await sharedPostgres()).freshUrl() });
  });
  afterAll(() => store.close());

  test("come back from every field of every type, and are found by all they are asked for", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (one, two, three) => {
        const [project, session, agent] = [one, two, three].map((part) => part.slice(0, 80)) as [
          string,
          string,
          string,
        ];
        const at = { project, session, agent };
        const context = { [one]: [two, { [three]: one }] };
        const made: Memory[] = [
          sampleMemory({ type: "episodic", content: one, title: two, tags: [three], context }, at),
          sampleMemory({ type: "semantic", content: two, concept: one, related_concepts: [three] }, at),
          sampleMemory(
            { type: "prospective", content: three, trigger_condition: one, due_at: AT.now.toISOString() },
            at,
          ),
          sampleMemory(
            { type: "procedural", procedure_name: one, steps: [{ action: two, detail: three }] },
            at,
          ),
          sampleMemory({ type: "working", content: one, todo_id: two }, at),
        ];
        await store.memories.put(made);
        const ids = made.map(({ id }) => id);
        expect(await store.memories.get(project, ids)).toEqual(made);
        expect(
          await store.memories.find(at, { tags: made[0]?.tags ?? [], types: ["episodic"], limit: 1_000 }),
        ).toContainEqual(made[0] as Memory);
        expect(await store.memories.find(at, { todo: two, limit: 1_000 })).toContainEqual(made[4] as Memory);
        const hashes = made.slice(0, 4).map(({ content_hash }) => content_hash);
        expect((await store.memories.find(at, { hashes, limit: 1_000 })).map(({ id }) => id)).toEqual(
          expect.arrayContaining(ids.slice(0, 4)),
        );
        expect((await store.memories.standing(at, AT.now)).map(({ id }) => id)).toContain(ids[2] as string);
        await store.memories.link(project, {
          source_id: one,
          target_id: two,
          link_type: "extends",
          strength: 1,
          created_at: AT.now.toISOString(),
        });
        expect((await store.memories.links(project, one)).length).toBeGreaterThan(0);
        const view = await store.text.look([...memoryCollections(at), one]);
        const no = `${one}'`;
        const counts = await view.frequencies([no, `{${two}`, `"${three}`]);
        expect([...counts.values()].filter(({ size }) => size > 0)).toEqual([]);
        expect(await view.candidates([{ term: no, weight: 1 }], 5)).toEqual([]);
        expect(await store.memories.forget(project, ids)).toBe(ids.length);
        expect(await store.memories.get(project, ids)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test("of one project are out of another's reach by id", async () => {
    const all = sampleOfEach({ project: "theirs" });
    await store.memories.put(all);
    const ids = all.map(({ id }) => id);
    expect(await store.memories.get("ours", ids)).toEqual([]);
    expect(await store.memories.forget("ours", ids)).toBe(0);
    await store.memories.accessed("ours", ids, "2027-01-01T00:00:00Z");
    expect(await store.memories.get("theirs", ids)).toEqual(all);
  });
});
