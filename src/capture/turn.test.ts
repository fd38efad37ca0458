import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeCodeTranscript as format } from "../client/claude-code/transcript-line.ts";
import { defaultConfig } from "../config/defaults.ts";
import type { Config } from "../config/types.ts";
import { redactQuick } from "../privacy/quick.ts";
import { builtInCategories } from "../record/category.ts";
import type { SessionState, Store } from "../store/port.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import { type CapturedTurn, type CaptureTurnInput, captureTurn } from "./turn.ts";

const PROJECT = "0123456789abcdef";
const now = new Date("2026-01-05T10:00:00Z");

let dir: string;
let transcript: string;
let store: Store;
let config: Config;
let ids = 0;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-turn-"));
  transcript = join(dir, "session.jsonl");
  writeFileSync(transcript, "");
  store = openSqliteStore({ path: join(dir, "recollect.db") });
  config = defaultConfig();
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const append = (...lines: object[]): void =>
  appendFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const prompt = (content: string): object => ({ type: "user", message: { role: "user", content } });
const answer = (text: string, ...tools: string[]): object => ({
  type: "assistant",
  message: {
    id: `msg_${ids++}`,
    role: "assistant",
    content: [
      ...(text ? [{ type: "text", text }] : []),
      ...tools.map((name) => ({ type: "tool_use", id: "t", name, input: {} })),
    ],
  },
});

const session = (): Promise<SessionState> =>
  store.ledger.session(PROJECT, "s1", "claude-code", now.toISOString());
const stop = async (more: Partial<CaptureTurnInput> = {}): Promise<CapturedTurn> =>
  captureTurn({
    redact: (text) => redactQuick(text).text,
    ledger: store.ledger,
    state: await session(),
    config,
    categories: builtInCategories(),
    transcriptPath: transcript,
    format,
    roots: [dir],
    attended: true,
    stopHookActive: false,
    now,
    staging: join(dir, "staging"),
    ...more,
  });
const turn = (said: string, more: Partial<CaptureTurnInput> = {}): Promise<CapturedTurn> => {
  append(prompt(said), answer("Noted."));
  return stop(more);
};

describe("a turn's end", () => {
  test("with a decision leads to one request, and the state is kept", async () => {
    const { request, state, summary } = await turn("We decided on SQLite because there is no server to run.");
    expect(request).toStartWith('Recollect noticed a decision ("We decided on SQLite');
    expect(state).toMatchObject({ turns: 1, requests: 1, last_request_turn: 1, messages: 2, transcript });
    expect(await session()).toEqual(state);
    expect(summary).toMatchObject({ messages: 2, signals: 1, problems: [] });
  });

  test("keeps nothing private of the messages around a decision, near and far", async () => {
    const secret = `ghp_${"a1B2c3D4".repeat(5)}`;
    const excerpts: string[] = [];
    for (const [place, name] of [..."ABCDEFGHIJKL"].entries()) {
      append(prompt(`The token is ${secret}`));
      for (let step = 0; step < place; step += 1) append(answer(`Step ${step} is made.`));
      append(answer(`We decided on plan ${name} because it is simple.`));
      await stop({ attended: false });
      const { signals } = await store.ledger.pending(PROJECT, "s1", 0);
      excerpts.push(signals.find(({ snippet }) => snippet.includes(`plan ${name} `))?.excerpt ?? "");
    }
    expect(excerpts.join("\n")).not.toContain(secret.slice(4, 20));
    expect(excerpts.map((excerpt) => excerpt.includes("The token is"))).toContain(true);
    expect(excerpts.map((excerpt) => excerpt.includes("The token is"))).toContain(false);
    expect(excerpts).not.toContain("");
  });

  test("with nothing leads to nothing", async () => {
    const { request, summary } = await turn("Rename the variable.");
    expect(request).toBeUndefined();
    expect(summary.decision).toEqual({ silent: "nothing_new" });
  });

  test("reads only what is new", async () => {
    await turn("Rename the variable.");
    const { summary, state } = await turn("Now the file.");
    expect(summary.messages).toBe(2);
    expect(state).toMatchObject({ turns: 2, messages: 4, offset: readFileSync(transcript).length });
  });

  test("adds to what earlier turns held until it is enough", async () => {
    config.triage.thresholds.decision = 0.45;
    expect((await turn("We decided on SQLite.")).request).toBeUndefined();
    expect((await turn("I chose Hono.")).request).toBeUndefined();
    expect((await turn("We picked pnpm.")).request).toStartWith("Recollect noticed a decision");
  });

  test("forgets what has left the window of messages", async () => {
    config.triage.thresholds.decision = 0.45;
    config.triage.max_messages = 10;
    await turn("We decided on SQLite.");
    await turn("I chose Hono.");
    for (let i = 0; i < 5; i += 1) await turn(`Step ${i}.`);
    expect((await turn("We picked pnpm.")).request).toBeUndefined();
  });

  test("keeps signals while it is silent, and asks for them when it may", async () => {
    await turn("We decided on SQLite because it is one file.");
    for (let i = 0; i < 8; i += 1) await turn(`Step ${i}.`);
    const early = await turn("We chose Hono because it is small.");
    expect(early.summary.decision).toEqual({ silent: "too_soon" });
    const later = await turn("Go on.");
    expect(later.request).toContain("Hono");
    expect(later.request).not.toContain("SQLite");
  });

  test("never proposes the same line twice, even when it is said or read again", async () => {
    config.capture.turns_between_requests = 1;
    expect((await turn("We decided on SQLite because it is one file.")).request).toBeDefined();
    expect((await turn("We decided on SQLite because it is one file.")).request).toBeUndefined();
    const lines = readFileSync(transcript, "utf8");
    writeFileSync(transcript, lines.slice(0, lines.indexOf("\n") + 1));
    expect((await stop()).request).toBeUndefined();
  });

  test("with much done leads to a session summary, in a session that has gone on for a while", async () => {
    for (let n = 0; n < 4; n += 1) expect((await turn("Done.")).request).toBeUndefined();
    append(prompt("Build it."), answer("Working.", "Bash", "Edit", "Write", "Read", "Bash", "Bash", "Bash"));
    expect((await stop()).request).toContain("work to sum up");
  });
});

describe("a turn that is cut by a compaction", () => {
  test("keeps its signals, is not counted, and is not asked about before it ends", async () => {
    append(prompt("Which one?"), answer("We decided on SQLite because it is one file."));
    const cut = await stop({ underway: true });
    expect(cut.request).toBeUndefined();
    expect(cut.state.turns).toBe(0);
    const { request, state } = await stop();
    expect(request).toContain("SQLite");
    expect(state.turns).toBe(1);
  });
});

describe("the mark of a background turn", () => {
  const marked = async () => ({ ...(await session()), synthetic: true });

  test("counts while the transcript holds no prompt, and for that turn only", async () => {
    append(answer("We decided on SQLite because it is one file."));
    const { state, summary } = await stop({ state: await marked() });
    expect([summary.decision, state.turns, state.synthetic]).toEqual([
      { silent: "synthetic_turn" },
      0,
      undefined,
    ]);
  });

  test("lasts over a compaction of that turn", async () => {
    append(answer("Looking."));
    const { state } = await stop({ state: await marked(), underway: true });
    expect(state.synthetic).toBe(true);
  });

  test("means nothing for a turn that a person began after it, compacted or not", async () => {
    append(prompt("We decided on SQLite because it is one file."), answer("Noted."));
    const cut = await stop({ state: await marked(), underway: true });
    expect(cut.state.synthetic).toBeUndefined();
    expect((await stop()).state.turns).toBe(1);
  });
});

describe("the answer that the transcript does not hold yet", () => {
  const said = "We went with SQLite because it is one file.";

  test("is looked at", async () => {
    append(prompt("Which one?"));
    const { request, state } = await stop({ lastAssistantMessage: said });
    expect(request).toContain("We went with SQLite");
    expect(state.messages).toBe(1);
  });

  test("is not counted again when the transcript catches up", async () => {
    config.capture.turns_between_requests = 1;
    config.capture.requests_per_session = 100;
    append(prompt("Which one?"));
    await stop({ lastAssistantMessage: said });
    append(answer(said), prompt("Thanks."));
    const { request, state } = await stop({ lastAssistantMessage: "You are welcome." });
    expect(request).toBeUndefined();
    expect(state.messages).toBe(3);
  });

  test("is not looked at twice when the transcript holds it", async () => {
    append(prompt("Which one?"), answer(said));
    expect((await stop({ lastAssistantMessage: said })).summary.signals).toBe(1);
  });

  test("is enough without any transcript", async () => {
    rmSync(transcript);
    expect((await stop({ lastAssistantMessage: said })).request).toBeDefined();
    expect(await stop().then(({ summary }) => summary.problems)).toEqual([]);
  });
});

describe("turns that no request may follow", () => {
  const said = "We decided on SQLite because it is one file.";

  test("while a hook keeps the model going the turn is not counted, its signals wait", async () => {
    append(prompt(said), answer("Noted."));
    const { request, state, summary } = await stop({ stopHookActive: true });
    expect(request).toBeUndefined();
    expect(state.turns).toBe(0);
    expect(summary.signals).toBe(1);
    expect((await turn("Go on.")).request).toContain("SQLite");
  });

  test("what the model says because of our own request is not captured", async () => {
    config.capture.turns_between_requests = 1;
    await turn(said);
    append(
      answer("", "mcp__plugin_memory_recollect__memory_save"),
      answer("I chose to save the decision because it matters."),
    );
    expect((await stop({ stopHookActive: true })).summary.signals).toBe(0);
    expect((await turn("Next.")).request).toBeUndefined();
  });

  test("what was said before the model saved by itself is considered done", async () => {
    append(
      prompt(`Remember: ${said}`),
      answer("", "mcp__plugin_memory_recollect__memory_save"),
      answer("Saved."),
    );
    expect((await stop()).request).toBeUndefined();
  });

  test("a background task's end is neither asked about nor counted, again and again", async () => {
    await turn("Start the agents.");
    for (let i = 0; i < 30; i += 1) {
      append(
        prompt(`<task-notification>\n<task-id>a${i}</task-id>\n</task-notification>`),
        answer(`Agent ${i} found that we decided on SQLite ${i} because it is one file.`, "Task"),
      );
      const { request, summary, state } = await stop();
      expect(request).toBeUndefined();
      expect(summary.decision).toEqual({ silent: "synthetic_turn" });
      expect(state.turns).toBe(1);
    }
    expect((await turn("And?")).request).toBeDefined();
  });

  test("without a person signals are kept and nothing is asked", async () => {
    const { request, summary } = await turn(said, { attended: false });
    expect([request, summary.decision]).toEqual([undefined, { silent: "unattended" }]);
    expect((await store.ledger.pending(PROJECT, "s1", 0)).signals).toHaveLength(1);
    config.capture.unattended = true;
    expect((await turn("Go on.", { attended: false })).request).toBeDefined();
  });

  test("what the turn did is added up over its continuations, tool calls without a word included", async () => {
    append(prompt("Build it."), answer("Working.", "Bash"));
    await stop();
    append(answer("Going on.", "Edit", "Bash"));
    await stop({ stopHookActive: true });
    append(answer("", "Write"));
    await stop({ stopHookActive: true });
    append(answer("", "Read"));
    await stop({ stopHookActive: true });
    expect((await store.ledger.pending(PROJECT, "s1", 0)).activity).toMatchObject([
      { turn: 1, tool_uses: 5, tools: ["Bash", "Edit", "Read", "Write"], exchanges: 3 },
    ]);
  });

  test("the signals of earlier turns are read only when a request is possible", async () => {
    const read: number[] = [];
    const pending: typeof store.ledger.pending = async (...args) => {
      const found = await store.ledger.pending(...args);
      read.push(found.signals.length);
      return found;
    };
    const ledger = { ...store.ledger, pending };
    await turn(said, { ledger, attended: false });
    expect(read).toEqual([]);
    await turn("Go on.", { ledger, attended: false });
    append(answer("Still at it.", "Bash"));
    await stop({ ledger, stopHookActive: true });
    expect(read).toEqual([0]);
    const { request } = await turn("And now?", { ledger });
    expect(request).toContain("SQLite");
    expect(read).toEqual([0, 1]);
  });

  test("with capture off the transcript is not even read", async () => {
    config.capture.mode = "off";
    const { summary, state } = await turn(said);
    expect([summary.messages, state.offset, state.turns]).toEqual([0, 0, 1]);
  });
});

test("in mode agents the request names context files that hold the excerpts", async () => {
  config.capture.mode = "agents";
  const { request } = await turn("We decided on SQLite because it is one file.");
  const json = /<triage_data>\n([\s\S]*)\n<\/triage_data>/.exec(request ?? "")?.[1] ?? "{}";
  const data = JSON.parse(json);
  expect(data.categories).toMatchObject([{ category: "decision", score: 0.4211 }]);
  expect(readFileSync(data.categories[0].context_file, "utf8")).toContain(
    "We decided on SQLite because it is one file.",
  );
});

test("a custom category's own signals are proposed", async () => {
  const settings = {
    enabled: true,
    auto_capture: true,
    folder: "api-notes",
    description: "",
    retention_days: 0,
  };
  config.categories.api_note = {
    ...settings,
    signals: { primary: ["\\bendpoint\\b"], boosters: ["\\bv2\\b"] },
  };
  const { request, summary } = await turn("The endpoint moved to v2.");
  expect(request).toContain("a note for api note");
  expect(summary.problems).toEqual([]);
});

test("a transcript outside the allowed folders is a problem, not a failure", async () => {
  const { summary } = await stop({
    transcriptPath: "/etc/passwd",
    lastAssistantMessage: "We decided on Go because of speed.",
  });
  expect(summary.problems).toEqual(["PATH_ERROR: The transcript lies outside the allowed folders"]);
  expect(summary.decision).toHaveProperty("propose");
});
