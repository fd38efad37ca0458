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

const event = process.argv[2] ?? "";
const paths = hostPaths();
const trace = fileTrace(paths.log);
const part = `hook:${event || "?"}`;
const started = performance.now();

const limit = TIME_LIMITS[event] ?? DEFAULT_TIME_LIMIT;
setTimeout(() => {
  trace({ level: "error", part, message: `gave up after ${limit} ms`, ms: limit });
  process.exit(0);
}, limit);

try {
  const payload = await readJsonFromStdin({ silenceMs: STDIN_SILENCE_MS });
  if (payload === undefined) {
    trace({ level: "warning", part, message: "no JSON payload on standard input" });
  } else {
    const name = event || eventNameIn(payload);
    const decoded = decodeHook(name, payload, process.env);
    const reply = decoded ? await handle(decoded, { paths, env: process.env, trace, now: () => new Date() }) : {};
    const output = encodeReply(name, reply);
    if (output) await Bun.write(Bun.stdout, output);
  }
} catch (error) {
  trace({ level: "error", part, message: messageOf(error), ms: Math.round(performance.now() - started) });
}
process.exit(0);
