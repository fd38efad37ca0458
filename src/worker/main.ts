/**
 * The worker as a process of its own, `recollect work`: started by hooks when there is work, apart from every session. Nobody
 * reads its output or exit code; what goes wrong is in the trace.
 */
import { workerStarter } from "../client/claude-code/start-worker.ts";
import type { Host } from "../engine/events.ts";
import { hostPaths } from "../host/paths.ts";
import { fileTrace, messageOf } from "../host/trace.ts";
import { live } from "./live.ts";

const paths = hostPaths();
const startWorker = workerStarter(process.env);
const host: Host = {
  paths,
  env: process.env,
  trace: fileTrace(paths.log),
  now: () => new Date(),
  ...(startWorker ? { startWorker } : {}),
};

const over = new AbortController();
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(name, () => over.abort(new Error("The worker was told to end")));
}
for (const name of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(name, (error: unknown) => crash(error));
}

live(host, over.signal).then(() => process.exit(0), crash);

function crash(error: unknown): never {
  host.trace({ level: "error", part: "worker", message: messageOf(error) });
  process.exit(1);
}
