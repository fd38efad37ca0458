import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pluginFolder } from "../../../host/plugin.ts";
import { readTrace } from "../../../host/trace.ts";

const LAUNCHER = join(pluginFolder(), "bin", "recollect");
const ECHO = (name: string): string =>
  `console.log(JSON.stringify({ program: ${JSON.stringify(name)}, args: process.argv.slice(2), home: process.env.RECOLLECT_HOME ?? null }));\n`;

let top: string;
let plugin: string;
let launcher: string;
let home: string;
let project: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "recollect launcher ")));
  plugin = join(top, "a plugin");
  home = join(top, "home");
  project = join(top, "project");
  launcher = join(plugin, "bin", "recollect");
  for (const dir of [dirname(launcher), home, project]) mkdirSync(dir, { recursive: true });
  copyFileSync(LAUNCHER, launcher);
  chmodSync(launcher, 0o755);
  for (const program of ["hooks/Stop", "hooks/SessionStart", "mcp/main", "cli/main"])
    put(join(plugin, "dist", `${program}.js`), ECHO(program));
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(path: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
}

/** A Bun that says which one it is. */
const fakeBun = (path: string, name: string): string => put(path, `#!/bin/sh\necho ${name}\n`, 0o755);

interface Call {
  args?: string[];
  env?: { [name: string]: string };
  command?: string;
}

function run({ args = ["hook", "Stop"], env = {}, command = launcher }: Call = {}) {
  const all = { PATH: "/usr/bin:/bin", HOME: home, RECOLLECT_BUN: process.execPath, ...env };
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    env: all,
    encoding: "utf8",
    input: "",
  });
  return { status, stdout: stdout.trim(), stderr };
}

const answer = (call?: Call): unknown => JSON.parse(run(call).stdout);

const WITHOUT_BUN = { RECOLLECT_BUN: "" };

describe("the launcher", () => {
  test("starts the program that is asked for, with what follows", () => {
    expect(answer({ args: ["hook", "SessionStart"] })).toMatchObject({
      program: "hooks/SessionStart",
      args: [],
    });
    expect(answer({ args: ["mcp"] })).toMatchObject({ program: "mcp/main", args: [] });
    expect(answer({ args: ["save", "two words", "--json"] })).toMatchObject({
      program: "cli/main",
      args: ["save", "two words", "--json"],
    });
    expect(answer({ args: [] })).toMatchObject({ program: "cli/main", args: [] });
  });

  test("works through symbolic links, absolute, relative and in a chain, and when given to a shell by name", () => {
    const first = join(top, "first");
    const second = join(project, "second");
    symlinkSync("a plugin/bin/recollect", first);
    symlinkSync(first, second);
    for (const command of [first, second, "./second"]) {
      expect(answer({ command })).toMatchObject({ program: "hooks/Stop" });
    }
    const { stdout } = spawnSync("/bin/sh", ["recollect", "mcp"], {
      cwd: dirname(launcher),
      env: { PATH: "/usr/bin:/bin", RECOLLECT_BUN: process.execPath },
      encoding: "utf8",
    });
    expect(JSON.parse(stdout)).toMatchObject({ program: "mcp/main" });
  });

  test("passes over what cannot be the name of an event", () => {
    for (const event of ["", "../../cli/main", 'Pre"Tool', "a b"]) {
      expect(run({ args: ["hook", event] })).toEqual({ status: 0, stdout: "", stderr: "" });
    }
  });

  test("does nothing for hooks that are switched off, and everything else as ever", () => {
    const env = { RECOLLECT_HOOKS: "off" };
    expect(run({ env })).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(answer({ env, args: ["mcp"] })).toMatchObject({ program: "mcp/main" });
  });

  test("finds Bun in the documented order", () => {
    const places = [
      ["path", () => fakeBun(join(top, "path", "bun"), "path")],
      ["data", () => fakeBun(join(home, ".local/share/recollect/runtime/bun"), "data")],
      ["package", () => fakeBun(join(top, "node_modules/@oven/bun-linux-x64/bin/bun"), "package")],
      ["runtime", () => fakeBun(join(plugin, "runtime/bun"), "runtime")],
      [
        "installed",
        () => put(join(plugin, "runtime/bun-path"), `${fakeBun(join(top, "in stalled/bun"), "installed")}\n`),
      ],
    ] as const;
    const env = { ...WITHOUT_BUN, PATH: `${join(top, "path")}:/usr/bin:/bin` };
    for (const [name, make] of places) {
      make();
      expect(run({ env }).stdout).toBe(name);
    }
    expect(run({ env: { ...env, RECOLLECT_BUN: fakeBun(join(top, "own"), "own") } }).stdout).toBe("own");
  });

  test("finds Bun where npm puts it beside the package", () => {
    const nested = join(top, "node_modules/recollect/plugin");
    put(join(nested, "dist/hooks/Stop.js"), "");
    const command = put(join(nested, "bin/recollect"), readFileSync(LAUNCHER, "utf8"), 0o755);
    fakeBun(join(top, "node_modules/@oven/bun-any/bin/bun"), "hoisted");
    expect(run({ command, env: WITHOUT_BUN }).stdout).toBe("hoisted");
  });

  test("goes on to the next place when the named Bun is gone", () => {
    put(join(plugin, "runtime/bun-path"), "/nowhere/bun\n");
    fakeBun(join(home, ".local/share/recollect/runtime/bun"), "data");
    expect(run({ env: { RECOLLECT_BUN: "/nowhere/bun" } }).stdout).toBe("data");
    fakeBun(join(top, "xdg/recollect/runtime/bun"), "xdg");
    expect(run({ env: { ...WITHOUT_BUN, XDG_DATA_HOME: join(top, "xdg") } }).stdout).toBe("xdg");
    fakeBun(join(top, "only/share/runtime/bun"), "only");
    expect(run({ env: { ...WITHOUT_BUN, RECOLLECT_HOME: join(top, "only") } }).stdout).toBe("only");
  });

  test("runs the sources of a checkout that was not built", () => {
    rmSync(join(plugin, "dist"), { recursive: true });
    const source = `const typed: string = "hook";\n${ECHO("hook")}`;
    put(join(top, "src/hooks/Stop.ts"), source);
    expect(answer()).toMatchObject({ program: "hook", args: [] });
  });
});

describe("the launcher without Bun", () => {
  test("lets hooks pass and leaves a trace that can be read", () => {
    expect(run({ env: WITHOUT_BUN })).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(run({ env: WITHOUT_BUN, args: ["hook", "PreToolUse"] }).status).toBe(0);
    const folder = join(home, ".local/state/recollect");
    const entries = readTrace(join(folder, "recollect.log"), 10);
    expect(entries.map(({ level, part }) => ({ level, part }))).toEqual([
      { level: "error", part: "hook:Stop" },
      { level: "error", part: "hook:PreToolUse" },
    ]);
    expect(entries[0]?.message).toContain("No Bun runtime");
    expect(Math.abs(Date.parse(entries[0]?.at ?? "") - Date.now())).toBeLessThan(60_000);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "recollect.log")).mode & 0o777).toBe(0o600);
  });

  test("keeps the log bounded", () => {
    const log = put(join(home, ".local/state/recollect/recollect.log"), "x".repeat(1_100_000));
    run({ env: WITHOUT_BUN });
    expect(statSync(log).size).toBeLessThan(1_000);
    expect(statSync(`${log}.1`).size).toBe(1_100_000);
  });

  test.each([
    ["HOME is not set", { HOME: "" }],
    ["the state folder cannot be made", { HOME: "/dev/null" }],
    ["the state folder is relative", { XDG_STATE_HOME: "relative", HOME: "also-relative" }],
  ])("lets hooks pass when %s", (_, env) => {
    expect(run({ env: { ...WITHOUT_BUN, ...env } })).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(readdirSync(project)).toEqual([]);
  });

  test("tells a person what to do", () => {
    const { status, stderr } = run({ env: WITHOUT_BUN, args: ["status"] });
    expect(status).toBe(1);
    expect(stderr).toContain("No Bun runtime was found");
  });

  test("treats a missing program like a missing Bun", () => {
    rmSync(join(plugin, "dist"), { recursive: true });
    expect(run()).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(run({ args: ["mcp"] })).toMatchObject({ status: 1 });
    const [entry] = readTrace(join(home, ".local/state/recollect/recollect.log"), 10);
    expect(entry?.message).toContain("dist/hooks/Stop.js");
  });
});

describe("the launcher in a hostile repository", () => {
  const evil = (): string =>
    put(
      join(project, "evil.ts"),
      `require("node:fs").writeFileSync(${JSON.stringify(join(top, "EVIL"))}, "x");\nexport default {};\n`,
    );

  const CASES: [string, () => void][] = [
    ["bunfig.toml that preloads", () => put(join(project, "bunfig.toml"), 'preload = ["./evil.ts"]\n')],
    [
      "tsconfig.json that maps every path",
      () =>
        put(
          join(project, "tsconfig.json"),
          '{"compilerOptions":{"baseUrl":".","paths":{"*":["./evil.ts"]}}}',
        ),
    ],
    [
      "tsconfig.json above it that maps every path",
      () =>
        put(
          join(top, "tsconfig.json"),
          '{"compilerOptions":{"baseUrl":".","paths":{"*":["./project/evil.ts"]}}}',
        ),
    ],
    [
      "package.json with scripts, imports and a preload",
      () =>
        put(
          join(project, "package.json"),
          '{"name":"x","scripts":{"hook":"touch EVIL"},"browser":{"fs":"./evil.ts"},"bun":{"preload":["./evil.ts"]}}',
        ),
    ],
    ["package.json that is broken", () => put(join(project, "package.json"), "{ no")],
    [
      "modules of well-known names",
      () => put(join(project, "node_modules/zod/index.js"), 'require("../../evil.ts")'),
    ],
  ];

  test.each(CASES)("runs nothing of a %s", (_, make) => {
    evil();
    make();
    expect(answer()).toEqual({ program: "hooks/Stop", args: [], home: null });
    expect(existsSync(join(top, "EVIL"))).toBe(false);
    expect(existsSync(join(project, "EVIL"))).toBe(false);
  });

  test("takes no settings from its .env, nor preloads from the environment", () => {
    const path = evil();
    put(join(project, ".env"), `RECOLLECT_HOME=/tmp/elsewhere\nBUN_OPTIONS=--preload=${path}\n`);
    expect(answer()).toMatchObject({ home: null });
    expect(answer({ env: { BUN_OPTIONS: `--preload=${path}` } })).toMatchObject({ program: "hooks/Stop" });
    expect(existsSync(join(top, "EVIL"))).toBe(false);
  });

  test("runs nothing of it from sources either", () => {
    rmSync(join(plugin, "dist"), { recursive: true });
    put(
      join(top, "src/hooks/Stop.ts"),
      `import { name } from "../name.ts";\n${ECHO("hook")}console.error(name);\n`,
    );
    put(join(top, "src/name.ts"), 'export const name: string = "ours";\n');
    evil();
    for (const [, make] of CASES) make();
    rmSync(join(top, "tsconfig.json")); // beside a checkout's own sources it is the checkout's
    expect(run()).toMatchObject({ status: 0, stdout: '{"program":"hook","args":[],"home":null}' });
    expect(existsSync(join(top, "EVIL"))).toBe(false);
  });
});
