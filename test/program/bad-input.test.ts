/** What nobody should send, at every door that users meet: hooks, commands, tools, the library. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MEMORY_FIELDS } from "../../src/memory/fields.ts";
import { sampleOfEach } from "../../src/memory/samples.ts";
import { MEMORY_TYPES, type Memory } from "../../src/memory/types.ts";
import { TABLES } from "../../src/store/memory-rows.ts";
import { estimateTokens } from "../../src/text/tokens.ts";
import { openMcp, openStage, pluginOfThisFile, run, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();
const LIBRARY = join(import.meta.dir, "../../src/index.ts");
const RULE = "Webhooks arrive out of order, so sort them by their sequence number";
const PROMPT = "In which order do webhooks arrive?";
const NOTHING = "Nothing that is kept answers that.";

async function stageWithRule(): Promise<{ stage: Stage; rule: Memory }> {
  const stage = openStage(plugin());
  const [rule] = await stage.remember("s1", { type: "semantic", content: RULE });
  if (!rule) throw new Error("nothing was remembered");
  return { stage, rule };
}

const mcpOf = (stage: Stage): ReturnType<typeof openMcp> => openMcp([plugin().launcher, "mcp"], stage);

/** What a program prints that does this with `memory`, as JSON a line; an error by its code. */
async function library(stage: Stage, ...asked: string[]): Promise<unknown[]> {
  const path = join(stage.dir, "program.ts");
  writeFileSync(
    path,
    `import { openMemory } from ${JSON.stringify(LIBRARY)};
    const say = (value: unknown) => console.log(JSON.stringify(value ?? null));
    const told = ({ code }: { code: string }) => code;
    try {
      await using memory = await openMemory({ session: "program" });
      for (const ask of [${asked.map((each) => `async () => ${each}`).join(", ")}])
        say(await ask().catch(told));
    } catch (error) {
      say(told(error as { code: string }));
    }`,
  );
  const { code, out, err } = await run([process.execPath, path], { cwd: stage.project, env: stage.env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

const errorsIn = (stage: Stage): object[] => stage.trace().filter(({ level }) => level === "error");

/** Changes the database behind the program's back. */
function spoil(stage: Stage, ...statements: string[]): void {
  const db = new Database(stage.database);
  db.run("PRAGMA ignore_check_constraints = ON");
  for (const statement of statements) db.run(statement);
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

describe.concurrent("a budget", () => {
  test("of nothing gives nothing, and one below is refused, at every door", async () => {
    const { stage } = await stageWithRule();
    using _ = stage;
    await using mcp = await mcpOf(stage);
    expect((await stage.cli(["recall", PROMPT, "--budget", "0"])).out).toBe("Nothing answers that.\n");
    expect(await stage.cli(["recall", PROMPT, "--budget=-100"])).toMatchObject({ code: 2, out: "" });
    expect((await mcp.call("memory_recall", { query: PROMPT, budget: 0 })).text).toBe(NOTHING);
    expect((await mcp.call("memory_recall", { query: PROMPT, budget: -100 })).text).toStartWith(
      "INPUT_ERROR",
    );
    const recall = (budget: number): string =>
      `memory.recall(${JSON.stringify(PROMPT)}, { budget: ${budget} }).then(({ text }) => text)`;
    expect(await library(stage, recall(0), recall(-100))).toEqual(["", "INPUT_ERROR"]);
  });

  test("below nothing in the configuration is reported and not used; of nothing there is no recall", async () => {
    const { stage } = await stageWithRule();
    using _ = stage;
    stage.configure({ retrieval: { tokens: { prompt: -100 } } });
    expect(await stage.prompt("s2", PROMPT)).toContain(RULE);
    const { configProblems } = await stage.json<{ configProblems: object[] }>(["status"]);
    expect(configProblems).toHaveLength(1);
    stage.configure({ retrieval: { tokens: { prompt: 0 } } });
    expect(await stage.prompt("s3", PROMPT)).toBe("");
  });
});

test("a megabyte is answered by what it begins with, or refused, within the budget", async () => {
  const { stage } = await stageWithRule();
  using _ = stage;
  await using mcp = await mcpOf(stage);
  const long = `${PROMPT}\n${"2026-02-03T04:05:06Z DEBUG pool 17 is idle ".repeat(24_000)}`;
  expect(long.length).toBeGreaterThan(1_000_000);
  const context = await stage.prompt("s2", long);
  expect(context).toContain(RULE);
  expect(estimateTokens(context)).toBeLessThanOrEqual(2_300);
  expect(errorsIn(stage)).toEqual([]);
  expect((await mcp.call("memory_recall", { query: long })).isError).toBe(false);
  const told = await mcp.call("memory_remember", { text: long, type: "semantic" });
  expect(told.text).toMatch(/^VALIDATION_ERROR\nfield: content\n/);
  expect(told.text.length).toBeLessThan(1_000);
  const piped = await stage.cli(["remember", "-", "--type", "semantic"], { stdin: long });
  expect({ code: piped.code, out: piped.out }).toEqual({ code: 1, out: "" });
  expect(await library(stage, `memory.remember("x ".repeat(600_000), { type: "semantic" })`)).toEqual([
    "VALIDATION_ERROR",
  ]);
  expect(await stage.json<Memory[]>(["memories"])).toHaveLength(1);
});

test.each([
  ["stop words", "the and of it to be"],
  ["punctuation", "?!… --- ;;; ((("],
  ["a quotation mark", '"'],
  ["operators of full-text search", '* NEAR("" "") AND NOT OR ^ : {} -'],
  ["SQL", "'; DROP TABLE semantic_memories; --"],
  ["wildcards", "%_\\"],
  ["nothing to see", "\u200b\u202e\u0000\ufeff"],
])("a query of %s finds nothing, does nothing and is no error", async (_, query) => {
  const { stage, rule } = await stageWithRule();
  using __ = stage;
  await using mcp = await mcpOf(stage);
  expect(await stage.prompt("s2", query)).toBe("");
  expect(errorsIn(stage)).toEqual([]);
  const { text } = await mcp.call("memory_recall", { query });
  expect(text === NOTHING || text.startsWith("INPUT_ERROR")).toBe(true);
  expect((await stage.cli(["recall", "--", query.replaceAll("\0", "")])).err).not.toContain("SQL");
  const recall = `memory.recall(${JSON.stringify(query)}).then(({ text }) => text)`;
  expect(await library(stage, recall, "memory.list()")).toEqual(["", [rule]]);
});

test("operators and SQL around real words change nothing of what is found", async () => {
  const { stage } = await stageWithRule();
  using _ = stage;
  const prompt = `webhooks" OR 1=1) NEAR(order*) -- '; DELETE FROM semantic_memories; arrive`;
  expect(await stage.prompt("s2", prompt)).toContain(RULE);
  expect(await stage.json<Memory[]>(["memories"])).toHaveLength(1);
});

describe.concurrent("a memory that cannot be", () => {
  test.each([
    ["an importance of 11", { importance: 11 }, "importance"],
    ["no steps", { type: "procedural", steps: [] }, "steps"],
  ])("with %s is refused at every door", async (_, more, field) => {
    const { stage, rule } = await stageWithRule();
    using __ = stage;
    await using mcp = await mcpOf(stage);
    const text = "How to drain the queue of the workers";
    const options = Object.entries(more).flatMap(([name, value]) => [
      `--${name}`,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]);
    const ended = await stage.cli(["remember", text, ...options]);
    expect({ code: ended.code, out: ended.out }).toEqual({ code: 1, out: "" });
    expect(ended.err).toContain(field);
    const answer = await mcp.call("memory_remember", { text, ...more });
    expect(answer.text).toStartWith(`VALIDATION_ERROR\nfield: ${field}\n`);
    expect(await library(stage, `memory.remember(${JSON.stringify(text)}, ${JSON.stringify(more)})`)).toEqual(
      ["VALIDATION_ERROR"],
    );
    expect(await stage.json<Memory[]>(["memories"])).toEqual([rule]);
  });

  test("is not imported, and its line is named", async () => {
    const { stage } = await stageWithRule();
    using _ = stage;
    const { out } = await stage.cli(["export"]);
    for (const [from, to] of [
      [`"importance":5`, `"importance":11`],
      [`"type":"semantic"`, `"type":"procedural"`],
      [`"created_at":"20`, `"created_at":"on 20`],
      [`"tags":[]`, `"tags":"none"`],
    ] as const) {
      expect(out).toContain(from);
      const stdin = out.replace(from, to);
      const ended = await stage.cli(["import", "-"], { stdin });
      expect(ended.code).not.toBe(0);
      expect(ended.err).toContain("line 2");
    }
    expect(await stage.json<Memory[]>(["memories"])).toHaveLength(1);
  });
});

test("columns that hold no JSON hide their memories and no others, at every door", async () => {
  using stage = openStage(plugin());
  const project = (await stage.remember("s1", { type: "semantic", content: RULE }))[0]?.project ?? "";
  const bad = sampleOfEach({ project, session: "s1" });
  const drafts = bad.map(({ type }) =>
    type === "procedural"
      ? { type, procedure_name: "Sort webhooks by their order", steps: ["sort"] }
      : { type, content: `About webhooks and their order: ${type}` },
  );
  const spoilt = await stage.remember("s1", ...drafts);
  const columns = MEMORY_TYPES.map((type) =>
    Object.entries(MEMORY_FIELDS[type]).flatMap(([name, { kind, column }]) =>
      ["texts", "steps", "object"].includes(kind.is) ? [column ?? name] : [],
    ),
  );
  for (const [n, type] of MEMORY_TYPES.entries()) {
    const id = spoilt.find((memory) => memory.type === type)?.id;
    const broken = columns[n]?.map((column) => `${column} = '[not json'`).join(", ");
    spoil(stage, `UPDATE ${TABLES[type]} SET ${broken} WHERE id = '${id}'`);
  }
  await stage.hook("SessionStart", { session_id: "s1", source: "startup" });
  const context = await stage.prompt("s1", PROMPT);
  expect(context).toContain(RULE);
  expect(context).not.toContain("About webhooks");
  await stage.hook("Stop", { session_id: "s1" });
  await stage.hook("SessionEnd", { session_id: "s1" });
  expect(errorsIn(stage)).toEqual([]);
  const listed = await stage.json<Memory[]>(["memories", "--status", "all"]);
  expect(listed.map(({ type }) => type)).toEqual(["semantic"]);
  expect((await stage.cli(["recall", PROMPT])).out).toContain(RULE);
  expect((await stage.cli(["status"])).code).toBe(0);
  expect((await stage.cli(["gc"])).code).toBe(0);
  expect((await stage.cli(["export"])).out.trim().split("\n")).toHaveLength(2);
  await using mcp = await mcpOf(stage);
  expect((await mcp.call("memory_timeline", {})).text.split("\n")).toHaveLength(1);
  expect(await library(stage, "memory.list().then((all) => all.length)")).toEqual([1]);
});

describe.concurrent("a clock that was set back", () => {
  const AHEAD = "2199-01-01T00:00:00.000Z";

  test("leaves what was stored before it findable, and ranks it no higher than what is of today", async () => {
    using stage = openStage(plugin());
    const times = { created_at: AHEAD, updated_at: AHEAD, accessed_at: AHEAD };
    const [ahead] = await stage.remember(
      "s1",
      { type: "semantic", content: RULE, ...times },
      {
        type: "episodic",
        scope: "project",
        content: "Webhooks came in disorder",
        timestamp: AHEAD,
        ...times,
      },
      { type: "working", content: "Sorting the webhooks", expires_at: AHEAD, ...times },
    );
    await stage.hook("SessionStart", { session_id: "s1", source: "startup" });
    expect(await stage.prompt("s1", PROMPT)).toContain(RULE);
    await stage.hook("SessionEnd", { session_id: "s1" });
    const { items } = await stage.json<{
      items: { score: number; explain: { worth?: { recency: number } } }[];
    }>([...["recall", PROMPT]]);
    expect(items.length).toBeGreaterThan(0);
    for (const { score, explain } of items) {
      expect(score).toBeLessThanOrEqual(10);
      expect(explain.worth?.recency).toBe(1);
    }
    // No change makes it older than it was.
    const [before, after] = await library(
      stage,
      `memory.get("${ahead?.id}")`,
      `memory.update("${ahead?.id}", { importance: 7 })`,
    );
    expect(after).toMatchObject({ importance: 7, updated_at: AHEAD, accessed_at: AHEAD });
    expect(before).toMatchObject({ access_count: 1 });
    expect((await stage.cli(["gc"])).code).toBe(0);
    expect(errorsIn(stage)).toEqual([]);
  });
});

test("ids of another project are ids that do not exist, at every door", async () => {
  const { stage, rule } = await stageWithRule();
  using _ = stage;
  using other = openStage(plugin());
  other.env.HOME = stage.home;
  other.database = stage.database;
  const [mine] = await other.remember("s1", { type: "semantic", content: "Staging is reset every Monday" });
  for (const argv of [
    ["show", rule.id],
    ["related", rule.id],
    ["forget", rule.id, "--yes"],
    ["link", mine?.id ?? "", rule.id, "--type", "extends"],
    ["remember", "Webhooks arrive in order these days", "--supersedes", rule.id],
    ["remind", "--done", rule.id],
    ["gc", "--undo", rule.id],
  ])
    expect([argv[0], (await other.cli(argv)).code]).toEqual([argv[0], 3]);
  await using mcp = await mcpOf(other);
  for (const [tool, args] of [
    ["memory_get", { id: rule.id }],
    ["memory_related", { id: rule.id }],
    ["memory_forget", { ids: [rule.id] }],
    ["memory_link", { from: mine?.id, to: rule.id, type: "extends" }],
    ["memory_remember", { text: "Webhooks arrive in order these days", supersedes: rule.id }],
    ["memory_remind", { done: rule.id }],
  ] as const)
    expect([tool, (await mcp.call(tool, args)).text]).toEqual([tool, expect.stringContaining("NOT_FOUND")]);
  const id = JSON.stringify(rule.id);
  const asked = ["get", "archive", "unarchive", "forget", "related"].map((what) => `memory.${what}(${id})`);
  expect(
    await library(
      other,
      ...asked,
      `memory.update(${id}, { importance: 1 })`,
      `memory.supersede(${id}, "${mine?.id}")`,
    ),
  ).toEqual(Array.from({ length: 7 }, () => "NOT_FOUND"));
  expect(await other.prompt("s1", PROMPT)).toBe("");
  expect(await stage.json<Memory[]>(["memories", "--status", "all"])).toEqual([rule]);
});

test("a database of a newer version is left as it is, and every door says so", async () => {
  const { stage } = await stageWithRule();
  using _ = stage;
  spoil(stage, "PRAGMA user_version = 999");
  const before = readFileSync(stage.database);
  for (const argv of [
    ["remember", "Staging is reset every Monday morning"],
    ["recall", PROMPT],
    ["memories"],
    ["export"],
    ["remind", "Measure it"],
  ]) {
    const { code, out, err } = await stage.cli(argv);
    expect([argv[0], code, out]).toEqual([argv[0], 1, ""]);
    expect(err).toContain("version 999");
    expect(err).toMatch(/^fix: /m);
    expect(err).not.toMatch(SQL_OR_STACK);
  }
  await using mcp = await mcpOf(stage);
  const { isError, text } = await mcp.call("memory_remember", { text: RULE });
  expect(isError).toBe(true);
  expect(text).toContain("version 999");
  expect(text).toMatch(/^fix: /m);
  expect(text).not.toMatch(SQL_OR_STACK);
  expect(await library(stage, "memory.list()")).toEqual(["NEWER_DATABASE"]);
  expect(await stage.prompt("s2", PROMPT)).toBe("");
  expect(stage.trace().map(({ message }) => message)).toContainEqual(expect.stringContaining("version 999"));
  expect(readFileSync(stage.database).equals(before)).toBe(true);
});

const SQL_OR_STACK = /\b(?:SELECT|INSERT|UPDATE|DELETE) .*\b(?:FROM|INTO|SET)\b|^\s+at |\.[jt]s:\d+/m;

test("a database that lacks a table is told of without statements or stacks", async () => {
  const { stage } = await stageWithRule();
  using _ = stage;
  spoil(stage, "DROP TABLE semantic_memories");
  await using mcp = await mcpOf(stage);
  const { code, err } = await stage.cli(["memories"]);
  expect(code).toBe(1);
  const tool = await mcp.call("memory_timeline", {});
  expect(tool.isError).toBe(true);
  for (const told of [err, tool.text]) {
    expect(told).toContain("semantic_memories");
    expect(told).not.toMatch(SQL_OR_STACK);
  }
  expect(await stage.prompt("s2", PROMPT)).toBe("");
  expect(errorsIn(stage).length).toBeGreaterThan(0);
});
