import { expect, test } from "bun:test";
import { type EngineStage, openEngine } from "../../../test/support/engine.ts";
import { createMemory } from "../../memory/create.ts";
import type { Memory, Provenance } from "../../memory/types.ts";
import { openWorkspace } from "../workspace.ts";
import { saveDrafts } from "./save.ts";

const BEFORE =
  "Decided to keep jobs in Postgres (SKIP LOCKED) instead of adding Redis, because Postgres is there.";
const REVERSED = {
  category: "decision",
  summary: "Jobs move from Postgres to Redis Streams",
  title: "Job queue: Redis Streams instead of Postgres",
  tags: ["queue"],
  content: {
    status: "accepted",
    context: "Two million month-end jobs slowed everything down",
    decision: "Keep jobs in Redis Streams instead of Postgres",
    rationale: ["Streams keep up with two million jobs"],
  },
};

async function told(stage: EngineStage, provenance: Provenance): Promise<Memory> {
  const at = { session: "s1", agent: "main", now: stage.now, random: new Uint8Array(10) };
  const memory = createMemory(
    { type: "episodic", event_type: "decision", scope: "project", content: BEFORE, provenance },
    { project: stage.view().project.id, ...at },
  );
  await stage.store(({ memories }) => memories.put([memory]));
  return memory;
}

async function reverse(stage: EngineStage): Promise<string> {
  stage.now = new Date(stage.now.getTime() + 3_600_000);
  const { results } = await saveDrafts(openWorkspace(stage.host, stage.project), { drafts: [REVERSED] });
  expect(results).toMatchObject([{ status: "created" }]);
  return results[0]?.target?.replace(".claude/memory/", "") ?? "";
}

const now = async (stage: EngineStage, { id, project }: Memory): Promise<Memory | undefined> =>
  (await stage.store(({ memories }) => memories.get(project, [id])))[0];
const open = (stage: EngineStage) =>
  stage.store(({ proposals }) => proposals.list(stage.view().project.id, ["open"], 10));

test("a record that says otherwise takes the place of what was captured", async () => {
  using stage = openEngine();
  const memory = await told(stage, { by: "capture", session: "s1", turn: 1 });
  const path = await reverse(stage);
  expect(await now(stage, memory)).toMatchObject({ status: "superseded", superseded_by: path });
  expect(await open(stage)).toEqual([]);
});

test("what a person said is not overruled: they are asked", async () => {
  using stage = openEngine();
  const memory = await told(stage, { by: "person" });
  const path = await reverse(stage);
  expect(await now(stage, memory)).toMatchObject({ status: "active" });
  expect(await open(stage)).toMatchObject([{ kind: "conflict", sources: [path, memory.id] }]);
});
