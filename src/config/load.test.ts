import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defaultConfig } from "./defaults.ts";
import { CONFIG_MAX_BYTES, loadConfig, projectConfigFile, userConfigFile } from "./load.ts";
import type { LoadedConfig } from "./types.ts";

let base: string;
let projectDir: string;
let paths: { config: string };

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "config-")));
  projectDir = join(base, "project");
  paths = { config: join(base, "config") };
  mkdirSync(dirname(projectConfigFile(projectDir)), { recursive: true });
  mkdirSync(paths.config);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const load = (env: { [name: string]: string } = {}): LoadedConfig => loadConfig({ projectDir, paths, env });
const writeProject = (text: string | Uint8Array): void => writeFileSync(projectConfigFile(projectDir), text);

test("without files the defaults apply, even where the folders are missing", () => {
  rmSync(base, { recursive: true });
  expect(load()).toMatchObject({ config: defaultConfig(), problems: [] });
});

test("the user's file, the project's file and the environment are laid over each other", () => {
  writeFileSync(userConfigFile(paths), '{"retrieval":{"max_inject":1,"max_chars":100},"auto_commit":true}');
  writeProject('\ufeff{"retrieval":{"max_inject":2}}');
  const { config, problems } = load({ RECOLLECT_CAPTURE__MODE: "off", RECOLLECT_TRIAGE__ENABLED: "false" });
  expect(problems).toEqual([]);
  expect(config.retrieval).toMatchObject({ max_inject: 2, max_chars: 100 });
  expect(config).toMatchObject({ auto_commit: true, capture: { mode: "off" }, triage: { enabled: false } });
});

test("variables take JSON, bare text, whole sections and names of several words", () => {
  const { config, problems } = load({
    RECOLLECT_MEMORY_ROOT: "123",
    RECOLLECT_CATEGORIES__TECH_DEBT__ENABLED: "false",
    RECOLLECT_RETRIEVAL: '{"max_inject":3}',
    RECOLLECT_TRIAGE__THRESHOLDS__SESSION_SUMMARY: "0.25",
    RECOLLECT_AUTO_COMMIT: "",
  });
  expect(problems).toEqual([]);
  expect(config.memory_root).toBe("123");
  expect(config.categories.tech_debt?.enabled).toBe(false);
  expect(config.retrieval.max_inject).toBe(3);
  expect(config.triage.thresholds.session_summary).toBe(0.25);
});

test("variables that are not keys are left alone, misspelt keys are reported by the variable's name", () => {
  const { problems } = load({
    RECOLLECT_HOME: "/x",
    RECOLLECT_DATABASE: "/y",
    OTHER__THING: "1",
    RECOLLECT_RETRIEVAL__MAX_INJET: "1",
    RECOLLECT_CAPTURE__MODE: "sometimes",
  });
  expect(problems.map(({ where, key }) => [where, key])).toEqual([
    ["RECOLLECT_RETRIEVAL__MAX_INJET", "retrieval.max_injet"],
    ["RECOLLECT_CAPTURE__MODE", "capture.mode"],
  ]);
  expect(problems[0]?.message).toContain("did you mean retrieval.max_inject?");
});

test.each<[string, string | Uint8Array, string]>([
  ["torn JSON", '{"retrieval": {', "not valid JSON"],
  ["an empty file", "", "not valid JSON"],
  ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), "not valid UTF-8"],
  ["a file too large", " ".repeat(CONFIG_MAX_BYTES + 1), "larger than 256 KB"],
])("%s is a problem, and the defaults apply", (_, content, words) => {
  writeProject(content);
  const { config, problems } = load();
  expect(config).toEqual(defaultConfig());
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ source: "project", where: projectConfigFile(projectDir), key: "" });
  expect(problems[0]?.message).toContain(words);
});

test("a folder in the file's place is a problem", () => {
  mkdirSync(projectConfigFile(projectDir));
  expect(load().problems[0]?.what).toBe("The file is not a regular file");
});

test.skipIf(process.getuid?.() === 0)("a file that may not be read is a problem", () => {
  writeProject('{"auto_commit":true}');
  chmodSync(projectConfigFile(projectDir), 0o000);
  expect(load().problems[0]?.what).toContain("cannot be read");
});

test("a link that leads out of the project is not followed", () => {
  const secret = join(base, "elsewhere.json");
  writeFileSync(secret, '{"auto_commit":true}');
  symlinkSync(secret, projectConfigFile(projectDir));
  const { config, problems } = load();
  expect(config.auto_commit).toBe(false);
  expect(problems[0]?.what).toBe("The file is a link out of the project");
});

test("a link within the project is followed", () => {
  writeFileSync(join(projectDir, "shared.json"), '{"auto_commit":true}');
  symlinkSync(join(projectDir, "shared.json"), projectConfigFile(projectDir));
  expect(load()).toMatchObject({ config: { auto_commit: true }, problems: [] });
});

test("a memory root that a link takes out of the project is refused", () => {
  mkdirSync(join(base, "outside"));
  symlinkSync(join(base, "outside"), join(projectDir, "notes"));
  writeProject('{"memory_root":"notes/memory"}');
  const { config, problems } = load();
  expect(config.memory_root).toBe(".claude/memory");
  expect(problems.map(({ key, source }) => [key, source])).toEqual([["memory_root", "project"]]);
});

test("a memory root that does not exist yet is accepted", () => {
  writeProject('{"memory_root":"docs/memory"}');
  expect(load()).toMatchObject({ config: { memory_root: "docs/memory" }, problems: [] });
});

test("a content schema is read below the memory root", () => {
  const schema = { type: "object", required: ["finding"] };
  mkdirSync(join(projectDir, "notes/schemas"), { recursive: true });
  writeFileSync(join(projectDir, "notes/schemas/security.json"), JSON.stringify(schema));
  writeProject(
    JSON.stringify({
      memory_root: "notes",
      categories: {
        security: { folder: "security", content_schema: "schemas/security.json" },
        audit: { folder: "audit", content_schema: "schemas/missing.json" },
        escape: { folder: "escape", content_schema: "../../elsewhere.json" },
      },
    }),
  );
  const { categories, problems } = load();
  expect(categories.get("security")?.content).toEqual({ kind: "json_schema", schema });
  expect(categories.get("audit")?.content).toEqual({ kind: "generic" });
  expect(problems.map(({ key }) => key).toSorted()).toEqual([
    "categories.audit.content_schema",
    "categories.escape.content_schema",
  ]);
});
