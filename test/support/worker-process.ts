/**
 * A worker as a process of its own, with jobs that note what they do: `begin <pid> <subject>` and `end <pid> <subject>`.
 * Arguments: the folder of RECOLLECT_HOME, the file for the notes.
 */
import { appendFileSync } from "node:fs";
import type { JobBody } from "../../src/engine/worker/job.ts";
import { LIMITS } from "../../src/engine/worker/limits.ts";
import { hostPaths } from "../../src/host/paths.ts";
import { fileTrace } from "../../src/host/trace.ts";
import { live } from "../../src/worker/live.ts";

const [home = "", notes = ""] = process.argv.slice(2);
const paths = hostPaths({ RECOLLECT_HOME: home });

/** A line is written in one call, so that it is whole or not there. */
const note = (what: string, subject: string): void =>
  appendFileSync(notes, `${what} ${process.pid} ${subject}\n`);

const body: JobBody = async ({ job }) => {
  note("begin", job.subject);
  await Bun.sleep(Number(job.payload.ms ?? 0));
  note("end", job.subject);
};

await live(
  { paths, env: {}, trace: fileTrace(paths.log), now: () => new Date() },
  new AbortController().signal,
  { handlers: { capture: async () => body }, limits: { ...LIMITS, backoffMs: Array(50).fill(0) } },
);
process.exit(0);
