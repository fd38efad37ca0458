import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { RecordError } from "../record/error.ts";
import { getConfigValue, parseConfigValue, setConfigValue } from "./edit.ts";
import { type ConfigLayer, resolveConfig } from "./resolve.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "config-edit-")));
  file = join(folder, ".claude/memory/memory-config.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const set = (key: string, value: unknown, others: ConfigLayer[] = []) =>
  setConfigValue({ file, source: "project", within: folder, key, value, others });
const content = (): unknown => JSON.parse(readFileSync(file, "utf8"));

function thrownBy(action: () => unknown): RecordError {
  try {
    action();
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("setting makes the file, with two spaces and a closing newline, and nothing else", () => {
  expect(set("retrieval.max_inject", 3)).toEqual({ file, before: undefined, after: 3 });
  expect(readFileSync(file, "utf8")).toBe('{\n  "retrieval": {\n    "max_inject": 3\n  }\n}\n');
  expect(readdirSync(dirname(file))).toEqual(["memory-config.json"]);
});

test("everything else in the file stays, unknown keys and problems included", () => {
  set("auto_commit", true);
  writeFileSync(file, '{"future":{"x":1},"retrieval":{"max_inject":99,"max_chars":50},"auto_commit":true}', {
    mode: 0o640,
  });
  const mode = statSync(file).mode;
  expect(set("retrieval.max_chars", 70)).toMatchObject({ before: 50, after: 70 });
  expect(content()).toEqual({
    future: { x: 1 },
    retrieval: { max_inject: 99, max_chars: 70 },
    auto_commit: true,
  });
  expect(statSync(file).mode).toBe(mode);
});

test("what the user's own file says is for nobody else to read, since it may hold a password", () => {
  const own = join(dirname(file), "config.json");
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, "{}", { mode: 0o644 });
  const value = "postgres://ada:s3cret@db/x";
  setConfigValue({ file: own, source: "user", key: "store.url", value, others: [] });
  expect(statSync(own).mode & 0o777).toBe(0o600);
});

test("null takes a key out, and sections left empty with it", () => {
  set("retrieval.max_inject", 3);
  set("auto_commit", true);
  expect(set("retrieval.max_inject", null)).toEqual({ file, before: 3, after: undefined });
  expect(content()).toEqual({ auto_commit: true });
  set("retrieval.max_inject", null);
  expect(content()).toEqual({ auto_commit: true });
});

test("null also removes a key that nobody knows, but not one that is not there", () => {
  set("auto_commit", true);
  writeFileSync(file, '{"max_injct":1}');
  set("max_injct", null);
  expect(content()).toEqual({});
  expect(thrownBy(() => set("retrieval.max_injct", null)).fix).toBe("Did you mean retrieval.max_inject?");
});

test.each<[string, unknown]>([
  ["retrieval.max_inject", 99],
  ["retrieval.max_inject", "three"],
  ["retrieval.max_injct", 3],
  ["retrieval", 3],
  ["categories.decisions.enabled", false],
  ["categories.security", { description: "no folder" }],
  ["categories.security", { folder: "decisions" }],
  ["categories.security", { folder: "security", content_schema: { type: "nonsense" } }],
  ["__proto__.polluted", true],
  ["", 1],
])("%s = %j is refused and nothing is written", (key, value) => {
  const error = thrownBy(() => set(key, value));
  expect(error.code).toBe("CONFIG_ERROR");
  expect(existsSync(file)).toBe(false);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("what is for people only is refused in the project's file, and says where it goes", () => {
  expect(thrownBy(() => set("store.url", "postgres://ada@localhost/x")).block()).toContain(
    "fix: Set it in your own file: config set --user; nothing was written",
  );
});

test("the refusal says what would fit", () => {
  expect(thrownBy(() => set("retrieval.max_inject", 99)).block()).toBe(
    [
      "CONFIG_ERROR",
      "key: retrieval.max_inject",
      "problem: retrieval.max_inject is 99, but must be a whole number from 0 to 20",
      `file: ${file}`,
      "fix: Give a value that fits; nothing was written",
    ].join("\n"),
  );
});

test("a category can be added, tuned, disabled and taken away", () => {
  set("categories.security", { folder: "security", description: "Weaknesses" });
  set("triage.thresholds.SECURITY", 0.3);
  set("categories.security.enabled", false);
  const { config, problems } = resolveConfig([{ source: "project", where: file, value: content() }]);
  expect(problems).toEqual([]);
  expect(config.categories.security).toMatchObject({ folder: "security", enabled: false });
  expect(config.triage.thresholds.security).toBe(0.3);
  set("triage.thresholds.security", null);
  set("categories.security", null);
  expect(content()).toEqual({});
});

test("a category of the user's own file can be tuned in the project's", () => {
  const others: ConfigLayer[] = [
    { source: "user", where: "user.json", value: { categories: { security: { folder: "security" } } } },
  ];
  set("categories.security.enabled", false, others);
  expect(content()).toEqual({ categories: { security: { enabled: false } } });
});

test("a key that may be spelt in upper case is changed where it stands", () => {
  set("auto_commit", true);
  writeFileSync(file, '{"triage":{"thresholds":{"DECISION":0.5}}}');
  set("triage.thresholds.decision", 0.6);
  expect(content()).toEqual({ triage: { thresholds: { DECISION: 0.6 } } });
});

test("what still overrules the new value is told", () => {
  const others: ConfigLayer[] = [
    { source: "environment", where: "RECOLLECT_AUTO_COMMIT", value: { auto_commit: false } },
    { source: "user", where: "user.json", value: { auto_commit: false } },
  ];
  expect(set("auto_commit", true, others).overruledBy).toBe("RECOLLECT_AUTO_COMMIT");
  expect(set("retrieval.enabled", true, others).overruledBy).toBeUndefined();
});

test("a file that is not JSON is left alone", () => {
  set("auto_commit", true);
  writeFileSync(file, "{ nope");
  expect(thrownBy(() => set("auto_commit", false)).details.problem).toContain("not valid JSON");
  expect(readFileSync(file, "utf8")).toBe("{ nope");
});

test("values in effect are read by key, section or altogether", () => {
  const loaded = resolveConfig([]);
  expect(getConfigValue(loaded, "retrieval.max_inject")).toBe(5);
  expect(getConfigValue(loaded, "triage.thresholds.DECISION")).toBe(0.4);
  expect(getConfigValue(loaded, "delete")).toEqual({ grace_period_days: 30, archive_retired: true });
  expect(getConfigValue(loaded, "")).toBe(loaded.config);
  expect(getConfigValue(loaded, "categories.decision.content_schema")).toBeUndefined();
  expect(thrownBy(() => getConfigValue(loaded, "retrieval.max")).code).toBe("CONFIG_ERROR");
  expect(thrownBy(() => getConfigValue(loaded, "categories.decisions")).fix).toBe(
    "Did you mean categories.decision?",
  );
});

test("text becomes the value that the key asks for", () => {
  expect(parseConfigValue("retrieval.max_inject", "3")).toBe(3);
  expect(parseConfigValue("memory_root", "3")).toBe("3");
  expect(parseConfigValue("memory_root", '"notes"')).toBe("notes");
  expect(parseConfigValue("capture.mode", "off")).toBe("off");
  expect(parseConfigValue("categories.x", '{"folder":"x"}')).toEqual({ folder: "x" });
});

/** `recollect config set` in a project and home of its own, under a limit on the size of files. */
function setUnderLimit(key: string, value: string): { code: number; err: string } {
  const limited = 'trap "" XFSZ; ulimit -f 8; exec "$@"';
  const main = join(import.meta.dir, "../cli/main.ts");
  const { exitCode, stderr } = Bun.spawnSync(
    ["sh", "-c", limited, "sh", process.execPath, main, "config", "set", key, value],
    { cwd: folder, env: { PATH: process.env.PATH, RECOLLECT_HOME: join(folder, "home") } },
  );
  return { code: exitCode, err: stderr.toString() };
}

test("a file that the disk does not take whole stays as it was, and nothing else is left", () => {
  mkdirSync(dirname(file), { recursive: true });
  const text = JSON.stringify({ notes: "x".repeat(9_000), capture: { mode: "agents" } });
  writeFileSync(file, text);
  const { code, err } = setUnderLimit("capture.mode", "off");
  expect(code).toBe(1);
  expect(err).toContain("CONFIG_ERROR");
  expect(err).toContain("limit on file sizes");
  expect(readFileSync(file, "utf8")).toBe(text);
  expect(readdirSync(dirname(file))).toEqual(["memory-config.json"]);
});

test("takes away what a crashed writer left, once it is old", () => {
  mkdirSync(dirname(file), { recursive: true });
  const [old, fresh] = ["0", "1"].map((n) => join(dirname(file), `.memory-config.json.${n.repeat(16)}.tmp`));
  for (const path of [old, fresh]) writeFileSync(path ?? "", "half");
  utimesSync(old ?? "", new Date(), new Date(Date.now() - 120_000));
  set("capture.mode", "off");
  expect(readdirSync(dirname(file)).sort()).toEqual([basename(fresh ?? ""), "memory-config.json"]);
});
