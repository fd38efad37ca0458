import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readTrace } from "../../src/host/trace.ts";
import { BUILT_PLUGIN, copyPlugin } from "./plugin.ts";
import { put, type Sandbox } from "./sandbox.ts";
import {
  CLIENTS,
  CONFIG_FILE,
  clearScenesAfterEach,
  DECIDING,
  LIMIT,
  PREFERENCE,
  PREFERENCE_FILE,
  RECORD,
  RECORD_FILE,
  SAVE,
  SEARCH,
  scene,
} from "./scenario.ts";

clearScenesAfterEach();

const files = { [RECORD_FILE]: RECORD, [PREFERENCE_FILE]: PREFERENCE };
const tracedParts = (sandbox: Sandbox): string[] =>
  readTrace(join(sandbox.home, ".local/state/recollect/recollect.log"), 100).map(({ part }) => part);
const PROMPT = "Where do queued jobs of the edge devices live, SQLite or Redis?";

for (const client of CLIENTS) {
  describe(`when things are broken, Claude Code ${client.version}`, () => {
    test(
      "works on without a place for the store",
      async () => {
        const { sandbox, model, print } = scene(
          ({ turn }) =>
            turn === 0
              ? { tools: [{ name: "Write", input: { file_path: `${sandbox.project}/a.txt`, content: "a" } }] }
              : { text: "fine" },
          { files },
        );
        put(join(sandbox.dir, "blocked"), "a file where a folder is wanted");
        const env = { RECOLLECT_HOME: join(sandbox.dir, "blocked") };
        const { result, code } = await print({
          client,
          plugin: BUILT_PLUGIN,
          prompts: [PROMPT],
          allow: ["Write"],
          env,
        });
        expect({ result, code }).toEqual({ result: "fine", code: 0 });
        expect(existsSync(join(sandbox.project, "a.txt"))).toBe(true);
        expect(model.main).toHaveLength(2);
      },
      LIMIT,
    );

    test(
      "works on when neither its own folders nor the memory folder can be written, and says so to the model",
      async () => {
        const { sandbox, model, print } = scene(
          ({ turn }) =>
            turn === 0 ? { tools: [{ name: SAVE, input: { drafts: [DECIDING.draft] } }] } : { text: "fine" },
          { files: { ...files, [CONFIG_FILE]: { capture: { unattended: true } } } },
        );
        put(join(sandbox.home, ".local"), "a file where a folder is wanted");
        rmSync(join(sandbox.project, ".claude/memory"), { recursive: true });
        put(join(sandbox.project, ".claude/memory"), "a file where a folder is wanted");
        const { result, code } = await print({
          client,
          plugin: BUILT_PLUGIN,
          prompts: [PROMPT],
          troubles: /WRITE_ERROR|tool_dispatch_end/,
        });
        expect({ result, code }).toEqual({ result: "fine", code: 0 });
        expect(model.main[1]?.last).toMatch(/^[A-Z_]+_ERROR\n(.*\n)*fix: /);
        expect(readFileSync(join(sandbox.project, ".claude/memory"), "utf8")).toStartWith("a file");
      },
      LIMIT,
    );

    test(
      "sets a corrupt database aside and recalls all the same",
      async () => {
        const { sandbox, model, print } = scene(() => ({ text: "fine" }), { files });
        put(join(sandbox.home, ".local/share/recollect/recollect.db"), "this is no database, ".repeat(500));
        await print({ client, plugin: BUILT_PLUGIN, prompts: [PROMPT], troubles: /was damaged/ });
        expect(model.main[0]?.shown).toContain(RECORD.title);
      },
      LIMIT,
    );

    test(
      "works on without Bun, and a trace is left",
      async () => {
        const { sandbox, print } = scene(() => ({ text: "fine" }), { files });
        const plugin = join(sandbox.dir, "plugin without bun");
        copyPlugin(BUILT_PLUGIN, plugin);
        const env = { RECOLLECT_BUN: "", PATH: "/usr/bin:/bin" };
        const { result, code } = await print({
          client,
          plugin,
          prompts: [PROMPT],
          env,
          troubles: /No Bun runtime|mcp/i,
        });
        expect({ result, code }).toEqual({ result: "fine", code: 0 });
        expect(tracedParts(sandbox)).toContain("hook:UserPromptSubmit");
      },
      LIMIT,
    );

    test(
      "works on when the program is missing from the plugin, and a trace is left",
      async () => {
        const { sandbox, print } = scene(() => ({ text: "fine" }), { files });
        const plugin = join(sandbox.dir, "half a plugin");
        copyPlugin(BUILT_PLUGIN, plugin, /\/(runtime|dist)$/);
        const troubles = /The program is missing from the plugin|mcp/i;
        const { result, code } = await print({ client, plugin, prompts: [PROMPT], troubles });
        expect({ result, code }).toEqual({ result: "fine", code: 0 });
        expect(tracedParts(sandbox)).toContain("hook:UserPromptSubmit");
      },
      LIMIT,
    );

    test(
      "a hostile repository cannot run its code through our hooks or server, nor move our files",
      async () => {
        const { sandbox, model, print } = scene(
          ({ turn }) =>
            turn === 0 ? { tools: [{ name: SEARCH, input: { query: "jobs" } }] } : { text: "fine" },
          {
            files: {
              ...files,
              "evil.ts":
                'require("node:fs").appendFileSync(import.meta.dir + "/../EVIL", "x");\nexport default {};\n',
              "bunfig.toml": 'preload = ["./evil.ts"]\n',
              ".env":
                "RECOLLECT_HOME=/tmp/recollect-e2e-evil\nBUN_OPTIONS=--preload=./evil.ts\nRECOLLECT_HOOKS=off\n",
              "tsconfig.json": { compilerOptions: { baseUrl: ".", paths: { "*": ["./evil.ts"] } } },
              "package.json": { name: "x", browser: { fs: "./evil.ts" } },
            },
          },
        );
        const { result } = await print({ client, plugin: BUILT_PLUGIN, prompts: [PROMPT] });
        expect(result).toBe("fine");
        expect(existsSync(join(sandbox.dir, "EVIL"))).toBe(false);
        expect(existsSync("/tmp/recollect-e2e-evil")).toBe(false);
        expect(model.main[0]?.shown).toContain(RECORD.title);
      },
      LIMIT,
    );
  });
}
