/** What a hook process loads: little, and none of what it has no use for. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { HOT_EVENTS } from "../../scripts/bundle.ts";
import { HOOK_EVENTS, type HookEvent } from "../../src/hooks/by-event.ts";
import { SETTLED_AFTER } from "../../src/store/sync.ts";
import { sampleRecord } from "../support/records.ts";
import { append, copyPlugin, decisiveTurn, openStage, pluginOfThisFile, type Stage } from "./support.ts";

/** Most bytes of code that a hook process loads while someone waits for it. */
const LIMIT = 150_000;
const HEAVY = /(?:^|\/)node_modules\/(?:zod|@modelcontextprotocol|citty|@clack|ajv)\/|^src\/(?:cli|mcp)\//;

const plugin = pluginOfThisFile();

const sourcesOf = (event: HookEvent): readonly string[] => plugin().hooks.get(event)?.sources ?? [];

test.each([...HOOK_EVENTS])("the %s hook loads neither zod, the MCP SDK nor the command line", (event) => {
  expect(sourcesOf(event)).toContain(`src/hooks/${event}.ts`);
  expect(sourcesOf(event).filter((path) => HEAVY.test(path))).toEqual([]);
});

test.each([...HOT_EVENTS])("the %s hook loads at most 150 KB", (event) => {
  expect(plugin().hooks.get(event)?.bytes).toBeLessThanOrEqual(LIMIT);
});

test.each([...HOT_EVENTS])("the %s hook is no more of the executable than its own module", (event) => {
  const quick = join(plugin().folder, "dist/quick");
  expect(statSync(join(quick, `${event}.js`)).size).toBeLessThanOrEqual(LIMIT);
  expect(readFileSync(join(quick, `${event}.js`), "utf8")).not.toContain("ZodError");
  expect(readFileSync(join(quick, "custom-content.js"), "utf8")).toContain("ZodError");
});

test("the search for what is heavy finds it where it is", async () => {
  const { metafile } = await Bun.build({
    entrypoints: [join(import.meta.dir, "../../src/mcp/main.ts")],
    target: "bun",
    metafile: true,
  });
  const heavy = Object.keys(metafile?.inputs ?? {}).filter((path) => HEAVY.test(path));
  expect(heavy.some((path) => path.includes("@modelcontextprotocol/"))).toBe(true);
  expect(heavy.some((path) => path.includes("node_modules/zod/"))).toBe(true);
});

/** What a project has behind it as a rule: records that a session has begun with, at rest for a while. */
async function settle(stage: Stage): Promise<void> {
  const about = { tags: ["ledger", "sqlite"], related_files: ["src/ledger.ts"] };
  stage.plant(sampleRecord("Use SQLite for the ledger", about));
  await Bun.sleep(2 * SETTLED_AFTER);
  await stage.hook("SessionStart", { source: "startup" });
  expect(await stage.prompt("asked", "Why do we use SQLite for the ledger?")).not.toBe("");
}

/** Each hot event at its work. */
const WORK: { readonly [event in (typeof HOT_EVENTS)[number]]: (stage: Stage) => Promise<void> } = {
  async UserPromptSubmit(stage) {
    const context = await stage.prompt("s", "Why do we use SQLite for the ledger?");
    expect(context).toContain("Use SQLite for the ledger");
  },
  async PreToolUse(stage) {
    const tool_input = { command: `echo '{}' > ${stage.memory}/decisions/x.json` };
    const { output } = await stage.hook("PreToolUse", { tool_name: "Bash", tool_input });
    expect(output.hookSpecificOutput?.permissionDecision).toBe("deny");
  },
  async PostToolUse(stage) {
    const tool_input = { file_path: join(stage.project, "src/ledger.ts") };
    const { context } = await stage.hook("PostToolUse", { tool_name: "Edit", tool_input });
    expect(context).toContain("Use SQLite for the ledger");
  },
  async Stop(stage) {
    const transcript = join(stage.home, "t.jsonl");
    append(transcript, decisiveTurn("job queue"));
    const { context } = await stage.hook("Stop", { session_id: "asked", transcript_path: transcript });
    expect(context).toContain("decision");
  },
};

test.each([...HOT_EVENTS])(
  "the %s hook works when every other bundle is gone, so it loads nothing else",
  async (event) => {
    using bare = copyPlugin(plugin());
    const dist = join(bare.folder, "dist");
    const own = basename(plugin().hooks.get(event)?.path ?? "", ".js");
    for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
      const kept = path === "hooks" || path.startsWith(`hooks/${own}.js`);
      if (!kept) rmSync(join(dist, path), { recursive: true, force: true });
    }
    expect(readdirSync(dist)).toEqual(["hooks"]);
    using stage = openStage(plugin());
    await settle(stage);
    stage.launcher = bare.launcher;
    await WORK[event](stage);
    expect(stage.trace().filter(({ level }) => level !== "info")).toEqual([]);
  },
);
