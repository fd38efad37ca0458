/** The capture job in this process, with an observer of the tests' own. */
import { claudeCodeSession } from "../../src/client/claude-code/transcript-events.ts";
import type { Host } from "../../src/engine/events.ts";
import type { Assignment, JobBody } from "../../src/engine/worker/job.ts";
import type { Job } from "../../src/store/job-port.ts";
import type { Store } from "../../src/store/port.ts";

export const FORMATS: Assignment["formats"] = new Map([["claude-code", claudeCodeSession]]);

/** Does a job at once, as the worker would. */
export async function doJob(
  body: JobBody,
  at: { readonly host: Host; readonly store: Store; readonly signal?: AbortSignal },
  job: Pick<Job, "kind" | "project" | "subject" | "payload">,
): Promise<void> {
  const now = at.host.now().toISOString();
  await body({
    job: { ...job, state: "leased", due: now, attempts: 1, created_at: now },
    host: at.host,
    store: at.store,
    formats: FORMATS,
    signal: at.signal ?? new AbortController().signal,
  });
}
