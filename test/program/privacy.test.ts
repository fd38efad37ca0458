/** Secrets everywhere in a session: none of them is kept, and none is shown. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tokenMaker } from "../../src/privacy/fixtures/labelled.ts";
import { sampleRecord } from "../support/records.ts";
import {
  append,
  assistantLine,
  openStage,
  pluginOfThisFile,
  type Stage,
  toolLine,
  userLine,
} from "./support.ts";

const plugin = pluginOfThisFile();
const make = tokenMaker(2026);

/** One secret for each way in. */
const SECRETS = {
  prompt: make("ghp"),
  answer: make("stripe"),
  tool: make("ant"),
  result: make("slackb"),
  task: make("glpat"),
  plan: make("npm"),
  commit: make("ghpat"),
  agent: make("jwt"),
  remembered: make("google"),
  reminder: make("hf"),
  password: make("pw"),
  marked: "the merger with Ostwind",
  person: "maria.gonzalez@posteo.de",
  card: "4111 1111 1111 1111",
} as const;

/** Files below a folder, with the secrets in them by name. The transcript is the client's. */
function heldBelow(folder: string): string[] {
  const found: string[] = [];
  for (const path of new Bun.Glob("**/*").scanSync({ cwd: folder, dot: true, onlyFiles: true })) {
    if (path.endsWith("session.jsonl")) continue;
    const bytes = readFileSync(join(folder, path));
    for (const [name, secret] of Object.entries(SECRETS))
      if (bytes.includes(secret)) found.push(`${path}: ${name}`);
  }
  return found;
}

const result = (content: string): object => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t-1", content }] },
});

async function wholeSession(stage: Stage): Promise<string> {
  const { prompt, answer, tool, task, plan, commit, agent, password, marked, person, card } = SECRETS;
  const transcript_path = join(stage.home, "session.jsonl");
  const session_id = "session-1";
  const said = `We decided to use Postgres as the job queue instead of Redis because one database is enough; the token is ${prompt}, write to ${person}, card ${card}. <private>It is about ${marked}.</private>`;
  append(transcript_path, [
    userLine(said),
    toolLine("Bash", { command: `curl -H "Authorization: Bearer ${tool}" https://api.acme.io` }),
    result(`DB_PASSWORD=${password}\n${SECRETS.result}\nError: connect ECONNREFUSED`),
    assistantLine(
      `We decided to use Postgres as the job queue instead of Redis because one database is enough, key ${answer}.\n` +
        `We chose the job queue over a broker due to its simplicity; ask ${person}.\n` +
        `TODO: rotate the key ${answer} before the release. Remember to tell ${person} later.`,
    ),
  ]);
  await stage.hook("SessionStart", { source: "startup", transcript_path });
  await stage.hook("UserPromptSubmit", { prompt: said, transcript_path });
  const used = (tool_name: string, tool_input: object, tool_response: object = {}): Promise<unknown> =>
    stage.hook("PostToolUse", { tool_name, tool_input, tool_response, transcript_path });
  await used(
    "TaskCreate",
    { subject: `Rotate ${task}`, description: `for ${person}` },
    { task: { id: "1", subject: `Rotate ${task}` } },
  );
  await used("ExitPlanMode", { plan: `# Move the queue\n\n1. Use ${plan}\n2. Tell ${person}` });
  await used(
    "Bash",
    { command: `git commit -m "Use ${commit}"` },
    { stdout: `[main 0608bc4] Use ${commit}`, stderr: "" },
  );
  await stage.hook("PreToolUse", {
    tool_name: "Task",
    tool_input: {
      subagent_type: "general-purpose",
      description: "x",
      prompt: `Check that ${agent} works, <private>${marked}`,
    },
    transcript_path,
  });
  await stage.hook("Stop", { transcript_path, last_assistant_message: `Done with ${answer}` });
  await stage.hook("PreCompact", { trigger: "auto", transcript_path });
  await stage.hook("SessionEnd", { reason: "exit", transcript_path });
  await stage.cli(["worker", "run"]);
  return session_id;
}

describe("a session with secrets everywhere", () => {
  test("leaves none of them in the database, its log, staging, the trace or the records", async () => {
    using stage = openStage(plugin());
    stage.plant(sampleRecord("Use Postgres"));
    await wholeSession(stage);
    expect(heldBelow(stage.home)).toEqual([]);
    expect(heldBelow(stage.project)).toEqual([]);
    const kept = await stage.json<{ type: string }[]>(["memories", "--limit", "100"]);
    expect(kept.length).toBeGreaterThan(0);
  });

  test("is told of in status by count and kind", async () => {
    using stage = openStage(plugin());
    const told = await stage.json(["remember", `The deploy token is ${SECRETS.remembered} until Friday`]);
    expect(told).toMatchObject({ stored: false, reason: "Refused: holds a credential (google api key)" });
    expect(await stage.json(["status"])).toMatchObject({
      refusedCredentials: { count: 1, last: { kind: "google api key" } },
    });
    const { out } = await stage.cli(["status"]);
    expect(out).toContain("1 text with a credential, last: google api key");
    expect(heldBelow(stage.home)).toEqual([]);
  });
});

describe("what someone hands over", () => {
  test("is refused with the field and the kind where it holds a credential, and nothing is written", async () => {
    using stage = openStage(plugin());
    const { reminder: secret } = SECRETS;
    const ended = await Promise.all([
      stage.cli(["save", "decision", `Use ${secret} for uploads because it works`]),
      stage.cli(["remind", `rotate ${secret}`, "--due", "tomorrow"]),
      stage.cli(["task", "begin", `Rotate ${secret}`]),
    ]);
    for (const { code, out, err } of ended) {
      expect(code).toBe(1);
      expect(out + err).toContain("hugging face token");
    }
    expect(heldBelow(stage.home)).toEqual([]);
    expect(heldBelow(stage.project)).toEqual([]);
  });

  test("is masked where it speaks of people", async () => {
    using stage = openStage(plugin());
    const { code } = await stage.cli([
      "save",
      "decision",
      `Ask ${SECRETS.person} before each release because she signs it`,
    ]);
    expect(code).toBe(0);
    const found = await stage.json<{ title: string }[]>(["list"]);
    expect(found[0]?.title).toContain("[email]");
    expect(heldBelow(stage.project)).toEqual([]);
  });
});

describe("what others committed", () => {
  const title = `Deploy with ${SECRETS.prompt}`;
  const record = (): ReturnType<typeof sampleRecord> => sampleRecord(title, { tags: ["deploy"] });

  test("is masked before it is shown to a model or on a terminal", async () => {
    using stage = openStage(plugin());
    stage.plant({ ...record(), id: "deploy" });
    const shown = [
      await stage.prompt("s", "How do we deploy? Which deploy tag holds?"),
      ...(await Promise.all(
        [
          ["list"],
          ["show", "deploy"],
          ["search", "deploy"],
          ["recall", "deploy"],
          ["show", "deploy", "--json"],
        ].map(async (args) => (await stage.cli(args)).out),
      )),
    ];
    expect(shown.filter((text) => text.includes(SECRETS.prompt))).toEqual([]);
    expect(shown.slice(1, 3).every((text) => text.includes("[redacted:github-token]"))).toBe(true);
  });

  test("is found by a scan, which says where and what, and ends with 1", async () => {
    using stage = openStage(plugin());
    stage.plant({ ...record(), id: "deploy" });
    const report = await stage.json<{ held: object[] }>(["scan"], 1);
    expect(report.held).toMatchObject([{ item: "record", field: "title", kind: "github token" }]);
    expect(JSON.stringify(report)).not.toContain(SECRETS.prompt);
    using clean = openStage(plugin());
    clean.plant(sampleRecord("Use Postgres"));
    expect((await clean.cli(["scan"])).code).toBe(0);
  });
});
