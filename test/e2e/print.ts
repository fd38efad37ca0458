/** Runs `claude -p` against the scripted model. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "./clients.ts";
import type { Environment, Sandbox } from "./sandbox.ts";

export interface PrintOptions {
  client: Client;
  sandbox: Sandbox;
  port: number;
  /** One after the other in one session. */
  prompts: readonly string[];
  /** Folder of the plugin to load, unless it is installed. */
  plugin?: string;
  /** Tools that need no permission; none unless given. */
  allow?: readonly string[];
  permissionMode?: "default" | "acceptEdits" | "plan";
  args?: readonly string[];
  env?: Environment;
  /** Told the client's process id. */
  started?: (pid: number) => void;
  /** Milliseconds; the client is ended then, and the call fails. */
  timeout?: number;
}

export interface PrintResult {
  code: number | null;
  /** The last answer, as a caller of `claude -p` gets it. */
  result: string;
  events: StreamEvent[];
  stderr: string;
  /** The client's debug log. */
  debug: string;
}

export type StreamEvent = { readonly type: string; readonly [field: string]: unknown };

export async function print(options: PrintOptions): Promise<PrintResult> {
  const { client, sandbox, port, prompts, timeout = 45_000 } = options;
  const log = join(sandbox.logs, `${randomUUID()}.txt`);
  const args = [
    "-p",
    ...["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
    ...["--permission-mode", options.permissionMode ?? "default"],
    ...(options.allow ? ["--allowedTools", options.allow.join(",")] : []),
    ...(options.plugin ? ["--plugin-dir", options.plugin] : []),
    ...["--debug-file", log],
    ...(options.args ?? []),
  ];
  const child = spawn(client.bin, args, {
    cwd: sandbox.project,
    env: sandbox.env(port, options.env),
    stdio: "pipe",
  });
  if (child.pid !== undefined) options.started?.(child.pid);
  const events: StreamEvent[] = [];
  const waiting = [...prompts];
  const next = (): void => {
    const content = waiting.shift();
    if (content === undefined) child.stdin.end();
    else child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
  };
  child.stdin.on("error", () => undefined); // the client may be gone already; its exit tells
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (data: string) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = parse(line);
      if (!event) continue;
      events.push(event);
      if (event.type === "result") next();
    }
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (data: string) => {
    stderr += data;
  });
  next();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, timeout);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  clearTimeout(timer);
  const debug = existsSync(log) ? readFileSync(log, "utf8") : "";
  if (late) throw new Error(`claude -p was not done after ${timeout} ms\n${stderr}\n${debug.slice(-3_000)}`);
  const last = events.findLast(({ type }) => type === "result");
  return { code, result: String(last?.result ?? ""), events, stderr, debug };
}

function parse(line: string): StreamEvent | undefined {
  try {
    return JSON.parse(line) as StreamEvent;
  } catch {
    return undefined;
  }
}

/** The event in which the client says what it has loaded. */
export const initOf = ({ events }: PrintResult): StreamEvent | undefined =>
  events.find((event) => event.type === "system" && event.subtype === "init");
