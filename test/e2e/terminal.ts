/** Drives the interactive client in tmux, with a server socket of its own. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "./clients.ts";
import type { Environment, Sandbox } from "./sandbox.ts";

export const HAS_TMUX: boolean = spawnSync("tmux", ["-V"]).status === 0;
if (!HAS_TMUX)
  console.warn("tmux is missing: the tests of the interactive client are skipped (apt-get install tmux)");

export interface TerminalOptions {
  client: Client;
  sandbox: Sandbox;
  port: number;
  plugin: string;
  args?: readonly string[];
  env?: Environment;
}

export interface Terminal {
  /** Waits until the client takes prompts and has our tools, as it has before anyone can have typed. */
  ready(): Promise<void>;
  /** Types a prompt and sends it. */
  say(text: string): Promise<void>;
  /** Waits until the screen matches; throws with the screen when it does not in time. */
  see(pattern: RegExp, timeout?: number): Promise<string>;
  screen(): string;
  /** The client's debug log so far. */
  debug(): string;
  /** Ends the client and waits until it is gone. */
  close(): Promise<void>;
}

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { client, sandbox, port, plugin } = options;
  const socket = `recollect-${randomUUID()}`;
  const env = sandbox.env(port, { COLORTERM: "truecolor", ...options.env });
  const log = join(sandbox.logs, "interactive.txt");
  const args = ["--plugin-dir", plugin, "--debug-file", log, ...(options.args ?? [])];
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  const command = `cd ${quote(sandbox.project)} && exec env -i ${assignments.join(" ")} ${[client.bin, ...args].map(quote).join(" ")}`;
  const tmux = (...parts: string[]): string =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...parts], {
      encoding: "utf8",
      env: {
        PATH: process.env.PATH ?? "/usr/bin:/bin",
        HOME: sandbox.home,
        TERM: "xterm-256color",
        LANG: "C.UTF-8",
      },
    });
  tmux("new-session", "-d", "-x", "160", "-y", "60", command);
  const pid = Number(tmux("display-message", "-p", "#{pane_pid}"));
  const screen = (): string => {
    try {
      return tmux("capture-pane", "-p", "-S", "-200").trimEnd();
    } catch {
      return "(the client has ended)";
    }
  };
  const debug = (): string => (existsSync(log) ? readFileSync(log, "utf8") : "");
  const terminal: Terminal = {
    screen,
    async ready() {
      await terminal.see(/shortcuts|Try "|for agents|\? for/);
      for (const end = Date.now() + 20_000; !CONNECTED.test(debug()); await Bun.sleep(50)) {
        if (Date.now() > end) throw new Error(`our server did not connect:\n${debug().slice(-3_000)}`);
      }
      await Bun.sleep(300);
    },
    debug,
    async say(text) {
      tmux("send-keys", "-l", "--", text);
      await Bun.sleep(300);
      tmux("send-keys", "Enter");
    },
    async see(pattern, timeout = 20_000) {
      const end = Date.now() + timeout;
      for (;;) {
        const shown = screen();
        if (pattern.test(shown)) return shown;
        if (Date.now() > end)
          throw new Error(`${pattern} was not on the screen after ${timeout} ms:\n${shown}`);
        await Bun.sleep(100);
      }
    },
    async close() {
      try {
        tmux("kill-server");
      } catch {
        // it has ended by itself
      }
      for (const end = Date.now() + 5_000; isAlive(pid); await Bun.sleep(50)) {
        if (Date.now() > end) process.kill(pid, "SIGKILL");
      }
    },
  };
  return terminal;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const CONNECTED = /MCP server "plugin:memory:recollect": Successfully connected/;

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
