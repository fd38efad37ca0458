import { afterEach, beforeEach, expect, test } from "bun:test";
import { type EngineStage, openEngine, SESSION } from "../../../test/support/engine.ts";
import { createMemory, type MemoryDraft } from "../../memory/create.ts";

let stage: EngineStage;
beforeEach(() => {
  stage = openEngine();
});
afterEach(() => stage[Symbol.dispose]());

const FIX: MemoryDraft = {
  type: "episodic",
  scope: "project",
  event_type: "error",
  title: "Fixed: ECONNREFUSED 127.0.0.1:5433 in the ledger tests",
  content:
    "`npm test` failed with connect ECONNREFUSED 127.0.0.1:5433; mended by docker compose up ledger-db",
  tags: ["fix"],
};
const WAY: MemoryDraft = {
  type: "procedural",
  scope: "project",
  procedure_name: "Run `pnpm migrate --env test`, not `pnpm migrate`",
  category: "tool_usage",
  steps: ["Run `pnpm migrate --env test`"],
  failure_patterns: ["`pnpm migrate`: unknown environment ledger_local"],
};

async function remember(...drafts: MemoryDraft[]): Promise<void> {
  const memories = drafts.map((draft) =>
    createMemory(draft, {
      project: stage.view().project.id,
      session: "earlier",
      agent: "main",
      now: stage.now,
      random: crypto.getRandomValues(new Uint8Array(10)),
    }),
  );
  await stage.store((store) => store.memories.put(memories));
}

const OUTPUT = [
  "Exit code 1",
  "> ledger@1.0.0 test",
  "> bun test",
  "src/ledger.test.ts:",
  "Error: connect ECONNREFUSED 127.0.0.1:5433",
  "    at connect (node:net:1234:16)",
  " 0 pass",
].join("\n");

const failed = async (command: string, error: string, more: object = {}): Promise<string> =>
  (await stage.hook("PostToolUseFailure", { tool_name: "Bash", tool_input: { command }, error, ...more }))
    .context ?? "";

test("how the same failure was mended before is told, once in a session", async () => {
  await remember(FIX, WAY);
  const told = await failed("npm test", OUTPUT);
  expect(told).toContain("docker compose up ledger-db");
  expect(told).not.toContain("pnpm migrate");
  expect(await failed("npm test", OUTPUT)).toBe("");
  expect(await failed("npm test", OUTPUT, { session_id: "another" })).toContain(
    "docker compose up ledger-db",
  );
});

test("a subagent is told what its session was told", async () => {
  await remember(FIX);
  expect(await failed("npm test", OUTPUT)).not.toBe("");
  expect(await failed("npm test", OUTPUT, { agent_id: "a1", agent_type: "Explore" })).not.toBe("");
});

test("so is the call that worked where this one did not", async () => {
  await remember(FIX, WAY);
  const told = await failed("pnpm migrate", "Exit code 2\nerror: unknown environment ledger_local");
  expect(told).toContain("pnpm migrate --env test");
  expect(told).not.toContain("docker compose");
});

test("other failures are told nothing, and neither is one that a person caused", async () => {
  await remember(FIX, WAY);
  expect(await failed("npm run lint", "Exit code 1\nsrc/a.ts:3:1 unused variable `total`")).toBe("");
  expect(await failed("npm test", OUTPUT, { is_interrupt: true })).toBe("");
  expect(await failed("npm test", "")).toBe("");
});

test("what is known of the words and mends nothing is not told", async () => {
  await remember({ ...FIX, event_type: "decision", title: "Decided: ledger tests use 127.0.0.1:5433" });
  expect(await failed("npm test", OUTPUT)).toBe("");
});

test("nothing is told where files are told nothing either", async () => {
  await remember(FIX);
  stage.configure({ retrieval: { tokens: { file: 0 } } });
  expect(await failed("npm test", OUTPUT)).toBe("");
});

test("what was told is in the ledger", async () => {
  await remember(FIX);
  await failed("npm test", OUTPUT);
  const shown = await stage.store(({ ledger }) => ledger.recentInjections(stage.view().project.id, 10));
  expect(shown).toMatchObject([{ session: SESSION, place: "file" }]);
});
