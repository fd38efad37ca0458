import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLAUDE_FOLDER, claudeModel, DEPTH } from "./claude.ts";
import { ModelError, type ModelTrouble } from "./error.ts";
import { ANSWER_BYTES_MAX } from "./guarded-fetch.ts";
import type { ModelAnswer, Question } from "./model.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-claude-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const QUESTION: Question = { system: "You judge.", prompt: "PROMPT-OF-A-TEST, please", maxTokensOut: 300 };

const RESULT = {
  type: "result",
  subtype: "success",
  is_error: false,
  result: "an answer",
  total_cost_usd: 0.002,
  usage: { input_tokens: 100, cache_creation_input_tokens: 5, cache_read_input_tokens: 1, output_tokens: 20 },
  modelUsage: { "small-1": {} },
};

/** A program that is called as the client would be, and does as a test says. */
function client(script: string): string {
  const path = join(dir, "client");
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}
const saying = (result: object): string =>
  client(`cat > /dev/null\ncat <<'END'\n${JSON.stringify(result)}\nEND`);

const ENV = {
  PATH: process.env.PATH,
  HOME: "/home/kay",
  CLAUDECODE: "1",
  CLAUDE_CODE_SESSION_ID: "s1",
  CLAUDE_PLUGIN_ROOT: "/p",
};

const ask = (
  command: string,
  { ms = 10_000, env = ENV as { [name: string]: string | undefined }, model = "" } = {},
): Promise<ModelAnswer> =>
  claudeModel({ claude: { command, ...(model ? { model } : {}) }, env, state: dir }).ask(
    QUESTION,
    AbortSignal.timeout(ms),
  );

async function troubleOf(asking: Promise<unknown>): Promise<ModelError> {
  try {
    await asking;
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error("it was answered");
}

test("what it answers is told with what it took, by its own account", async () => {
  expect(await ask(saying(RESULT))).toMatchObject({
    text: "an answer",
    tokens_in: 106,
    tokens_out: 20,
    usd: 0.002,
    model: "small-1",
  });
});

describe("it is started", () => {
  async function seen(): Promise<{ args: string[]; env: string[]; input: string; cwd: string }> {
    const report = `printf '%s\\n' "$@" > ${dir}/args; env > ${dir}/env; pwd > ${dir}/cwd; cat > ${dir}/input`;
    await ask(client(`${report}\necho '${JSON.stringify(RESULT)}'`), { model: "sonnet" });
    const lines = (name: string): string[] => readFileSync(join(dir, name), "utf8").trimEnd().split("\n");
    return {
      args: lines("args"),
      env: lines("env"),
      input: lines("input").join("\n"),
      cwd: lines("cwd").join(""),
    };
  }

  test("without anything that could act, remember or begin again", async () => {
    const { args, env } = await seen();
    for (const flag of ["--print", "--safe-mode", "--strict-mcp-config", "--no-session-persistence"]) {
      expect(args).toContain(flag);
    }
    expect(args[args.indexOf("--tools") + 1]).toBe("");
    expect(args[args.indexOf("--model") + 1]).toBe("sonnet");
    expect(JSON.parse(args[args.indexOf("--settings") + 1] ?? "")).toMatchObject({ disableAllHooks: true });
    expect(env).toContain("RECOLLECT_HOOKS=off");
    expect(env).toContain(`${DEPTH}=1`);
    expect(env).toContain("HOME=/home/kay");
    expect(env.filter((line) => /^CLAUDE(?:CODE=|_CODE_SESSION|_PLUGIN)/.test(line))).toEqual([]);
  });

  test("in an empty folder of its own that nobody else may enter", async () => {
    const { cwd } = await seen();
    expect(cwd).toBe(join(dir, CLAUDE_FOLDER));
    expect(statSync(cwd).mode & 0o777).toBe(0o700);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("and given what it is about by standard input, where no list of processes shows it", async () => {
    const { args, input } = await seen();
    expect(input).toBe(QUESTION.prompt);
    expect(args.join(" ")).not.toContain("PROMPT-OF-A-TEST");
  });

  test("never by something that it started itself", async () => {
    const command = client(`touch ${dir}/started`);
    const error = await troubleOf(ask(command, { env: { ...ENV, [DEPTH]: "1" } }));
    expect(error.trouble).toBe("not_set_up");
    expect(existsSync(join(dir, "started"))).toBe(false);
  });
});

const FAILURES: readonly [string, ModelTrouble, string][] = [
  ["nothing", "broken", "cat > /dev/null; exit 3"],
  ["something that is no JSON", "broken", "cat > /dev/null; echo hello"],
  ["JSON that is no result", "broken", `cat > /dev/null; echo '{"type": "system"}'`],
  ["more than is read", "too_big", `head -c ${2 * ANSWER_BYTES_MAX} /dev/zero`],
];
test.each(FAILURES)("that it says %s has a name", async (_, trouble, script) => {
  const error = await troubleOf(ask(client(script)));
  expect(error.trouble).toBe(trouble);
  expect(error.message).not.toContain("PROMPT-OF-A-TEST");
});

const REFUSALS: readonly [string, ModelTrouble, object][] = [
  ["is not logged in", "key", { result: "Invalid API key · Please run /login" }],
  ["is told 401", "key", { api_error_status: 401, result: "API Error" }],
  ["has used up its account", "rate_limited", { result: "Claude AI usage limit reached|1790000000" }],
  ["is told 529", "server", { result: 'API Error: 529 {"type":"error"}' }],
  ["needed another turn", "refused", { subtype: "error_max_turns" }],
];
test.each(REFUSALS)("that it %s has a name, and what it cost is told", async (_, trouble, result) => {
  const error = await troubleOf(ask(saying({ ...RESULT, is_error: true, ...result })));
  expect(error).toMatchObject({ trouble, spent: { tokens_in: 106, tokens_out: 20, usd: 0.002 } });
});

test("a command that is none is told", async () => {
  expect((await troubleOf(ask(join(dir, "missing")))).trouble).toBe("not_set_up");
});

test("when its time is over it is ended with all that it started", async () => {
  const command = client(
    `echo $$ > ${dir}/pids\n(echo "$(sh -c 'echo $PPID')" >> ${dir}/pids; exec sleep 60) &\nwait`,
  );
  expect((await troubleOf(ask(command, { ms: 500 }))).trouble).toBe("timeout");
  const pids = readFileSync(join(dir, "pids"), "utf8").trim().split("\n").map(Number);
  expect(pids).toHaveLength(2);
  while (pids.some(isAlive)) await Bun.sleep(10);
});

/** A process that has ended but was not waited for by its parent is no process any more. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
