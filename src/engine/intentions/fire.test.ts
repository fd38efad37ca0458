import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EngineStage, openEngine, SESSION } from "../../../test/support/engine.ts";
import { currentBranch } from "../../host/git-branch.ts";
import { turned } from "../../memory/lifecycle.ts";
import { DAY_MS } from "../../record/time.ts";
import { fireOnFile } from "./fire.ts";
import { endIntention, openIntentions, type Reminder, remind } from "./intentions.ts";
import { readTriggers, triggersFolder } from "./triggers.ts";

const waiting = (stage: EngineStage): string[] =>
  readTriggers(stage.host, stage.view().project.id).map(({ condition }) => condition);

const keep = (stage: EngineStage, reminder: Reminder): Promise<unknown> =>
  remind(stage.view(), SESSION, reminder);

const bash = async (stage: EngineStage, command: string, more: object = {}): Promise<string> =>
  (await stage.hook("PreToolUse", { tool_name: "Bash", tool_input: { command }, ...more })).context ?? "";

const states = async (stage: EngineStage): Promise<string[]> =>
  (await stage.all("prospective")).map(({ state }) => state);

const prompt = async (stage: EngineStage, text: string, session_id = SESSION): Promise<string> =>
  (await stage.hook("UserPromptSubmit", { prompt: text, session_id })).context ?? "";

describe("what intentions wait for", () => {
  test("stands in a private file as long as something is waited for", async () => {
    using stage = openEngine();
    await keep(stage, { content: "Bump the chart", when: "before npm publish" });
    await keep(stage, { content: "Buy milk", due: "tomorrow" });
    await keep(stage, { content: "Mine alone", when: "when editing a.ts", scope: "user" });
    expect(waiting(stage)).toEqual(["before npm publish", "when editing a.ts"]);
    const folder = triggersFolder(stage.host);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "user.json")).mode & 0o777).toBe(0o600);
    for (const { id } of await stage.all("prospective")) await endIntention(stage.view(), id, "completed");
    expect(existsSync(folder)).toBe(false);
  });

  test("is written anew when a session starts, and nonsense in it says nothing", async () => {
    using stage = openEngine();
    await keep(stage, { content: "Bump the chart", when: "before npm publish" });
    const file = join(triggersFolder(stage.host), `${stage.view().project.id}.json`);
    for (const text of ["{", '{"id":1}', '[{"id":"x"},7]', "[]"]) {
      writeFileSync(file, text);
      expect(waiting(stage)).toEqual([]);
    }
    await stage.hook("SessionStart", { source: "startup" });
    expect(waiting(stage)).toEqual(["before npm publish"]);
  });
});

test("what a database of one's own waits for leaves that of the user's alone", async () => {
  using stage = openEngine();
  await keep(stage, { content: "Bump the chart", when: "before npm publish" });
  const paths = { ...stage.host.paths, database: join(stage.home, "elsewhere.db") };
  const host = { ...stage.host, paths };
  await remind({ ...stage.view(), host }, SESSION, { content: "Else", when: "before cargo publish" });
  expect(waiting(stage)).toEqual(["before npm publish"]);
  expect(readTriggers(host, stage.view().project.id).map(({ condition }) => condition)).toEqual([
    "before cargo publish",
  ]);
});

test("what intentions wait for is not written where someone else could have prepared the folder", async () => {
  using stage = openEngine();
  mkdirSync(stage.host.paths.data, { recursive: true });
  symlinkSync(stage.home, triggersFolder(stage.host));
  expect(keep(stage, { content: "Bump the chart", when: "before npm publish" })).rejects.toThrow(
    "SECURITY_ERROR",
  );
});

describe("an intention is taken up, once,", () => {
  test("by a command, and told at once", async () => {
    using stage = openEngine();
    await keep(stage, { content: "Bump the chart", when: "before npm publish" });
    expect(await bash(stage, "npm test")).toBe("");
    const told = await bash(stage, "npm test && npm publish");
    expect(told).toContain("### Pending Tasks (Prospective)\n- Bump the chart");
    expect(told).toStartWith("<memory-context");
    expect(await states(stage)).toEqual(["active"]);
    expect(await bash(stage, "npm publish")).toBe("");
    // It was told in this session; the next one finds it taken up.
    expect(await prompt(stage, "Go on")).toBe("");
    expect(await prompt(stage, "Hello", "s2")).toContain("Bump the chart");
  });

  test("by a tool, for its own session alone where it is a session's", async () => {
    using stage = openEngine();
    await keep(stage, { content: "Look twice", when: "when the Bash tool is used", scope: "session" });
    expect(await bash(stage, "ls", { session_id: "s2" })).toBe("");
    expect(await bash(stage, "ls")).toContain("Look twice");
  });

  test("by a file that is read or written", async () => {
    using stage = openEngine();
    mkdirSync(join(stage.project, "src"));
    for (const name of ["auth.ts", "oauth.ts"]) writeFileSync(join(stage.project, "src", name), "x");
    await keep(stage, { content: "Rotate the keys", when: "when editing src/auth.ts" });
    const touch = async (tool_name: string, name: string): Promise<string> =>
      (await stage.used(tool_name, { file_path: join(stage.project, "src", name) })).context ?? "";
    expect(await touch("Read", "oauth.ts")).toBe("");
    expect(await touch("Read", "auth.ts")).toContain("Rotate the keys");
    expect(await states(stage)).toEqual(["active"]);
    expect(await touch("Edit", "auth.ts")).toBe("");
  });

  test("by the branch, at the next prompt", async () => {
    using stage = openEngine();
    await keep(stage, { content: "Freeze the schema", when: "on branch release/*" });
    expect(await prompt(stage, "Go on")).toBe("");
    writeFileSync(join(stage.project, ".git/HEAD"), "ref: refs/heads/release/1.2\n");
    expect(await prompt(stage, "Go on")).toContain("Freeze the schema");
    expect(await prompt(stage, "Go on")).toBe("");
  });

  test("by time, at the first prompt from then on", async () => {
    using stage = openEngine();
    await keep(stage, { content: "Renew the certificate", due: "in 3 days" });
    expect(await prompt(stage, "Go on")).toBe("");
    stage.now = new Date(stage.now.getTime() + 3 * DAY_MS);
    expect(await prompt(stage, "Go on")).toContain("Renew the certificate");
    expect(await prompt(stage, "Go on")).toBe("");
  });

  test("by its context, and by less only where it does not wait for that", async () => {
    const told = async (about: boolean, text: string): Promise<boolean> => {
      using stage = openEngine();
      await keep(stage, {
        content: "Ask legal about retention of invoices",
        when: "invoice retention",
        about,
      });
      return (await prompt(stage, text)).includes("Ask legal");
    };
    expect(await told(true, "How long is the retention of our invoices?")).toBe(true);
    expect(await told(false, "Retention of logs")).toBe(true);
    expect(await told(true, "Retention of logs")).toBe(false);
  });

  test("unless it is over, and not where nothing may be told", async () => {
    using stage = openEngine();
    const { id } = await remind(stage.view(), SESSION, { content: "Bump it", when: "npm publish" });
    stage.configure({ retrieval: { enabled: false } });
    expect(await bash(stage, "npm publish")).toBe("");
    stage.configure({});
    const file = join(triggersFolder(stage.host), `${stage.view().project.id}.json`);
    await endIntention(stage.view(), id, "cancelled");
    mkdirSync(triggersFolder(stage.host));
    writeFileSync(file, JSON.stringify([{ id, condition: "package.json" }]));
    const fired = stage.store((store) => fireOnFile(stage.view(), store, SESSION, "package.json"));
    expect(await fired).toEqual([]);
    expect(waiting(stage)).toEqual([]);
    expect(endIntention(stage.view(), id, "completed")).rejects.toThrow("state");
  });

  test("and a refused command tells nothing", async () => {
    using stage = openEngine();
    stage.configure({});
    await keep(stage, { content: "Look", when: "when the Bash tool is used" });
    const reply = await stage.hook("PreToolUse", {
      tool_name: "Bash",
      tool_input: { command: "rm -r .claude/memory" },
    });
    expect(reply.verdict?.permit).toBe("deny");
    expect(reply.context).toBeUndefined();
    expect(await states(stage)).toEqual(["pending"]);
  });
});

test("what is still to be remembered is listed, what was taken up first", async () => {
  using stage = openEngine();
  await keep(stage, { content: "Later", priority: 4 });
  await keep(stage, { content: "Sooner", priority: 1 });
  await keep(stage, { content: "Now", when: "npm publish" });
  await bash(stage, "npm publish");
  const open = await openIntentions(stage.view(), "another");
  expect(open.map(({ content }) => content)).toEqual(["Now", "Sooner", "Later"]);
});

test("what is to be remembered already is not kept twice, and is due as it is said now", async () => {
  using stage = openEngine();
  await keep(stage, { content: "Renew the certificate", due: "in 3 days" });
  await keep(stage, { content: "renew the  certificate", due: "2026-03-03", priority: 1 });
  const [memory, ...others] = await stage.all("prospective");
  expect(others).toEqual([]);
  expect(memory).toMatchObject({ due_at: new Date(2026, 2, 3).toISOString(), priority: 1, usage_count: 1 });
});

test("what was taken up waits again when it is put off, and stays as urgent as it was", async () => {
  using stage = openEngine();
  await keep(stage, { content: "Renew the certificate", due: "today", priority: 1 });
  await stage.store(async ({ memories }) => {
    const [memory] = await memories.find({ project: stage.view().project.id, session: "" }, {});
    if (memory?.type === "prospective") await memories.put([turned(memory, "active", stage.now)]);
  });
  await keep(stage, { content: "Renew the certificate", due: "in 3 days" });
  expect(await stage.all("prospective")).toMatchObject([{ state: "pending", priority: 1 }]);
  expect(await prompt(stage, "Go on")).toBe("");
});

test("what one session was to remember is everyone's when someone wants it to be", async () => {
  using stage = openEngine();
  await keep(stage, { content: "Ask legal about the invoices", scope: "session" });
  await remind(stage.view(), "cli", { content: "Ask legal about the invoices" });
  const [memory, ...others] = await openIntentions(stage.view(), "a third");
  expect([memory?.scope, others]).toEqual(["project", []]);
});

test("a time that is none is refused, with what would be one", async () => {
  using stage = openEngine();
  expect(() => remind(stage.view(), SESSION, { content: "x", due: "soonish" })).toThrow("INPUT_ERROR: due");
});

test("the branch of a worktree is its own", () => {
  using stage = openEngine();
  const worktree = join(stage.home, "wt");
  const own = join(stage.project, ".git/worktrees/wt");
  for (const folder of [worktree, own]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(worktree, ".git"), `gitdir: ${own}\n`);
  writeFileSync(join(own, "HEAD"), "ref: refs/heads/feature/x\n");
  expect(currentBranch(worktree)).toBe("feature/x");
  expect(currentBranch(stage.project)).toBe("main");
  expect(currentBranch(stage.home)).toBeUndefined();
});
