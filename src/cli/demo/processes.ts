/** The demo's processes: hooks and the MCP server, started as a client starts them. */
import { appendFileSync } from "node:fs";
import { nameOf } from "../../memory/create.ts";

import type { Memory } from "../../memory/types.ts";

export interface HookAnswer {
  /** What the model is shown; empty when the hook said nothing. */
  context: string;
  /** Wall time of the whole process, in milliseconds. */
  ms: number;
}

export interface Runner {
  /** Executable of the plugin: its launcher. */
  launcher: string;
  cwd: string;
  env: { readonly [name: string]: string };
}

/** Runs one hook process with a payload, as a client does. Throws when it does not end with 0. */
export async function runHook(
  { launcher, cwd, env }: Runner,
  event: string,
  payload: object,
): Promise<HookAnswer> {
  const started = performance.now();
  const child = Bun.spawn([launcher, "hook", event], {
    cwd,
    env: { ...env },
    stdin: new Blob([JSON.stringify({ hook_event_name: event, cwd, ...payload })]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`hook ${event} ended with ${code}: ${err.trim() || out.trim()}`);
  const output = out.trim() ? (JSON.parse(out) as HookOutput) : {};
  return { context: output.hookSpecificOutput?.additionalContext ?? "", ms };
}

interface HookOutput {
  hookSpecificOutput?: { additionalContext?: string };
}

/** One MCP session over standard input and output, with one tool call in it. */
export async function callMcpTool(
  { launcher, cwd, env }: Runner,
  tool: string,
  args: { readonly [name: string]: unknown },
): Promise<{ text: string; isError: boolean }> {
  const child = Bun.spawn([launcher, "mcp"], {
    cwd,
    env: { ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    child.stdin.flush();
  };
  try {
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "demo", version: "1" } },
    });
    let answer: { content: { text: string }[]; isError?: boolean } | undefined;
    for await (const message of lines(child.stdout)) {
      if (message.id === 1) {
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/call", params: { name: tool, arguments: args } });
      } else if (message.id === 2) {
        answer = message.result as typeof answer;
        break;
      }
    }
    return { text: answer?.content[0]?.text ?? "", isError: answer?.isError === true };
  } finally {
    child.stdin.end();
    child.kill();
    await child.exited;
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<{ id?: number; result?: unknown }> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const complete = rest.split("\n");
    rest = complete.pop() ?? "";
    for (const line of complete) if (line.trim()) yield JSON.parse(line) as { id?: number; result?: unknown };
  }
}

/** Runs the worker, as hooks start it, until nothing is left to do; gives its wall time in milliseconds. */
export async function runWorker({ launcher, cwd, env }: Runner): Promise<number> {
  const started = performance.now();
  const child = Bun.spawn([launcher, "work"], { cwd, env: { ...env }, stdin: "ignore", stderr: "pipe" });
  const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (code !== 0) throw new Error(`the worker ended with ${code}: ${err.trim()}`);
  return performance.now() - started;
}

/** Appends transcript lines as the client does, with the project's folder and the time of now filled in. */
export function appendTranscript(path: string, project: string, recorded: readonly object[]): void {
  const folder = JSON.stringify(project).slice(1, -1);
  const timestamp = new Date().toISOString();
  const text = recorded
    .map((line) => `${JSON.stringify({ ...line, timestamp }).replaceAll("{{project}}", folder)}\n`)
    .join("");
  appendFileSync(path, text, { mode: 0o600 });
}

/** Titles of what was captured from a session. */
export async function capturedFrom({ launcher, cwd, env }: Runner, session: string): Promise<string[]> {
  const child = Bun.spawn([launcher, "memories", "--json"], { cwd, env: { ...env }, stdin: "ignore" });
  const memories = (await new Response(child.stdout).json()) as Memory[];
  return memories
    .filter(({ provenance }) => provenance?.by === "capture" && provenance.session === session)
    .map(nameOf);
}
