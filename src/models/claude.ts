/**
 * The user's own `claude -p`, as a model: no tools, no settings of a project, no hooks, no plugins, no servers, no memory, no
 * transcript. It runs in a folder of its own where nothing lies, so there is nothing that it could read or begin.
 *
 * Checked with the oldest client we promise to work with and the newest we know (`test/e2e/claude-model.test.ts`).
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Config } from "../config/types.ts";
import { ownFolder } from "../host/private-files.ts";
import { isObject, type JsonObject } from "../record/value.ts";
import { estimateTokens } from "../text/tokens.ts";
import { ModelError } from "./error.ts";
import { ANSWER_BYTES_MAX } from "./guarded-fetch.ts";
import type { Model, ModelAnswer, Question, Spent } from "./model.ts";

type Environment = { readonly [name: string]: string | undefined };

export interface ClaudeOptions {
  readonly claude: Config["claude"];
  readonly env: Environment;
  /** The user's state folder: the one it runs in is made there. */
  readonly state: string;
}

/** Set for what it starts. A process that has it asks no `claude`: nothing that comes of asking one asks another. */
export const DEPTH = "RECOLLECT_IN_CLAUDE";

/** Rating a paragraph needs no better one, and whatever the user talks to is mostly the dearest. */
const MODEL_UNLESS_TOLD = "haiku";

/**
 * US dollars of a million tokens that a call is booked with: what it came to is told afterwards only. Rather too much; on a
 * subscription it is what the client reckons that the same would cost otherwise.
 */
const ASSUMED_PRICE = { in: 5, out: 25 };

export function claudeModel({ claude, env, state }: ClaudeOptions): Model {
  const name = claude.model ?? MODEL_UNLESS_TOLD;
  const price = (tokensIn: number, tokensOut: number): number =>
    (tokensIn * ASSUMED_PRICE.in + tokensOut * ASSUMED_PRICE.out) / 1_000_000;
  return {
    executor: "claude",
    name,
    price,
    async ask(question, signal) {
      if (env[DEPTH] !== undefined)
        throw new ModelError("not_set_up", "A claude that we started does not start another");
      const begun = performance.now();
      const said = await run(claude.command, argumentsFor(name, question), question.prompt, {
        cwd: emptyFolder(state),
        env: environmentFor(env),
        signal,
      });
      return read(said, name, question, Math.round(performance.now() - begun));
    },
  };
}

/** Folder that it runs in, below the state folder. What runs there is ours, and is never captured. */
export const CLAUDE_FOLDER = "claude";

function emptyFolder(state: string): string {
  const folder = join(state, CLAUDE_FOLDER);
  ownFolder(folder);
  return folder;
}

function argumentsFor(model: string, { system }: Question): string[] {
  return [
    "--print",
    ...["--output-format", "json"],
    // Nothing that was customised: hooks, plugins, servers, memory. Who may use it, and through whom, still holds.
    "--safe-mode",
    ...["--setting-sources", "user"],
    ...["--settings", JSON.stringify({ disableAllHooks: true, autoMemoryEnabled: false })],
    "--strict-mcp-config",
    "--disable-slash-commands",
    ...["--tools", ""],
    ...["--max-turns", "1"],
    "--no-session-persistence",
    ...["--system-prompt", system],
    ...["--model", model],
  ];
}

/** What a client sets for those it starts, so that one started by us does not take itself for a part of that session. */
const OF_A_SESSION =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:SESSION_ID|ENTRYPOINT|SSE_PORT)|CLAUDE_(?:PROJECT_DIR|PLUGIN_.*|EFFORT|ENV_FILE))$/;

const environmentFor = (env: Environment): Environment => ({
  ...Object.fromEntries(Object.entries(env).filter(([variable]) => !OF_A_SESSION.test(variable))),
  // Our launcher ends at once then, whatever calls it.
  RECOLLECT_HOOKS: "off",
  [DEPTH]: "1",
  CLAUDE_CODE_MAX_RETRIES: "0",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
});

interface RunOptions {
  readonly cwd: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** What it printed. It leads a group of its own, which is ended whole. */
function run(command: string, args: readonly string[], input: string, options: RunOptions): Promise<string> {
  const { cwd, env, signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  if (signal.aborted) return Promise.reject(stopped(signal));
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "ignore"] });
  const stop = (error: ModelError): void => {
    endGroup(child);
    reject(error);
  };
  const onAbort = (): void => stop(stopped(signal));
  signal.addEventListener("abort", onAbort, { once: true });
  const parts: Buffer[] = [];
  let bytes = 0;
  child.stdout.on("data", (part: Buffer) => {
    bytes += part.byteLength;
    if (bytes > ANSWER_BYTES_MAX)
      stop(new ModelError("too_big", `claude answers with more than ${ANSWER_BYTES_MAX} bytes`));
    else parts.push(part);
  });
  child.on("error", ({ message }) =>
    stop(new ModelError("not_set_up", `claude.command cannot be started: ${message}`)),
  );
  child.on("close", (code) => {
    signal.removeEventListener("abort", onAbort);
    const said = Buffer.concat(parts).toString("utf8");
    if (said.trim() !== "") resolve(said);
    else reject(new ModelError("broken", `claude ended with code ${code} and said nothing`));
  });
  child.stdin.on("error", () => undefined); // It may be gone already; how it ended tells.
  child.stdin.end(input);
  return promise;
}

const stopped = ({ reason }: AbortSignal): ModelError =>
  reason instanceof Error && reason.name === "TimeoutError"
    ? new ModelError("timeout", "claude did not answer in time")
    : new ModelError("called_off", "The call was called off");

function endGroup({ pid }: ChildProcessByStdio<Writable, Readable, null>): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function read(said: string, name: string, { system, prompt }: Question, ms: number): ModelAnswer {
  const result = resultIn(said);
  if (!result) throw new ModelError("broken", "claude answered with something other than its result as JSON");
  const text = typeof result.result === "string" ? result.result : "";
  const spent = spentOn(result, { system, prompt, text });
  if (result.is_error === true || result.subtype !== "success") throw refusal(result, spent);
  const [model] = Object.keys(isObject(result.modelUsage) ? result.modelUsage : {});
  return { text, ...spent, ms, model: model ?? name };
}

function resultIn(said: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(said);
    return isObject(value) && value.type === "result" ? value : undefined;
  } catch {
    return undefined;
  }
}

const numberIn = (value: unknown): number => (typeof value === "number" && value >= 0 ? value : 0);

function spentOn(result: JsonObject, asked: { system: string; prompt: string; text: string }): Spent {
  const usage = isObject(result.usage) ? result.usage : {};
  const cached = numberIn(usage.cache_creation_input_tokens) + numberIn(usage.cache_read_input_tokens);
  const tokensIn = numberIn(usage.input_tokens) + cached;
  return {
    tokens_in: tokensIn || estimateTokens(asked.system) + estimateTokens(asked.prompt),
    tokens_out: numberIn(usage.output_tokens) || estimateTokens(asked.text),
    usd: numberIn(result.total_cost_usd),
  };
}

/** The client says what its API answered in a field of newer versions, and in words. Only the figure is passed on. */
function refusal(result: JsonObject, spent: Spent): ModelError {
  const text = typeof result.result === "string" ? result.result : "";
  const status = numberIn(result.api_error_status) || Number(/\b[45]\d\d\b/.exec(text)?.[0] ?? 0);
  const why = status > 0 ? ` (its API answered ${status})` : "";
  if (status === 401 || status === 403 || /\/login|api key/i.test(text))
    return new ModelError("key", `claude is not logged in, or may not do this${why}`, { spent });
  if (status === 429 || /limit reached|rate limit/i.test(text))
    return new ModelError("rate_limited", `claude has made too many calls, or its account is used up${why}`, {
      spent,
    });
  return new ModelError(status >= 500 ? "server" : "refused", `claude failed${why}`, { spent });
}
