/** What a hook process loads: little, and none of what it has no use for. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Bundle, bundle, HOT_EVENTS, type HotEvent, loadedBy } from "../../scripts/bundle.ts";
import { sampleRecord } from "../support/records.ts";
import { append, type Built, buildPlugin, decisiveTurn, openStage } from "./support.ts";

/** Most bytes of code that a hook process loads. */
const LIMIT = 150_000;
const HEAVY = /(?:^|\/)node_modules\/(?:zod|@modelcontextprotocol|citty|@clack|ajv)\/|^src\/(?:cli|mcp)\//;
const EVENTS = Object.keys(HOT_EVENTS) as HotEvent[];

let plugin: Built;
let built: Bundle;

beforeAll(async () => {
  plugin = await buildPlugin();
  built = await bundle(join(plugin.folder, "dist"));
});
afterAll(() => plugin[Symbol.dispose]());

test.each(EVENTS)("the %s hook loads neither zod, the MCP SDK nor the command line", (event) => {
  const sources = loadedBy(built, HOT_EVENTS[event]).flatMap(({ sources: own }) => own);
  expect(sources).toContain("src/hook.ts");
  expect(sources.filter((path) => HEAVY.test(path))).toEqual([]);
});

test.each(EVENTS)("the %s hook loads at most 150 KB", (event) => {
  const bytes = loadedBy(built, HOT_EVENTS[event]).reduce((sum, output) => sum + output.bytes, 0);
  expect(bytes).toBeLessThanOrEqual(LIMIT);
});

test("the other entries do load them, so the search for them works", () => {
  const sources = loadedBy(built, ["src/mcp/main.ts"]).flatMap(({ sources: own }) => own);
  expect(sources.some((path) => path.includes("node_modules/@modelcontextprotocol/"))).toBe(true);
  expect(sources.some((path) => path.includes("node_modules/zod/"))).toBe(true);
});

test("nothing else is loaded: hooks do their work when all other bundles are gone", async () => {
  const works: { [event in HotEvent]: (stage: ReturnType<typeof openStage>) => Promise<void> } = {
    async prompt(stage) {
      stage.plant(sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] }));
      expect(await stage.prompt("s", "Why do we use SQLite for the ledger?")).toContain(
        "Use SQLite for the ledger",
      );
    },
    async guard(stage) {
      const tool_input = { file_path: join(stage.memory, "decisions/x.json"), content: "{}" };
      const { output } = await stage.hook("PreToolUse", { tool_name: "Write", tool_input });
      expect(output.hookSpecificOutput?.permissionDecision).toBe("deny");
    },
    async stop(stage) {
      const transcript = join(stage.home, "t.jsonl");
      append(transcript, decisiveTurn("job queue"));
      const { context } = await stage.hook("Stop", { transcript_path: transcript });
      expect(context).toContain("decision");
    },
  };
  for (const event of EVENTS) {
    using bare = await buildPlugin();
    const kept = loadedBy(built, HOT_EVENTS[event]).map(({ path }) => path);
    rmSync(join(bare.folder, "dist"), { recursive: true });
    for (const path of kept) cpSync(join(plugin.folder, "dist", path), join(bare.folder, "dist", path));
    using stage = openStage(bare);
    await works[event](stage);
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
  }
});
