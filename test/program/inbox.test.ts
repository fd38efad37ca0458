/** What waits for a person, from the command line and as a model meets it. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MemoryDraft } from "../../src/memory/create.ts";
import type { Memory } from "../../src/memory/types.ts";
import { openMcp, openStage, pluginOfThisFile, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();

const RULE: MemoryDraft = {
  type: "semantic",
  content: "Always run the migration dry first, because staging has no backups",
  category: "principle",
  confidence: 0.8,
  importance: 8,
  source_sessions: ["a", "b", "c"],
  evidence_count: 3,
  scope: "project",
};

interface Item {
  id: string;
  kind: string;
  title: string;
}
const inbox = (stage: Stage): Promise<Item[]> => stage.json<Item[]>(["inbox"]);
const work = (stage: Stage): Promise<unknown> => stage.cli(["gc"]);

describe.concurrent("the inbox on the command line", () => {
  test("lists, shows, changes and accepts what is proposed; the memory is recalled as the record", async () => {
    using stage = openStage(plugin());
    expect((await stage.cli(["inbox"])).out).toBe("Nothing waits for you.\n");
    const [memory] = (await stage.remember("c", RULE)) as [Memory];
    await work(stage);
    const [item] = await inbox(stage);
    expect(item).toMatchObject({ kind: "promotion", title: expect.stringContaining("migration dry first") });
    const id = item?.id ?? "";
    expect((await stage.cli(["status"])).out).toContain("inbox        1 record proposed: recollect inbox");
    expect((await stage.cli(["inbox", "show", id])).out).toContain(memory.id);
    await stage.json(["inbox", "edit", id, "--set", "title=Dry runs first"]);
    await stage.json(["inbox", "edit", id, "--set", "content.strength=strong"]);
    const { result } = await stage.json<{ result: string }>(["inbox", "accept", id]);
    const record = JSON.parse(readFileSync(join(stage.memory, result), "utf8"));
    expect(record).toMatchObject({
      title: "Dry runs first",
      category: "preference",
      content: { strength: "strong" },
    });
    expect(await inbox(stage)).toEqual([]);
    const shown = await stage.prompt("d", "Should I run the migration dry first?");
    expect(shown).toContain("[PREFERENCE] Dry runs first");
    expect(shown).not.toContain("because staging has no backups");
    expect((await stage.json<Memory>(["show", memory.id])).promoted_to).toBe(result);

    const { restored } = await stage.json<{ restored: string[] }>(["gc", "--last"]);
    expect(restored).toEqual([memory.id]);
    expect(await stage.json<Memory>(["show", memory.id])).not.toHaveProperty("promoted_to");
    expect((await inbox(stage)).map((each) => each.id)).toEqual([id]);
  });

  test("takes an edited draft from an editor or standard input, and refuses what is no draft", async () => {
    using stage = openStage(plugin());
    await stage.remember("c", RULE);
    await work(stage);
    const [item] = await inbox(stage);
    const id = item?.id ?? "";
    const ended = await stage.cli(["inbox", "edit", id, "-"], { stdin: '{"title": "From standard input"}' });
    expect([ended.code, (await inbox(stage))[0]?.title]).toEqual([0, "From standard input"]);
    expect((await stage.cli(["inbox", "edit", id, "-"], { stdin: "no JSON" })).code).toBe(2);
    expect((await stage.cli(["inbox", "edit", id, "--set", "colour=red"])).err).toContain("colour");
    const { code, err } = await stage.cli(["inbox", "edit", id]);
    expect([code, err]).toEqual([2, expect.stringContaining("--set field=value")]);
    expect((await inbox(stage))[0]?.title).toBe("From standard input");
  });

  test("rejects for good, with the reason, and says what is not there", async () => {
    using stage = openStage(plugin());
    await stage.remember("c", RULE);
    await work(stage);
    const [item] = await inbox(stage);
    const id = item?.id ?? "";
    expect((await stage.cli(["inbox", "reject", id, "--reason", "not ours"])).out).toContain("rejected");
    await work(stage);
    expect(await inbox(stage)).toEqual([]);
    expect((await stage.cli(["inbox", "accept", id])).code).toBe(4);
    expect((await stage.cli(["inbox", "accept", "0123456789"])).code).toBe(3);
    expect((await stage.cli(["inbox", "nonsense"])).code).toBe(2);
  });

  test("asks which of two holds that contradict each other, and show says so until it is decided", async () => {
    using stage = openStage(plugin());
    const told = async (text: string) =>
      stage.json<{ memory: Memory; against?: string[] }>(["remember", "--type", "semantic", text]);
    const { memory: old } = await told("The staging database listens on port 5432");
    const { memory, against } = await told("The staging database listens on port 6432");
    expect(against).toEqual([old.id]);
    expect((await stage.cli(["show", old.id])).out).toContain(`contradicts semantic`);
    expect((await stage.cli(["status"])).out).toContain("! 1 contradiction: run `recollect inbox`");
    const [item] = await inbox(stage);
    await stage.json(["inbox", "accept", item?.id ?? "", "--keep", "newer"]);
    expect((await stage.json<Memory>(["show", old.id])).superseded_by).toBe(memory.id);
    expect((await stage.cli(["show", memory.id])).out).not.toContain("contradicts");
  });

  test("a person who puts something right is not asked", async () => {
    using stage = openStage(plugin());
    const { memory } = await stage.json<{ memory: Memory }>([
      "remember",
      "--type",
      "semantic",
      "The default branch is master",
    ]);
    const put = await stage.json<{ corrected?: string[] }>([
      "remember",
      "--type",
      "semantic",
      "Actually, the default branch is main",
    ]);
    expect(put.corrected).toEqual([memory.id]);
    expect(await inbox(stage)).toEqual([]);
  });
});

test("a model reads the inbox by itself, and decides only what a person agrees to", async () => {
  using stage = openStage(plugin());
  await using mcp = await openMcp([plugin().launcher, "mcp"], stage);
  const permission = async (input: object): Promise<unknown> =>
    (
      await stage.hook("PreToolUse", {
        session_id: "s1",
        tool_name: "mcp__plugin_memory_recollect__memory_inbox",
        tool_input: input,
      })
    ).output.hookSpecificOutput?.permissionDecision;
  for (const action of ["list", "show"]) expect(await permission({ action, id: "x" })).toBe("allow");
  for (const action of ["accept", "edit", "reject", "LIST; accept", undefined])
    expect(await permission({ action, id: "x" })).toBeUndefined();

  expect((await mcp.call("memory_inbox", { action: "list" })).text).toBe("Nothing waits.");
  await stage.remember("c", { ...RULE, content: `${"content" in RULE ? RULE.content : ""} <b>now</b>` });
  await work(stage);
  const { text } = await mcp.call("memory_inbox", { action: "list" });
  expect(text).toStartWith("- promotion ");
  expect(text).not.toContain("<b>");
  const id = /promotion (\w{26})/.exec(text)?.[1] ?? "";
  expect((await mcp.call("memory_inbox", { action: "show", id })).text).toContain('"category": "preference"');
  expect(
    (await mcp.call("memory_inbox", { action: "edit", id, change: { title: "Dry runs" } })).text,
  ).toContain("Dry runs");
  expect((await mcp.call("memory_inbox", { action: "accept", id })).text).toStartWith(`accepted: ${id}`);
  expect(await mcp.call("memory_inbox", { action: "accept", id })).toMatchObject({ isError: true });
  expect(await mcp.call("memory_inbox", { action: "burn" })).toMatchObject({ isError: true });
});

test("what is in the files of a colleague is contradicted by what is remembered, and told", async () => {
  using stage = openStage(plugin());
  const { results } = await stage.json<{ results: { target: string }[] }>([
    "save",
    "constraint",
    "The staging database listens on port 5432",
  ]);
  await stage.json(["remember", "--type", "semantic", "The staging database listens on port 6432"]);
  await work(stage);
  const [item] = await inbox(stage);
  expect(item?.kind).toBe("conflict");
  await stage.json(["inbox", "accept", item?.id ?? "", "--keep", "older"]);
  expect(await stage.json<Memory[]>(["memories", "--status", "archived"])).toHaveLength(1);
  const path = join(stage.project, results[0]?.target ?? "");
  writeFileSync(path, readFileSync(path));
  await work(stage);
  expect(await inbox(stage)).toEqual([]);
});
