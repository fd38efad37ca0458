import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accept } from "../memory/lifecycle.ts";
import { AT, sampleMemory } from "../memory/samples.ts";
import type { Memory } from "../memory/types.ts";
import { consensus, type Decision } from "../review/consensus.ts";
import { METRICS, type Outcome } from "../review/types.ts";
import type { Store } from "../store/port.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import { type JudgedMemory, judgeStaged } from "./judge-staged.ts";

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-judge-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const FACT = "Webhooks of the payment provider arrive out of order";
const LATER = new Date(AT.now.getTime() + 60_000);

/** What three make of it that rate it so; nobody answers where there is no rating. */
const rated = (importance?: number, novelty = 9): Decision =>
  consensus(
    METRICS.map((metric): Outcome => {
      const who = { name: metric, metric, executor: "endpoint" as const };
      if (importance === undefined) return { ...who, ok: false, error: "late" };
      const score = metric === "novelty" ? novelty : importance;
      return {
        ...who,
        ok: true,
        answer: { verdict: "abstain", trivial: false, reason: "", [metric]: score },
      };
    }),
    false,
  );

test.each([
  ["user", "active", "superseded"],
  ["assistant", "active", "active"],
] as const)(
  "what puts right what was known, said by the %s, is a correction whenever it is judged",
  async (said, ...became) => {
    const old = sampleMemory({ type: "semantic", content: "The development server listens on port 4173" });
    await store.memories.put([old]);
    const content = "No, the development server listens on port 5173";
    const draft = { type: "semantic", content, provenance: { by: "capture", session: "s2", said } } as const;
    const memory = sampleMemory(draft, { status: "staged", session: "s2" });
    await store.memories.put([memory]);
    await judge(memory, rated(8));
    expect([(await again(memory))?.status, (await again(old))?.status]).toEqual(became as never);
    const asked = await store.proposals.list("p1", ["open"], 10);
    expect(asked.map(({ kind }) => kind)).toEqual(said === "user" ? [] : ["conflict"]);
  },
);

async function staged(content = FACT, session = "s1"): Promise<Memory> {
  const memory = sampleMemory({ type: "semantic", content }, { status: "staged", session });
  await store.memories.put([memory]);
  return memory;
}
const judge = ({ id }: Memory, decision: Decision): Promise<JudgedMemory> =>
  judgeStaged({ store, project: "p1", id, decision, now: LATER });
const again = async ({ id }: Memory): Promise<Memory | undefined> =>
  (await store.memories.get("p1", [id]))[0];

test("a good one comes into force, with what was said of it and when", async () => {
  const memory = await staged();
  expect((await judge(memory, rated(8))).became).toBe("active");
  expect(await again(memory)).toMatchObject({
    status: "active",
    importance: 8,
    review: { executor: "endpoint", reason: "3/3 agents agreed", judged_at: LATER.toISOString() },
  });
});

test("a poor one is rejected, and its refusal noted", async () => {
  const memory = await staged();
  expect((await judge(memory, rated(2))).became).toBe("rejected");
  expect(await again(memory)).toMatchObject({ status: "rejected" });
  expect(await store.memories.refused("p1", [memory.content_hash])).toHaveLength(1);
});

test("one that nobody answered about waits on, and says so", async () => {
  const memory = await staged();
  expect((await judge(memory, rated())).became).toBe("staged");
  expect(await again(memory)).toMatchObject({ status: "staged", importance: 3, review: { fallback: true } });
});

describe("what happened meanwhile holds:", () => {
  test("one that was accepted, or is gone, is not judged any more", async () => {
    const memory = await staged();
    await store.memories.put([accept(memory, LATER)]);
    expect((await judge(memory, rated(2))).became).toBe("gone");
    expect((await again(memory))?.status).toBe("active");
    await store.memories.forget("p1", [memory.id]);
    expect((await judge(memory, rated(8))).became).toBe("gone");
    expect(await again(memory)).toBeUndefined();
  });

  test("what another says by now stands firmer, and there is no second one", async () => {
    const memory = await staged(FACT, "s2");
    const other = sampleMemory({ type: "semantic", content: FACT.toUpperCase() }, { session: "s1" });
    await store.memories.put([other]);
    expect(await judge(memory, rated(8))).toMatchObject({ became: "reinforced", reinforced: other.id });
    expect((await again(memory))?.status).toBe("rejected");
    expect(await again(other)).toMatchObject({ status: "active", evidence_count: 2 });
    expect(await store.memories.refused("p1", [memory.content_hash])).toEqual([]);
  });

  test("two of the same that wait become one, whichever is judged first", async () => {
    const [first, second] = [await staged(FACT, "s1"), await staged(FACT, "s2")];
    await judge(second, rated(8));
    await judge(first, rated(8));
    expect([await again(first), await again(second)].map((each) => each?.status)).toEqual([
      "rejected",
      "active",
    ]);
  });
});

test("one that is known to the reviewers, but to no memory, comes into force", async () => {
  const memory = await staged();
  expect((await judge(memory, rated(8, 1))).became).toBe("active");
});

test("one that says nearly the same as another is linked with it", async () => {
  const other = sampleMemory({ type: "semantic", content: `${FACT}, always` }, { session: "s0" });
  await store.memories.put([other]);
  const memory = await staged();
  expect((await judge(memory, rated(8))).became).toBe("active");
  expect(await store.memories.links("p1", memory.id)).toMatchObject([
    { link_type: "reinforces", target_id: other.id },
  ]);
});

test("one that contradicts another is put before a person, with both in force", async () => {
  const other = sampleMemory(
    { type: "semantic", content: "A failed webhook is retried 3 times with a pause" },
    { session: "s0" },
  );
  await store.memories.put([other]);
  const memory = await staged("A failed webhook is retried 5 times with a pause");
  expect((await judge(memory, rated(8))).became).toBe("active");
  expect(await store.memories.links("p1", memory.id)).toMatchObject([
    { link_type: "contradicts", target_id: other.id },
  ]);
  expect(await store.proposals.list("p1", ["open"], 10)).toMatchObject([{ kind: "conflict" }]);
  expect((await again(other))?.status).toBe("active");
});
