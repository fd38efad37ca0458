/**
 * The worker as a process of its own, `recollect work`: started by hooks when there is work, apart from every session. Nobody
 * reads its output or exit code; what goes wrong is in the trace.
 */
import { openHost } from "../client/claude-code/program-host.ts";
import { messageOf } from "../host/trace.ts";
import { live } from "./live.ts";

const host = openHost();

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
