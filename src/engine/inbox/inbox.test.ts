import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type EngineStage, openEngine, put } from "../../../test/support/engine.ts";
import type { MemoryDraft } from "../../memory/create.ts";
import { isRecallable } from "../../memory/lifecycle.ts";
import type { Memory, SemanticMemory } from "../../memory/types.ts";
import { DAY_MS } from "../../record/time.ts";
import type { ProjectRecord } from "../../record/types.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { sampleRecord } from "../../store/sample.ts";
import { BY_ITSELF } from "../maintain/age-memories.ts";
import { undoLast } from "../maintain/collect.ts";
import { type Maintained, maintain } from "../maintain/maintain.ts";
import { forget } from "../memories/change.ts";
import { remember } from "../memories/remember.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { accept, edit, reject } from "./decide.ts";
import { atDesk } from "./desk.ts";
import { inboxOf } from "./items.ts";

const RULE = "Always run the migration dry first, because staging has no backups";
const PERSON = { name: "cli", isPerson: true } as const;

const ws = (stage: EngineStage): Workspace => openWorkspace(stage.host, stage.project);
const run = (stage: EngineStage): Promise<Maintained> =>
  stage.store((store) => maintain(ws(stage), store, { limits: BY_ITSELF }));

const rule = (content = RULE, more: Partial<SemanticMemory> = {}): MemoryDraft => ({
  type: "semantic",
  content,
  category: "principle",
  confidence: 0.8,
  importance: 8,
  source_sessions: ["s1", "s2", "s3"],
  evidence_count: 3,
  ...more,
});
const read = async (stage: EngineStage, { id, project }: Memory): Promise<Memory | undefined> =>
  (await stage.store(({ memories }) => memories.get(project, [id])))[0];
const open = (stage: EngineStage): Promise<Proposal[]> =>
  stage.store(({ proposals }) => proposals.list(stage.view().project.id, ["open"], 100));
const everyProposal = (store: Store, project: string): Promise<Proposal[]> =>
  store.proposals.list(project, ["open", "accepted", "rejected", "withdrawn"], 1_000);
const recordAt = (stage: EngineStage, path = ""): ProjectRecord =>
  JSON.parse(readFileSync(join(stage.project, ".claude/memory", path), "utf8"));
const said = async (stage: EngineStage, text: string, more: object = {}): ReturnType<typeof remember> =>
  stage.store((store) =>
    remember({ view: stage.view(), store, caller: PERSON }, { text, type: "semantic", ...more }),
  );

describe("a memory that could be a record", () => {
  test.each([
    ["constraint", "The export must not hold more than 500 rows", {}],
    ["decision", "We chose Postgres for the job queue because backups were there", {}],
    ["preference", "Name test files after what they test", { tags: ["preference"] }],
    ["runbook", "The build failed with ENOSPC. Fixed by pruning the docker cache.", { tags: ["fix"] }],
  ])("is proposed as a %s, which can be written", async (category, content, more) => {
    using stage = openEngine();
    const memory = await put(stage, rule(content, more));
    const { proposed } = await run(stage);
    expect(proposed.map(({ body }) => (body.draft as { category: string }).category)).toEqual([category]);
    const { result, state } = await atDesk(ws(stage), (desk) => accept(desk, proposed[0]?.id ?? ""));
    expect(state).toBe("accepted");
    expect(recordAt(stage, result)).toMatchObject({ category, record_status: "active" });
    expect(await read(stage, memory)).toMatchObject({ promoted_to: result as string });
    expect(await open(stage)).toEqual([]);
  });

  test("is a procedure that three sessions taught, with its steps", async () => {
    using stage = openEngine();
    await put(stage, {
      type: "procedural",
      procedure_name: "Rotate the signing key",
      steps: ["Make a new key", "Publish it", "Retire the old one after a day"],
      success_conditions: ["Old tokens are refused"],
      source_sessions: ["s1", "s2", "s3"],
      importance: 7,
    });
    const [proposal] = (await run(stage)).proposed;
    const { result } = await atDesk(ws(stage), (desk) => accept(desk, proposal?.id ?? ""));
    expect(recordAt(stage, result).content).toMatchObject({
      trigger: "Rotate the signing key",
      steps: ["Make a new key", "Publish it", "Retire the old one after a day"],
      verification: "Old tokens are refused",
    });
  });

  test.each([
    ["too few sessions speak for", { evidence_count: 2 }],
    ["is not sure enough", { confidence: 0.69 }],
    ["matters too little", { importance: 5 }],
    ["is a fact", { category: "fact" as const }],
    ["is of all the user's projects", { scope: "user" as const }],
    ["is put away", { status: "archived" as const }],
    ["nobody has judged", { status: "staged" as const }],
  ])("is none that %s", async (_, more) => {
    using stage = openEngine();
    await put(stage, rule(RULE, more));
    expect((await run(stage)).proposed).toEqual([]);
  });

  test("is proposed once, and not once more in other words", async () => {
    using stage = openEngine();
    await put(stage, rule());
    expect((await run(stage)).proposed).toHaveLength(1);
    await put(stage, rule("Always run the migration dry first, as staging has no backups at all"));
    expect((await run(stage)).proposed).toEqual([]);
    expect(await open(stage)).toHaveLength(1);
  });

  test("does not come back once it was rejected, nor does what says nearly the same; what says the opposite does", async () => {
    using stage = openEngine();
    const memory = await put(stage, rule());
    const [proposal] = (await run(stage)).proposed;
    await atDesk(ws(stage), (desk) => reject(desk, proposal?.id ?? "", "not ours"));
    await put(stage, rule("Always run migrations dry first because staging has no backups"));
    expect((await run(stage)).proposed).toEqual([]);
    expect(await read(stage, memory)).toEqual(memory);
    const [rejected] = await stage.store((store) => everyProposal(store, memory.project));
    expect(rejected).toMatchObject({ state: "rejected", reason: "not ours" });
  });

  test("is not asked about in a category that is switched off, nor where promotion is", async () => {
    using stage = openEngine();
    await put(stage, rule());
    stage.configure({ memory: { promotion: "off" } });
    expect((await run(stage)).proposed).toEqual([]);
    stage.configure({ categories: { preference: { enabled: false } } });
    expect((await run(stage)).proposed).toEqual([]);
  });

  test("is a record at once where the configuration says so, and is taken back for good", async () => {
    using stage = openEngine();
    stage.prefer({ memory: { promotion: "automatic" } });
    const memory = await put(stage, rule());
    const { recorded } = await run(stage);
    expect(recordAt(stage, recorded[0]).category).toBe("preference");
    const undone = await undoLast(ws(stage));
    expect(undone.restored).toEqual([memory.id]);
    expect(await read(stage, memory)).toEqual(memory);
    expect((await run(stage)).recorded).toEqual([]);
  });

  test("is none because a repository says so: what is private goes into git by its person's word only", async () => {
    using stage = openEngine();
    stage.configure({ memory: { promotion: "automatic" }, auto_commit: true });
    await put(stage, rule());
    const { recorded, proposed } = await run(stage);
    expect([recorded.length, proposed.length]).toEqual([0, 1]);
  });

  test("can be changed before it is accepted", async () => {
    using stage = openEngine();
    await put(stage, rule());
    const [proposal] = (await run(stage)).proposed;
    const id = proposal?.id ?? "";
    await atDesk(ws(stage), (desk) =>
      edit(desk, id, { title: "Dry runs first", content: { strength: "strong" } }),
    );
    await expect(atDesk(ws(stage), (desk) => edit(desk, id, { category: "nonsense" }))).rejects.toMatchObject(
      {
        code: "VALIDATION_ERROR",
      },
    );
    const { result } = await atDesk(ws(stage), (desk) => accept(desk, id.slice(0, 12)));
    expect(recordAt(stage, result)).toMatchObject({
      title: "Dry runs first",
      content: { strength: "strong" },
    });
    expect((await run(stage)).proposed).toEqual([]);
  });

  test("that no record can be written of stays in the inbox, and says why", async () => {
    using stage = openEngine();
    const memory = await put(stage, rule());
    const [proposal] = (await run(stage)).proposed;
    const id = proposal?.id ?? "";
    await atDesk(ws(stage), (desk) => edit(desk, id, { content: { strength: "iron" } }));
    await expect(atDesk(ws(stage), (desk) => accept(desk, id))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    expect(await open(stage)).toHaveLength(1);
    expect(await read(stage, memory)).toEqual(memory);
  });

  test("is withdrawn when it is said otherwise, and nothing of it is kept when it is forgotten", async () => {
    using stage = openEngine();
    const changing = await put(stage, rule());
    const leaving = await put(stage, rule("Never call the payment sandbox from the CI runners"));
    expect((await run(stage)).proposed).toHaveLength(2);
    await stage.store(({ memories }) =>
      memories.put([
        { ...(changing as SemanticMemory), content: "Run it wet", content_hash: "f".repeat(64) },
      ]),
    );
    await stage.store((store) => forget({ view: stage.view(), store, caller: PERSON }, [leaving.id]));
    expect((await run(stage)).withdrawn).toHaveLength(1);
    expect(await open(stage)).toEqual([]);
    const kept = await stage.store((store) => everyProposal(store, leaving.project));
    expect(kept.map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
    expect(JSON.stringify(kept)).not.toContain("sandbox");
  });

  test("rejected and then forgotten leaves no word, and still does not come back", async () => {
    using stage = openEngine();
    const memory = await put(stage, rule());
    const [proposal] = (await run(stage)).proposed;
    await atDesk(ws(stage), (desk) => reject(desk, proposal?.id ?? ""));
    await stage.store((store) => forget({ view: stage.view(), store, caller: PERSON }, [memory.id]));
    expect(JSON.stringify(await stage.store((store) => everyProposal(store, memory.project)))).not.toContain(
      "dry",
    );
    await put(stage, rule());
    expect((await run(stage)).proposed).toEqual([]);
  });

  test("that a process took and did not finish waits again", async () => {
    using stage = openEngine();
    const { project } = await put(stage, rule());
    const [proposal] = (await run(stage)).proposed;
    const decision = { state: "accepted", decided_at: stage.now.toISOString() } as const;
    await stage.store(({ proposals }) => proposals.decide(project, proposal?.id ?? "", decision));
    await run(stage);
    expect(await open(stage)).toEqual([]);
    stage.now = new Date(stage.now.getTime() + DAY_MS);
    await run(stage);
    expect(await open(stage)).toHaveLength(1);
  });
});

describe("a promotion that updates a record", () => {
  test("is taken back to what the record said", async () => {
    using stage = openEngine();
    const memory = await put(
      stage,
      rule("Name test files after what they test, because they are found so", {
        concept: "Names of test files",
        tags: ["preference"],
      }),
    );
    const [proposal] = (await run(stage)).proposed;
    const first = await atDesk(ws(stage), (desk) => accept(desk, proposal?.id ?? ""));
    const before = recordAt(stage, first.result);
    const again = await put(
      stage,
      rule("Name test files after what they test, and put them beside the code", {
        concept: "Names of test files",
        tags: ["preference"],
        evidence_count: 5,
      }),
    );
    stage.now = new Date(stage.now.getTime() + DAY_MS);
    const [second] = (await run(stage)).proposed;
    {
      if (!second) throw new Error("nothing proposed");
      const updated = await atDesk(ws(stage), (desk) => accept(desk, second.id));
      expect(updated.result).toBe(first.result as string);
      const undone = await undoLast(ws(stage), second.id);
      expect(undone.restored).toEqual([again.id]);
      expect(recordAt(stage, first.result).content).toEqual(before.content);
    }
    expect(await read(stage, memory)).toMatchObject({ promoted_to: first.result as string });
  });
});

describe("what contradicts each other", () => {
  const OLD = "The staging database listens on port 5432";
  const NEW = "The staging database listens on port 6432";

  test("is linked and put before a person, once", async () => {
    using stage = openEngine();
    const old = (await said(stage, OLD)).memory as Memory;
    const { memory, against } = await said(stage, NEW);
    expect(against).toEqual([old.id]);
    const [proposal, ...others] = await open(stage);
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({ kind: "conflict", sources: [memory?.id ?? "", old.id] });
    expect((await run(stage)).conflicts).toEqual([]);
  });

  test.each([
    ["newer", "superseded", "active"],
    ["older", "active", "superseded"],
    ["both", "active", "active"],
  ] as const)("is decided: %s holds", async (keep, older, newer) => {
    using stage = openEngine();
    const old = (await said(stage, OLD)).memory as Memory;
    const { memory } = await said(stage, NEW);
    const [proposal] = await open(stage);
    await atDesk(ws(stage), (desk) => accept(desk, proposal?.id ?? "", keep));
    expect([(await read(stage, old))?.status, (await read(stage, memory as Memory))?.status]).toEqual([
      older,
      newer,
    ]);
    stage.now = new Date(stage.now.getTime() + DAY_MS);
    expect((await run(stage)).conflicts).toEqual([]);
  });

  test("is not asked about where a person puts it right: the older is superseded at once", async () => {
    using stage = openEngine();
    const old = (await said(stage, OLD)).memory as Memory;
    const { memory, corrected } = await said(stage, `No, ${NEW.replace("The", "the")}`);
    expect(corrected).toEqual([old.id]);
    expect(await read(stage, old)).toMatchObject({ status: "superseded", superseded_by: memory?.id ?? "" });
    expect(await open(stage)).toEqual([]);
  });

  test("is found between a memory and a record by maintenance, and the record can yield", async () => {
    using stage = openEngine();
    const view = ws(stage);
    view.files.ensure();
    const record = sampleRecord("port-of-staging", {
      title: OLD,
      category: "constraint",
      content: { kind: "technical", rule: OLD, impact: ["none"], severity: "low", active: true },
    });
    await Bun.write(
      join(stage.project, ".claude/memory/constraints/port-of-staging.json"),
      JSON.stringify(record),
    );
    await said(stage, NEW);
    const { conflicts } = await run(stage);
    expect(conflicts).toHaveLength(1);
    await atDesk(ws(stage), (desk) => accept(desk, conflicts[0]?.id ?? ""));
    expect(recordAt(stage, "constraints/port-of-staging.json").record_status).toBe("retired");
  });

  test("keeps a promotion waiting until it is decided", async () => {
    using stage = openEngine();
    await put(stage, rule("Always squash commits before merging"));
    await run(stage);
    const [promotion] = await open(stage);
    await said(stage, "Never squash commits before merging");
    const conflict = (await open(stage)).find(({ kind }) => kind === "conflict");
    const attempt = atDesk(ws(stage), (desk) => accept(desk, promotion?.id ?? ""));
    await expect(attempt).rejects.toMatchObject({ code: "OCC_CONFLICT" });
    await atDesk(ws(stage), (desk) => accept(desk, conflict?.id ?? "", "older"));
    const { state } = await atDesk(ws(stage), (desk) => accept(desk, promotion?.id ?? ""));
    expect(state).toBe("accepted");
  });

  test("stands together in recall: the newer first, and both say so", async () => {
    using stage = openEngine();
    await said(stage, OLD);
    stage.now = new Date(stage.now.getTime() + DAY_MS);
    await said(stage, NEW);
    const { context = "" } = await stage.hook("UserPromptSubmit", {
      prompt: "Which port does the staging database listen on?",
    });
    expect(context.indexOf("6432")).toBeLessThan(context.indexOf("5432 (contradicted on 2026-03-03"));
    expect(context).toContain("(newer than, and against: “The staging database listens on port 5432”)");
  });
});

describe("what nobody could judge", () => {
  test("waits in the inbox, and is recalled or turned away", async () => {
    using stage = openEngine();
    const [one, two] = [
      await put(stage, { ...rule("Use the blue queue"), status: "staged" }),
      await put(stage, { ...rule("Use the red queue"), status: "staged" }),
    ];
    const waiting = await atDesk(ws(stage), ({ ws: view, store }) => inboxOf(view, store));
    expect(waiting.map(({ kind }) => kind)).toEqual(["staged", "staged"]);
    await atDesk(ws(stage), (desk) => accept(desk, one.id));
    await atDesk(ws(stage), (desk) => reject(desk, two.id, "wrong colour"));
    expect([(await read(stage, one))?.status, (await read(stage, two))?.status]).toEqual([
      "active",
      "rejected",
    ]);
    expect(
      await stage.store(({ memories }) => memories.refused(two.project, [two.content_hash])),
    ).toMatchObject([{ reason: "wrong colour" }]);
  });
});

describe("the promotion of a memory, whatever is done to it", () => {
  type Act = "maintain" | "accept" | "reject" | "undo" | "contradict" | "settle" | "wait";
  const acts = fc.array(
    fc.constantFrom<Act>(
      "maintain",
      "maintain",
      "accept",
      "accept",
      "reject",
      "undo",
      "contradict",
      "settle",
      "wait",
    ),
    { maxLength: 12 },
  );

  test("happens once at most, never while it is contradicted, never after it was rejected, and can be undone exactly", async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (list) => {
        using stage = openEngine();
        const before = await put(stage, rule("Always squash commits before merging"));
        let rejected = false;
        let contradicted = false;
        for (const act of list) {
          const promotion = (await open(stage)).find(({ kind }) => kind === "promotion");
          const conflict = (await open(stage)).find(({ kind }) => kind === "conflict");
          if (act === "maintain") {
            const { proposed } = await run(stage);
            if (rejected || contradicted) expect(proposed).toEqual([]);
          }
          if (act === "accept" && promotion) {
            const done = await atDesk(ws(stage), (desk) => accept(desk, promotion.id)).then(
              () => true,
              () => false,
            );
            expect(done).toBe(!contradicted);
          }
          if (act === "reject" && promotion) {
            await atDesk(ws(stage), (desk) => reject(desk, promotion.id));
            rejected = true;
          }
          if (act === "undo" && (await read(stage, before))?.promoted_to !== undefined) {
            await undoLast(ws(stage));
            expect(await read(stage, before)).toEqual(before);
          }
          if (
            act === "contradict" &&
            !contradicted &&
            isRecallable((await read(stage, before)) ?? before, stage.now)
          ) {
            const { against } = await said(stage, "Never squash commits before merging");
            contradicted ||= (against ?? []).length > 0;
          }
          if (act === "settle" && conflict) {
            await atDesk(ws(stage), (desk) => accept(desk, conflict.id, "older"));
            contradicted = false;
          }
          if (act === "wait") stage.now = new Date(stage.now.getTime() + DAY_MS);
          const all = (await stage.store((store) => everyProposal(store, before.project))).filter(
            ({ kind }) => kind === "promotion",
          );
          expect(
            all.filter(({ state }) => state === "open" || state === "accepted").length,
          ).toBeLessThanOrEqual(1);
          const now = await read(stage, before);
          expect(now?.promoted_to !== undefined).toBe(all.some(({ state }) => state === "accepted"));
          if (rejected) expect(now?.promoted_to).toBeUndefined();
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});
