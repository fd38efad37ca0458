import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hostPaths } from "../../../host/paths.ts";
import { pluginFolder } from "../../../host/plugin.ts";
import { RecordError } from "../../../record/error.ts";
import { applyPlan } from "./apply.ts";
import { quickBundle } from "./executable.ts";
import { inspectInstall } from "./inspect.ts";
import { type InstallOptions, planInstall } from "./install.ts";
import { describePlan } from "./plan.ts";
import { planUninstall } from "./uninstall.ts";

setDefaultTimeout(60_000); // making an executable takes a while on a busy machine

const now = (): Date => new Date("2026-03-01T10:00:00Z");

let top: string;
let home: string;
let options: InstallOptions;
let settings: string;
let marketplace: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "recollect setup ")));
  home = join(top, "home");
  mkdirSync(home);
  const plugin = join(top, "package", "plugin");
  cpSync(pluginFolder(), plugin, {
    recursive: true,
    filter: (path) => !/\/(dist|runtime)$/.test(path),
  });
  mkdirSync(join(plugin, "dist", "hooks"), { recursive: true });
  writeFileSync(join(plugin, "dist", "hooks", "UserPromptSubmit.js"), 'console.log("hook");\n');
  const bun = join(top, "package", "bun");
  writeFileSync(bun, "#!/bin/sh\necho a bun\n", { mode: 0o755 });
  const env = { HOME: home };
  options = { paths: hostPaths(env), env, plugin, bun, now };
  settings = join(home, ".claude", "settings.json");
  marketplace = join(home, ".local", "share", "recollect", "claude-code");
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

const install = (): string[] => {
  const plan = planInstall(options);
  applyPlan(plan, now);
  return describePlan(plan);
};

const uninstall = (): void => {
  applyPlan(planUninstall(options), now);
};

const found = (): string =>
  inspectInstall(options)
    .problems.map(({ found }) => found)
    .join("\n");

const writeSettings = (text: string): void => {
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(settings, text);
};

/** Every file below the home folder with its text, links with their targets. */
const snapshot = (dir = home): { [path: string]: string } =>
  Object.fromEntries(
    readdirSync(dir, { withFileTypes: true, recursive: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [
        path,
        lstatSync(path).isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, "utf8"),
      ]),
  );

describe("install", () => {
  test("lays out a marketplace with the plugin, the runtime and the registration", () => {
    install();
    expect(JSON.parse(readFileSync(settings, "utf8"))).toEqual({
      extraKnownMarketplaces: { recollect: { source: { source: "directory", path: marketplace } } },
      enabledPlugins: { "memory@recollect": true },
    });
    expect(
      JSON.parse(readFileSync(join(marketplace, ".claude-plugin/marketplace.json"), "utf8")),
    ).toMatchObject({
      name: "recollect",
      plugins: [{ name: "memory", source: "./memory" }],
    });
    expect(statSync(join(marketplace, "memory/bin/recollect")).mode & 0o111).toBe(0o111);
    const bun = readFileSync(join(marketplace, "memory/runtime/bun-path"), "utf8").trim();
    expect(statSync(bun).ino).toBe(statSync(options.bun).ino);
    expect(inspectInstall(options)).toEqual({ version: "0.1.0", problems: [] });
  });

  test("a second run has nothing to do", () => {
    install();
    const before = snapshot();
    expect(planInstall(options)).toEqual({ steps: [], notes: [] });
    expect(snapshot()).toEqual(before);
  });

  test("planning changes nothing, and the plan names every file of others that it will change", () => {
    writeSettings('{"model": "sonnet"}');
    const before = snapshot();
    const lines = describePlan(planInstall(options)).join("\n");
    expect(snapshot()).toEqual(before);
    expect(lines).toContain(`edit ${settings}:`);
    expect(lines).toContain("set enabledPlugins.memory@recollect = true");
    expect(lines).toContain("known_marketplaces.json");
  });

  test("an upgrade swaps the plugin whole: new files come, old ones go, nothing is left behind", () => {
    install();
    rmSync(join(options.plugin, "README.md"));
    writeFileSync(join(options.plugin, "dist", "new.js"), "");
    writeFileSync(
      join(options.plugin, ".claude-plugin", "plugin.json"),
      '{"name":"memory","version":"0.2.0"}',
    );
    expect(install().join("\n")).toContain("copy the plugin 0.2.0");
    expect(existsSync(join(marketplace, "memory/README.md"))).toBe(false);
    expect(existsSync(join(marketplace, "memory/dist/new.js"))).toBe(true);
    expect(inspectInstall(options).version).toBe("0.2.0");
    expect(readdirSync(options.paths.data).sort()).toEqual([
      "claude-code",
      "claude-code-install.json",
      "runtime",
    ]);
  });

  test("a person's settings keep their bytes, and a copy of them is kept", () => {
    const text =
      '{\n\t"permissions": { "allow": ["Bash(ls:*)"] },\n\t"enabledPlugins": {"other@x": true}\n}\n';
    writeSettings(text);
    chmodSync(settings, 0o640);
    install();
    const after = readFileSync(settings, "utf8");
    expect(
      after.startsWith(
        '{\n\t"permissions": { "allow": ["Bash(ls:*)"] },\n\t"enabledPlugins": {"other@x": true',
      ),
    ).toBe(true);
    expect(JSON.parse(after).enabledPlugins).toEqual({ "other@x": true, "memory@recollect": true });
    expect(statSync(settings).mode & 0o777).toBe(0o640);
    const backups = readdirSync(join(options.paths.state, "backups"));
    expect(backups.map((name) => readFileSync(join(options.paths.state, "backups", name), "utf8"))).toEqual([
      text,
    ]);
  });

  test.each([
    ["comments", '// mine\n{"model": "sonnet"}'],
    ["broken JSON", '{"model": '],
    ["a list of plugins", '{"enabledPlugins": []}'],
  ])("settings with %s are refused with advice and left untouched", (_, text) => {
    writeSettings(text);
    expect(() => install()).toThrow(RecordError);
    expect(readFileSync(settings, "utf8")).toBe(text);
    expect(existsSync(marketplace)).toBe(false);
  });

  test("read-only settings are refused before anything is done", () => {
    writeSettings("{}");
    chmodSync(settings, 0o444);
    expect(() => planInstall(options)).toThrow("read-only");
  });

  test("settings linked from elsewhere are changed there, and the link stays", () => {
    const real = join(top, "dotfiles.json");
    writeFileSync(real, '{"a": 1}');
    mkdirSync(join(home, ".claude"));
    symlinkSync(real, settings);
    install();
    expect(lstatSync(settings).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, "utf8")).enabledPlugins).toEqual({ "memory@recollect": true });
  });

  test("a plugin that the person has switched off stays off, and they are told", () => {
    writeSettings('{"enabledPlugins": {"memory@recollect": false}}');
    const plan = planInstall(options);
    applyPlan(plan, now);
    expect(plan.notes.join()).toContain("switched the plugin off");
    expect(JSON.parse(readFileSync(settings, "utf8")).enabledPlugins).toEqual({ "memory@recollect": false });
  });

  test("another marketplace of the same name is not overwritten", () => {
    writeSettings(
      '{"extraKnownMarketplaces": {"recollect": {"source": {"source": "github", "repo": "a/b"}}}}',
    );
    expect(() => planInstall(options)).toThrow(RecordError);
  });

  test("a registration whose folder has gone is taken over", () => {
    writeSettings(
      '{"extraKnownMarketplaces": {"recollect": {"source": {"source": "directory", "path": "/nowhere/at/all"}}}}',
    );
    install();
    expect(inspectInstall(options)).toEqual({ version: "0.1.0", problems: [] });
  });

  test("settings that change between plan and application are not overwritten", () => {
    writeSettings("{}");
    const plan = planInstall(options);
    writeSettings('{"a": 1}');
    expect(() => applyPlan(plan, now)).toThrow("changed by someone else");
    expect(readFileSync(settings, "utf8")).toBe('{"a": 1}');
    install();
    expect(JSON.parse(readFileSync(settings, "utf8")).a).toBe(1);
  });

  test("CLAUDE_CONFIG_DIR moves the settings, XDG_DATA_HOME the plugin", () => {
    const env = { HOME: home, CLAUDE_CONFIG_DIR: join(top, "cfg"), XDG_DATA_HOME: join(top, "xdg") };
    options = { ...options, env, paths: hostPaths(env) };
    install();
    expect(existsSync(settings)).toBe(false);
    expect(JSON.parse(readFileSync(join(top, "cfg", "settings.json"), "utf8")).enabledPlugins).toBeDefined();
    expect(existsSync(join(top, "xdg", "recollect", "claude-code", "memory", "bin", "recollect"))).toBe(true);
  });

  test("a plugin that was not built is refused", () => {
    rmSync(join(options.plugin, "dist"), { recursive: true });
    expect(() => planInstall(options)).toThrow("no built plugin");
  });

  test("installing from the installed copy has nothing to copy", () => {
    install();
    options = {
      ...options,
      plugin: join(marketplace, "memory"),
      bun: join(options.paths.data, "runtime", "bun"),
    };
    expect(planInstall(options).steps).toEqual([]);
  });

  test("the shell command is linked only where ~/.local/bin exists and the name is free", () => {
    install();
    expect(existsSync(join(home, ".local/bin"))).toBe(false);
    mkdirSync(join(home, ".local/bin"));
    install();
    const command = join(home, ".local/bin/recollect");
    expect(realpathSync(command)).toBe(join(marketplace, "memory/bin/recollect"));
    expect(planInstall(options)).toEqual({ steps: [], notes: [] });
    rmSync(command);
    writeFileSync(command, "mine");
    expect(planInstall(options).notes.join()).toContain("not ours");
    uninstall();
    expect(readFileSync(command, "utf8")).toBe("mine");
  });
});

describe("the status line", () => {
  const wish = (): string => {
    const plan = planInstall({ ...options, statusLine: true });
    applyPlan(plan, now);
    return [...describePlan(plan), ...plan.notes].join("\n");
  };
  const statusLine = (): unknown => JSON.parse(readFileSync(settings, "utf8")).statusLine;

  test("is set where it is wanted and none is set, shown first, and gone after uninstall", () => {
    const text = '{\n  "model": "opus"\n}\n';
    writeSettings(text);
    install();
    expect(statusLine()).toBeUndefined();
    expect(wish()).toContain('set statusLine = {"type":"command","command":"');
    const { command } = statusLine() as { command: string };
    // The folder's name holds a space.
    const words = spawnSync("sh", ["-c", `printf '%s\\n' ${command}`]).stdout.toString();
    expect(words).toBe(`${join(marketplace, "memory/bin/recollect")}\nstatusline\n`);
    expect(wish()).toBe("");
    uninstall();
    expect(readFileSync(settings, "utf8")).toBe(text);
  });

  test("of a person's own stays, and they are told", () => {
    const own = { type: "command", command: "my-line" };
    writeSettings(JSON.stringify({ statusLine: own }));
    expect(wish()).toContain("has a status line already; it stays as it is");
    expect(statusLine()).toEqual(own);
    uninstall();
    expect(statusLine()).toEqual(own);
  });

  test("that a person has changed since stays after uninstall", () => {
    wish();
    const changed = JSON.parse(readFileSync(settings, "utf8"));
    writeSettings(JSON.stringify({ ...changed, statusLine: { type: "command", command: "both" } }));
    uninstall();
    expect(statusLine()).toEqual({ type: "command", command: "both" });
  });
});

describe("uninstall", () => {
  test.each([
    ["no settings", undefined],
    ["empty settings", "{}"],
    ["settings of one line", '{"model":"sonnet","enabledPlugins":{"a@b":true}}'],
    [
      "settings of many lines",
      '{\n    "model":   "sonnet",\n    "extraKnownMarketplaces": {\n        "x": {}\n    }\n}\n',
    ],
  ])("gives back every byte of the home folder, with %s", (_, text) => {
    mkdirSync(join(home, ".local/bin"), { recursive: true });
    if (text !== undefined) writeSettings(text);
    const before = snapshot();
    install();
    install();
    uninstall();
    const after = Object.entries(snapshot()).filter(
      ([path]) => !path.startsWith(join(options.paths.state, "backups")),
    );
    expect(Object.fromEntries(after)).toEqual(before);
    expect(planUninstall(options)).toEqual({ steps: [], notes: [] });
  });

  test("what the person added meanwhile stays", () => {
    install();
    const text = readFileSync(settings, "utf8");
    writeFileSync(
      settings,
      text.replace('"memory@recollect": true', '"memory@recollect": true,\n    "more@y": true'),
    );
    uninstall();
    expect(JSON.parse(readFileSync(settings, "utf8"))).toEqual({ enabledPlugins: { "more@y": true } });
  });

  test("the traces that the client made of us go too", () => {
    install();
    const plugins = join(home, ".claude", "plugins");
    writeFileSync(
      join(plugins, "installed_plugins.json"),
      '{"version": 2, "plugins": {"memory@recollect": [{"scope": "user"}], "a@b": []}}',
    );
    mkdirSync(join(plugins, "data", "memory-recollect"), { recursive: true });
    uninstall();
    expect(readFileSync(join(plugins, "installed_plugins.json"), "utf8")).toBe(
      '{"version": 2, "plugins": {"a@b": []}}',
    );
    expect(existsSync(join(plugins, "data", "memory-recollect"))).toBe(false);
  });

  test("works without the receipt, by what is registered", () => {
    writeSettings('{"model": "sonnet"}');
    install();
    rmSync(join(options.paths.data, "claude-code-install.json"));
    uninstall();
    expect(inspectInstall(options)).toEqual({ problems: [] });
    expect(existsSync(marketplace)).toBe(false);
  });

  test("a registration that is not ours stays", () => {
    const text =
      '{"extraKnownMarketplaces": {"recollect": {"source": {"source": "directory", "path": "/else"}}}}';
    writeSettings(text);
    expect(planUninstall(options).steps).toEqual([]);
  });
});

describe("the hooks' executable", () => {
  const bundle = (text: string): void => {
    const path = quickBundle(options.plugin);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const executables = (): string[] =>
    readdirSync(join(options.paths.data, "runtime")).filter((name) => name.startsWith("quick-"));
  const quickPath = (): string => join(marketplace, "memory/runtime/quick-path");
  const named = (): string => readFileSync(quickPath(), "utf8").trim();
  const answerOf = (path: string): string => spawnSync(path, ["Stop"], { encoding: "utf8" }).stdout;

  beforeEach(() => {
    options.bun = process.execPath;
    bundle('if (process.argv[2]) console.log("the first");');
  });

  test("is made once, runs, and is told to the launcher", () => {
    expect(install().join("\n")).toContain("make the hooks' executable");
    expect(answerOf(named())).toBe("the first\n");
    expect(planInstall(options)).toEqual({ steps: [], notes: [] });
    expect(inspectInstall(options).problems).toEqual([]);
  });

  test("is made anew for another version, whose predecessor goes", () => {
    install();
    const [first] = executables();
    bundle('if (process.argv[2]) console.log("the second");');
    install();
    expect(executables()).toHaveLength(1);
    expect(executables()).not.toEqual([first]);
    expect(answerOf(named())).toBe("the second\n");
  });

  test("is missed by doctor and made again, and is gone after uninstall", () => {
    install();
    rmSync(named());
    expect(inspectInstall(options).problems).toEqual([
      { state: "warning", found: expect.stringContaining("executable"), fix: "Run `recollect install`" },
    ]);
    expect(install()).toEqual([`make the hooks' executable ${named()}`]);
    uninstall();
    expect(existsSync(join(options.paths.data, "runtime"))).toBe(false);
  });

  test("that cannot be made keeps nobody from installing", () => {
    bundle("process.exit(1)");
    expect(applyPlan(planInstall(options), now).join()).toContain("could not be made");
    expect(executables()).toEqual([]);
    expect(existsSync(quickPath())).toBe(false);
    expect(inspectInstall(options)).toEqual({ version: "0.1.0", problems: [] });
  });

  test("that could not be made is tried again by each install, and nothing else is done", () => {
    bundle("process.exit(1)");
    install();
    const before = snapshot();
    expect(install()).toEqual([expect.stringContaining("make the hooks' executable")]);
    expect(snapshot()).toEqual(before);
    options.bun = "/bin/false";
    bundle('if (process.argv[2]) console.log("the first");');
    install();
    expect(existsSync(quickPath())).toBe(false);
    options.bun = process.execPath;
    expect(applyPlan(planInstall(options), now)).toEqual([]);
    expect(answerOf(named())).toBe("the first\n");
  });

  test("that is gone and cannot be made again is no longer named", () => {
    install();
    rmSync(named());
    options.bun = "/bin/false";
    install();
    expect(existsSync(quickPath())).toBe(false);
    expect(inspectInstall(options).problems).toEqual([]);
  });
});

describe("the state for doctor", () => {
  test("names a missing plugin, a missing registration and a missing runtime", () => {
    expect(inspectInstall(options).problems).toEqual([]);
    install();
    rmSync(join(options.paths.data, "runtime"), { recursive: true });
    expect(found()).toContain("Bun runtime");
    rmSync(join(marketplace, "memory"), { recursive: true });
    expect(found()).toContain("is not there");
    install();
    writeFileSync(settings, "{}");
    expect(found()).toContain("not registered");
    expect(inspectInstall(options).problems.map(({ state }) => state)).toEqual(["error"]);
  });

  test("of a plugin that is switched off is no error, whatever is missing besides", () => {
    install();
    const off = {
      ...JSON.parse(readFileSync(settings, "utf8")),
      enabledPlugins: { "memory@recollect": false },
    };
    writeFileSync(settings, JSON.stringify(off));
    rmSync(join(options.paths.data, "runtime"), { recursive: true });
    expect(inspectInstall(options).problems.map(({ state }) => state)).toEqual(["warning", "warning"]);
  });

  test("with settings that cannot be read names the file, and is an error only where a plugin is installed", () => {
    const fix = "Make it plain JSON, then run `recollect install`";
    const about = expect.stringMatching(/settings\.json: it is not plain JSON/);
    writeSettings('// mine\n{"model": "sonnet"}');
    expect(inspectInstall(options)).toEqual({ problems: [{ state: "warning", found: about, fix }] });
    rmSync(settings);
    install();
    writeSettings('// mine\n{"model": "sonnet"}');
    expect(inspectInstall(options)).toEqual({
      version: "0.1.0",
      problems: [{ state: "error", found: about, fix }],
    });
  });
});
