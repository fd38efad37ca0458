import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultConfig } from "../config/defaults.ts";
import type { MemoryDraft } from "../memory/create.ts";
import { archive, turned } from "../memory/lifecycle.ts";
import { AT, sampleMemory } from "../memory/samples.ts";
import type { Memory, ProspectiveMemory } from "../memory/types.ts";
import { openRedactor } from "../privacy/redact.ts";
import { similarTo } from "../recall/similar.ts";
import type { RecordError } from "../record/error.ts";
import { heuristicPanel } from "../review/heuristic.ts";
import { METRICS, type Panel, type ReviewAnswer } from "../review/types.ts";
import type { Store } from "../store/port.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import { type StoredMemory, type StoreMemoryRequest, storeMemory } from "./remember.ts";

const redactor = await openRedactor(defaultConfig().privacy, "/home/kay");

let dir: string;
let store: Store;
let made = 0;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-remember-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const FACT = "Webhooks of the payment provider arrive out of order";

function remember(
  draft: MemoryDraft,
  session = "s1",
  more: Partial<StoreMemoryRequest> = {},
): Promise<StoredMemory> {
  made += 1;
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, made);
  return storeMemory({ store, redactor, draft, at: { ...AT, session, random }, ...more });
}

const fact = (content = FACT): MemoryDraft => ({ type: "semantic", content });
const all = (): Promise<Memory[]> =>
  store.memories.find({ project: "p1", session: "s1" }, { everySession: true, limit: 1_000 });
const one = async (id: string | undefined): Promise<Memory | undefined> =>
  (await store.memories.get("p1", [id ?? ""]))[0];

type Scripted = Partial<ReviewAnswer> | Error;

/** Reviewers that answer so; a panel is for one question unless more are expected. */
function scripted(...answers: readonly Scripted[]): Panel & { asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    timeoutMs: 1_000,
    reviewers: answers.map((answer, place) => ({
      name: ["analyzer", "patterns", "knowledge-archaeologist"][place] ?? "",
      metric: METRICS[place] ?? "importance",
      executor: "endpoint",
      review: async () => {
        asked += 1;
        if (answer instanceof Error) throw answer;
        return JSON.stringify(answer);
      },
    })),
  };
}
const importance = (...scores: number[]): Scripted[] => scores.map((score) => ({ importance: score }));
const down = new Error("unavailable");

describe("without reviewers", () => {
  test("what says something is stored, and says so", async () => {
    const draft: MemoryDraft = {
      type: "episodic",
      content: "User asked about implementing authentication using JWT tokens for the REST API",
    };
    const { stored, reason, memory } = await remember(draft);
    expect({ stored, reason }).toEqual({ stored: true, reason: "Stored successfully" });
    expect(await all()).toEqual([memory as Memory]);
    expect(memory).not.toHaveProperty("review");
  });

  test("what is trivial is not, with the reason", async () => {
    expect(await remember(fact("ok"))).toEqual({ stored: false, reason: "Pre-filtered: Filler word" });
    expect(await remember(fact("DEBUG: x = 42"))).toMatchObject({ reason: "Pre-filtered: Debug output" });
    expect(await remember(fact("Use tabs"))).toMatchObject({
      reason: "Pre-filtered: Too short (< 20 chars)",
    });
    expect(await all()).toEqual([]);
  });

  test("working memory is stored as it is, as often as it comes", async () => {
    const draft: MemoryDraft = { type: "working", content: "At it", todo_id: "t1" };
    expect([await remember(draft), await remember(draft)]).toMatchObject([
      { stored: true },
      { stored: true },
    ]);
  });

  test("what is no memory is refused with every wrong field", async () => {
    const wrong = remember({ type: "semantic", content: FACT, importance: 11 });
    const error = (await wrong.catch((reason: unknown) => reason)) as RecordError;
    expect(error.issues.map(({ field }) => field)).toEqual(["importance"]);
  });
});

describe("the same twice", () => {
  test("in one session is a duplicate, however it is spelt", async () => {
    await remember(fact());
    expect(await remember(fact(` ${FACT.toUpperCase()}. `))).toEqual({
      stored: false,
      reason: "Pre-filtered: Duplicate content",
    });
    expect(await all()).toHaveLength(1);
  });

  test("in another session reinforces what is known", async () => {
    const { memory } = await remember(fact());
    const again = await remember(fact(), "s2");
    expect(again).toEqual({
      stored: false,
      reason: "Pre-filtered: Duplicate content",
      reinforced: memory?.id ?? "",
    });
    expect(await one(memory?.id)).toMatchObject({ evidence_count: 2, source_sessions: ["s1", "s2"] });
    expect(await remember(fact(), "s2")).not.toHaveProperty("reinforced");
  });

  const procedure = (failure = "`npm run e2e`: ECONNREFUSED 127.0.0.1:5433"): MemoryDraft => ({
    type: "procedural",
    procedure_name: "When `npm run e2e` fails with “ECONNREFUSED”",
    steps: ["Run `docker compose up -d db`", "Run `npm run e2e`"],
    failure_patterns: [failure, "Cause: the test database was not running when the suite began"],
    usage_count: 1,
    success_count: 1,
  });

  test("counts as another use of a procedure, once a session", async () => {
    const { memory } = await remember(procedure());
    for (const session of ["s2", "s2", "s3"]) await remember(procedure(), session);
    expect(await one(memory?.id)).toMatchObject({ usage_count: 3, success_count: 3 });
  });

  test("counts so where only the complaint is worded otherwise", async () => {
    const { memory } = await remember(procedure());
    await remember(procedure("`npm run e2e`: connect ECONNREFUSED 127.0.0.1:5433"), "s2");
    expect(await one(memory?.id)).toMatchObject({ usage_count: 2, source_sessions: ["s1", "s2"] });
  });

  test("is two events when it happens in two sessions", async () => {
    const draft: MemoryDraft = { type: "episodic", content: "The user asked for the release notes again" };
    expect((await remember(draft)).stored).toBe(true);
    expect((await remember(draft)).stored).toBe(false);
    expect((await remember(draft, "s2")).stored).toBe(true);
    expect((await remember(draft, "s2")).stored).toBe(false);
  });

  test("is an intention that comes up again: of the session that wants it, and from the third on the project's", async () => {
    const draft: MemoryDraft = { type: "prospective", content: "Measure the retry queue under load" };
    const { memory } = await remember(draft);
    expect(await remember(draft, "s2")).toMatchObject({ stored: false, reinforced: memory?.id ?? "" });
    expect(await one(memory?.id)).toMatchObject({ session_id: "s2", scope: "session", usage_count: 1 });
    await remember(draft, "s3");
    expect(await one(memory?.id)).toMatchObject({
      scope: "project",
      usage_count: 2,
      recurrence_sessions: ["s1", "s2", "s3"],
    });
  });

  test("is a new intention once the first is done", async () => {
    const draft: MemoryDraft = { type: "prospective", content: "Measure the retry queue under load" };
    const { memory } = await remember(draft);
    await store.memories.put([turned(memory as ProspectiveMemory, "completed", AT.now)]);
    expect((await remember(draft)).stored).toBe(true);
  });

  test("of what was put away is new to who says it, and known to who is judged", async () => {
    const { memory } = await remember(fact());
    await store.memories.put([archive(memory as Memory, AT.now)]);
    const panel = scripted(...importance(8, 8, 8));
    expect(await remember(fact(), "s1", { review: panel })).toMatchObject({
      reason: "Pre-filtered: Duplicate content",
    });
    expect(panel.asked()).toBe(0);
    expect((await remember(fact())).stored).toBe(true);
  });
});

describe("nearly the same", () => {
  test("is stored beside what it reinforces", async () => {
    const { memory: first } = await remember(fact());
    const { stored, memory } = await remember(fact(`${FACT} often`), "s2");
    expect(stored).toBe(true);
    expect(await store.memories.links("p1", memory?.id ?? "")).toMatchObject([
      { source_id: memory?.id ?? "", target_id: first?.id ?? "", link_type: "reinforces" },
    ]);
    expect(await one(first?.id)).toMatchObject({ evidence_count: 2 });
  });

  test("but a decision that the agent tells to be reversed is put before a person", async () => {
    const { memory: first } = await remember(
      fact("We use RabbitMQ for the job queue because it keeps the order"),
    );
    const { memory, against } = await remember(
      {
        type: "episodic",
        event_type: "decision",
        scope: "project",
        content: "We reversed the job queue decision: we went with SQS instead of RabbitMQ.",
        provenance: { by: "capture", said: "assistant", session: "s2" },
      },
      "s2",
    );
    expect(against).toEqual([first?.id ?? ""]);
    expect(await store.memories.links("p1", memory?.id ?? "")).toMatchObject([{ link_type: "contradicts" }]);
  });

  test("but for what capture saw a person put right takes the other's place at once, clause by clause", async () => {
    const { memory: first } = await remember(
      fact("Staging is deployed from the develop branch, production from tags"),
    );
    const now = "We no longer deploy staging from develop. Staging is deployed from the main branch now";
    const draft: MemoryDraft = {
      type: "semantic",
      content: `${now}. (Corrected; before: The port is 80.)`,
      tags: ["correction"],
      provenance: { by: "capture", session: "s2" },
    };
    const { memory, corrected } = await remember(draft, "s2");
    expect(corrected).toEqual([first?.id ?? ""]);
    expect(await one(first?.id)).toMatchObject({ status: "superseded", superseded_by: memory?.id ?? "" });
    // What was wrong before is not what it states.
    expect((await remember(fact("The port is 443"), "s3")).against).toBeUndefined();
  });

  test("in fewer words says nothing new, and what is known stands firmer", async () => {
    const said = "Always use pnpm in this repository, never npm: the lockfile is pnpm's";
    const { memory: first } = await remember(fact(said));
    const { stored, reinforced } = await remember(fact("Always use pnpm, never npm"), "s2");
    expect({ stored, reinforced }).toEqual({ stored: false, reinforced: first?.id ?? "" });
    expect(await one(first?.id)).toMatchObject({ evidence_count: 2, content: said });
    expect((await remember(fact("Always use npm, not pnpm"), "s3")).stored).toBe(true);
  });

  test.each([
    ["A failed webhook is retried 3 times with a pause", "A failed webhook is retried 5 times with a pause"],
    [
      "The queue worker can be restarted during imports",
      "The queue worker cannot be restarted during imports",
    ],
  ])("with another number or a negation says something else: %s", async (one, other) => {
    const { memory: first } = await remember(fact(one));
    const { memory } = await remember(fact(other), "s2");
    expect(await store.memories.links("p1", memory?.id ?? "")).toMatchObject([{ link_type: "contradicts" }]);
    expect(await store.memories.get("p1", [first?.id ?? ""])).toEqual([first as Memory]);
  });

  test("as what was forgotten while reviewers thought does not bring it back", async () => {
    const { memory: first } = await remember(fact());
    const panel = scripted(...importance(8, 8, 8));
    const [reviewer, ...others] = panel.reviewers;
    if (!first || !reviewer) throw new Error("nothing to forget");
    const slow = {
      ...reviewer,
      review: async (...args: Parameters<typeof reviewer.review>) => {
        await store.memories.forget("p1", [first.id]);
        return reviewer.review(...args);
      },
    };
    const { memory } = await remember(fact("Refunds come a day late as a rule"), "s2", {
      replaces: first,
      review: { ...panel, reviewers: [slow, ...others] },
    });
    expect(memory?.status).toBe("active");
    expect(await one(first.id)).toBeUndefined();
  });

  test("that nobody could judge leaves in its place what it is to replace", async () => {
    const { memory: first } = await remember(fact());
    const { memory } = await remember(fact("Refunds come a day late as a rule"), "s2", {
      ...(first ? { replaces: first } : {}),
      review: scripted(down, down, down),
    });
    expect(memory?.status).toBe("staged");
    expect(await one(first?.id)).toMatchObject({ status: "active" });
  });

  test("as what it takes the place of only takes its place", async () => {
    const { memory: first } = await remember(fact());
    const { memory } = await remember(fact(`${FACT} often`), "s2", {
      ...(first ? { replaces: first } : {}),
    });
    expect(await store.memories.links("p1", memory?.id ?? "")).toEqual([]);
    expect(await one(first?.id)).toMatchObject({
      status: "superseded",
      superseded_by: memory?.id ?? "",
      evidence_count: 1,
    });
  });

  test("of another project is none of its business", async () => {
    await store.memories.put([sampleMemory(fact(), { project: "p2" })]);
    const { memory } = await remember(fact(`${FACT} often`), "s1");
    expect(await store.memories.links("p1", memory?.id ?? "")).toEqual([]);
  });
});

describe("reviewers", () => {
  const review = (...answers: Scripted[]): Partial<StoreMemoryRequest> => ({
    review: scripted(...answers),
  });

  test("that rate 8, 7 and 9 give it importance 8, and their review is kept", async () => {
    const { memory } = await remember(fact(), "s1", review(...importance(8, 7, 9)));
    const stored = await one(memory?.id);
    expect(stored).toMatchObject({ importance: 8, status: "active" });
    expect(stored?.review).toMatchObject({
      executor: "endpoint",
      consensus: "3/3 agents",
      avg_importance: 8,
      avg_relevance: null,
    });
    expect(stored?.review?.agent_scores).toHaveLength(3);
  });

  test.each([
    ["fails", down],
    ["answers nonsense", { invalid: 1 } as Scripted],
  ])("count by the other two when one %s", async (_, broken) => {
    const { memory } = await remember(fact(), "s1", review({ importance: 8 }, broken, { importance: 7 }));
    expect(memory).toMatchObject({ importance: 8, review: { consensus: "2/3 agents" } });
  });

  test("that rate 2, 3 and 2 keep it out, and are not asked of it again", async () => {
    const panel = scripted(...importance(2, 3, 2));
    const refusal = await remember(fact(), "s1", { review: panel });
    expect(refusal).toEqual({ stored: false, reason: "Low scores: importance=2.3, relevance=unrated" });
    expect(await all()).toEqual([]);
    expect(await remember(fact(), "s2", { review: panel })).toEqual({
      stored: false,
      reason: "Pre-filtered: Duplicate content",
    });
    expect(panel.asked()).toBe(3);
    expect((await remember(fact())).stored).toBe(true); // who insists is heard
  });

  test("are not troubled with what is trivial", async () => {
    const panel = scripted(...importance(9, 9, 9));
    await remember(fact("thanks"), "s1", { review: panel });
    expect(panel.asked()).toBe(0);
  });

  test("that all fail leave it staged, unimportant, and judged by rules alone", async () => {
    const { stored, reason, memory } = await remember(fact(), "s1", review(down, down, down));
    expect(stored).toBe(true);
    expect(reason).toBe("Staged: All agents failed, heuristic accepted with low importance");
    expect(await one(memory?.id)).toMatchObject({
      status: "staged",
      importance: 3,
      review: { executor: "heuristic", fallback: true, consensus: "0/3 agents" },
    });
    expect(await remember(fact())).toMatchObject({ reason: "Pre-filtered: Duplicate content" });
  });

  test("that know it already reinforce what says it, instead of storing or rejecting it", async () => {
    const { memory } = await remember(fact());
    const reworded = fact(`${FACT} sometimes, support says`);
    const result = await remember(
      reworded,
      "s2",
      review({ importance: 6 }, { relevance: 6 }, { novelty: 2 }),
    );
    expect(result).toEqual({
      stored: false,
      reason: "Known already: novelty=2.0",
      reinforced: memory?.id ?? "",
    });
    expect(await one(memory?.id)).toMatchObject({ evidence_count: 2 });
  });

  test("that only believe to know it do not lose it", async () => {
    const answers = [{ importance: 6 }, { relevance: 6 }, { novelty: 2 }];
    expect((await remember(fact(), "s1", review(...answers))).stored).toBe(true);
  });

  test("that rate no importance leave it as it was drafted", async () => {
    const draft: MemoryDraft = { type: "semantic", content: FACT, importance: 7 };
    const { memory } = await remember(
      draft,
      "s1",
      review({ relevance: 8 }, { relevance: 8 }, { relevance: 8 }),
    );
    expect(memory).toMatchObject({ importance: 7 });
  });

  test("of rules let a fact in and keep noise out", async () => {
    const panel = heuristicPanel({ similar: similarTo(store.text, { project: "p1", session: "s1" }) });
    const rules = { review: panel };
    expect(await remember(fact(), "s1", rules)).toMatchObject({
      stored: true,
      memory: { review: { executor: "heuristic", consensus: "3/3 agents" } },
    });
    const request: MemoryDraft = {
      type: "episodic",
      content: "Can you take another look at the second file and tell me what is in it?",
    };
    expect((await remember(request, "s1", rules)).stored).toBe(false);
  });
});

test("a database that fails is told as it failed", async () => {
  await store.close();
  await expect(remember(fact())).rejects.toMatchObject({ name: "StoreError" });
  store = openSqliteStore({ path: join(dir, "r.db") });
});
