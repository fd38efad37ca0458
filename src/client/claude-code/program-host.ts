/** This machine, as programs see it that take their time: commands, the tools' server, the worker. */
import type { Host } from "../../engine/events.ts";
import { hostPaths } from "../../host/paths.ts";
import { fileTrace } from "../../host/trace.ts";
import { workerStarter } from "./start-worker.ts";

export function openHost(): Host {
  const paths = hostPaths();
  const startWorker = workerStarter(process.env);
  return {
    paths,
    env: process.env,
    trace: fileTrace(paths.log),
    now: () => new Date(),
    ...(startWorker ? { startWorker } : {}),
  };
}
