/** Hooks never block, never break the client's contract, and leave a trace of what went wrong. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleRecord } from "../support/records.ts";
import {
  copyPlugin,
  HOOK_LIMITS,
  openStage,
  pluginOfThisFile,
  type RunOptions,
  replyOf,
  run,
  type Stage,
} from "./support.ts";

const EVENTS = [...HOOK_LIMITS.keys()];
const RECORD = sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] });
const PROMPT = "Why do we use SQLite for the ledger?";

const plugin = pluginOfThisFile();

/** A project with one record. */
function stageWithRecord(): Stage {
  const stage = openStage(plugin());
  stage.plant(RECORD);
  return stage;
}

/** Every event with these bytes on standard input: the outputs by event, and what was traced. */
async function everyEvent(stage: Stage, stdin: RunOptions["stdin"]): Promise<Map<string, string>> {
  const names = [...EVENTS, ""];
  const ended = await Promise.all(names.map((event) => stage.raw(event, stdin)));
  return new Map(
    names.map((event, n) => [event, JSON.stringify(replyOf(event, ended[n] ?? missing()).output)]),
  );
}

const missing = (): never => {
  throw new Error("a hook without an end");
};

const silent = (replies: Map<string, string>): void => {
  expect([...replies].filter(([, output]) => output !== "{}")).toEqual([]);
};

const randomBytes = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let state = 12_345;
  for (let n = 0; n < length; n += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    bytes[n] = state >> 16;
  }
  return bytes;
};

describe("input that is no payload", () => {
  test.each<[string, string | Uint8Array]>([
    ["a list", "[]"],
    ["null", "null"],
    ["a text", '"UserPromptSubmit"'],
    ["a number", "7"],
    ["nothing", ""],
    ["half a payload", '{"session_id":"s","prompt":"Why do we use SQL'],
    ["64 KB of random bytes", randomBytes(65_536)],
    ["a closing brace and then garbage", "{}}}{"],
  ])("%s is passed over in silence, with a trace", async (_, stdin) => {
    using stage = stageWithRecord();
    silent(await everyEvent(stage, stdin));
    const traced = new Set(stage.trace().map(({ part }) => part));
    expect(EVENTS.filter((event) => !traced.has(`hook:${event}`))).toEqual([]);
  });

  test("a closed standard input is no reason to fail", async () => {
    using stage = stageWithRecord();
    const ended = await Promise.all(
      EVENTS.map((event) =>
        run(["/bin/sh", "-c", '"$0" hook "$1" <&-', plugin().launcher, event], {
          cwd: stage.project,
          env: stage.env,
        }),
      ),
    );
    silent(
      new Map(
        EVENTS.map((event, n) => [event, JSON.stringify(replyOf(event, ended[n] ?? missing()).output)]),
      ),
    );
  });

  test("a standard input that never ends is given up", async () => {
    using stage = stageWithRecord();
    silent(await everyEvent(stage, { open: "" }));
    silent(await everyEvent(stage, { open: '{"prompt":"Why do we use SQ' }));
    expect(stage.trace().length).toBeGreaterThan(0);
  });
});

describe("payloads that are not as they should be", () => {
  test("an empty object says nothing that matters", async () => {
    using stage = openStage(plugin());
    silent(await everyEvent(stage, "{}"));
  });

  test("fields of the wrong type count as missing", async () => {
    using stage = openStage(plugin());
    const wrong = {
      session_id: 7,
      transcript_path: { a: 1 },
      cwd: ["/"],
      prompt: 3,
      user_prompt: null,
      tool_name: [],
      tool_input: "rm -rf .claude/memory",
      tool_response: 1,
      stop_hook_active: "yes",
      source: {},
      reason: 0,
      last_assistant_message: [1],
    };
    silent(await everyEvent(stage, JSON.stringify(wrong)));
    for (const tool_name of [
      "Write",
      "Bash",
      "Edit",
      "NotebookEdit",
      "mcp__plugin_memory_recollect__memory_save",
    ]) {
      for (const tool_input of [null, [], { file_path: 3, command: {}, notebook_path: null }]) {
        await stage.hook("PreToolUse", { tool_name, tool_input });
      }
    }
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
  });

  test("a prompt is read from `user_prompt` too", async () => {
    using stage = stageWithRecord();
    expect((await stage.hook("UserPromptSubmit", { user_prompt: PROMPT })).context).toContain(RECORD.title);
  });

  test("a prompt of 1 MB is answered", async () => {
    using stage = stageWithRecord();
    const prompt = `${PROMPT}\n${"the ledger holds what the sqlite file holds ".repeat(23_000)}`;
    expect(prompt.length).toBeGreaterThan(1_000_000);
    await stage.prompt("s", prompt);
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
  });

  test("invalid UTF-8 and lone surrogates in a prompt do not keep it from being answered", async () => {
    using stage = stageWithRecord();
    const [head, tail] = [
      `{"session_id":"s","cwd":${JSON.stringify(stage.project)},"prompt":"${PROMPT} `,
      '\\ud800"}',
    ];
    const stdin = Buffer.concat([
      Buffer.from(head),
      Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
      Buffer.from(tail),
    ]);
    const { context } = replyOf("UserPromptSubmit", await stage.raw("UserPromptSubmit", stdin));
    expect(context).toContain(RECORD.title);
  });

  test("a whole payload is answered although standard input stays open", async () => {
    using stage = stageWithRecord();
    const open = JSON.stringify({ session_id: "s", cwd: stage.project, prompt: PROMPT });
    const { context } = replyOf("UserPromptSubmit", await stage.raw("UserPromptSubmit", { open }));
    expect(context).toContain(RECORD.title);
  });

  test("a folder that is gone counts by what is left of its path", async () => {
    using stage = stageWithRecord();
    const cwd = join(stage.project, "src/deleted/since");
    expect((await stage.hook("UserPromptSubmit", { cwd, prompt: PROMPT })).context).toContain(RECORD.title);
  });
});

describe("a machine that is not as it should be", () => {
  test("without HOME the folders named by XDG variables serve", async () => {
    using stage = stageWithRecord();
    // All three are given, so that the test stays off the home of whoever runs it.
    stage.env.HOME = undefined;
    for (const [name, folder] of [
      ["XDG_DATA_HOME", "data"],
      ["XDG_STATE_HOME", "state"],
      ["XDG_CONFIG_HOME", "config"],
    ] as const) {
      stage.env[name] = join(stage.dir, folder);
    }
    expect(await stage.prompt("s", PROMPT)).toContain(RECORD.title);
    expect(existsSync(join(stage.dir, "data/recollect/recollect.db"))).toBe(true);
    for (const event of EVENTS) await stage.hook(event);
  });

  test("a home that cannot be written leaves the prompt its answer, and every event its silence", async () => {
    using stage = stageWithRecord();
    // Below a plain file nothing can be made, for root neither.
    writeFileSync(join(stage.dir, "file"), "");
    stage.env.HOME = join(stage.dir, "file/home");
    expect(await stage.prompt("s", PROMPT)).toContain(RECORD.title);
    for (const event of EVENTS) await stage.hook(event);
    const status = await stage.json<{ store: { ok: boolean } }>(["status"]);
    expect(status.store.ok).toBe(false);
    const doctor = await stage.json<{ healthy: boolean; checks: { name: string; state: string }[] }>(
      ["doctor"],
      1,
    );
    expect(doctor.checks.filter(({ state }) => state === "error").map(({ name }) => name)).toContain(
      "database",
    );
  });

  test("a project without a memory is left alone", async () => {
    using stage = openStage(plugin());
    for (const event of EVENTS) expect((await stage.hook(event, { prompt: PROMPT })).output).toEqual({});
    expect(existsSync(stage.memory)).toBe(false);
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
  });

  test.each<[string, (path: string) => void]>([
    ["no JSON", (path) => writeFileSync(path, "{ not json")],
    ["no UTF-8", (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
    ["a list", (path) => writeFileSync(path, "[1]")],
    ["a folder", (path) => mkdirSync(path)],
    ["2 MB long", (path) => writeFileSync(path, " ".repeat(2_000_000))],
    [
      "wrong in every value",
      (path) => writeFileSync(path, '{"retrieval":{"max_inject":"many"},"triage":7,"memory_root":"../.."}'),
    ],
  ])("a configuration that is %s gives way to the defaults, and is told of", async (_, write) => {
    using stage = stageWithRecord();
    write(join(stage.memory, "memory-config.json"));
    expect(await stage.prompt("s", PROMPT)).toContain(RECORD.title);
    await stage.hook("SessionStart", { source: "startup" });
    expect(stage.trace().some(({ part }) => part === "config")).toBe(true);
    const { configProblems } = await stage.json<{ configProblems: unknown[] }>(["status"]);
    expect(configProblems.length).toBeGreaterThan(0);
    const { checks } = await stage.json<{ checks: { name: string; state: string }[] }>(["doctor"]);
    expect(checks.find(({ name }) => name === "configuration")?.state).toBe("warning");
  });

  test("RECOLLECT_HOOKS=off silences every hook, and leaves no trace", async () => {
    using stage = stageWithRecord();
    stage.env.RECOLLECT_HOOKS = "off";
    silent(await everyEvent(stage, JSON.stringify({ cwd: stage.project, prompt: PROMPT })));
    expect(existsSync(stage.database)).toBe(false);
    expect(stage.trace()).toEqual([]);
  });

  test("a memory folder full of rubbish does not keep the good record back", async () => {
    using stage = stageWithRecord();
    const decisions = join(stage.memory, "decisions");
    writeFileSync(join(decisions, "no-json.json"), "{");
    writeFileSync(join(decisions, "no-object.json"), "[]");
    writeFileSync(join(decisions, "no-utf8.json"), Buffer.from([0x7b, 0xff, 0x7d]));
    writeFileSync(
      join(decisions, "huge.json"),
      JSON.stringify({ ...RECORD, id: "huge", title: "x".repeat(1_000_000) }),
    );
    mkdirSync(join(decisions, "folder.json"));
    writeFileSync(join(stage.memory, "stray.json"), JSON.stringify(RECORD));
    expect(await stage.prompt("s", PROMPT)).toContain(RECORD.title);
    await stage.hook("SessionStart", { source: "startup" });
    const { checks } = await stage.json<{ checks: { name: string; state: string; found: string }[] }>(
      ["doctor"],
      1,
    );
    expect(checks.find(({ name }) => name === "records")?.found).toContain("no-json.json");
  });
});

describe("the trace", () => {
  test("is private, and status and doctor show what it says", async () => {
    using stage = stageWithRecord();
    await stage.raw("UserPromptSubmit", "[]");
    const log = join(stage.home, ".local/state/recollect/recollect.log");
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect(statSync(join(log, "..")).mode & 0o777).toBe(0o700);
    const { failures } = await stage.json<{ failures: { part: string }[] }>(["status"]);
    expect(failures.map(({ part }) => part)).toContain("hook:UserPromptSubmit");
    const { checks } = await stage.json<{ checks: { name: string; found: string }[] }>(["doctor"]);
    expect(checks.find(({ name }) => name === "recent failures")?.found).toContain("hook:UserPromptSubmit");
  });

  test("tells of a missing program and a missing runtime, and the hook still ends well", async () => {
    using stage = stageWithRecord();
    using torn = copyPlugin(plugin());
    rmSync(join(torn.folder, "dist"), { recursive: true });
    const ended = await run([torn.launcher, "hook", "UserPromptSubmit"], {
      cwd: stage.project,
      env: stage.env,
      stdin: "{}",
    });
    expect(ended.code).toBe(0);
    expect(
      stage
        .trace()
        .map(({ message }) => message)
        .join(),
    ).toContain("missing from the plugin");
    const env = { ...stage.env, RECOLLECT_BUN: undefined, PATH: "/usr/bin:/bin" };
    const without = await run([torn.launcher, "hook", "Stop"], { cwd: stage.project, env, stdin: "{}" });
    expect(without.code).toBe(0);
    expect(stage.trace().length).toBeGreaterThanOrEqual(2);
  });

  test("tells of a process that crashed, and not of one that was ended", async () => {
    using stage = stageWithRecord();
    using torn = copyPlugin(plugin());
    const hook = join(torn.folder, "dist/hooks/Stop.js");
    rmSync(`${hook}.jsc`);
    stage.launcher = torn.launcher;
    for (const signal of ["SIGTERM", "SIGKILL"]) {
      writeFileSync(hook, `process.kill(process.pid, "${signal}"); await Bun.sleep(10_000)`);
      await stage.hook("Stop");
    }
    expect(stage.trace()).toEqual([]);
    writeFileSync(hook, "throw new Error('no')");
    await stage.hook("Stop");
    expect(stage.trace().map(({ part, message }) => [part, message])).toEqual([
      ["hook:Stop", "The hook's process crashed (exit code 1)."],
    ]);
  });
});
