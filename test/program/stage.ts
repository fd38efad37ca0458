/** A scratch project with a home of its own and a scrubbed environment, and the program at work in it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findProject } from "../../src/host/project.ts";
import type { TraceEntry } from "../../src/host/trace.ts";
import { createMemory, type MemoryDraft } from "../../src/memory/create.ts";
import type { Memory } from "../../src/memory/types.ts";
import type { ProjectRecord } from "../../src/record/types.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { pathOf } from "../support/records.ts";
import { HOOK_LIMITS } from "./plugin.ts";
import { type Ended, type RunOptions, run, TIME_LIMIT_MS } from "./process.ts";

export type Payload = { readonly [field: string]: unknown };

export interface HookReply {
  /** What the model is shown. */
  context: string;
  /** The whole output; empty where the hook printed nothing. */
  output: {
    hookSpecificOutput?: { [field: string]: unknown };
    decision?: string;
    reason?: string;
    systemMessage?: string;
  };
}

export interface Stage extends Disposable {
  /** What is started; a test may change it. */
  launcher: string;
  /** Everything below is inside; in the machine's temporary folder. */
  dir: string;
  project: string;
  home: string;
  /** The memory root. */
  memory: string;
  database: string;
  /** Variables of every process; a test may change them. */
  env: { [name: string]: string | undefined };
  /** `recollect …`, in the project. */
  cli(args: readonly string[], options?: Partial<RunOptions>): Promise<Ended>;
  /** The same with `--json`, parsed. Throws when it does not end with the code given, 0 unless told. */
  json<T = { [field: string]: unknown }>(args: readonly string[], code?: number): Promise<T>;
  /** A hook process with these very bytes on its standard input. */
  raw(event: string, stdin: RunOptions["stdin"], options?: Partial<RunOptions>): Promise<Ended>;
  /** A hook process with a payload, and its answer; throws when it breaks the contract with the client. */
  hook(event: string, payload?: Payload): Promise<HookReply>;
  prompt(session: string, prompt: string): Promise<string>;
  /** Writes a record file as a colleague's commit would. */
  plant(record: ProjectRecord): string;
  /** Puts memories of a session into the database. */
  remember(session: string, ...drafts: MemoryDraft[]): Promise<Memory[]>;
  configure(config: object): void;
  /** Entries of the trace, oldest first. */
  trace(): TraceEntry[];
}

/** A git project with a home of its own; removed at the end of the scope. */
export function openStage({ launcher }: { launcher: string }): Stage {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "recollect-program-")));
  const [project, home] = [join(dir, "project"), join(dir, "home")];
  const memory = join(project, ".claude/memory");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  mkdirSync(home);
  // What a new user is told has a test of its own.
  mkdirSync(join(home, ".local/state/recollect"), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, ".local/state/recollect/introduced"), "", { mode: 0o600 });
  const env: Stage["env"] = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: home,
    RECOLLECT_BUN: process.execPath,
    // A worker would outlive its test, and write into folders that are gone.
    RECOLLECT_WORKER: "off",
    CLAUDE_CODE_ENTRYPOINT: "cli",
  };
  const stage: Stage = {
    launcher,
    dir,
    project,
    home,
    memory,
    env,
    database: join(home, ".local/share/recollect/recollect.db"),
    cli: (args, options = {}) => run([stage.launcher, ...args], { cwd: project, env, ...options }),
    async json(args, code = 0) {
      const ended = await stage.cli([...args, "--json"]);
      if (ended.code !== code)
        throw new Error(`recollect ${args.join(" ")} ended with ${ended.code}: ${ended.err || ended.out}`);
      return JSON.parse(ended.out);
    },
    raw: (event, stdin, options = {}) =>
      run([stage.launcher, "hook", event], {
        cwd: project,
        env,
        ...(stdin === undefined ? {} : { stdin }),
        limitMs: HOOK_LIMITS.get(event) ?? TIME_LIMIT_MS,
        ...options,
      }),
    async hook(event, payload = {}) {
      const whole = { hook_event_name: event, session_id: "session-1", cwd: project, ...payload };
      return replyOf(event, await stage.raw(event, JSON.stringify(whole)));
    },
    prompt: async (session, prompt) =>
      (await stage.hook("UserPromptSubmit", { session_id: session, prompt })).context,
    plant(record) {
      const path = join(memory, pathOf(record));
      put(path, `${JSON.stringify(record, null, 2)}\n`);
      return path;
    },
    async remember(session, ...drafts) {
      const memories = drafts.map((draft) =>
        createMemory(draft, {
          project: findProject(project).id,
          session,
          agent: "main",
          now: new Date(),
          random: crypto.getRandomValues(new Uint8Array(10)),
        }),
      );
      const store = openSqliteStore({ path: stage.database });
      await store.memories.put(memories);
      await store.close();
      return memories;
    },
    configure: (config) => put(join(memory, "memory-config.json"), JSON.stringify(config, null, 2)),
    trace: () => traceIn(join(home, ".local/state/recollect/recollect.log")),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
  return stage;
}

/** Fields that the client knows: https://code.claude.com/docs/en/hooks */
const OUTPUT_FIELDS = new Set(["hookSpecificOutput", "decision", "reason", "systemMessage"]);

/** What a hook answered, held against the client's contract: exit code 0, and nothing or one known JSON object. */
export function replyOf(event: string, { code, out, err }: Ended): HookReply {
  const say = (what: string): never => {
    throw new Error(`hook ${event} ${what}\nstdout: ${out.slice(0, 500)}\nstderr: ${err.slice(0, 500)}`);
  };
  if (code !== 0) say(`ended with ${code}`);
  if (err !== "") say("wrote to standard error");
  if (out === "") return { context: "", output: {} };
  const output = JSON.parse(out) as HookReply["output"];
  const unknown = Object.keys(output).filter((field) => !OUTPUT_FIELDS.has(field));
  if (unknown.length > 0) say(`printed unknown fields ${unknown.join(", ")}`);
  const { hookSpecificOutput: specific } = output;
  if (specific && specific.hookEventName !== event) say("answered for another event");
  const context = specific?.additionalContext ?? "";
  return { context: typeof context === "string" ? context : say("gave a context that is no text"), output };
}

function traceIn(log: string): TraceEntry[] {
  try {
    return readFileSync(log, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TraceEntry);
  } catch {
    return [];
  }
}

/** Writes a file with its folders. */
export function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

export const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.email=t@example.com", "-c", "user.name=t", ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
