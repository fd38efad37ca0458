import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { claudeCodeTranscript, decodeTranscriptLine } from "./transcript-line.ts";

const base = {
  parentUuid: null,
  isSidechain: false,
  uuid: "u1",
  timestamp: "2026-01-05T10:00:00.000Z",
  cwd: "/p",
};
const user = (content: unknown, more: object = {}) => ({
  ...base,
  type: "user",
  message: { role: "user", content },
  ...more,
});
const assistant = (content: unknown[], more: object = {}, message: object = {}) => ({
  ...base,
  type: "assistant",
  message: { id: "msg_1", role: "assistant", model: "claude-opus-5-5", content, ...message },
  ...more,
});

describe("conversation", () => {
  test("a prompt, as a string or as blocks, also of old versions", () => {
    const message = { role: "user" as const, text: "Hello", tools: [] as string[], at: base.timestamp };
    expect(decodeTranscriptLine(user("Hello"))).toEqual({ kind: "message", origin: "person", message });
    expect(decodeTranscriptLine(user([{ type: "text", text: "Hello" }]))).toMatchObject({ message });
    expect(decodeTranscriptLine(user("Hello", { type: "human" }))).toMatchObject({ message });
  });

  test("an answer with its text, the names of its tools and its id", () => {
    const line = assistant([
      { type: "thinking", thinking: "we decided to fail" },
      { type: "text", text: "Writing." },
      { type: "tool_use", id: "t1", name: "Write", input: { content: "decided" } },
    ]);
    expect(decodeTranscriptLine(line)).toEqual({
      kind: "message",
      origin: "assistant",
      id: "msg_1",
      message: { role: "assistant", text: "Writing.", tools: ["Write"], at: base.timestamp },
    });
  });

  test("a prompt keeps what the person said when a hook or the editor put something beside it", () => {
    const line = user([
      { type: "text", text: "<ide_opened_file>The user opened error.ts</ide_opened_file>" },
      { type: "text", text: "Use pnpm.<system-reminder>never say failed</system-reminder>" },
    ]);
    expect(decodeTranscriptLine(line)).toMatchObject({ message: { text: "Use pnpm." } });
  });

  test("a background task's notification is the client's, and its text nobody's", () => {
    const line = user(
      "<task-notification>\n<task-id>a1</task-id>\n<result>we decided</result>\n</task-notification>",
    );
    expect(decodeTranscriptLine(line)).toMatchObject({ origin: "synthetic", message: { text: "" } });
  });

  test("a slash command begins a person's turn without text", () => {
    const line = user("<command-message>x</command-message>\n<command-name>/x</command-name>");
    expect(decodeTranscriptLine(line)).toMatchObject({ origin: "person", message: { text: "" } });
  });
});

describe("what is not conversation", () => {
  const ignored: readonly [string, unknown][] = [
    ["meta lines", user("Stop hook feedback:\nrun the tests", { isMeta: true })],
    ["subagents", user("Note one", { isSidechain: true, agentId: "a1" })],
    ["summaries of a compaction", user("This session is being continued", { isCompactSummary: true })],
    ["unmarked summaries", user("This session is being continued from a previous conversation that ran out")],
    [
      "tool results",
      user([{ type: "tool_result", tool_use_id: "t", content: "failed" }], { toolUseResult: {} }),
    ],
    ["tool results alone", user([{ type: "tool_result", tool_use_id: "t", content: "failed" }])],
    ["images alone", user([{ type: "image", source: {} }])],
    ["local command output", user("<local-command-stdout>failed</local-command-stdout>")],
    ["shell mode output", user("<bash-stdout>failed</bash-stdout><bash-stderr></bash-stderr>")],
    ["interruptions", user([{ type: "text", text: "[Request interrupted by user for tool use]" }])],
    ["our own context", user("<memory-context>\n- [DECISION] we decided\n</memory-context>")],
    ["our own request", user("<triage_data>\n{}\n</triage_data>")],
    [
      "the client's own answers",
      assistant([{ type: "text", text: "No response requested." }], {}, { model: "<synthetic>" }),
    ],
    ["API errors", assistant([{ type: "text", text: "API Error: 429" }], { isApiErrorMessage: true })],
    ["thinking", assistant([{ type: "thinking", thinking: "we decided" }])],
    ["attachments", { ...base, type: "attachment", attachment: { type: "hook_success", content: "failed" } }],
    ["system lines", { ...base, type: "system", subtype: "api_error", error: { message: "failed" } }],
    ["progress", { ...base, type: "progress", data: { message: user("we decided") } }],
    ["prompt snapshots", { type: "prompt_snapshot", messages: [user("we decided")] }],
    ["queued prompts", { type: "queue-operation", operation: "enqueue", content: "we decided" }],
    ["arrays", [user("x")]],
    ["null", null],
    ["a message that is a text", { ...base, type: "user", message: "x" }],
  ];
  for (const [name, line] of ignored) {
    test(name, () => expect(decodeTranscriptLine(line)).toEqual({ kind: "ignored" }));
  }
});

test("tags without end do not slow the decoding down", () => {
  for (const piece of ["<bash-x ", "<bash-x>", "</bash-x>"]) {
    expect(decodeTranscriptLine(user(`a${piece.repeat(50_000)}`))).toMatchObject({ kind: "message" });
  }
});

test("anything at all is decoded without an error", () => {
  fc.assert(fc.property(fc.anything(), (value) => decodeTranscriptLine(value).kind.length > 0));
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom("user", "assistant"), (content, type) => {
      expect(() => decodeTranscriptLine({ type, message: { content } })).not.toThrow();
    }),
  );
});

test("the cheap look lets through every line that decodes to a message, compact or spaced", () => {
  const lines = [user("Hello"), user("Hi", { type: "human" }), assistant([{ type: "text", text: "Yes" }])];
  for (const line of lines) {
    for (const indent of [undefined, 1]) {
      const bytes = Buffer.from(JSON.stringify(line, null, indent).replaceAll("\n", ""));
      expect(claudeCodeTranscript.mayMatter(bytes)).toBe(true);
    }
  }
});

test("the cheap look turns away tool results, progress and copies of prompts", () => {
  for (const line of [
    user([{ type: "tool_result", content: "x" }], { toolUseResult: { stdout: "x" } }),
    { ...base, type: "progress", data: { message: user("x") } },
    { type: "queue-operation", content: 'he wrote "type":"user" in it' },
  ]) {
    expect(claudeCodeTranscript.mayMatter(Buffer.from(JSON.stringify(line)))).toBe(false);
  }
});
