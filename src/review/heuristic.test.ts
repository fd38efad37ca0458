import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleMemory } from "../memory/samples.ts";
import type { MemoryType } from "../memory/types.ts";
import { similarTo } from "../recall/similar.ts";
import type { Store } from "../store/port.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import { consensus, type Decision } from "./consensus.ts";
import { heuristicPanel } from "./heuristic.ts";
import { askPanel } from "./panel.ts";

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-review-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

async function judged(content: string, type: MemoryType = "episodic"): Promise<Decision> {
  const panel = heuristicPanel({ similar: similarTo(store.text, { project: "p1", session: "s1" }) });
  return consensus(await askPanel(panel, content, type), false);
}

const importanceOf = async (content: string, type?: MemoryType): Promise<number> =>
  (await judged(content, type)).review.avg_importance ?? 0;

test("three reviewers judge by one metric each within two seconds, and say that they are rules", async () => {
  const panel = heuristicPanel({ similar: similarTo(store.text, { project: "p1", session: "s1" }) });
  expect(panel.timeoutMs).toBe(2_000);
  expect(panel.reviewers.map(({ metric }) => metric)).toEqual(["importance", "relevance", "novelty"]);
  const { review } = await judged(
    "The webhooks arrive out of order because the provider retries",
    "semantic",
  );
  expect(review.executor).toBe("heuristic");
  expect(review.consensus).toBe("3/3 agents");
  expect(review.agent_scores.map(({ agent }) => agent)).toEqual([
    "analyzer",
    "patterns",
    "knowledge-archaeologist",
  ]);
});

describe("what is kept", () => {
  test.each([
    ["User asked about implementing authentication using JWT tokens for the REST API", "episodic"],
    ["We decided on Postgres because the team already runs it", "episodic"],
    ["IMPORTANT LEARNING: Always use parameterized SQL queries for security", "semantic"],
    ["SQLite performs at <50ms for indexed queries", "semantic"],
    ["Brick module design: 1) Define API via __all__, 2) Single responsibility...", "procedural"],
    ["TODO: Test uvx --from git... syntax for PR #1902", "prospective"],
    ["The build failed with EMFILE, fixed by raising the limit of open files", "episodic"],
  ] as const)("is %s", async (content, type) => {
    expect((await judged(content, type)).action).toBe("store");
  });

  test("matters more, the more it binds, explains or mends", async () => {
    const plain = await importanceOf("The colours of the dashboard were discussed by the team");
    const decision = await importanceOf("We decided on pnpm because the cache is shared by all jobs");
    const rule = await importanceOf(
      "Payments must never be retried without the key of the first try",
      "semantic",
    );
    expect(decision).toBeGreaterThan(plain);
    expect(rule).toBeGreaterThanOrEqual(7);
  });
});

describe("what is refused", () => {
  test.each([
    "Can you take another look at the second file and tell me what is in it?",
    "Let me take a look at how the other component does that before I go on",
    "Maybe it is something else for now, could you show me what else there is?",
    Array.from({ length: 6 }, (_, n) => `2026-02-0${n + 1} 10:00:00 INFO heartbeat ${n}`).join("\n"),
    "0x3f 0x22 0x11 0x00 0xff 0xfe 17 18 19 20 21 22 23 24 25 26 27 28 29",
  ])("is %s", async (content) => {
    expect((await judged(content)).action).toBe("reject");
  });
});

describe("novelty", () => {
  const said = "Webhooks of the payment provider arrive out of order";

  test("is full where nothing like it is stored", async () => {
    await store.memories.put([
      sampleMemory({ type: "semantic", content: "Thumbnails are cropped in the browser" }),
    ]);
    expect((await judged(said, "semantic")).review.avg_novelty).toBe(10);
  });

  test("is none for what a memory says already, and that is no rejection", async () => {
    await store.memories.put([
      sampleMemory({ type: "semantic", content: `${said}, as its support confirms` }),
    ]);
    const decision = await judged(said, "semantic");
    expect(decision.review.avg_novelty).toBe(1);
    expect(decision.action).toBe("reinforce");
  });

  test("does not suffer from what another session keeps to itself", async () => {
    await store.memories.put([sampleMemory({ type: "episodic", content: said }, { session: "s2" })]);
    expect((await judged(said)).review.avg_novelty).toBe(10);
  });
});

test("a text of any length and shape is judged", async () => {
  for (const content of [
    "x",
    "?".repeat(20_000),
    "word ".repeat(4_000),
    "\n".repeat(500),
    "日本語".repeat(500),
  ])
    expect(["store", "reject", "reinforce"]).toContain((await judged(content)).action);
});
