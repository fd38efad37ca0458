/** What the scenarios share: one sandbox and one model per test, and the words they are about. */
import { afterEach } from "bun:test";
import { join } from "node:path";
import { readTrace } from "../../src/host/trace.ts";
import type { PreferenceContent, ProjectRecord } from "../../src/record/types.ts";
import { allGone } from "../support/processes.ts";
import { type Client, clients } from "./clients.ts";
import { type Model, type ModelReply, type Script, startModel } from "./model.ts";
import { type PrintOptions, type PrintResult, print } from "./print.ts";
import { makeSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

export const CLIENTS: Client[] = clients();
/** Milliseconds a scenario may take. */
export const LIMIT = 60_000;

export const SAVE = "mcp__plugin_memory_recollect__memory_save";
export const SEARCH = "mcp__plugin_memory_recollect__memory_search";
export const GET = "mcp__plugin_memory_recollect__memory_get";
export const RETIRE = "mcp__plugin_memory_recollect__memory_retire";

export const CONFIG_FILE = ".claude/memory/memory-config.json";

export interface Scene {
  sandbox: Sandbox;
  model: Model;
  /** Runs `claude -p` in this scene. Fails when the client or Recollect itself logs a trouble that is not expected. */
  print(options: Omit<PrintOptions, "sandbox" | "port"> & { troubles?: RegExp }): Promise<PrintResult>;
}

const open: Scene[] = [];

/** Opens a scene; it is cleared away after the test. */
export function scene(script: Script, options: SandboxOptions = {}): Scene {
  const sandbox = makeSandbox(options);
  const model = startModel(script);
  const made: Scene = {
    sandbox,
    model,
    async print({ troubles, ...rest }) {
      const printed = await print({ ...rest, sandbox, port: model.port });
      const unexpected = troublesIn(printed.debug, sandbox).filter((line) => !troubles?.test(line));
      if (unexpected.length > 0) throw new Error(`logged troubles:\n${unexpected.join("\n")}`);
      return printed;
    },
  };
  open.push(made);
  return made;
}

/** Warnings and errors about our plugin in the client's debug log, and those that Recollect noted itself. */
export function troublesIn(debug: string, { home }: Sandbox): string[] {
  const own = readTrace(join(home, ".local/state/recollect/recollect.log"), 100);
  return [
    ...debug
      .split("\n")
      .filter((line) => /\[(WARN|ERROR)\]/.test(line) && /plugin|hook|mcp/i.test(line))
      .filter((line) => !line.includes("[3P telemetry]")),
    ...own
      .filter(({ level }) => level !== "info")
      .map(({ level, part, message }) => `recollect.log: ${level}: ${part}: ${message}`),
  ];
}

/** To be called once per test file. */
export function clearScenesAfterEach(): void {
  afterEach(async () => {
    for (const { sandbox, model } of open.splice(0)) {
      await model.stop();
      // Workers go on when their client has ended, and would write into a folder that is gone.
      await allGone(sandbox.home);
      if (!process.env.RECOLLECT_E2E_KEEP) sandbox.remove();
    }
  });
}

/** Whether a request comes from a Stop hook of ours that asks to save. */
export const isSaveRequest = (text: string): boolean => /Stop hook (additional context|feedback)/.test(text);

interface Deciding {
  prompt: string;
  answer: string;
  draft: {
    category: string;
    summary: string;
    title: string;
    tags: string[];
    confidence: number;
    content: object;
  };
}

/** Something decided, in the words of a conversation. */
export const DECIDING: Deciding = {
  prompt: "Which queue shall the edge devices use for their jobs?",
  answer:
    "We decided to use SQLite for the job queue instead of Redis, because Redis loses queued jobs when an edge device " +
    "reboots. The rationale: one file, no daemon to run, and we chose WAL mode since readers must not block the writer.",
  draft: {
    category: "decision",
    summary:
      "The job queue on edge devices uses SQLite rather than Redis, because Redis loses jobs on reboot",
    title: "Use SQLite for the job queue on edge devices",
    tags: ["sqlite", "queue", "jobs", "edge"],
    confidence: 0.9,
    content: {
      status: "accepted",
      context: "Edge devices reboot without warning and must not lose queued jobs",
      decision: "The job queue is a SQLite file in WAL mode",
      rationale: ["Redis loses queued jobs on reboot", "No daemon to run on the device"],
      alternatives: [{ option: "Redis", rejected_reason: "loses queued jobs on reboot" }],
    },
  },
};

/** A model that answers with a decision and, when asked to save, saves it once. */
export const decidingModel: Script = ({ last }): ModelReply => {
  if (isSaveRequest(last)) return { tools: [{ name: SAVE, input: { drafts: [DECIDING.draft] } }] };
  return { text: last.includes(DECIDING.prompt) ? DECIDING.answer : "Noted." };
};

/** How many save calls the model made. */
export const saveCalls = ({ replies }: Model): number =>
  replies.flatMap(({ tools = [] }) => tools).filter(({ name }) => name === SAVE).length;

/** A record as its file holds it. */
export const RECORD: ProjectRecord<object> = {
  schema_version: "1.0",
  category: "decision",
  id: "use-sqlite-for-the-job-queue",
  title: "Use SQLite for the job queue on edge devices",
  record_status: "active",
  created_at: "2026-01-05T10:00:00Z",
  updated_at: "2026-01-05T10:00:00Z",
  tags: ["edge", "queue", "sqlite"],
  confidence: 0.9,
  content: DECIDING.draft.content,
  changes: [{ date: "2026-01-05T10:00:00Z", summary: "Created" }],
  times_updated: 0,
};

export const RECORD_FILE: string = `.claude/memory/decisions/${RECORD.id}.json`;

/** A strong preference, which every session's brief names. */
export const PREFERENCE: ProjectRecord<PreferenceContent> = {
  ...RECORD,
  category: "preference",
  id: "tabs-in-makefiles-only",
  title: "Indent with two spaces everywhere but in makefiles",
  tags: ["formatting", "indentation"],
  content: {
    topic: "indentation",
    value: "two spaces; tabs in makefiles only",
    reason: "the formatter enforces it",
    strength: "strong",
  },
};

export const PREFERENCE_FILE: string = `.claude/memory/preferences/${PREFERENCE.id}.json`;
