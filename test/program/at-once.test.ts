/** Processes that work on the same memories at the same time: what one did, the other must not undo. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProject } from "../../src/host/project.ts";
import type { MemoryOf, MemoryType } from "../../src/memory/types.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { openStage, pluginOfThisFile, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();

async function all<T extends MemoryType>(stage: Stage, type: T): Promise<MemoryOf<T>[]> {
  const store = openSqliteStore({ path: stage.database });
  const from = { project: findProject(stage.project).id, session: "" };
  const found = await store.memories.find(from, { types: [type], everySession: true, limit: 1_000 });
  await store.close();
  return found as MemoryOf<T>[];
}

const used = (stage: Stage, tool_name: string, tool_input: object, tool_response = {}): Promise<unknown> =>
  stage.hook("PostToolUse", { tool_name, tool_input, tool_response });

const NUMBERS = ["1", "2", "3", "4", "5", "6"];

test("tasks that a client ends all at once are all over, and told once", async () => {
  using stage = openStage(plugin());
  await stage.hook("SessionStart", { source: "startup" });
  await Promise.all(
    NUMBERS.map((id) => used(stage, "TaskCreate", { subject: `Part ${id}` }, { task: { id } })),
  );
  expect(await all(stage, "working")).toHaveLength(NUMBERS.length);
  await Promise.all(
    NUMBERS.map((taskId) => used(stage, "TaskUpdate", { taskId, status: "completed" }, { success: true })),
  );
  const working = await all(stage, "working");
  expect(working.map(({ cleared_reason }) => cleared_reason)).toEqual(NUMBERS.map(() => "completed"));
  expect(await all(stage, "episodic")).toHaveLength(1);
  expect(stage.trace()).toEqual([]);
});

test("reminders that are kept all at once are all waited for", async () => {
  using stage = openStage(plugin());
  await stage.hook("SessionStart", { source: "startup" });
  await Promise.all(
    NUMBERS.map((n) => stage.json(["remind", `Bump chart number ${n}`, "--when", `npm run release${n}`])),
  );
  const folder = join(stage.home, ".local/share/recollect/recollect.db-triggers");
  const waiting = readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  expect(waiting).toHaveLength(NUMBERS.length);
});

test("the same, remembered all at once, is remembered once", async () => {
  using stage = openStage(plugin());
  await stage.hook("SessionStart", { source: "startup" });
  const text = "Webhooks arrive out of order, so sort them by their sequence number";
  await Promise.all(NUMBERS.map(() => stage.json(["remember", text, "--type", "semantic"])));
  await Promise.all(NUMBERS.map(() => stage.json(["remind", "Measure the retry queue", "--at", "tomorrow"])));
  expect(await all(stage, "semantic")).toHaveLength(1);
  expect(await all(stage, "prospective")).toHaveLength(1);
});
