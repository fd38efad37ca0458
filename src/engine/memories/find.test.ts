import { describe, expect, test } from "bun:test";
import { sampleMemory } from "../../memory/samples.ts";
import { forget, updateMemory } from "./change.ts";
import { findMemory, listMemories, mayBeMemoryId } from "./find.ts";
import { linkMemories, related } from "./links.ts";
import { recallItems } from "./recall.ts";
import { remember } from "./remember.ts";
import { openScene, session } from "./samples.ts";
import { clearWorking, createWorking, openWorking } from "./working.ts";

const DAY_MS = 86_400_000;
const failing = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe("a memory is found", () => {
  test("by its id in any case, and by a beginning that is of no other", async () => {
    await using scene = openScene();
    const access = scene.as();
    const at = { project: access.view.project.id };
    const [one, two] = [
      sampleMemory({ type: "semantic", content: "One" }, at),
      sampleMemory({ type: "semantic", content: "Two" }, at),
    ];
    await scene.store.memories.put([one, two]);
    expect(await findMemory(access, ` ${one.id.toUpperCase()} `)).toEqual(one);
    const common = [...one.id].findIndex((digit, n) => digit !== two.id[n]);
    expect(await findMemory(access, two.id.slice(0, common + 1))).toEqual(two);
    expect(await failing(findMemory(access, one.id.slice(0, common)))).toMatchObject({
      code: "INPUT_ERROR",
      details: { got: expect.stringContaining(one.id) },
    });
    expect(await failing(findMemory(access, one.id.slice(0, 5)))).toMatchObject({ code: "INPUT_ERROR" });
    expect(await failing(findMemory(access, "%_%_%_%_"))).toMatchObject({ code: "NOT_FOUND" });
    expect([one.id, "01abcdef", "ABCDEF"].map(mayBeMemoryId)).toEqual([true, true, true]);
    expect(["01abc", "use-sqlite", "decisions/x.json", `${one.id}0`].map(mayBeMemoryId)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test("by a session only if it may see it", async () => {
    await using scene = openScene();
    const mine = await remember(scene.as(session("s1")), {
      text: "The user asked for a retry of failed webhooks",
      type: "episodic",
    });
    const id = mine.memory?.id ?? "";
    const [own, other] = [scene.as(session("s1")), scene.as(session("s2"))];
    expect((await findMemory(own, id)).id).toBe(id);
    for (const work of [
      findMemory(other, id),
      forget(other, [id]),
      updateMemory(other, id, { importance: 1 }),
      related(other, id),
    ])
      expect(await failing(work)).toMatchObject({ code: "NOT_FOUND" });
    expect(await listMemories(other, {})).toEqual([]);
    expect(await listMemories(scene.as(), {})).toHaveLength(1);
  });
});

test("what takes the place of another is seen by those who saw that", async () => {
  await using scene = openScene();
  const old = await remember(scene.as(session("s1")), {
    text: "The release went out on the first of the month",
    type: "episodic",
    scope: "project",
  });
  const { memory, superseded } = await remember(scene.as(session("s2")), {
    text: "The release went out on the second of the month after all",
    supersedes: old.memory?.id ?? "",
  });
  expect(superseded).toBe(old.memory?.id ?? "");
  expect(memory).toMatchObject({ type: "episodic", scope: "project" });
});

test("what is said again for more to see is seen by them", async () => {
  await using scene = openScene();
  const text = "The release went out on the first of the month";
  await remember(scene.as(session("s1")), { text, type: "episodic" });
  const again = await remember(scene.as(session("s1")), { text, type: "episodic", scope: "project" });
  expect(again).toMatchObject({ stored: false });
  expect(await listMemories(scene.as(session("s2")), {})).toHaveLength(1);
});

test("links to what a session may not see are left out for it", async () => {
  await using scene = openScene();
  const { memory: theirs } = await remember(scene.as(session("s1")), {
    text: "The user asked for a retry of failed webhooks",
    type: "episodic",
  });
  const { memory: rule } = await remember(scene.as(), {
    text: "Webhooks need an idempotency key to be retried",
    type: "semantic",
  });
  await linkMemories(scene.as(), { from: theirs?.id ?? "", to: rule?.id ?? "", type: "reinforces" });
  expect((await related(scene.as(session("s1")), rule?.id ?? "")).links).toHaveLength(1);
  expect((await related(scene.as(session("s2")), rule?.id ?? "")).links).toEqual([]);
});

test("recall within the last days leaves out what is older", async () => {
  await using scene = openScene();
  const today = scene.now;
  scene.now = new Date(today.getTime() - 30 * DAY_MS);
  await remember(scene.as(), { text: "Old discussion of the release from last month", type: "episodic" });
  scene.now = today;
  await remember(scene.as(), { text: "Recent discussion of the release from today", type: "episodic" });
  const week = new Date(today.getTime() - 7 * DAY_MS).toISOString();
  const found = await recallItems(scene.as(), { query: "discussion of the release", since: week });
  expect(
    found.items.map(
      ({ item }) => item.kind === "memory" && item.memory.type === "episodic" && item.memory.content,
    ),
  ).toEqual(["Recent discussion of the release from today"]);
});

test("recall of one type gives only that", async () => {
  await using scene = openScene();
  const access = scene.as(session("s1"));
  const texts = {
    episodic: "The user asked about the release of the ledger",
    semantic: "The release of the ledger always needs a second look",
    prospective: "Announce the release of the ledger after the review",
    procedural: "How to release the ledger: build it, tag it, push it",
  } as const;
  for (const [type, text] of Object.entries(texts))
    await remember(access, { text, type: type as keyof typeof texts });
  await createWorking(access, { content: "Preparing the release of the ledger" });
  for (const type of ["episodic", "semantic", "prospective", "procedural"] as const) {
    const { items } = await recallItems(access, { query: "release of the ledger", types: [type] });
    expect(items.map(({ item }) => item.kind === "memory" && item.memory.type)).toEqual([type]);
  }
  const { text, items } = await recallItems(access, { query: "release of the ledger", types: ["working"] });
  expect(items).toEqual([]);
  expect(text).toContain("Preparing the release of the ledger");
});

test("working memory by hand is the session's own until it is cleared, and is kept then", async () => {
  await using scene = openScene();
  const [own, other] = [scene.as(session("s1")), scene.as(session("s2"))];
  await createWorking(own, { content: "Currently editing auth.ts", task: "auth-123" });
  await createWorking(own, { content: "Currently reading db.ts", task: "db-7" });
  expect(await openWorking(other)).toEqual([]);
  expect(await clearWorking(other)).toBe(0);
  expect(await openWorking(own, "auth-123")).toHaveLength(1);
  expect(await clearWorking(own, "auth-123")).toBe(1);
  expect((await openWorking(own)).map(({ todo_id }) => todo_id)).toEqual(["db-7"]);
  const kept = await listMemories(own, { types: ["working"] });
  expect(kept.filter((memory) => "cleared_at" in memory)).toMatchObject([{ todo_id: "auth-123" }]);
  expect(kept).toHaveLength(2);
});
