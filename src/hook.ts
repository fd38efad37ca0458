/**
 * The hot entry: one process per hook, `recollect hook <Event>`. It reads the client's payload, lets the engine
 * answer, prints, and is gone. Whatever goes wrong, it exits 0 and leaves a trace: a hook never blocks a session.
 */
import { decodeHook, eventNameIn } from "./client/claude-code/decode.ts";
import { encodeReply } from "./client/claude-code/encode.ts";
import { handle } from "./engine.ts";
import { hostPaths } from "./host/paths.ts";
import { readJsonFromStdin } from "./host/stdin.ts";
import { fileTrace, messageOf } from "./host/trace.ts";

/** How long an event may take in all, in milliseconds, well inside what the client allows. */
const TIME_LIMITS: { readonly [event: string]: number | undefined } = {
  UserPromptSubmit: 3_000,
  PreToolUse: 2_000,
  SessionEnd: 1_200,
};
const DEFAULT_TIME_LIMIT = 5_000;
const STDIN_SILENCE_MS = 1_000;

async function main(event: string): Promise<void> {
  const paths = hostPaths();
  const trace = fileTrace(paths.log);
  const part = `hook:${event || "?"}`;
  const limit = TIME_LIMITS[event] ?? DEFAULT_TIME_LIMIT;
  setTimeout(() => {
    trace({ level: "error", part, message: `gave up after ${limit} ms`, ms: limit });
    process.exit(0);
  }, limit);
  try {
    const payload = await readJsonFromStdin({ silenceMs: STDIN_SILENCE_MS });
    if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
      const what = payload === undefined ? "nothing, or no whole JSON value" : "no object";
      trace({ level: "warning", part, message: `the payload on standard input was ${what}` });
      return;
    }
    const name = event || eventNameIn(payload);
    const decoded = decodeHook(name, payload, process.env);
    if (!decoded) return;
    const output = encodeReply(name, await handle(decoded, { paths, env: process.env, trace, now: () => new Date() }));
    if (output) await Bun.write(Bun.stdout, output);
  } catch (error) {
    trace({ level: "error", part, message: messageOf(error) });
  }
}

main(process.argv[2] ?? "").finally(() => process.exit(0));
