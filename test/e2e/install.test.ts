import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { applyPlan } from "../../src/client/claude-code/setup/apply.ts";
import { quickBundle } from "../../src/client/claude-code/setup/executable.ts";
import { type InstallOptions, planInstall } from "../../src/client/claude-code/setup/install.ts";
import { planUninstall } from "../../src/client/claude-code/setup/uninstall.ts";
import { hostPaths } from "../../src/host/paths.ts";
import type { Client } from "./clients.ts";
import { BUILT_PLUGIN, copyPlugin } from "./plugin.ts";
import { initOf, type PrintResult } from "./print.ts";
import { makeRecorder, type Recorder } from "./recorder.ts";
import { put, recordsOf, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import {
  CLIENTS,
  CONFIG_FILE,
  clearScenesAfterEach,
  DECIDING,
  decidingModel,
  LIMIT,
  scene,
} from "./scenario.ts";

clearScenesAfterEach();

const now = (): Date => new Date();
/** The recorder is no server. */
const NO_SERVER = /MCP server "plugin:memory:recollect" Connection/;
const NO_BUN_GIVEN = { RECOLLECT_BUN: "" };

interface InstalledScene {
  sandbox: Sandbox;
  /** The package that was installed, and what it was installed with. */
  plugin: string;
  options: InstallOptions;
  recorder: Recorder;
  /** Runs a session of one prompt. */
  hello(): Promise<PrintResult>;
}

/** A scene in which a package is installed with a recorder in place of Bun. */
function installedScene(client: Client, given: SandboxOptions = {}): InstalledScene {
  const { sandbox, print } = scene(() => ({ text: "ok" }), given);
  const plugin = join(sandbox.dir, "package", "plugin");
  copyPlugin(BUILT_PLUGIN, plugin);
  rmSync(quickBundle(plugin)); // no executable: the recorder sees every hook
  const recorder = makeRecorder(sandbox);
  const env = { HOME: sandbox.home };
  const options = { paths: hostPaths(env), env, plugin, bun: recorder.bin, now };
  applyPlan(planInstall(options), now);
  const hello = (): Promise<PrintResult> =>
    print({ client, prompts: ["hello"], env: NO_BUN_GIVEN, troubles: NO_SERVER });
  return { sandbox, plugin, options, recorder, hello };
}

const pluginList = (client: Client, sandbox: Sandbox): unknown => {
  const { stdout } = spawnSync(client.bin, ["plugin", "list", "--json"], {
    env: sandbox.env(1),
    encoding: "utf8",
  });
  return JSON.parse(stdout);
};

for (const client of CLIENTS) {
  describe(`installed into Claude Code ${client.version}`, () => {
    test(
      "the hooks run from the first session on, from our folder, and after uninstalling no more",
      async () => {
        const settings = '{"model": "sonnet", "permissions": {"allow": ["Bash(ls:*)"]}}\n';
        const { sandbox, options, recorder, hello } = installedScene(client, { settings });
        const { data } = options.paths;

        const first = await hello();
        expect(initOf(first)?.plugin_errors ?? []).toEqual([]);
        const installed = join(data, "claude-code", "memory");
        const events = recorder.hooks();
        expect(events.map(({ program }) => program)).toEqual([
          "hooks/SessionStart",
          "hooks/UserPromptSubmit",
          "hooks/Stop",
          "hooks/SessionEnd",
        ]);
        expect([...new Set(events.map(({ root }) => root))]).toEqual([installed]);
        expect(pluginList(client, sandbox)).toMatchObject([
          { id: "memory@recollect", version: "0.1.0", enabled: true },
        ]);

        expect(planInstall(options).steps).toEqual([]);

        applyPlan(planUninstall(options), now);
        expect(readFileSync(join(sandbox.home, ".claude/settings.json"), "utf8")).toBe(settings);
        const calls = recorder.calls().length;
        const after = await hello();
        expect(recorder.calls()).toHaveLength(calls);
        expect(after.debug).not.toMatch(/\[(WARN|ERROR)\].*recollect/i);
        expect(pluginList(client, sandbox)).toEqual([]);
        expect(existsSync(join(data, "claude-code"))).toBe(false);
      },
      LIMIT,
    );

    test(
      "what one session saved the next recalls, and after uninstalling only the records stay",
      async () => {
        const settings = { model: "sonnet", enabledPlugins: {}, permissions: { allow: ["Bash(ls:*)"] } };
        const files = { [CONFIG_FILE]: { capture: { unattended: true } } };
        const { sandbox, model, print } = scene(decidingModel, { settings, files });
        const settingsFile = join(sandbox.home, ".claude/settings.json");
        const before = readFileSync(settingsFile, "utf8");
        const recollect = (...args: string[]): void => {
          const env = sandbox.env(1);
          const run = spawnSync(join(BUILT_PLUGIN, "bin", "recollect"), args, { env, encoding: "utf8" });
          expect({ args, status: run.status, stderr: run.stderr }).toEqual({ args, status: 0, stderr: "" });
        };
        recollect("install", "--yes");
        const session = await print({ client, prompts: [DECIDING.prompt], env: NO_BUN_GIVEN });
        expect(initOf(session)?.plugin_errors ?? []).toEqual([]);
        expect(Object.values(recordsOf(sandbox.project))).toMatchObject([{ category: "decision" }]);
        const next = model.main.length;
        const prompts = ["How do we queue jobs on the edge devices, with SQLite?"];
        await print({ client, prompts, env: NO_BUN_GIVEN });
        expect(model.main[next]?.shown).toContain(DECIDING.draft.title);

        recollect("uninstall", "--yes");
        expect(readFileSync(settingsFile, "utf8")).toBe(before);
        const after = model.main.length;
        await print({ client, prompts, env: NO_BUN_GIVEN });
        expect(model.main[after]?.shown).not.toContain(DECIDING.draft.title);
        expect(Object.values(recordsOf(sandbox.project))).toHaveLength(1);
      },
      LIMIT,
    );

    test(
      "an upgrade is what the next session runs",
      async () => {
        const { plugin, options, recorder, hello } = installedScene(client);
        await hello();
        const manifest = JSON.parse(readFileSync(join(plugin, ".claude-plugin/plugin.json"), "utf8"));
        put(join(plugin, ".claude-plugin/plugin.json"), { ...manifest, version: "0.2.0" });
        const hooks = JSON.parse(readFileSync(join(plugin, "hooks/hooks.json"), "utf8"));
        put(join(plugin, "hooks/hooks.json"), { hooks: { SessionStart: hooks.hooks.SessionStart } });
        applyPlan(planInstall(options), now);
        const before = recorder.hooks().length;
        await hello();
        const events = recorder.hooks().slice(before);
        expect(events.map(({ program }) => program)).toEqual(["hooks/SessionStart"]);
      },
      LIMIT,
    );

    test(
      "the client's own commands agree with ours: it can be switched off and removed by hand",
      async () => {
        const { sandbox, options, recorder, hello } = installedScene(client);
        const claude = (...args: string[]): void => {
          const { status, stdout, stderr } = spawnSync(client.bin, args, {
            env: sandbox.env(1),
            encoding: "utf8",
          });
          expect({ status, out: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, out: "" });
        };
        await hello();
        claude("plugin", "disable", "memory@recollect");
        expect(planInstall(options).notes.join()).toContain("switched the plugin off");
        const calls = recorder.calls().length;
        await hello();
        expect(recorder.calls()).toHaveLength(calls);
        claude("plugin", "marketplace", "remove", "recollect");
        expect(existsSync(join(options.paths.data, "claude-code", "memory", "bin", "recollect"))).toBe(true);
        applyPlan(planUninstall(options), now);
        applyPlan(planInstall(options), now);
        await hello();
        expect(recorder.calls().length).toBeGreaterThan(calls);
      },
      LIMIT,
    );
  });
}
