/**
 * Transcripts as Claude Code writes them, line by line: what a person says, what the model says and calls, and what the
 * client notes besides. Lines have the fields that both known versions write; ids and times are always the same.
 */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface TranscriptOptions {
  /** Default `session-1`. */
  readonly session?: string;
  /** Default `/p`. */
  readonly cwd?: string;
  /** Default `main`. */
  readonly branch?: string;
  /** Version of the client. Default `2.1.330`. */
  readonly version?: string;
  /** When it begins. Default 2026-03-02T09:00:00Z. */
  readonly began?: string;
  /** Milliseconds from each line to the next. Default 1,000. */
  readonly step?: number;
  /** Id of the subagent whose transcript it is. */
  readonly agent?: string;
  /** What it begins with: a second transcript of the same name would have the same ids. */
  readonly seed?: string;
}

/** What a tool gave back. */
export interface Outcome {
  readonly error?: boolean;
  /** The client's own, structured copy of it. */
  readonly result?: unknown;
}

/** Grows with each call, which gives itself back. */
export interface Transcript {
  readonly lines: readonly object[];
  /** A person asks. */
  prompt(text: string): Transcript;
  /** A person asks with blocks: text, images, what the editor adds. */
  blocks(content: readonly object[]): Transcript;
  /** The model says. */
  said(text: string): Transcript;
  thought(text: string): Transcript;
  /** The model calls a tool whose result is not known yet. */
  called(name: string, input: object): Transcript;
  /** The result of the call made last. */
  gave(content: unknown, outcome?: Outcome): Transcript;
  /** A shell command with what it printed and its exit code (0 unless told). */
  ran(command: string, output?: string, code?: number): Transcript;
  edited(path: string, before: string, after: string): Transcript;
  wrote(path: string, content: string): Transcript;
  read(path: string, content: string): Transcript;
  /** A person did not let the tool run. */
  refused(name: string, input: object): Transcript;
  /** A person stopped the turn; `true` while a tool was running. */
  interrupted(duringTool?: boolean): Transcript;
  /** The client compacted what was said before. */
  compacted(summary: string): Transcript;
  /** A background task has ended: the client begins a turn by itself. */
  notified(result: string): Transcript;
  /** A slash command, e.g. `/clear`, with what it is given. */
  command(name: string, args?: string): Transcript;
  /** The client's own additions to a conversation: reminders, hooks' feedback. */
  meta(text: string): Transcript;
  /** Any other line, with the fields that all have. */
  other(type: string, fields: object): Transcript;
  /** Time goes on. */
  wait(minutes: number): Transcript;
  text(): string;
  /** Writes it as a file, whole. */
  write(path: string): Transcript;
  /** Appends what came since it was last written. */
  append(path: string): Transcript;
}

export function transcript(options: TranscriptOptions = {}): Transcript {
  const { session = "session-1", cwd = "/p", branch = "main", version = "2.1.330", agent } = options;
  const { step = 1_000 } = options;
  const seed = options.seed ?? agent ?? "a";
  let time = Date.parse(options.began ?? "2026-03-02T09:00:00Z");
  const lines: object[] = [];
  let count = 0;
  let parent: string | null = null;
  let call = "";
  let written = 0;

  const line = (type: string, fields: object): object => {
    count += 1;
    time += step;
    const uuid = `${seed}-${String(count).padStart(5, "0")}`;
    const made = {
      parentUuid: parent,
      isSidechain: agent !== undefined,
      ...(agent === undefined ? {} : { agentId: agent }),
      type,
      ...fields,
      uuid,
      timestamp: new Date(time).toISOString(),
      userType: "external",
      entrypoint: "cli",
      cwd,
      sessionId: session,
      version,
      gitBranch: branch,
    };
    parent = uuid;
    return made;
  };
  const add = (made: object): Transcript => {
    lines.push(made);
    return grown;
  };
  const user = (content: unknown, fields: object = {}): Transcript =>
    add(line("user", { promptId: `prompt-${count}`, message: { role: "user", content }, ...fields }));
  const assistant = (block: object): Transcript =>
    add(
      line("assistant", {
        message: {
          id: `msg-${seed}-${count + 1}`,
          type: "message",
          role: "assistant",
          model: "claude-opus-4-8",
          content: [block],
          stop_reason: null,
        },
        requestId: `req-${count}`,
      }),
    );

  const grown: Transcript = {
    lines,
    prompt: (text) => user(text),
    blocks: (content) => user(content),
    said: (text) => assistant({ type: "text", text }),
    thought: (thinking) => assistant({ type: "thinking", thinking, signature: "" }),
    called(name, input) {
      call = `toolu-${seed}-${count + 1}`;
      return assistant({ type: "tool_use", id: call, name, input });
    },
    gave: (content, { error, result = content } = {}) =>
      user([{ tool_use_id: call, type: "tool_result", content, ...(error ? { is_error: true } : {}) }], {
        toolUseResult: result,
      }),
    ran(command, output = "", code = 0) {
      grown.called("Bash", { command, description: "Run it" });
      return code === 0
        ? grown.gave(output, { result: { stdout: output, stderr: "", interrupted: false, isImage: false } })
        : grown.gave(`Exit code ${code}\n${output}`, {
            error: true,
            result: `Error: Exit code ${code}\n${output}`,
          });
    },
    edited: (file_path, old_string, new_string) =>
      grown
        .called("Edit", { file_path, old_string, new_string })
        .gave(`The file ${file_path} has been updated.`, {
          result: { filePath: file_path, oldString: old_string, newString: new_string },
        }),
    wrote: (file_path, content) =>
      grown.called("Write", { file_path, content }).gave(`File created successfully at: ${file_path}`, {
        result: { type: "create", filePath: file_path },
      }),
    read: (file_path, content) =>
      grown
        .called("Read", { file_path })
        .gave(content, { result: { type: "text", file: { filePath: file_path, content } } }),
    refused: (name, input) =>
      grown
        .called(name, input)
        .gave(
          "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.",
          { error: true, result: "User rejected tool use" },
        ),
    interrupted: (duringTool = false) =>
      user([{ type: "text", text: `[Request interrupted by user${duringTool ? " for tool use" : ""}]` }]),
    compacted: (summary) =>
      add(line("system", { subtype: "compact_boundary", content: "Conversation compacted" })) &&
      user(
        `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\nSummary:\n${summary}\n\nContinue the conversation from where it left off without asking the user any further questions.`,
        { isVisibleInTranscriptOnly: true, isCompactSummary: true },
      ),
    notified: (result) =>
      user(
        `<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n<summary>Agent completed</summary>\n<result>${result}</result>\n</task-notification>`,
      ),
    command: (name, args = "") =>
      user(
        `<command-name>${name}</command-name>\n            <command-message>${name.slice(1)}</command-message>\n            <command-args>${args}</command-args>`,
      ),
    meta: (text) => user(text, { isMeta: true }),
    other: (type, fields) => add(line(type, fields)),
    wait(minutes) {
      time += minutes * 60_000;
      return grown;
    },
    text: () => jsonLines(lines),
    write(path) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, grown.text());
      written = lines.length;
      return grown;
    },
    append(path) {
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, jsonLines(lines.slice(written)));
      written = lines.length;
      return grown;
    },
  };
  return grown;
}

const jsonLines = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
