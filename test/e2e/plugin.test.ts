import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { BUILT_PLUGIN, PLUGIN } from "./plugin.ts";
import { initOf } from "./print.ts";
import { makeRecorder } from "./recorder.ts";
import { CLIENTS, clearScenesAfterEach, GET, LIMIT, RETIRE, SAVE, SEARCH, scene } from "./scenario.ts";

clearScenesAfterEach();

/** The recorder is no server. */
const NO_SERVER = /MCP server "plugin:memory:recollect" Connection/;

for (const client of CLIENTS) {
  describe(`the plugin in Claude Code ${client.version}`, () => {
    test(
      "is valid in the client's own eyes",
      () => {
        const { sandbox } = scene(() => ({}));
        const run = spawnSync(client.bin, ["plugin", "validate", "--strict", PLUGIN], {
          env: sandbox.env(1),
          encoding: "utf8",
        });
        expect(run.stdout).toContain("Validation passed");
        expect(run.status).toBe(0);
      },
      LIMIT,
    );

    test(
      "is called for every event that it registers, and only for the tools it names",
      async () => {
        const { sandbox, print } = scene(({ turn, agent: subagent }) => {
          if (subagent !== undefined) return { text: "nothing here" };
          const file_path = `${sandbox.project}/b.txt`;
          const agent = { description: "look", prompt: "Look around", run_in_background: false };
          const steps = [
            { tools: [{ name: "Write", input: { file_path, content: "one\n" } }] },
            { tools: [{ name: "Read", input: { file_path } }] },
            { tools: [{ name: "Edit", input: { file_path, old_string: "one", new_string: "two" } }] },
            { tools: [{ name: "Bash", input: { command: "cat b.txt", description: "show" } }] },
            { tools: [{ name: "Agent", input: { ...agent, subagent_type: "general-purpose" } }] },
            { tools: [{ name: "Glob", input: { pattern: "*.txt" } }] },
          ];
          return steps[turn] ?? { text: "done" };
        });
        const recorder = makeRecorder(sandbox);
        const allow = ["Write", "Edit", "Read", "Bash", "Agent", "Task"];
        const env = { RECOLLECT_BUN: recorder.bin };
        await print({
          client,
          plugin: BUILT_PLUGIN,
          prompts: ["go", "/compact"],
          allow,
          env,
          troubles: NO_SERVER,
        });
        const called = recorder.hooks().map(({ program }) => program.replace("hooks/", ""));
        expect(called).toContain("SubagentStop");
        // A compaction is an agent to the client, which ends once or twice.
        expect(called.filter((event) => event !== "SubagentStop")).toEqual([
          "SessionStart",
          "UserPromptSubmit",
          ...["PreToolUse", "PostToolUse"], // Write
          "PostToolUse", // Read
          ...["PreToolUse", "PostToolUse"], // Edit
          "PreToolUse", // Bash
          ...["PreToolUse", "SubagentStart"], // Agent; Glob is none of ours
          "Stop",
          "PreCompact",
          "SessionStart",
          "PostCompact",
          "SessionEnd",
        ]);
        expect(recorder.calls().some(({ program }) => program === "mcp/main")).toBe(true);
      },
      LIMIT,
    );

    test(
      "brings its commands, agents, skill and tools, without any error",
      async () => {
        const { model, print } = scene(() => ({ text: "ok" }));
        const init = initOf(await print({ client, plugin: BUILT_PLUGIN, prompts: ["hello"] }));
        expect(init?.plugin_errors ?? []).toEqual([]);
        const names = ["status", "search", "save", "inbox", "pause", "config"];
        expect(init?.slash_commands).toEqual(expect.arrayContaining(names.map((name) => `memory:${name}`)));
        expect(init?.agents).toEqual(expect.arrayContaining(["memory:drafter", "memory:verifier"]));
        expect(init?.skills).toEqual(expect.arrayContaining(["memory:memory-management"]));
        expect(model.main[0]?.tools).toEqual(expect.arrayContaining([SAVE, SEARCH, GET, RETIRE]));
      },
      LIMIT,
    );

    test(
      "leaves our own child processes alone",
      async () => {
        const { sandbox, print } = scene(() => ({ text: "ok" }));
        const recorder = makeRecorder(sandbox);
        const env = { RECOLLECT_BUN: recorder.bin, RECOLLECT_HOOKS: "off" };
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["go"], env, troubles: NO_SERVER });
        expect(recorder.hooks()).toEqual([]);
      },
      LIMIT,
    );
  });
}
