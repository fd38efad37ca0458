/** What the user says about being remembered holds, whatever process would remember: hooks, the worker, tools, commands. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Memory } from "../../src/memory/types.ts";
import { sampleRecord } from "../support/records.ts";
import { type Transcript, transcript } from "../support/transcript.ts";
import { type HookReply, openStage, pluginOfThisFile, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();
const stageHere = (): Stage => openStage(plugin());

const SESSION = "session-1";
const path = (stage: Stage): string => join(stage.home, "t.jsonl");

/** A conversation that began some minutes ago, or begins in some minutes. */
const conversation = (stage: Stage, minutes: number): Transcript =>
  transcript({
    session: SESSION,
    cwd: stage.project,
    began: new Date(Date.now() + minutes * 60_000).toISOString(),
    // Said faster than anyone speaks: a choice that is taken back at once is later than all of it.
    step: 10,
  });

/** Unlike each other, so that none reinforces another. */
const RULES: { readonly [subject: string]: string } = {
  falcon: "Always write the name of the falcon in lower case.",
  heron: "Never call the heron from a request handler, use the queue.",
};

/** A turn that capture keeps and triage notices. */
const decided = (talk: Transcript, subject: string): Transcript =>
  talk
    .prompt(`Which ${subject} do we take? ${RULES[subject]}`)
    .said(
      `We decided to use Postgres as the ${subject} instead of Redis because one database is enough. ` +
        `We chose the ${subject} over a broker due to its simplicity.`,
    );

const stop = (stage: Stage): Promise<HookReply> => stage.hook("Stop", { transcript_path: path(stage) });
const work = (stage: Stage): Promise<unknown> => stage.json(["worker", "run"]);
const memories = (stage: Stage): Promise<Memory[]> =>
  stage.json<Memory[]>(["memories", "--status", "all", "--limit", "500"]);

/** Files of the database in which a word stands. */
const holding = (stage: Stage, word: string): string[] =>
  ["", "-wal"].filter((end) => {
    const file = `${stage.database}${end}`;
    return existsSync(file) && readFileSync(file, "latin1").toLowerCase().includes(word);
  });

const task = (stage: Stage, subject: string): Promise<HookReply> =>
  stage.hook("PostToolUse", {
    tool_name: "TaskCreate",
    tool_input: { subject, description: subject },
    tool_response: { task: { id: "1", subject } },
  });

describe.concurrent("while it is paused", () => {
  test("nothing is kept of what is said and done, then or ever; recall goes on", async () => {
    using stage = stageHere();
    stage.plant(sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] }));
    await stage.hook("SessionStart", { source: "startup" });
    await stage.cli(["pause"]);
    const talk = decided(conversation(stage, 0), "falcon").append(path(stage));
    expect((await stop(stage)).context).toBe("");
    await task(stage, "Teach the falcon");
    await stage.hook("PreCompact", { transcript_path: path(stage), trigger: "auto" });
    await work(stage);
    expect(await stage.prompt(SESSION, "Why do we use SQLite for the ledger?")).toContain("Use SQLite");
    await stage.hook("SessionEnd", { transcript_path: path(stage), reason: "other" });
    await stage.cli(["resume"]);
    await stage.hook("SessionStart", { source: "resume" });
    decided(talk.wait(5), "heron").append(path(stage));
    expect((await stop(stage)).context).toContain("heron");
    await work(stage);
    await stage.hook("SessionEnd", { transcript_path: path(stage), reason: "other" });
    await work(stage);
    const kept = await memories(stage);
    expect(kept.some((memory) => JSON.stringify(memory).includes("heron"))).toBe(true);
    expect(holding(stage, "falcon")).toEqual([]);
  }, 60_000);

  test("a person may still say what is to be remembered, a model may not", async () => {
    using stage = stageHere();
    await stage.cli(["pause", "for", "2h"]);
    const said = await stage.json<{ stored: boolean }>([
      "remember",
      "Webhooks arrive out of order, so sort them",
    ]);
    expect(said.stored).toBe(true);
    const status = await stage.cli(["status"]);
    expect(status.out).toMatch(/paused until \d{4}-\d\d-\d\d \d\d:\d\d/);
    expect(await stage.json(["pause", "for", "ever"], 2)).toMatchObject({ error: { code: "INPUT_ERROR" } });
    expect(await stage.json(["resume"])).toMatchObject({ state: "on", ended: { until: expect.any(String) } });
    expect(await stage.json(["resume"])).toEqual({ state: "on", ended: null });
  });
});

describe.concurrent("in a project that is off", () => {
  test("every hook is silent and leaves nothing, but the guard of the records", async () => {
    using stage = stageHere();
    stage.plant(
      sampleRecord("Use SQLite for the ledger", {
        tags: ["ledger", "sqlite"],
        related_files: ["src/ledger.ts"],
      }),
    );
    await stage.hook("SessionStart", { source: "startup" });
    expect(await stage.prompt("before", "Why do we use SQLite for the ledger?")).toContain("Use SQLite");
    expect((await stage.cli(["off"])).code).toBe(0);
    const talk = decided(conversation(stage, 0), "falcon").append(path(stage));
    const transcript_path = path(stage);
    const Edit = { tool_name: "Edit", tool_input: { file_path: join(stage.project, "src/ledger.ts") } };
    const replies = [
      await stage.hook("SessionStart", { source: "startup" }),
      await stage.hook("UserPromptSubmit", { prompt: "Why do we use SQLite for the ledger?" }),
      await stage.hook("PostToolUse", Edit),
      await task(stage, "Teach the falcon"),
      await stage.hook("PreToolUse", {
        tool_name: "Task",
        tool_input: { prompt: "SQLite ledger", subagent_type: "x" },
      }),
      await stage.hook("SubagentStart", { agent_type: "x", agent_id: "a1" }),
      await stage.hook("PreToolUse", {
        tool_name: "mcp__plugin_recollect_recollect__memory_recall",
        tool_input: {},
      }),
      await stop(stage),
      await stage.hook("PreCompact", { transcript_path, trigger: "auto" }),
      await stage.hook("SessionEnd", { transcript_path, reason: "other" }),
    ];
    expect(replies.map(({ output }) => output)).toEqual(replies.map(() => ({})));
    const forged = { command: `echo '{}' > ${stage.memory}/decisions/x.json` };
    const guarded = await stage.hook("PreToolUse", { tool_name: "Bash", tool_input: forged });
    expect(guarded.output.hookSpecificOutput?.permissionDecision).toBe("deny");
    await work(stage);

    expect(await stage.json(["on"])).toMatchObject({ state: "on", changed: true });
    decided(talk.wait(5), "heron").append(path(stage));
    expect((await stop(stage)).context).toContain("heron");
    await work(stage);
    expect(holding(stage, "falcon")).toEqual([]);
    expect(holding(stage, "heron")).not.toEqual([]);
  }, 60_000);

  test("commands that keep or recall say so, and others work", async () => {
    using stage = stageHere();
    await stage.cli(["remember", "Webhooks arrive out of order, so sort them"]);
    expect((await stage.cli(["off"])).out).toContain("recollect on");
    for (const args of [
      ["remember", "Webhooks carry a signature of the body"],
      ["recall", "webhooks"],
      ["remind", "Bump the chart", "--at", "tomorrow"],
      ["task", "begin", "Add the login"],
    ]) {
      expect(await stage.json(args, 1)).toMatchObject({ error: { code: "CONSENT_ERROR" } });
    }
    expect(await memories(stage)).toHaveLength(1);
    expect((await stage.cli(["status"])).out).toContain("off in this project");
    expect(existsSync(join(stage.project, ".claude"))).toBe(false);
  });
});

describe.concurrent("a session that is forgotten", () => {
  test("is gone with every byte, is not captured again, and may go on", async () => {
    using stage = stageHere();
    await stage.hook("SessionStart", { source: "startup" });
    const talk = decided(conversation(stage, -10), "falcon").append(path(stage));
    await stop(stage);
    await task(stage, "Teach the falcon");
    await stage.remember("another", { type: "semantic", content: "The kestrel is named after a bird" });
    await work(stage);
    expect(holding(stage, "falcon")).not.toEqual([]);

    const shown = await stage.cli(["forget", "--session", "last", "--dry-run"]);
    expect(shown.out).toContain("falcon");
    expect(shown.out).toContain("Nothing was deleted");
    expect(holding(stage, "falcon")).not.toEqual([]);
    const done = await stage.json<{ forgotten: string[]; problem?: string }>([
      "forget",
      "--session",
      SESSION,
      "--yes",
    ]);
    expect(done.forgotten.length).toBeGreaterThan(0);
    expect(holding(stage, "falcon")).toEqual([]);
    expect((await memories(stage)).map((memory) => memory.type)).toEqual(["semantic"]);

    // The turn that was going on, a worker that reads from the beginning, and another that is asked to: none brings it back.
    talk.said("The falcon is done, because one database is enough.").append(path(stage));
    await stop(stage);
    await stage.hook("SessionEnd", { transcript_path: path(stage), reason: "other" });
    await work(stage);
    expect(holding(stage, "falcon")).toEqual([]);
    await stage.hook("SessionStart", { source: "resume" });
    decided(talk.wait(30), "heron").append(path(stage));
    await stop(stage);
    await work(stage);
    expect(holding(stage, "heron")).not.toEqual([]);
    expect(holding(stage, "falcon")).toEqual([]);
  }, 60_000);
});

describe.concurrent("a time that is forgotten", () => {
  test("takes what was said in it, and nothing else", async () => {
    using stage = stageHere();
    await stage.hook("SessionStart", { source: "startup" });
    const talk = decided(conversation(stage, -180), "falcon");
    decided(talk.wait(150), "heron").append(path(stage));
    await stop(stage);
    await work(stage);
    expect([holding(stage, "falcon"), holding(stage, "heron")]).not.toContainEqual([]);
    expect(await stage.json(["forget", "--since", "1h", "--until", "2h", "--yes"], 2)).toMatchObject({
      error: { code: "INPUT_ERROR" },
    });
    await stage.json(["forget", "--since", "4h", "--until", "2h", "--yes"]);
    expect(holding(stage, "falcon")).toEqual([]);
    expect((await memories(stage)).some((memory) => JSON.stringify(memory).includes("heron"))).toBe(true);
  }, 60_000);
});

describe.concurrent("words that are forgotten", () => {
  test("stand in no memory any more, and come back by no reading", async () => {
    using stage = stageHere();
    await stage.hook("SessionStart", { source: "startup" });
    const talk = decided(conversation(stage, -60), "falcon");
    decided(talk.wait(10), "heron").append(path(stage));
    await stop(stage);
    await work(stage);
    const before = await memories(stage);
    const shown = await stage.json<{ found: string[]; forgotten: string[] }>([
      "forget",
      "--matching",
      "FALC",
      "--dry-run",
    ]);
    expect(shown.found.length).toBeGreaterThan(0);
    expect(shown.forgotten).toEqual([]);
    expect(await memories(stage)).toHaveLength(before.length);
    await stage.json(["forget", "--matching", "falcon", "--yes"]);
    expect(holding(stage, "falcon")).toEqual([]);
    expect(holding(stage, "heron")).not.toEqual([]);
    await stage.hook("SessionEnd", { transcript_path: path(stage), reason: "other" });
    await work(stage);
    expect(holding(stage, "falcon")).toEqual([]);
  }, 60_000);

  test("are looked for one way at a time, and asked about", async () => {
    using stage = stageHere();
    await stage.cli(["remember", "Webhooks arrive out of order, so sort them"]);
    expect(await stage.json(["forget", "--matching", "webhooks", "--since", "1h"], 2)).toMatchObject({
      error: { code: "INPUT_ERROR" },
    });
    expect(await stage.json(["forget", "--until", "1h"], 2)).toMatchObject({
      error: { code: "INPUT_ERROR" },
    });
    expect((await stage.cli(["forget", "--matching", "webhooks"])).out).toContain("--yes");
    expect(await memories(stage)).toHaveLength(1);
    expect(await stage.json(["forget", "--matching", "hooks", "--yes"])).toMatchObject({ forgotten: [] });
    expect(await stage.json(["forget", "--scrub"])).toEqual({ scrubbed: true });
  });
});

describe.concurrent("the first session of a user", () => {
  const introduced = (stage: Stage): string => join(stage.home, ".local/state/recollect/introduced");

  test("says in two lines what is kept, where, and how to have it otherwise; to the person, once", async () => {
    using stage = stageHere();
    rmSync(introduced(stage));
    const unattended = { source: "startup", session_id: "s0" };
    stage.env.CLAUDE_CODE_ENTRYPOINT = "sdk-cli";
    expect((await stage.hook("SessionStart", unattended)).output.systemMessage).toBeUndefined();
    stage.env.CLAUDE_CODE_ENTRYPOINT = "cli";
    const { output, context } = await stage.hook("SessionStart", { source: "startup", session_id: "s1" });
    const lines = output.systemMessage?.split("\n") ?? [];
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("~/.local/share/recollect/recollect.db");
    for (const command of ["pause", "off", "status"]) expect(lines[1]).toContain(`recollect ${command}`);
    expect(context).toBe("");
    expect(statSync(introduced(stage)).mode & 0o777).toBe(0o600);
    const again = await stage.hook("SessionStart", { source: "startup", session_id: "s2" });
    expect(again.output.systemMessage).toBeUndefined();
  });
});

describe.concurrent("the status line", () => {
  const line = async (stage: Stage, payload: unknown): Promise<string> => {
    const stdin = typeof payload === "string" ? payload : JSON.stringify(payload);
    const { code, out, err } = await stage.cli(["statusline"], { stdin });
    expect([code, err]).toEqual([0, ""]);
    return out;
  };
  const asked = (stage: Stage): object => ({
    session_id: SESSION,
    cwd: "/",
    workspace: { current_dir: "/", project_dir: stage.project },
  });

  test("tells of a project in a few words, and first of what is out of the ordinary", async () => {
    using stage = stageHere();
    stage.env.NO_COLOR = "1";
    expect(await line(stage, asked(stage))).toBe("recollect nothing kept yet\n");
    stage.plant(sampleRecord("Use SQLite for the ledger"));
    await stage.hook("SessionStart", { source: "startup" });
    await stage.remember("another", { type: "semantic", content: "The kestrel is named after a bird" });
    decided(conversation(stage, -10), "falcon").append(path(stage));
    await stop(stage);
    await work(stage);
    expect(await line(stage, asked(stage))).toMatch(
      /^recollect \d memor(?:y|ies), 1 record · captured 0 min ago(?: · \d to review)?\n$/,
    );
    await stage.cli(["pause", "for", "2h"]);
    expect(await line(stage, asked(stage))).toMatch(/^recollect paused until \d\d:\d\d · /);
    await stage.cli(["off"]);
    expect(await line(stage, asked(stage))).toBe("recollect off here\n");
    delete stage.env.NO_COLOR;
    expect(await line(stage, asked(stage))).toContain("\u001b[33m");
  }, 60_000);

  test("is empty, and never an error, where there is nothing to go by", async () => {
    using stage = stageHere();
    for (const payload of ["", "{", "[]", "null", {}, { cwd: 5 }, { workspace: null }])
      expect(await line(stage, payload)).toBe("");
    await Bun.write(stage.database, "no database".repeat(1_000));
    stage.env.NO_COLOR = "1";
    await line(stage, asked(stage));
    await line(stage, { cwd: "/nowhere/at/all" });
    expect(await line(stage, { cwd: stage.project })).toContain("recollect");
  });
});

test("files that say what the user wants are read by every process, and lie with the user alone", async () => {
  using stage = stageHere();
  await stage.cli(["pause"]);
  const folder = join(stage.home, ".local/state/recollect/consent");
  expect(existsSync(join(folder, "paused.json"))).toBe(true);
  await Bun.write(join(folder, "paused.json"), "{");
  expect((await stage.cli(["status"])).out).toContain("cannot be read");
  expect((await stage.cli(["doctor"])).out).toContain("cannot be read");
  rmSync(folder, { recursive: true });
  expect((await stage.cli(["status"])).out).not.toContain("paused");
});
