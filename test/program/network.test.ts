/**
 * What is promised of the network: by default no process of ours ever asks for it. The kernel is the witness: every
 * hook, the worker that they start, the tools' server and the commands run below strace, which writes down each socket.
 */
import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Memory } from "../../src/memory/types.ts";
import { startModelServer } from "../support/model-server.ts";
import { transcript } from "../support/transcript.ts";
import { openMcp, openStage, pluginOfThisFile, put, replyOf, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();

const works = (...argv: string[]): boolean => {
  try {
    return Bun.spawnSync(argv, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
  } catch {
    return false; // not installed
  }
};
const CAN_TRACE = works("strace", "-f", "-e", "trace=network", "-o", "/dev/null", "true");
const CAN_CUT_OFF = works("unshare", "-rn", "true");

/** From here on everything on the stage is started through a script. */
function startThrough(stage: Stage, name: string, line: string): void {
  const script = join(stage.dir, name);
  put(script, `#!/bin/sh\n${line.replace("LAUNCHER", stage.launcher)} "$@"\n`);
  chmodSync(script, 0o755);
  stage.launcher = script;
}

/** Starts everything below strace; gives what reads the lines in which anything but a local socket is named. */
function watch(stage: Stage): () => string[] {
  const folder = join(stage.dir, "sockets");
  mkdirSync(folder);
  startThrough(stage, "watched", `exec strace -f -qq -e trace=network -o ${folder}/$$ LAUNCHER`);
  return () =>
    readdirSync(folder)
      .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
      .filter((line) => /AF_INET|sin6?_addr/.test(line));
}

/** A tracer stays until the last process has ended, the worker included. */
const LIMIT_MS = 60_000;

/** A failure that is mended, a wish, a save and a search; then a session that meets the failure again, and a person who looks. */
async function playTwoSessions(stage: Stage): Promise<string> {
  stage.env.RECOLLECT_WORKER = undefined;
  const hook = async (session_id: string, event: string, payload: object = {}): Promise<string> => {
    const transcript_path = join(stage.home, `.claude/projects/p/${session_id}.jsonl`);
    const whole = { hook_event_name: event, session_id, transcript_path, cwd: stage.project, ...payload };
    const ended = await stage.raw(event, JSON.stringify(whole), { limitMs: LIMIT_MS });
    return replyOf(event, ended).context;
  };
  const failure = {
    tool_name: "Bash",
    tool_input: { command: "npm run smoke" },
    error: "Exit code 1\nError: listen EADDRINUSE: address already in use 127.0.0.1:9465",
  };
  const told = transcript({
    session: "one",
    cwd: stage.project,
    began: new Date(Date.now() - 60_000).toISOString(),
  });
  told
    .prompt(
      "The smoke test fails since this morning, see https://ci.example.com/runs/7. Always fix the cause.",
    )
    .ran("npm run smoke", "Error: listen EADDRINUSE: address already in use 127.0.0.1:9465", 1)
    .edited(join(stage.project, "src/metrics.ts"), "listen(9465)", "listen(0)")
    .ran("npm run smoke", "worker ready")
    .said("It failed because the metrics server always takes port 9465, which another worker holds.");

  await hook("one", "SessionStart", { source: "startup" });
  await hook("one", "UserPromptSubmit", { prompt: "The smoke test fails since this morning" });
  told.append(join(stage.home, ".claude/projects/p/one.jsonl"));
  await hook("one", "PostToolUseFailure", failure);
  await hook("one", "PreCompact", { trigger: "auto" });
  await hook("one", "Stop", { stop_hook_active: false });
  await hook("one", "SessionEnd", { reason: "prompt_input_exit" });
  {
    await using mcp = await openMcp([stage.launcher, "mcp"], stage);
    await mcp.call("memory_remember", { text: "Acme gets its invoices at 18:00" });
    await mcp.call("memory_recall", { query: "invoices of Acme" });
    await mcp.close(); // a tracer that is killed waits for the server
  }
  for (const command of ["status", "doctor", "usage", "inbox", "scan"])
    await stage.cli([command, "--json"], { limitMs: LIMIT_MS });
  await hook("two", "SessionStart", { source: "startup" });
  const context = await hook("two", "PostToolUseFailure", failure);
  await hook("two", "SessionEnd", { reason: "other" });
  return context;
}

test.skipIf(!CAN_TRACE)(
  "no process asks for the network by default",
  async () => {
    using stage = openStage(plugin());
    const sockets = watch(stage);
    expect(await playTwoSessions(stage)).toContain("Cause: the metrics server always takes port 9465");
    expect(readdirSync(join(stage.dir, "sockets")).length).toBeGreaterThan(12);
    expect(sockets()).toEqual([]);
  },
  180_000,
);

test.skipIf(!CAN_TRACE)(
  "with an endpoint and a daily limit it does, which is seen here",
  async () => {
    await using server = await startModelServer("openai", () => ({ status: 500 }));
    using stage = openStage(plugin());
    const sockets = watch(stage);
    put(
      join(stage.home, ".config/recollect/config.json"),
      JSON.stringify({
        review: { executor: "endpoint" },
        endpoint: { url: server.url, protocol: "openai", model: "m" },
        limits: { calls_per_day: 3, tokens_per_day: 100_000 },
      }),
    );
    await playTwoSessions(stage);
    for (const step of ["retry", "run"]) await stage.cli(["worker", step], { limitMs: LIMIT_MS });
    expect(server.calls.length).toBeGreaterThan(0);
    expect(sockets().join("\n")).toContain("connect(");
  },
  180_000,
);

test.skipIf(!CAN_CUT_OFF)(
  "on a machine without a network all is remembered and recalled",
  async () => {
    using stage = openStage(plugin());
    startThrough(stage, "cut-off", "exec unshare -rn LAUNCHER");
    expect(await playTwoSessions(stage)).toContain("Cause: the metrics server always takes port 9465");
    const memories = await stage.json<Memory[]>(["memories"]);
    expect(memories.map(({ provenance }) => provenance?.by)).toContain("capture");
  },
  180_000,
);
