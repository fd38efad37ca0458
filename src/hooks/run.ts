/**
 * The frame of every hook process: it reads the client's payload, lets the engine answer, prints, and is gone.
 * Whatever goes wrong, it exits 0 and leaves a trace: a hook never blocks a session.
 *
 * Each event has an entry of its own beside this file, bundled into one file with its bytecode: loading is most of
 * what a hook costs, so a process holds only what its event needs.
 */
import { decodeHook } from "../client/claude-code/decode.ts";
import { encodeReply } from "../client/claude-code/encode.ts";
import { workerStarter } from "../client/claude-code/start-worker.ts";
import { isShut } from "../engine/consent/gate.ts";
import type { EngineEvent, Host, Reply } from "../engine/events.ts";
import { hostPaths } from "../host/paths.ts";
import { readJsonFromStdin } from "../host/stdin.ts";
import { fileTrace, messageOf } from "../host/trace.ts";

export type Answer = (event: EngineEvent, host: Host) => Reply | Promise<Reply>;

export interface HookOptions {
  /** How long it may take in all, in milliseconds: well inside what the client allows. */
  timeLimit: number;
  /** Milliseconds for which another process's write is waited for; less where someone waits for this one. */
  patience?: number;
}

const STDIN_SILENCE_MS = 1_000;

/** Answers the event that this process was started for, and ends the process. */
export function runHook(event: string, answer: Answer, { timeLimit, patience }: HookOptions): void {
  const paths = hostPaths();
  const trace = fileTrace(paths.log);
  const part = `hook:${event}`;
  const starter = workerStarter(process.env);
  let wanted = false;
  // Last of all: it would take processor and database from what the client still waits for.
  const leave = (): never => {
    try {
      if (wanted) starter?.();
    } catch (error) {
      trace({ level: "warning", part: "worker", message: `not started: ${messageOf(error)}` });
    }
    return end();
  };
  setTimeout(() => {
    trace({ level: "error", part, message: `gave up after ${timeLimit} ms`, ms: timeLimit });
    leave();
  }, timeLimit);
  const host: Host = {
    paths,
    env: process.env,
    trace,
    now: () => new Date(),
    oneShot: true,
    timeLimit,
    ...(patience === undefined ? {} : { patience }),
    startWorker: () => {
      wanted = true;
    },
  };
  respond(event, answer, host)
    .catch((error) => trace({ level: "error", part, message: messageOf(error) }))
    .finally(leave);
}

/**
 * Ends the process. What it wrote has been written and committed, so below the launcher, which answers for the exit code, it
 * ends at once: an orderly end closes the database, flushes the disk and tears the runtime down.
 */
function end(): never {
  if (process.env.RECOLLECT_LAUNCHED === "1") process.kill(process.pid, "SIGKILL");
  process.exit(0);
}

async function respond(event: string, answer: Answer, host: Host): Promise<void> {
  const payload = await readJsonFromStdin({ silenceMs: STDIN_SILENCE_MS });
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
    const what = payload === undefined ? "nothing, or no whole JSON value" : "no object";
    return host.trace({
      level: "warning",
      part: `hook:${event}`,
      message: `the payload on standard input was ${what}`,
    });
  }
  const decoded = decodeHook(event, payload, host.env);
  if (!decoded || isShut(decoded, host)) return;
  const output = encodeReply(event, await answer(decoded, host));
  if (output) await Bun.write(Bun.stdout, output);
}
