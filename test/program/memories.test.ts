/** Memories as sessions meet them: put into the database by one process, recalled by hook processes of others. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProject } from "../../src/host/project.ts";
import { createMemory, type MemoryDraft } from "../../src/memory/create.ts";
import type { Memory } from "../../src/memory/types.ts";
import type { Injection, Store } from "../../src/store/port.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { estimateTokens } from "../../src/text/tokens.ts";
import { sampleRecord } from "../support/records.ts";
import {
  append,
  decisiveTurn,
  openStage,
  pluginOfThisFile,
  replyOf,
  run,
  type Stage,
  userLine,
} from "./support.ts";

const plugin = pluginOfThisFile();

async function withStore<T>(stage: Stage, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore({ path: stage.database });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Puts memories into the project's database, made in a session. */
function remember(stage: Stage, session: string, ...drafts: MemoryDraft[]): Promise<Memory[]> {
  const at = { project: findProject(stage.project).id, session, agent: "main" };
  const made = drafts.map((draft) =>
    createMemory(draft, { ...at, now: new Date(), random: crypto.getRandomValues(new Uint8Array(10)) }),
  );
  return withStore(stage, async ({ memories }) => {
    await memories.put(made);
    return made;
  });
}

const again = async (stage: Stage, memory: Memory | undefined): Promise<Memory | undefined> =>
  (await withStore(stage, ({ memories }) => memories.get(memory?.project ?? "", [memory?.id ?? ""])))[0];

const injections = (stage: Stage): Promise<Injection[]> =>
  withStore(stage, ({ ledger }) => ledger.recentInjections(findProject(stage.project).id, 100));

/** What a command remembers in a session, in a process of its own. */
async function said(stage: Stage, session: string, text: string, type: string): Promise<void> {
  const env = { ...stage.env, CLAUDE_CODE_SESSION_ID: session };
  const { code, err } = await stage.cli(["remember", text, "--type", type], { env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
}

test("what processes of one session stored is in the prompts of another, but for what was only its own", async () => {
  using stage = openStage(plugin());
  await said(stage, "s1", "The export of invoices is signed with the tenant's key", "semantic");
  await said(stage, "s1", "How to sign the export of invoices: fetch the key, run sign", "procedural");
  await said(stage, "s1", "The user asked to sign the export of invoices again", "episodic");
  await stage.cli(["save", "decision", "Sign the export of invoices with ed25519 because it is fast"]);
  const prompt = "How do we sign the export of invoices?";
  const other = await stage.prompt("s2", prompt);
  expect(other).toContain("the tenant's key");
  expect(other).toContain("1) fetch the key 2) run sign");
  expect(other).toContain("ed25519");
  expect(other).not.toContain("asked to sign");
  expect(await stage.prompt("s1", prompt)).toContain("asked to sign");
});

describe("a prompt", () => {
  test("of another session gets what holds beyond the first, and not what was only its own", async () => {
    using stage = openStage(plugin());
    await remember(
      stage,
      "s1",
      { type: "semantic", content: "IMPORTANT LEARNING: Always use parameterized SQL queries for security" },
      { type: "procedural", procedure_name: "Parameterize SQL queries", steps: ["find them", "bind values"] },
      { type: "episodic", content: "We parameterized the SQL queries of the ledger for security" },
    );
    const context = await stage.prompt("s2", "How about the security of our parameterized SQL queries?");
    expect(context).toContain("IMPORTANT LEARNING");
    expect(context).toContain("Parameterize SQL queries: 1) find them 2) bind values");
    expect(context).not.toContain("of the ledger");
    expect(await stage.prompt("s1", "How about the security of our parameterized SQL queries?")).toContain(
      "of the ledger",
    );
  });

  test("gets records and memories together, each under its heading", async () => {
    using stage = openStage(plugin());
    stage.plant(sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] }));
    await remember(stage, "s1", {
      type: "semantic",
      concept: "Size of the SQLite ledger",
      content: "It holds 40 million rows",
    });
    const context = await stage.prompt("s2", "Why do we use SQLite for the ledger?");
    expect(context).toMatch(
      /### Relevant Knowledge \(Semantic\)\n(?:.*\n)*- \[DECISION\] Use SQLite for the ledger/,
    );
    expect(context).toContain("40 million rows");
  });

  test("gets once what an event and what is known say in the same words", async () => {
    using stage = openStage(plugin());
    const said = "Webhooks arrive out of order, so sort them by sequence number";
    for (const type of ["semantic", "episodic"]) await stage.json(["remember", said, "--type", type]);
    const context = await stage.prompt("s2", "In which order do webhooks arrive?");
    expect(context.split(said)).toHaveLength(2);
  });

  test("about nothing that is known gets nothing", async () => {
    using stage = openStage(plugin());
    await remember(stage, "s1", {
      type: "procedural",
      procedure_name: "Fix CI failures",
      steps: ["check logs", "fix issue", "rerun"],
    });
    expect(await stage.prompt("s2", "What is quantum physics?")).toBe("");
    expect(await injections(stage)).toEqual([]);
  });

  test("counts only what was really put before the model", async () => {
    using stage = openStage(plugin());
    const [shown, other] = await remember(
      stage,
      "s1",
      { type: "semantic", content: "Webhooks arrive out of order" },
      { type: "semantic", content: "The build takes four minutes" },
    );
    const payload = { session_id: "s2", prompt: "in what order do webhooks arrive?", prompt_id: "prompt-7" };
    const { context } = await stage.hook("UserPromptSubmit", payload);
    const line = context.split("\n").find((each) => each.startsWith("- ")) ?? "";
    expect(await injections(stage)).toEqual([
      expect.objectContaining({
        session: "s2",
        item: shown?.id,
        version: shown?.content_hash,
        place: "prompt",
        prompt: "prompt-7",
        tokens: estimateTokens(line),
      }),
    ]);
    expect(await again(stage, shown)).toMatchObject({ access_count: 1 });
    expect(await again(stage, other)).toMatchObject({ access_count: 0 });
    expect((await stage.hook("UserPromptSubmit", payload)).context).toBe("");
    expect(await again(stage, shown)).toMatchObject({ access_count: 1 });
  });

  test("never gets more than its budget, and nothing with none", async () => {
    using stage = openStage(plugin());
    await remember(
      stage,
      "s1",
      ...Array.from(
        { length: 20 },
        (_, i): MemoryDraft => ({ type: "semantic", content: `Large memory content ${i} `.repeat(100) }),
      ),
    );
    for (const tokens of [500, 200, 60, 0]) {
      stage.configure({ retrieval: { tokens: { prompt: tokens } } });
      const context = await stage.prompt(`s${tokens}`, "memory content");
      expect(estimateTokens(context)).toBeLessThanOrEqual(tokens);
      expect(context === "").toBe(tokens < 100);
    }
  });

  test("is told once of what has come due, whatever it is about", async () => {
    using stage = openStage(plugin());
    await remember(stage, "s1", {
      type: "prospective",
      scope: "project",
      content: "Renew the certificate of the gateway",
      due_at: new Date(Date.now() - 60_000).toISOString(),
    });
    expect(await stage.prompt("s2", "Write a haiku about autumn")).toMatch(
      /### Pending Tasks \(Prospective\)\n- \(due [\d-]+\) Renew the certificate of the gateway/,
    );
    expect(await stage.prompt("s2", "And one about spring")).toBe("");
    expect(await stage.prompt("s3", "Write a haiku about autumn")).toContain("Renew the certificate");
  });

  test("gets the session's working memory every time, within a budget of its own", async () => {
    using stage = openStage(plugin());
    await remember(stage, "s1", {
      type: "working",
      content: "Moving the retries out of the queue worker",
      todo_id: "1",
    });
    for (const prompt of ["go on", "and now?"]) {
      const context = await stage.prompt("s1", prompt);
      expect(context).toContain(
        "### Working Memory (Current Task)\n- Moving the retries out of the queue worker",
      );
    }
    expect(await stage.prompt("s2", "go on")).toBe("");
    stage.configure({ retrieval: { tokens: { working: 0 } } });
    expect(await stage.prompt("s1", "go on")).toBe("");
  });
});

test("a memory that someone has spoilt in the database keeps no other from being recalled", async () => {
  using stage = openStage(plugin());
  const [bad, good] = await remember(
    stage,
    "s1",
    { type: "procedural", procedure_name: "Drain the queue", steps: ["stop the queue workers"] },
    { type: "semantic", content: "The queue workers drain slowly" },
  );
  const { Database } = await import("bun:sqlite");
  const db = new Database(stage.database);
  db.run("PRAGMA ignore_check_constraints = ON");
  db.query("UPDATE procedural_memories SET steps = '[not json' WHERE id = ?").run(bad?.id ?? "");
  db.close();
  const context = await stage.prompt("s2", "how do the queue workers drain?");
  expect(context).toContain("The queue workers drain slowly");
  expect(await again(stage, good)).toMatchObject({ access_count: 1 });
});

test("without a database that works, a prompt is answered from the records, and the failure is told", async () => {
  using stage = openStage(plugin());
  stage.plant(sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] }));
  stage.env.RECOLLECT_DATABASE = join(stage.dir, "blocked", "db");
  writeFileSync(join(stage.dir, "blocked"), "a file where the folder should be");
  expect(await stage.prompt("s1", "Why do we use SQLite for the ledger?")).toContain(
    "Use SQLite for the ledger",
  );
  expect(stage.trace().map(({ level, part }) => [level, part])).toContainEqual(["error", "recall"]);
});

describe("what a prompt was given is judged by the answer", () => {
  const PROMPT = "in what order do webhooks arrive?";
  const FACT = "Webhooks arrive out of order: sort by sequence number before replay";

  test("of use when the answer draws on it, of none when it does not", async () => {
    using stage = openStage(plugin());
    const [memory] = await remember(stage, "s1", { type: "semantic", content: FACT, importance: 6 });
    const transcript_path = join(stage.home, "s2.jsonl");
    const turn = async (session: string, answer: string): Promise<void> => {
      expect(await stage.prompt(session, PROMPT)).toContain("sequence number");
      writeFileSync(transcript_path, `${JSON.stringify(userLine(PROMPT))}\n`);
      await stage.hook("Stop", {
        session_id: session,
        transcript_path,
        stop_hook_active: false,
        last_assistant_message: answer,
      });
    };
    await turn("s2", "In any order, so the replay sorts them by sequence.");
    expect((await injections(stage))[0]).toMatchObject({ item: memory?.id, used: true });
    for (let n = 0; n < 5; n += 1) await turn(`t${n}`, "I have no idea.");
    expect((await injections(stage))[0]).toMatchObject({ item: memory?.id, used: false });
    expect(await again(stage, memory)).toMatchObject({ importance: 5, access_count: 6 });
  });

  test("and not judged where nothing was answered yet", async () => {
    using stage = openStage(plugin());
    await remember(stage, "s1", { type: "semantic", content: FACT });
    await stage.prompt("s2", PROMPT);
    await stage.hook("Stop", { session_id: "s2", stop_hook_active: false });
    expect((await injections(stage))[0]?.used).toBeUndefined();
  });
});

/** Milliseconds that the client gives to all hooks of a session's end together; then it is gone. */
const CLIENT_ENDS_MS = 1_500;

test("a session of ten turns with work under way ends within the time that the client gives", async () => {
  using stage = openStage(plugin());
  const transcript_path = join(stage.home, "s1.jsonl");
  const session_id = "s1";
  for (let turn = 0; turn < 10; turn += 1) {
    const input = { subject: `Step ${turn} of the import`, description: "" };
    await stage.hook("PostToolUse", {
      session_id,
      tool_name: "TaskCreate",
      tool_input: input,
      tool_response: { task: { id: String(turn), subject: input.subject } },
    });
    append(transcript_path, decisiveTurn(`queue of step ${turn}`));
    await stage.hook("Stop", { session_id, transcript_path, stop_hook_active: false });
  }
  await stage.hook("PostToolUse", {
    session_id,
    tool_name: "TaskUpdate",
    tool_input: { taskId: "1", status: "completed" },
    tool_response: { success: true, taskId: "1", statusChange: { to: "completed" } },
  });
  const stdin = JSON.stringify({ session_id, cwd: stage.project, reason: "other" });
  replyOf("SessionEnd", await stage.raw("SessionEnd", stdin, { limitMs: CLIENT_ENDS_MS }));
  const memories = await stage.json<Memory[]>(["memories"]);
  expect(memories.filter((memory) => memory.type === "working" && !memory.cleared_at)).toEqual([]);
  expect(memories.filter(({ type }) => type === "episodic")).toHaveLength(1);
});

describe("who judged a memory", () => {
  /** A program that remembers, asking reviewers of whom each answers so. */
  async function remembered(stage: Stage, answer: string): Promise<void> {
    const path = join(stage.dir, "program.ts");
    writeFileSync(
      path,
      `import { openMemory } from ${JSON.stringify(join(import.meta.dir, "../../src/index.ts"))};
      const reviewers = (["importance", "relevance", "novelty"] as const).map((metric) => ({
        name: metric, metric, executor: "endpoint" as const, review: async () => { ${answer} },
      }));
      await using memory = await openMemory();
      const text = "Webhooks arrive out of order, so sort them by sequence";
      await memory.remember(text, { type: "semantic", review: { reviewers, timeoutMs: 1_000 } });`,
    );
    const { code, err } = await run([process.execPath, path], { cwd: stage.project, env: stage.env });
    expect({ code, err }).toEqual({ code: 0, err: "" });
  }
  const judged = async (stage: Stage): Promise<object> =>
    (await stage.json<{ memories: { judged: object } }>(["status"])).memories.judged;

  test("is said by status: rules alone, where no reviewer ever answers", async () => {
    using stage = openStage(plugin());
    await remembered(stage, `throw new Error("unavailable")`);
    expect(await judged(stage)).toEqual({ heuristic: 1 });
    expect((await stage.cli(["status"])).out).toMatch(/^memories +0 active; judged by heuristic 1$/m);
    expect(await stage.prompt("s2", "In which order do webhooks arrive?")).toBe("");
  });

  test("is who answered; and nobody, where someone said so", async () => {
    using stage = openStage(plugin());
    await remembered(stage, `return { verdict: "store", trivial: false, importance: 8, reason: "" }`);
    expect(await judged(stage)).toEqual({ endpoint: 1 });
    await stage.cli(["remember", "The staging database is reset every Monday", "--type", "semantic"]);
    expect(await judged(stage)).toEqual({ endpoint: 1 });
    expect((await stage.cli(["status"])).out).toMatch(/^memories +2 active; judged by endpoint 1$/m);
  });
});
