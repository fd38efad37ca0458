/** How the command line speaks to people: what it leaves out, what it asks for, what it shows as amiss. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { retire } from "../../src/record/lifecycle.ts";
import { sampleRecord } from "../support/records.ts";
import { copyPlugin, openStage, pluginOfThisFile, put, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();

interface Check {
  name: string;
  state: string;
  found: string;
  fix?: string;
}
const checksOf = async (stage: Stage, name: string, code = 0): Promise<Check[]> =>
  (await stage.json<{ checks: Check[] }>(["doctor"], code)).checks.filter((check) => check.name === name);

describe("saving", () => {
  test("of nothing asks for what is to be saved, and makes nothing", async () => {
    using stage = openStage(plugin());
    for (const argv of [
      ["save", "decision"],
      ["save", "decision", "  "],
    ]) {
      const { code, err } = await stage.cli(argv);
      expect(code).toBe(2);
      expect(err).toContain("Say what is to be saved: recollect save decision");
      expect(err).not.toContain("Too small");
    }
    expect(existsSync(stage.memory)).toBe(false);
  });

  test("says in one line what it filled in", async () => {
    using stage = openStage(plugin());
    const { out } = await stage.cli(["save", "decision", "Use SQLite because it needs no server"]);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^ {2}filled in: title, tags, status, context, decision, rationale$/);
  });
});

describe("searching", () => {
  test("gives scores that tell better from worse in a store of two", async () => {
    using stage = openStage(plugin());
    stage.plant(sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] }));
    stage.plant(sampleRecord("The ledger is closed monthly", { category: "preference", tags: ["accounts"] }));
    const found = await stage.json<{ id: string; score: number }[]>(["search", "sqlite ledger"]);
    expect(found.map(({ id }) => id)).toEqual(["use-sqlite-for-the-ledger", "the-ledger-is-closed-monthly"]);
    const [best = 0, second = 0] = found.map(({ score }) => score);
    expect(best).toBeLessThanOrEqual(10);
    expect(best).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(0);
  });
});

describe("purging", () => {
  test("is listed, is refused within the grace period, and deletes after it", async () => {
    using stage = openStage(plugin());
    expect((await stage.cli(["--help"])).out).toMatch(/^ {2}purge {2,}/m);
    const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const young = stage.plant(retire(sampleRecord("Young"), { now: ago(29), reason: "Gone" }).record);
    const old = stage.plant(retire(sampleRecord("Old"), { now: ago(31), reason: "Gone" }).record);
    const refused = await stage.cli(["purge", "young"]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("PURGE_ERROR");
    expect((await stage.cli(["purge", "old"])).code).toBe(0);
    expect([young, old].map((path) => existsSync(path))).toEqual([true, false]);
  });
});

describe("installing", () => {
  test("takes the plugin that the program belongs to, wherever that was built", async () => {
    using stage = openStage(plugin());
    using moved = copyPlugin(plugin());
    put(join(moved.folder, ".claude-plugin/plugin.json"), '{"name": "memory", "version": "9.9.9"}');
    stage.launcher = moved.launcher;
    expect((await stage.cli(["install", "--dry-run"])).out).toContain("copy the plugin 9.9.9 to ");
  });

  test("says that the hooks' executable could not be made, and doctor has nothing to complain of", async () => {
    using stage = openStage(plugin());
    using spoilt = copyPlugin(plugin());
    put(join(spoilt.folder, "dist/quick/main.js"), "process.exit(1);\n");
    stage.launcher = spoilt.launcher;
    const { code, out } = await stage.cli(["install", "--yes"]);
    expect({ code, told: /^Installed\..*\nThe hooks' executable could not be made/m.test(out) }).toEqual({
      code: 0,
      told: true,
    });
    expect(await checksOf(stage, "Claude Code")).toMatchObject([{ state: "ok" }]);
    const again = await stage.json<{ notes: string[] }>(["install", "--yes"]);
    expect(again.notes.join()).toContain("could not be made");
  });
});

describe("doctor", () => {
  test("does not mind an index.md that is not there, and says when it will be", async () => {
    using stage = openStage(plugin());
    stage.plant(sampleRecord("Use SQLite for the ledger"));
    expect(await checksOf(stage, "index")).toEqual([
      { name: "index", state: "ok", found: "index.md is made at the next save or session" },
    ]);
    expect((await stage.cli(["status"])).out).toContain("index.md is made at the next save or session");
  });

  test("names the file where a whole file of the configuration is at fault", async () => {
    using stage = openStage(plugin());
    stage.plant(sampleRecord("Use SQLite for the ledger"));
    writeFileSync(join(stage.memory, "memory-config.json"), "{");
    const [check] = await checksOf(stage, "configuration");
    expect(check?.found).toMatch(/^1 problem: \S*memory-config\.json: /);
  });

  test("tells how the installation into Claude Code stands", async () => {
    using stage = openStage(plugin());
    const about = (code = 0): Promise<Check[]> => checksOf(stage, "Claude Code", code);
    expect(await about()).toEqual([
      {
        name: "Claude Code",
        state: "warning",
        found: "the plugin is not installed",
        fix: "Run `recollect install`",
      },
    ]);
    expect((await stage.cli(["install", "--yes"])).code).toBe(0);
    expect(await about()).toMatchObject([
      { state: "ok", found: expect.stringMatching(/^plugin \d+\.\d+\.\d+ /) },
    ]);

    const settings = join(stage.home, ".claude/settings.json");
    const installed = JSON.parse(readFileSync(settings, "utf8")) as object;
    writeFileSync(settings, JSON.stringify({ ...installed, enabledPlugins: { "memory@recollect": false } }));
    expect(await about()).toMatchObject([
      {
        state: "warning",
        found: "The plugin is switched off",
        fix: expect.stringContaining("claude plugin enable"),
      },
    ]);
    writeFileSync(settings, "{}");
    expect(await about(1)).toMatchObject([
      { state: "error", found: expect.stringContaining("not registered"), fix: "Run `recollect install`" },
    ]);
    writeFileSync(settings, JSON.stringify(installed));
    const runtime = join(stage.home, ".local/share/recollect/runtime");
    for (const name of readdirSync(runtime)) if (name.startsWith("quick-")) rmSync(join(runtime, name));
    expect(await about()).toMatchObject([
      { state: "warning", found: expect.stringContaining("slower"), fix: "Run `recollect install`" },
    ]);
    rmSync(join(stage.home, ".local/share/recollect/claude-code"), { recursive: true });
    expect(await about(1)).toMatchObject([
      { state: "error", found: expect.stringContaining("it is not there") },
    ]);
  });

  test("names the settings that cannot be read, and how to mend them, where nothing is installed", async () => {
    using stage = openStage(plugin());
    const settings = join(stage.home, ".claude/settings.json");
    put(settings, '// mine\n{"model": "sonnet"}\n');
    expect(await checksOf(stage, "Claude Code")).toEqual([
      {
        name: "Claude Code",
        state: "warning",
        found: expect.stringMatching(/^\S+settings\.json: it is not plain JSON/),
        fix: "Make it plain JSON, then run `recollect install`",
      },
    ]);
  });
});
