import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EngineStage, openEngine, SESSION } from "../../../test/support/engine.ts";
import {
  type ModelCall,
  type ModelReply,
  type ModelServer,
  startModelServer,
} from "../../../test/support/model-server.ts";
import { transcript } from "../../../test/support/transcript.ts";
import { userConfigFile } from "../../config/load.ts";
import { PROTOCOLS, type Protocol } from "../../config/types.ts";
import type { Job } from "../../store/job-port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { turnOff } from "../consent/choose.ts";
import { TryAgainAt } from "../worker/job.ts";
import { draftJob } from "./draft.ts";

let stage: EngineStage;
beforeEach(() => {
  stage = openEngine();
});
afterEach(() => stage[Symbol.dispose]());

const DRAFT = {
  category: "decision",
  summary: "Jobs are kept in PostgreSQL with SKIP LOCKED, because PostgreSQL is already running.",
  title: "Keep jobs in PostgreSQL with SKIP LOCKED",
  tags: ["queue", "jobs", "postgresql"],
  confidence: 0.85,
  content: {
    status: "accepted",
    context: "A queue for jobs is needed",
    decision: "Keep jobs in PostgreSQL with SKIP LOCKED",
    rationale: ["PostgreSQL is already running"],
  },
};

const isVerifying = ({ system }: ModelCall): boolean => system.includes("You check drafts");
const labels = ({ prompt }: ModelCall): string[] =>
  [...prompt.matchAll(/^Draft (\w+):$/gm)].map(([, label = ""]) => label);

/** Drafts these, and says so of each. */
const server = (
  drafts: readonly object[],
  verdict: object = { verdict: "PASS" },
  protocol: Protocol = "openai",
): Promise<ModelServer> =>
  startModelServer(protocol, (call): ModelReply => {
    const verdicts = labels(call).map((draft) => ({ draft, ...verdict }));
    const answer = isVerifying(call) ? { verdicts } : { drafts };
    // A model held to a form by a tool answers with that tool.
    if ("tools" in call.body) return toolAnswer(call, answer);
    return { text: JSON.stringify(answer) };
  });

const toolAnswer = ({ model, body }: ModelCall, input: object): ModelReply => ({
  status: 200,
  body: JSON.stringify({
    ...{
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      stop_reason: "tool_use",
      stop_sequence: null,
    },
    content: [{ type: "tool_use", id: "t1", name: (body.tools as { name: string }[])[0]?.name, input }],
    usage: { input_tokens: 100, output_tokens: 20 },
  }),
});

const LIMITS = { calls_per_day: 50, tokens_per_day: 500_000, usd_per_day: 1 };

function configure(url: string, protocol: Protocol = "openai", limits: object = LIMITS): void {
  const file = userConfigFile(stage.host.paths);
  mkdirSync(dirname(file), { recursive: true });
  const config = {
    capture: { mode: "endpoint" },
    endpoint: { protocol, url, model: "drafter-1", verification_model: "verifier-1" },
    limits,
  };
  writeFileSync(file, JSON.stringify(config));
}

/** A turn that decides something has ended; what was put before the model. */
async function turn(): Promise<string> {
  const path = join(stage.home, "t.jsonl");
  transcript({ cwd: stage.project, session: SESSION })
    .prompt("Which queue do we take for the jobs? Ask kay.miller@kays-invoices.de if in doubt.")
    .said(
      "We decided to keep the jobs in PostgreSQL with SKIP LOCKED instead of Redis, because PostgreSQL is already running. The reason we chose it over Redis is that there is one thing less to operate.",
    )
    .write(path);
  return (await stage.hook("Stop", { transcript_path: path })).context ?? "";
}

const jobs = (): Promise<Job[]> => stage.store((store) => store.jobs.list(100));
const draft = (attempts = 1): Promise<void> =>
  stage.store(async (store) => {
    const job = (await store.jobs.list(100)).find(({ kind }) => kind === "draft");
    if (!job) throw new Error("no draft was asked for");
    const signal = new AbortController().signal;
    return draftJob({ job: { ...job, attempts }, host: stage.host, store, formats: new Map(), signal });
  });
const failureOf = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => undefined,
    (error: unknown) => error,
  );

function decisions(): string[] {
  try {
    return readdirSync(join(stage.project, ".claude/memory/decisions"));
  } catch {
    return [];
  }
}
const inbox = (): Promise<Proposal[]> =>
  stage.store((store) => store.proposals.list(stage.view().project.id, ["open"], 100));
const pending = (): Promise<number> =>
  stage.store(
    async (store) => (await store.ledger.pending(stage.view().project.id, SESSION, 0)).signals.length,
  );

describe.each([...PROTOCOLS])("with an endpoint that speaks %s", (protocol) => {
  test("what a turn decided becomes a record, drafted by one model and checked by another", async () => {
    await using models = await server([DRAFT], { verdict: "PASS" }, protocol);
    configure(models.url, protocol);
    expect(await turn()).toBe("");
    expect((await jobs()).map(({ kind, subject }) => `${kind} ${subject}`)).toContain(`draft ${SESSION}`);
    await draft();
    expect(models.calls.map(({ model }) => model)).toEqual(["drafter-1", "verifier-1"]);
    expect(decisions()).toEqual(["keep-jobs-in-postgresql-with-skip-locked.json"]);
    expect(await inbox()).toEqual([]);
    expect(await pending()).toBe(0);
    const usage = await stage.store((store) => store.usage.sums(new Date(0).toISOString()));
    expect(usage.map(({ purpose, model }) => `${purpose} ${model}`).sort()).toEqual([
      "draft drafter-1",
      "verify verifier-1",
    ]);
    const sent = JSON.stringify(models.calls.map(({ body }) => body));
    expect(sent).toContain("one thing less to operate");
    expect(sent).not.toContain("kays-invoices");
  });
});

test("nothing is sent, nor saved, while the project is off", async () => {
  await using models = await server([DRAFT], { verdict: "PASS" });
  configure(models.url);
  await turn();
  turnOff(stage.view());
  await draft();
  expect(models.calls).toEqual([]);
  expect(decisions()).toEqual([]);
});

describe("a draft goes to the inbox instead", () => {
  test.each([
    ["the one who drafted it was not sure", { ...DRAFT, confidence: 0.6 }, { verdict: "PASS" }, "not sure"],
    ["it does not say how sure it is", { ...DRAFT, confidence: undefined }, { verdict: "PASS" }, "not told"],
    [
      "the one who checks it doubts it",
      DRAFT,
      { verdict: "FAIL", issues: ["Redis was chosen."] },
      "Redis was chosen.",
    ],
    ["the one who checks says nothing of it", DRAFT, { verdict: "PASS", draft: "another" }, "said nothing"],
    ["it cannot be saved", { ...DRAFT, tags: 7 }, { verdict: "PASS" }, "could not be saved"],
  ])("when %s", async (_, drafted, verdict, why) => {
    await using models = await server([drafted], verdict);
    configure(models.url);
    await turn();
    await draft();
    expect(decisions()).toEqual([]);
    const [proposal, ...others] = await inbox();
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({ kind: "draft", title: DRAFT.title, why: expect.stringContaining(why) });
  });
});

describe("nothing comes of", () => {
  test.each<[string, readonly object[]]>([
    ["a model that finds nothing", []],
    ["a draft of nothing", [{ ...DRAFT, action: "NOOP" }]],
    ["a draft of a category that nobody asked about", [{ ...DRAFT, category: "session_summary" }]],
    [
      "a draft that holds a credential",
      [{ ...DRAFT, summary: `The token is ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}` }],
    ],
  ])("%s", async (_, drafts) => {
    await using models = await server(drafts);
    configure(models.url);
    await turn();
    await draft();
    expect([decisions(), await inbox()]).toEqual([[], []]);
    expect(await pending()).toBe(0);
  });

  test("a model that may not be called, and the signals wait", async () => {
    await using models = await server([DRAFT]);
    configure(models.url, "openai", {});
    await turn();
    await draft();
    expect(models.calls).toEqual([]);
    expect(await pending()).toBeGreaterThan(0);
    expect(stage.traced.map(({ message }) => message).join()).toContain("limits.calls_per_day");
  });
});

test("a model in trouble is asked again, and after its tries the signals wait", async () => {
  await using models = await startModelServer("openai", () => ({
    status: 429,
    headers: { "retry-after": "9" },
  }));
  configure(models.url);
  await turn();
  expect(await failureOf(draft())).toBeInstanceOf(TryAgainAt);
  expect(await failureOf(draft(4))).toBeUndefined();
  expect(models.calls).toHaveLength(2);
  expect(await pending()).toBeGreaterThan(0);
});

test("what is said orders nobody: an excerpt stands between lines it cannot have written", async () => {
  await using models = await server([]);
  configure(models.url);
  await turn();
  await draft();
  const { system, prompt } = models.calls[0] as ModelCall;
  const boundary = /boundary (\w+)/.exec(system)?.[1] ?? "";
  expect(prompt.split(boundary).length % 2).toBe(1);
  expect(system).toContain("data and nothing else");
  expect(system).not.toContain("SKIP LOCKED");
});
