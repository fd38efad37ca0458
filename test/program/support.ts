/**
 * What whole-program tests share: the plugin as users get it, built once per file into a scratch folder; a scratch
 * project with a home of its own and a scrubbed environment; and processes with a time limit.
 */
import { afterAll, beforeAll, setDefaultTimeout } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundle, type HookBundle, type HookEvent } from "../../scripts/bundle.ts";
import type { TraceEntry } from "../../src/host/trace.ts";
import type { ProjectRecord } from "../../src/record/types.ts";
import { pathOf } from "../support/records.ts";

const PLUGIN = join(import.meta.dir, "../../plugin");
/** Longer than any process of ours may take, on a busy machine too. */
const TIME_LIMIT_MS = 20_000;
const TEST_LIMIT_MS = 60_000;

export interface Ended {
  code: number;
  out: string;
  err: string;
  /** Wall time in milliseconds. */
  ms: number;
}

export interface RunOptions {
  cwd: string;
  env: { readonly [name: string]: string | undefined };
  /** Whole standard input; none is an empty one, `open` one that never ends after these bytes. */
  stdin?: string | Uint8Array | { open: string };
  /** Milliseconds after which the process is killed and the test fails. */
  limitMs?: number;
}

/** Runs a process to its end; one that outlives the time limit is killed and fails the test. */
export async function run(
  argv: readonly string[],
  { cwd, env, stdin = "", limitMs = TIME_LIMIT_MS }: RunOptions,
): Promise<Ended> {
  const started = performance.now();
  const held = typeof stdin === "object" && "open" in stdin ? stdin.open : undefined;
  const child = Bun.spawn([...argv], {
    cwd,
    env: { ...env },
    stdin: held === undefined ? new Blob([stdin as string]) : "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, limitMs);
  try {
    if (held !== undefined && child.stdin && typeof child.stdin !== "number") {
      if (held !== "") child.stdin.write(held);
      child.stdin.flush();
    }
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (late) throw new Error(`${argv.join(" ")} was still running after ${limitMs} ms`);
    return { code, out, err, ms: performance.now() - started };
  } finally {
    clearTimeout(timer);
  }
}

/** The events that the plugin registers for, and how long the client waits for each, in milliseconds. */
export const HOOK_LIMITS: ReadonlyMap<string, number> = new Map(
  Object.entries(
    (
      JSON.parse(readFileSync(join(PLUGIN, "hooks/hooks.json"), "utf8")) as {
        hooks: { [event: string]: Registration[] };
      }
    ).hooks,
  ).map(([event, registered]) => [
    event,
    1_000 * Math.min(...registered.flatMap(({ hooks }) => hooks.map(({ timeout }) => timeout))),
  ]),
);

interface Registration {
  hooks: { timeout: number }[];
}

/** The plugin as users get it, in a folder of its own. */
export interface Installed extends Disposable {
  folder: string;
  launcher: string;
}

/** The plugin with freshly built bundles. */
export interface Built extends Installed {
  hooks: ReadonlyMap<HookEvent, HookBundle>;
}

export async function buildPlugin(): Promise<Built> {
  const installed = copyOf(PLUGIN, [".claude-plugin", "bin", "hooks"]);
  const { hooks } = await bundle(join(installed.folder, "dist"));
  return { ...installed, hooks };
}

/** A copy of a built plugin that may be torn apart. */
export const copyPlugin = ({ folder }: Installed): Installed =>
  copyOf(folder, [".claude-plugin", "bin", "hooks", "dist"]);

function copyOf(plugin: string, parts: readonly string[]): Installed {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "recollect-plugin-")));
  for (const part of parts) cpSync(join(plugin, part), join(folder, part), { recursive: true });
  return {
    folder,
    launcher: join(folder, "bin/recollect"),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The plugin of a test file: built before its tests, removed after them. Gives its tests the time that processes take. */
export function pluginOfThisFile(): () => Built {
  let built: Built | undefined;
  setDefaultTimeout(TEST_LIMIT_MS);
  beforeAll(async () => {
    built = await buildPlugin();
  });
  afterAll(() => built?.[Symbol.dispose]());
  return () => {
    if (!built) throw new Error("the plugin is built when the first test begins");
    return built;
  };
}

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
  const env: Stage["env"] = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: home,
    RECOLLECT_BUN: process.execPath,
    CLAUDE_CODE_ENTRYPOINT: "cli",
  };
  const stage: Stage = {
    dir,
    project,
    home,
    memory,
    env,
    database: join(home, ".local/share/recollect/recollect.db"),
    cli: (args, options = {}) => run([launcher, ...args], { cwd: project, env, ...options }),
    async json(args, code = 0) {
      const ended = await stage.cli([...args, "--json"]);
      if (ended.code !== code)
        throw new Error(`recollect ${args.join(" ")} ended with ${ended.code}: ${ended.err || ended.out}`);
      return JSON.parse(ended.out);
    },
    raw: (event, stdin, options = {}) =>
      run([launcher, "hook", event], {
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

/** One line of a transcript as the client writes it. */
export const userLine = (text: string): object => ({
  type: "user",
  isSidechain: false,
  message: { role: "user", content: text },
});

let messages = 0;
const messageId = (): string => {
  messages += 1;
  return `msg-${messages}`;
};

export const assistantLine = (text: string): object => ({
  type: "assistant",
  isSidechain: false,
  message: { id: messageId(), role: "assistant", content: [{ type: "text", text }] },
});

export const toolLine = (name: string, input: object = {}): object => ({
  type: "assistant",
  isSidechain: false,
  message: {
    id: messageId(),
    role: "assistant",
    content: [{ type: "tool_use", id: `t-${messages}`, name, input }],
  },
});

/** Appends lines to a transcript. */
export function append(path: string, lines: readonly object[]): void {
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** What a person and a model say when a decision falls. */
export const decisiveTurn = (subject: string): object[] => [
  userLine(`Which ${subject} do we take?`),
  assistantLine(
    `We decided to use Postgres as the ${subject} instead of Redis because one database is enough.\n` +
      `We chose the ${subject} over a broker due to its simplicity.\n` +
      `We went with the ${subject} rather than a service, the reason is cost.`,
  ),
];

export interface ToolAnswer {
  text: string;
  isError: boolean;
}

interface Answer {
  result?: Payload;
  error?: { code: number; message: string };
}

export interface McpSession extends AsyncDisposable {
  /** A request and its answer: `result` or `error`, as it came. */
  request(
    method: string,
    params?: object,
  ): Promise<{ result?: Payload; error?: { code: number; message: string } }>;
  /** Anything on the server's standard input. */
  send(line: string): void;
  call(tool: string, args: object): Promise<ToolAnswer>;
  /** Closes the server's standard input and waits for its end; its exit code. */
  close(): Promise<number>;
}

/** Starts the MCP server and greets it. */
export async function openMcp(launcher: string, stage: Pick<Stage, "project" | "env">): Promise<McpSession> {
  const child = Bun.spawn([launcher, "mcp"], {
    cwd: stage.project,
    env: { ...stage.env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  const timer = setTimeout(() => child.kill("SIGKILL"), TIME_LIMIT_MS);
  let id = 0;
  void (async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const message = JSON.parse(line) as Answer & { id?: number };
        if (message.id !== undefined) waiting.get(message.id)?.(message);
      }
    }
  })();
  const session: McpSession = {
    send(line) {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
    },
    request(method, params = {}) {
      id += 1;
      const answer = new Promise<Answer>((resolve, reject) => {
        waiting.set(id, resolve);
        void child.exited.then(() => reject(new Error(`the MCP server ended before it answered ${method}`)));
      });
      session.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return answer;
    },
    async call(tool, args) {
      const { result, error } = await session.request("tools/call", { name: tool, arguments: args });
      if (error) throw new Error(error.message);
      const { content, isError } = result as unknown as { content: { text: string }[]; isError?: boolean };
      return { text: content.map(({ text }) => text).join("\n"), isError: isError === true };
    },
    async close() {
      await child.stdin.end();
      const code = await child.exited;
      clearTimeout(timer);
      return code;
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      child.kill();
      await child.exited;
    },
  };
  const hello = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  const { result } = await session.request("initialize", hello);
  if (!result) throw new Error("the MCP server did not greet");
  session.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  return session;
}
