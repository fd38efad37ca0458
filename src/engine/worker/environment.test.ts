import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workerEnvironment } from "../../client/claude-code/start-worker.ts";
import { CONFIG_KEYS } from "../../config/keys.ts";
import { loadConfig, userConfigFile } from "../../config/load.ts";
import { type Environment, hostPaths } from "../../host/paths.ts";
import { labelsDoneIn, settingsOf } from "../../store/job-environment.ts";
import { labelOf } from "./environment.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "recollect-environment-"));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The label of a process with these variables, as its project's configuration has it. */
function label(variables: Environment = {}): string {
  const env = { HOME: home, PATH: "/usr/bin", TERM: "xterm", ...variables };
  const paths = hostPaths(env);
  const { config } = loadConfig({ projectDir: home, paths, env });
  return labelOf({ host: { env, paths, trace: () => undefined, now: () => new Date() }, config });
}

function configure(config: object): void {
  const file = userConfigFile(hostPaths({ HOME: home }));
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, JSON.stringify(config));
}

describe("an environment's label", () => {
  test("is none where nothing is set that matters, and nothing is written then", () => {
    const usual = {
      EDITOR: "vi",
      LANG: "C",
      CLAUDE_PROJECT_DIR: "/p",
      RECOLLECT_LAUNCHER: "/r",
      SHELL: "/bin/sh",
    };
    expect([label(), label(usual), label({ HTTPS_PROXY: "" })]).toEqual(["", "", ""]);
    expect(() => statSync(join(home, ".local"))).toThrow();
  });

  test("is the same for the same, in whatever order, and another for anything else", () => {
    const all = {
      HTTPS_PROXY: "http://a",
      ANTHROPIC_BASE_URL: "http://b",
      RECOLLECT_REVIEW__CALLS: "batched",
    };
    const turned = Object.fromEntries(Object.entries(all).toReversed());
    expect(label(all)).toBe(label(turned));
    const others = Object.keys(all).flatMap((name) => [
      { ...all, [name]: "other" },
      { ...all, [name]: undefined },
    ]);
    expect(new Set([all, ...others].map(label)).size).toBe(7);
  });

  test.each([
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_CUSTOM_HEADERS",
    "AWS_PROFILE",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CONFIG_DIR",
    "HTTP_PROXY",
    "https_proxy",
    "NODE_EXTRA_CA_CERTS",
    "no_proxy",
    "OPENAI_API_KEY",
  ])("speaks of %s as of whom models are asked at, and not as of settings", (name) => {
    expect(label({ [name]: "x" })).toMatch(/^\.[0-9a-f]{12}$/);
    expect(labelsDoneIn(label({ [name]: "x" }))).toContain("");
  });

  test("speaks of every key of the configuration", () => {
    const variable = (key: string): string =>
      `RECOLLECT_${key.replaceAll("*", "x").replaceAll(".", "__").toUpperCase()}`;
    const unheard = CONFIG_KEYS.filter(({ key }) => !/^[0-9a-f]{12}$/.test(label({ [variable(key)]: "1" })));
    expect(unheard).toEqual([]);
  });

  test("speaks of settings that lie elsewhere while the database is the same", () => {
    const shared = { RECOLLECT_DATABASE: join(home, "shared.db") };
    const one = label({ ...shared, XDG_CONFIG_HOME: join(home, "one") });
    const two = label({ ...shared, XDG_CONFIG_HOME: join(home, "two") });
    expect(settingsOf(one)).not.toBe(settingsOf(two));
  });

  test("speaks of the variable that holds the endpoint's key, whatever it is called", () => {
    const [one, two] = [{ MY_KEY: "1" }, { MY_KEY: "2" }];
    expect([label(one), label(two)]).toEqual(["", ""]);
    configure({ endpoint: { key_env: "MY_KEY" } });
    expect(label(one)).not.toBe(label(two));
  });

  test("speaks of which claude is meant, where it is asked", () => {
    const paths = ["one", "two"].map((name) => {
      const folder = join(home, name);
      mkdirSync(folder);
      writeFileSync(join(folder, "claude"), "#!/bin/sh\n");
      chmodSync(join(folder, "claude"), 0o755);
      return { PATH: folder };
    });
    expect(paths.map(label)).toEqual(["", ""]);
    configure({ review: { executor: "claude" } });
    expect(new Set(paths.map(label)).size).toBe(2);
  });

  test("is that of the worker that is started there", () => {
    const env = {
      ...{
        ANTHROPIC_API_KEY: "k",
        HTTPS_PROXY: "p",
        RECOLLECT_REVIEW__CALLS: "separate",
        CLAUDE_CONFIG_DIR: "/c",
      },
      ...{
        CLAUDECODE: "1",
        CLAUDE_PROJECT_DIR: "/p",
        CLAUDE_CODE_SESSION_ID: "s",
        CLAUDE_CODE_ENTRYPOINT: "cli",
      },
      ...{ CLAUDE_EFFORT: "high", CLAUDE_PLUGIN_ROOT: "/r", RECOLLECT_LAUNCHED: "1", BUN_JSC_useJIT: "0" },
    };
    expect(label(workerEnvironment(env))).toBe(label(env));
  });

  test("tells nothing of what it was made of without a key that stays here", () => {
    const said = label({ ANTHROPIC_API_KEY: "k" });
    const key = join(hostPaths({ HOME: home }).state, "environment-key");
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(readFileSync(key, "utf8")).toMatch(/^[0-9a-f]{16}\n$/);
    expect(label({ ANTHROPIC_API_KEY: "k" })).toBe(said);
    rmSync(key);
    expect(label({ ANTHROPIC_API_KEY: "k" })).not.toBe(said);
  });
});
