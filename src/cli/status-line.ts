/** `statusline`: the client runs it after every message and shows what it prints. It never fails, and never takes long. */
import { lineOf, readAsking } from "../client/claude-code/status-line.ts";
import type { Host } from "../engine/events.ts";
import { statusLine } from "../engine/status/status-line.ts";
import { hostPaths } from "../host/paths.ts";
import { readJsonFromStdin } from "../host/stdin.ts";
import { fileTrace, messageOf } from "../host/trace.ts";

/** Milliseconds: the client starts it anew by then, and shows what it had before. */
const TIME_LIMIT = 2_000;
const STDIN_SILENCE_MS = 500;

/** Answers, and ends the process. */
export async function answerStatusLine(): Promise<never> {
  const paths = hostPaths();
  const trace = fileTrace(paths.log);
  setTimeout(() => process.exit(0), TIME_LIMIT);
  const host: Host = {
    paths,
    env: process.env,
    trace,
    now: () => new Date(),
    oneShot: true,
    timeLimit: TIME_LIMIT,
  };
  try {
    const asking = readAsking(await readJsonFromStdin({ silenceMs: STDIN_SILENCE_MS }));
    if (asking) {
      const parts = await statusLine(host, asking.folder, asking.session);
      await Bun.write(Bun.stdout, `${lineOf(parts, !process.env.NO_COLOR)}\n`);
    }
  } catch (error) {
    trace({ level: "warning", part: "statusline", message: messageOf(error) });
  }
  process.exit(0);
}
