/** What hooks hand over, and the worker as a process of its own. */
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProject } from "../../src/host/project.ts";
import type { Job } from "../../src/store/job-port.ts";
import type { CaptureMark } from "../../src/store/mark-port.ts";
import type { Store } from "../../src/store/port.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { allGone, processesOf } from "../support/processes.ts";
import {
  append,
  decisiveTurn,
  HOOK_LIMITS,
  openStage,
  pluginOfThisFile,
  put,
  run,
  type Stage,
} from "./support.ts";

const plugin = pluginOfThisFile();

async function stored<T>(stage: Stage, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore({ path: stage.database });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const jobsOf = (stage: Stage): Promise<Job[]> => stored(stage, ({ jobs }) => jobs.list(100));
const marksOf = (stage: Stage, session = "session-1"): Promise<CaptureMark[]> =>
  stored(stage, ({ marks }) => marks.of(findProject(stage.project).id, session));
const names = (jobs: readonly Job[]): string[] =>
  jobs.map(({ kind, subject }) => `${kind} ${subject}`.trim()).sort();

function transcriptOf(stage: Stage): string {
  const path = join(stage.home, "t.jsonl");
  append(path, decisiveTurn("job queue"));
  return path;
}

describe("hooks hand over", () => {
  test("a session that begins, with what earlier ones left and the upkeep of the project", async () => {
    using stage = openStage(plugin());
    const transcript_path = transcriptOf(stage);
    await stage.hook("SessionStart", { source: "startup", transcript_path });
    expect(names(await jobsOf(stage))).toEqual(["maintain", "sweep"]);
    expect(await marksOf(stage)).toMatchObject([
      { source: "main", path: transcript_path, offset: 0, closed: false },
    ]);
  });

  test("a turn's end, a compaction and a session's end, as one job of the session", async () => {
    using stage = openStage(plugin());
    const transcript_path = transcriptOf(stage);
    for (const event of ["Stop", "PreCompact", "PostCompact"]) {
      await stage.hook(event, { transcript_path });
      expect(await jobsOf(stage)).toMatchObject([
        { kind: "capture", subject: "session-1", payload: { folder: stage.project } },
      ]);
      await stored(stage, ({ jobs }) => jobs.drop({ project: findProject(stage.project).id }));
    }
    await stage.hook("SessionEnd", { transcript_path, reason: "other" });
    expect(await jobsOf(stage)).toMatchObject([{ kind: "capture", payload: { ended: true } }]);
    expect(await marksOf(stage)).toMatchObject([
      { source: "main", folder: stage.project, client: "claude-code" },
    ]);
  });

  test("what subagents have done, but for our own and for what compacts", async () => {
    using stage = openStage(plugin());
    const transcript_path = transcriptOf(stage);
    const ended = (agent_id: string, agent_type: string): Promise<unknown> =>
      stage.hook("SubagentStop", {
        transcript_path,
        agent_id,
        agent_type,
        agent_transcript_path: join(stage.home, `subagents/agent-${agent_id}.jsonl`),
      });
    await ended("a1", "memory:drafter");
    await ended("a2", "");
    expect(existsSync(stage.database)).toBe(false);
    await ended("a3", "Explore");
    expect(names(await jobsOf(stage))).toEqual(["capture session-1"]);
    expect(await marksOf(stage)).toMatchObject([
      { source: "a3", path: join(stage.home, "subagents/agent-a3.jsonl") },
    ]);
  });

  test.each([
    ["memories are not wanted", { capture: { memories: false } }],
    ["nothing is captured", { capture: { mode: "off" } }],
  ])("nothing where %s", async (_, config) => {
    using stage = openStage(plugin());
    stage.configure({ ...config, memory: { maintenance: false } });
    const transcript_path = transcriptOf(stage);
    for (const event of ["SessionStart", "Stop", "PreCompact", "PostCompact", "SessionEnd"])
      await stage.hook(event, { transcript_path });
    expect(await jobsOf(stage)).toEqual([]);
    expect(await marksOf(stage)).toEqual([]);
  });

  test("nothing while memory is paused, and nothing of a project that is off", async () => {
    using stage = openStage(plugin());
    stage.configure({ memory: { maintenance: false } });
    const transcript_path = transcriptOf(stage);
    for (const [before, after] of [
      ["pause", "resume"],
      ["off", "on"],
    ] as const) {
      await stage.cli([before]);
      for (const event of ["SessionStart", "Stop", "SessionEnd"])
        await stage.hook(event, { transcript_path });
      expect(await jobsOf(stage)).toEqual([]);
      await stage.cli([after]);
    }
    await stage.hook("Stop", { transcript_path });
    expect(names(await jobsOf(stage))).toEqual(["capture session-1"]);
  });
});

describe("the worker", () => {
  test("is started apart: in a session and a folder of its own, with nothing of the client's and without hooks", async () => {
    using stage = openStage(plugin());
    const said = join(stage.dir, "said");
    const launcher = join(stage.dir, "launcher");
    put(
      launcher,
      `#!/bin/sh\n{ echo "$*"; pwd; cut -d' ' -f1,6 /proc/$$/stat; env; } > ${said}.new; mv ${said}.new ${said}\n`,
    );
    chmodSync(launcher, 0o755);
    const env = {
      ...stage.env,
      RECOLLECT_WORKER: undefined,
      RECOLLECT_LAUNCHER: launcher,
      CLAUDECODE: "1",
      CLAUDE_PROJECT_DIR: stage.project,
      CLAUDE_CODE_SESSION_ID: "s",
      CLAUDE_PLUGIN_ROOT: plugin().folder,
      CLAUDE_CONFIG_DIR: join(stage.home, ".claude"),
      MY_MODEL_KEY: "key",
      BUN_JSC_useJIT: "0",
    };
    const payload = {
      session_id: "s",
      cwd: stage.project,
      transcript_path: transcriptOf(stage),
      reason: "other",
    };
    const hook = plugin().hooks.get("SessionEnd")?.path ?? "";
    await run([process.execPath, hook], { cwd: stage.project, env, stdin: JSON.stringify(payload) });
    while (!existsSync(said)) await Bun.sleep(5);
    const [words, folder, ids = "", ...variables] = readFileSync(said, "utf8").trim().split("\n");
    expect([words, folder]).toEqual(["work", "/"]);
    const [pid, session] = ids.split(" ");
    expect(session).toBe(pid as string);
    expect(variables).toContain("RECOLLECT_HOOKS=off");
    expect(variables).toContain("MY_MODEL_KEY=key");
    expect(variables).toContain(`CLAUDE_CONFIG_DIR=${stage.home}/.claude`);
    const leaked = /^(?:CLAUDECODE|CLAUDE_(?:PROJECT_DIR|CODE_|PLUGIN_)|BUN_|RECOLLECT_LAUNCHED)/;
    expect(variables.filter((variable) => leaked.test(variable))).toEqual([]);
  });

  test("works when a session has ended, and is gone", async () => {
    using stage = openStage(plugin());
    stage.env.RECOLLECT_WORKER = undefined;
    await stage.hook("SessionEnd", { transcript_path: transcriptOf(stage), reason: "other" });
    await allGone(stage.home);
    const { last, jobs, seat } = await stage.json<{ last: { done: object }; jobs: Job[]; seat?: unknown }>([
      "worker",
      "status",
    ]);
    expect(last.done).toEqual({ capture: 1 });
    expect([jobs, seat]).toEqual([[], undefined]);
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
  });

  test("goes on though the hook that started it is killed with all its group", async () => {
    using stage = openStage(plugin());
    stage.env.RECOLLECT_WORKER = undefined;
    const payload = {
      session_id: "s",
      cwd: stage.project,
      transcript_path: transcriptOf(stage),
      reason: "other",
    };
    const script = `"$0" hook SessionEnd; kill -9 0`;
    const child = Bun.spawn(["setsid", "-w", "sh", "-c", script, stage.launcher], {
      cwd: stage.project,
      env: stage.env,
      stdin: new Blob([JSON.stringify(payload)]),
    });
    await child.exited;
    await allGone(stage.home);
    expect(await stage.json(["worker", "status"])).toMatchObject({ last: { done: { capture: 1 } } });
  });

  test("of fifty sessions leaves no process behind", async () => {
    using stage = openStage(plugin());
    stage.env.RECOLLECT_WORKER = undefined;
    for (let n = 0; n < 50; n += 1) {
      const session_id = `session-${n}`;
      const transcript_path = join(stage.home, `${session_id}.jsonl`);
      await stage.hook("SessionStart", { session_id, transcript_path, source: "startup" });
      append(transcript_path, decisiveTurn(`queue ${n}`));
      await stage.hook("Stop", { session_id, transcript_path });
      await stage.hook("SessionEnd", { session_id, transcript_path, reason: "other" });
    }
    await allGone(stage.home);
    expect((await jobsOf(stage)).filter(({ state }) => state !== "dead")).toEqual([]);
    expect(await stored(stage, ({ jobs }) => jobs.seat(new Date().toISOString()))).toBeUndefined();
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
  }, 180_000);

  test("that is not wanted is not started: what waits is done when someone asks for it", async () => {
    using stage = openStage(plugin());
    await stage.hook("Stop", { transcript_path: transcriptOf(stage) });
    expect(processesOf(stage.home)).toEqual([]);
    expect(await stage.json(["worker", "run"])).toMatchObject({ done: { capture: 1 }, end: "nothing to do" });
    expect(await jobsOf(stage)).toEqual([]);
  });

  test("tells what it could not do, tries it again when asked to, and forgets it when told to", async () => {
    using stage = openStage(plugin());
    const bad = { project: "p", payload: {}, at: new Date().toISOString() };
    await stage.hook("SessionStart", { source: "startup" });
    await stored(stage, async ({ jobs }) => {
      await jobs.drop({ kind: "sweep", project: "", subject: "" });
      await jobs.drop({ project: findProject(stage.project).id });
      await jobs.add({ ...bad, kind: "capture", subject: "lost" });
      const now = bad.at;
      const key = { kind: "capture", project: "p", subject: "lost" } as const;
      await jobs.lease({ owner: "o", now, until: now });
      await jobs.fail(key, "o", "The transcript cannot be read", "give up");
    });
    const { err, out } = await stage.cli(["worker", "status"]);
    expect([err, out]).toEqual(["", expect.stringContaining("The transcript cannot be read")]);
    const checks = await stage
      .json<{ name: string; state: string; found: string }[]>(["doctor"])
      .catch(() => []);
    expect(JSON.stringify(checks)).toContain(
      "1 job given up; capture of lost: The transcript cannot be read",
    );
    expect((await stage.cli(["status"])).out).toContain("1 given up");
    expect((await stage.cli(["worker", "retry", "nonsense"])).code).toBe(3);
    expect(await stage.json(["worker", "retry"])).toMatchObject([{ subject: "lost" }]);
    expect(await jobsOf(stage)).toMatchObject([{ state: "waiting", attempts: 0 }]);
    expect(await stage.json(["worker", "drop", "lost"])).toMatchObject([{ subject: "lost" }]);
    expect(await jobsOf(stage)).toEqual([]);
  });
});

test("every event that is answered is one that all clients know", () => {
  const known = [
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "SubagentStart",
    "SubagentStop",
    "Stop",
    "PreCompact",
    "PostCompact",
    "SessionEnd",
  ];
  expect([...HOOK_LIMITS.keys()].sort()).toEqual(known.sort());
});
