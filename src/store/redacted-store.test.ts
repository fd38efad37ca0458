import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHash } from "../memory/create.ts";
import { redactedMemory } from "../memory/redacted.ts";
import { AT, sampleMemory } from "../memory/samples.ts";
import { tokenMaker } from "../privacy/fixtures/labelled.ts";
import { redactQuick } from "../privacy/quick.ts";
import type { Store } from "./port.ts";
import { redactedStore } from "./redacted-store.ts";
import { openSqliteStore } from "./sqlite/open.ts";

const redact = (text: string): ReturnType<typeof redactQuick> => redactQuick(text);
const secret = tokenMaker(5)("ghp");

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-redacted-"));
  store = redactedStore(openSqliteStore({ path: join(dir, "r.db") }), redact);
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const holds = (): string[] =>
  readdirSync(dir).filter((name) => readFileSync(join(dir, name)).includes(secret));

describe("a store that redacts", () => {
  test("keeps no credential in a memory, an excerpt, a failure or a proposal, alone or not", async () => {
    const now = AT.now.toISOString();
    const memory = sampleMemory({ type: "semantic", content: `Deploys use ${secret}`, tags: ["deploy"] });
    await store.memories.put([memory]);
    await store.alone("p1", (own) => own.memories.put([{ ...memory, id: "01kk42pcg0000000000000zzzz" }]));
    await store.ledger.session("p1", "s1", "x", now);
    const signal = {
      session: "s1",
      turn: 1,
      message: 1,
      category: "decision",
      boosted: false,
      hash: "h",
      state: "pending",
    } as const;
    const activity = { session: "s1", turn: 1, message: 1, tool_uses: 0, tools: [], exchanges: 1 };
    await store.ledger.addTurn("p1", [{ ...signal, snippet: secret, excerpt: `a ${secret}` }], activity);
    const key = { kind: "capture", project: "p1", subject: "s1" } as const;
    await store.jobs.add({ ...key, payload: {}, at: now });
    await store.jobs.lease({ owner: "o", now, until: "2027-01-01T00:00:00.000Z" });
    await store.jobs.fail(key, "o", `401 for ${secret}`, "give up");
    await store.proposals.propose({
      ...{
        id: "01kk42pcg0000000000000yyyy",
        project: "p1",
        kind: "draft",
        state: "open",
        created_at: now,
        hash: "x",
      },
      ...{ title: `Use ${secret}`, body: { text: secret }, sources: [], why: "said" },
    } as Parameters<Store["proposals"]["propose"]>[0]);
    expect(holds()).toEqual([]);
    const [kept] = await store.memories.get("p1", [memory.id]);
    expect(kept).toMatchObject({ content: "Deploys use [redacted:github-token]", tags: ["deploy"] });
    expect((await store.jobs.list(10))[0]?.error).toBe("401 for [redacted:github-token]");
  });

  test("keeps what holds nothing as it is", async () => {
    const memory = sampleMemory({ type: "semantic", content: "Deploys are done on Tuesdays" });
    await store.memories.put([memory]);
    expect(await store.memories.get("p1", [memory.id])).toEqual([memory]);
  });
});

describe("a memory that was redacted", () => {
  test("is compared by what is left of it", () => {
    const left = redactedMemory(sampleMemory({ type: "semantic", content: `Deploys use ${secret}` }), redact);
    expect(left.content_hash).toBe(contentHash(left));
    expect(left.content_hash).not.toBe(contentHash({ ...left, content: `Deploys use ${secret}` }));
  });

  test("fits its fields still, though masks are longer than what they stand for", () => {
    const title = `${"x".repeat(190)} a@b.co`;
    const memory = sampleMemory({
      type: "semantic",
      content: "Ask before",
      concept: title.padEnd(200, "y").slice(0, 197),
    });
    expect(
      redactedMemory({ ...memory, concept: `${"x ".repeat(97)}a@b.co` }, redact).concept.length,
    ).toBeLessThanOrEqual(200);
  });
});
