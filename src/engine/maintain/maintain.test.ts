import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EngineStage, openEngine, put } from "../../../test/support/engine.ts";
import { archive } from "../../memory/lifecycle.ts";
import type { Memory, ProspectiveMemory } from "../../memory/types.ts";
import { DAY_MS } from "../../record/time.ts";
import type { Job } from "../../store/job-port.ts";
import { sampleRecord } from "../../store/sample.ts";
import { accept } from "../inbox/decide.ts";
import { atDesk } from "../inbox/desk.ts";
import { idleMemories, unsettledRecords } from "../inbox/leeches.ts";
import { endIntention } from "../intentions/intentions.ts";
import { GiveUp } from "../worker/job.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { BY_ITSELF } from "./age-memories.ts";
import { type Maintained, maintain, maintainJob } from "./maintain.ts";

const ws = (stage: EngineStage): Workspace => openWorkspace(stage.host, stage.project);
const jobOf = (stage: EngineStage, more: Partial<Job> = {}): Job => ({
  kind: "maintain",
  project: stage.view().project.id,
  subject: "",
  payload: { folder: stage.project },
  state: "leased",
  due: stage.now.toISOString(),
  attempts: 1,
  created_at: stage.now.toISOString(),
  ...more,
});
const work = (
  stage: EngineStage,
  more: Partial<Job> = {},
  signal = new AbortController().signal,
): Promise<void> =>
  stage.store((store) =>
    maintainJob({ job: jobOf(stage, more), host: stage.host, store, formats: new Map(), signal }),
  );
const run = (stage: EngineStage): Promise<Maintained> =>
  stage.store((store) => maintain(ws(stage), store, { limits: BY_ITSELF }));
const later = (stage: EngineStage, days: number): void => {
  stage.now = new Date(stage.now.getTime() + days * DAY_MS);
};

function plant(stage: EngineStage, path: string, record: object): void {
  const file = join(stage.project, ".claude/memory", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(record));
}

describe("looking after a project", () => {
  test("is done once a day, and tells what it did", async () => {
    using stage = openEngine();
    const old = await put(stage, { type: "semantic", content: "The importer ran on Perl" });
    await stage.store(({ memories }) => memories.put([archive(old, stage.now)]));
    later(stage, 31);
    await work(stage);
    expect(stage.traced.map(({ message }) => message)).toEqual([
      `deleted what was put away long ago: ${old.id}`,
    ]);
    const other = await put(stage, { type: "semantic", content: "The exporter ran on Perl" });
    await stage.store(({ memories }) => memories.put([archive(other, new Date(0))]));
    await stage.store(({ memories }) =>
      memories.put([{ ...archive(other, stage.now), updated_at: old.updated_at }]),
    );
    later(stage, 0.5);
    await work(stage);
    expect(await stage.all("semantic")).toHaveLength(1);
    later(stage, 0.5);
    await work(stage);
    expect(await stage.all("semantic")).toEqual([]);
  });

  test("is left to hands where it is switched off", async () => {
    using stage = openEngine();
    const old = await put(stage, { type: "semantic", content: "The importer ran on Perl" });
    await stage.store(({ memories }) => memories.put([archive(old, stage.now)]));
    stage.configure({ memory: { maintenance: false } });
    later(stage, 31);
    await work(stage);
    expect(await stage.all("semantic")).toHaveLength(1);
  });

  test("that is told to stop does the rest the next time, and nothing twice", async () => {
    using stage = openEngine();
    const FLAKY = "The checkout test failed since the browser timed out";
    for (const session of ["a", "b", "c"])
      await put(stage, { type: "episodic", content: FLAKY, importance: 7 }, session);
    const stop = new AbortController();
    stop.abort();
    await work(stage, {}, stop.signal);
    expect(await stage.all("semantic")).toEqual([]);
    await work(stage);
    await run(stage);
    expect(await stage.all("semantic")).toHaveLength(1);
  });

  test("gives up on a folder that is another project by now", async () => {
    using stage = openEngine();
    await expect(work(stage, { project: "gone" })).rejects.toBeInstanceOf(GiveUp);
    await expect(work(stage, { payload: {} })).rejects.toBeInstanceOf(GiveUp);
  });
});

test("events of three sessions that decide the same end in the inbox as a decision", async () => {
  using stage = openEngine();
  const decided = "We decided to keep jobs in Postgres because backups are there already";
  for (const session of ["a", "b", "c"])
    await put(
      stage,
      { type: "episodic", event_type: "decision", content: decided, importance: 7, tags: ["decision"] },
      session,
    );
  const { aged, proposed } = await run(stage);
  expect(aged.promoted).toHaveLength(1);
  expect(proposed).toMatchObject([{ body: { draft: { category: "decision" } } }]);
});

describe("the last session that mattered", () => {
  const happened = (stage: EngineStage, content: string, more: object, session = "s9"): Promise<Memory> =>
    put(stage, { type: "episodic", content, importance: 7, ...more }, session);

  test("is proposed as a summary: what was asked, what was done, what is still to do", async () => {
    using stage = openEngine();
    await stage.hook("SessionStart", { source: "startup", session_id: "s9" });
    await happened(stage, "The user asked for an export of invoices", { event_type: "user_query" });
    await happened(stage, "The export streams rows in chunks", { event_type: "decision" });
    await happened(stage, "The export is done and tested", {
      event_type: "agent_response",
      emotional_valence: 2,
    });
    await put(stage, { type: "prospective", content: "Add a progress bar to the export" }, "s9");
    expect((await run(stage)).proposed).toEqual([]); // it may still go on
    later(stage, 1);
    const [proposal] = (await run(stage)).proposed;
    expect(proposal?.body.draft).toMatchObject({
      category: "session_summary",
      content: {
        goal: "The user asked for an export of invoices",
        outcome: "success",
        completed: ["The export streams rows in chunks", "The export is done and tested"],
        next_actions: ["Add a progress bar to the export"],
      },
    });
    const { state } = await atDesk(ws(stage), (desk) => accept(desk, proposal?.id ?? ""));
    expect(state).toBe("accepted");
  });

  test("takes the place of the one before that nobody decided on", async () => {
    using stage = openEngine();
    for (const session of ["s8", "s9"]) {
      await stage.hook("SessionStart", { source: "startup", session_id: session });
      for (const what of ["importer", "exporter", "scheduler"])
        await happened(
          stage,
          `The ${what} of ${session} was rewritten in Rust`,
          { event_type: "agent_response" },
          session,
        );
      later(stage, 1);
      expect((await run(stage)).proposed).toHaveLength(1);
    }
    const { project } = stage.view();
    const counts = await stage.store(({ proposals }) => proposals.counts(project.id));
    expect([...counts]).toEqual([
      ["open", 1],
      ["withdrawn", 1],
    ]);
  });
});

describe("intentions and records", () => {
  test("what the last summary says is next is intended once, and not again when it is done", async () => {
    using stage = openEngine();
    plant(
      stage,
      "sessions/exports.json",
      sampleRecord("exports", {
        category: "session_summary",
        title: "Exports",
        updated_at: stage.now.toISOString(),
        content: {
          goal: "Exports",
          outcome: "partial",
          completed: [],
          next_actions: ["Add a progress bar to the export"],
        },
      }),
    );
    const { intended } = await run(stage);
    expect(intended).toHaveLength(1);
    const [intention] = await stage.all("prospective");
    expect(intention).toMatchObject({
      content: "Add a progress bar to the export",
      scope: "project",
      provenance: { by: "promotion", why: "Next action of sessions/exports.json" },
    });
    await endIntention(stage.view(), intention?.id ?? "", "completed");
    expect((await run(stage)).intended).toEqual([]);
  });

  const debt = async (stage: EngineStage): Promise<{ memory: ProspectiveMemory; path: string }> => {
    const memory = await put(stage, {
      type: "prospective",
      content: "Replace the hand-written CSV parser",
      importance: 7,
      recurrence_sessions: ["s1", "s2", "s3"],
    });
    const [proposal] = (await run(stage)).proposed;
    const { result = "" } = await atDesk(ws(stage), (desk) => accept(desk, proposal?.id ?? ""));
    return { memory: memory as ProspectiveMemory, path: result };
  };

  test("what three sessions put off becomes a debt, and is done when the debt is paid", async () => {
    using stage = openEngine();
    const { memory, path } = await debt(stage);
    const view = ws(stage);
    const stored = view.files.read(path);
    if (!stored || !("record" in stored)) throw new Error("no record");
    expect(stored.record.content).toMatchObject({ status: "open", description: memory.content });
    later(stage, 1);
    plant(stage, path, { ...stored.record, content: { ...stored.record.content, status: "resolved" } });
    expect((await run(stage)).ended).toEqual([memory.id]);
    expect(await stage.all("prospective")).toMatchObject([{ id: memory.id, state: "completed" }]);
  });

  test("the intention that ends first has the debt's change proposed", async () => {
    using stage = openEngine();
    const { memory, path } = await debt(stage);
    await endIntention(stage.view(), memory.id, "cancelled");
    await run(stage);
    const { project } = stage.view();
    const [proposal] = await stage.store(({ proposals }) => proposals.list(project.id, ["open"], 10));
    await atDesk(ws(stage), (desk) => accept(desk, proposal?.id ?? ""));
    const stored = ws(stage).files.read(path);
    expect(stored && "record" in stored && stored.record.content.status).toBe("wont_fix");
  });
});

describe("leeches", () => {
  test("are memories that were shown again and again to no use", async () => {
    using stage = openEngine();
    const memory = await put(stage, { type: "semantic", content: "Webhooks arrive out of order" });
    const { project } = stage.view();
    const show = (n: number) => ({
      session: "s1",
      item: memory.id,
      version: memory.content_hash,
      place: "prompt",
      score: 1,
      characters: 10,
      tokens: 3,
      at: new Date(stage.now.getTime() + n).toISOString(),
    });
    await stage.store(async (store) => {
      for (let n = 0; n < 8; n += 1) {
        expect(await idleMemories(stage.view(), store)).toEqual([]);
        await store.ledger.addInjections(project.id, [show(n)]);
        await store.ledger.judge(project.id, "s1", []);
      }
      expect(await idleMemories(stage.view(), store)).toMatchObject([
        { ref: memory.id, why: "shown 8 times in a row to no use" },
      ]);
      await store.ledger.addInjections(project.id, [show(9)]);
      await store.ledger.judge(project.id, "s1", [memory.id]);
      expect(await idleMemories(stage.view(), store)).toEqual([]);
    });
  });

  test("are records that go back and forth", () => {
    const change = (old_value: string, new_value: string, n: number) => ({
      date: `2026-03-0${n}T00:00:00Z`,
      summary: "Changed",
      field: "content.decision",
      old_value,
      new_value,
    });
    const record = sampleRecord("queue", { changes: [change("a", "b", 1), change("b", "a", 2)] });
    expect(unsettledRecords([{ path: "decisions/queue.json", record }])).toMatchObject([
      { ref: "decisions/queue.json", why: "content.decision went back to an earlier value" },
    ]);
    expect(unsettledRecords([{ path: "x", record: { ...record, record_status: "retired" } }])).toEqual([]);
  });
});
