import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let base: string;
let project: string;
let file: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "config-command-")));
  project = join(base, "project");
  file = join(project, ".claude/memory/memory-config.json");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const MAIN = join(import.meta.dir, "../main.ts");

function recollect(
  args: string[],
  env: { [name: string]: string } = {},
): { code: number; out: string; err: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, MAIN, ...args], {
    cwd: project,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: base,
      RECOLLECT_HOME: join(base, "recollect"),
      NO_COLOR: "1",
      ...env,
    },
  });
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}

test("a value is set in the project's file, read back, and taken out again", () => {
  expect(recollect(["config", "set", "retrieval.max_inject", "3"])).toMatchObject({
    code: 0,
    out: `retrieval.max_inject: not set → 3  ${file}\n`,
  });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ retrieval: { max_inject: 3 } });
  expect(recollect(["config", "get", "retrieval.max_inject"])).toMatchObject({ code: 0, out: "3\n" });
  expect(recollect(["config", "set", "retrieval.max_inject", "--unset", "--json"]).code).toBe(0);
  expect(recollect(["config", "get", "retrieval.max_inject", "--json"]).out).toBe("5\n");
});

test("one's own file applies below the project's", () => {
  expect(recollect(["config", "set", "--user", "capture.mode", "off"]).code).toBe(0);
  expect(existsSync(file)).toBe(false);
  expect(recollect(["config", "get", "capture.mode"]).out).toBe("off\n");
});

test("everything in effect is listed with its origin", () => {
  recollect(["config", "set", "triage.thresholds.DECISION", "0.7"]);
  const { code, out } = recollect(["config", "get"], { RECOLLECT_AUTO_COMMIT: "true" });
  expect(code).toBe(0);
  expect(out).toMatch(/^triage\.thresholds\.decision +0\.7 +project .*memory-config\.json$/m);
  expect(out).toMatch(/^auto_commit +true +environment RECOLLECT_AUTO_COMMIT$/m);
  expect(out).toMatch(/^retrieval\.max_inject +5 +default$/m);
  expect(JSON.parse(recollect(["config", "get", "--json"]).out).triage.thresholds.decision).toBe(0.7);
});

test("a value that does not fit is refused, and nothing is written", () => {
  const { code, err } = recollect(["config", "set", "retrieval.max_inject", "99"]);
  expect(code).toBe(1);
  expect(err).toContain("must be a whole number from 0 to 20");
  expect(existsSync(file)).toBe(false);
  const asJson = recollect(["config", "set", "retrieval.max_injct", "9", "--json"]);
  expect(JSON.parse(asJson.out).error).toMatchObject({ code: "CONFIG_ERROR", key: "retrieval.max_injct" });
});

test("a missing value is an error of usage", () => {
  expect(recollect(["config", "set", "retrieval.max_inject"]).code).toBe(2);
  expect(recollect(["config", "sett"]).code).toBe(2);
});

test("a variable that overrules the new value is told of", () => {
  const { out } = recollect(["config", "set", "auto_commit", "true"], { RECOLLECT_AUTO_COMMIT: "false" });
  expect(out).toContain("RECOLLECT_AUTO_COMMIT still says otherwise");
});

test("validating tells of every problem, with exit code 1", () => {
  expect(recollect(["config", "validate"])).toMatchObject({ code: 0 });
  mkdirSync(join(project, ".claude/memory"), { recursive: true });
  writeFileSync(file, '{"retrieval":{"max_inject":99},"retreival":{}}');
  const { code, out } = recollect(["config", "validate"]);
  expect(code).toBe(1);
  expect(out).toContain("5 is used instead");
  expect(out).toContain("did you mean retrieval?");
  const { valid, problems } = JSON.parse(recollect(["config", "validate", "--json"]).out);
  expect(valid).toBe(false);
  expect(problems).toHaveLength(2);
});
