/** One try at a job: its lease is kept while it runs, and what became of it is written down. */
import { messageOf } from "../../host/trace.ts";
import { DAY_MS } from "../../record/time.ts";
import { labelsDoneIn } from "../../store/job-environment.ts";
import type { Job } from "../../store/job-port.ts";
import type { Handlers } from "./handlers.ts";
import { type Assignment, GiveUp, type JobBody, TryAgainAt } from "./job.ts";
import type { WorkerLimits } from "./limits.ts";
import { ENDED_AT_IT, leaseFor, pause } from "./seat.ts";

export interface Attempting extends Omit<Assignment, "job" | "stray"> {
  readonly handlers: Handlers;
  readonly owner: string;
  /** Label of the environment that the worker is in. */
  readonly environment: string;
  readonly limits: WorkerLimits;
}

/** `lost`: another has the job. `stuck`: it did not stop when it was told to. `let go`: nobody needs it any more. */
export type Outcome = "done" | "failed" | "given up" | "lost" | "stuck" | "let go";

/** Characters of a reason that are kept. */
const REASON_MAX = 500;

/** @throws StoreError */
export async function attempt(job: Job, worker: Attempting): Promise<Outcome> {
  const { store, owner, host, limits, formats } = worker;
  // One that ends the process each time says nothing of why.
  if (job.attempts > limits.backoffMs.length + 1) {
    return giveUp(job, worker, job.error ?? `${ENDED_AT_IT}, each time`);
  }
  const stray = strayed(job, worker);
  if (stray !== undefined && job.kind !== "review") return passOver(job, worker, stray);
  const stopping = new AbortController();
  const signal = AbortSignal.any([worker.signal, stopping.signal]);
  const watch = watchOver(job, worker, stopping);
  // A body that cannot be loaded, as while an update is installed, is this job's trouble and no other's.
  const begun = async (): Promise<void> =>
    (await bodyOf(job, worker))({
      ...{ job, host, store, formats, signal },
      ...(stray === undefined ? {} : { stray }),
    });
  try {
    const ended = begun().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const failure = await Promise.race([ended, stopped(signal, limits)]);
    if (stopping.signal.reason === LOST) return failure === STUCK ? "stuck" : "lost";
    if (failure === undefined) {
      await store.jobs.finish(job, owner);
      return "done";
    }
    if (failure === STUCK) {
      await retryLater(job, worker, `${messageOf(signal.reason)}, and the job did not stop`);
      return "stuck";
    }
    if (failure.error instanceof GiveUp) return giveUp(job, worker, failure.error.message);
    if (failure.error instanceof TryAgainAt) return retryAt(job, worker, failure.error);
    return retryLater(job, worker, messageOf(signal.aborted ? signal.reason : failure.error));
  } finally {
    watch[Symbol.dispose]();
  }
}

/** Why it is done here although it was asked for elsewhere; undefined where it was not. */
function strayed({ env = "" }: Job, { environment, limits }: Attempting): string | undefined {
  if (labelsDoneIn(environment).includes(env)) return undefined;
  const days = Math.round(limits.strayMs / DAY_MS);
  return `no session with the environment that it was asked for in has come within ${days} days`;
}

/** What sessions ask for whenever they start is not missed. Of the rest someone has to know. */
async function passOver(job: Job, worker: Attempting, reason: string): Promise<Outcome> {
  if (job.kind !== "sweep" && job.kind !== "maintain") return giveUp(job, worker, reason);
  await worker.store.jobs.finish(job, worker.owner);
  return "let go";
}

async function bodyOf({ kind }: Job, { handlers }: Attempting): Promise<JobBody> {
  const load = handlers[kind];
  if (!load) throw new GiveUp(`This version of Recollect does no jobs of the kind ${kind}`);
  return load();
}

const LOST = new Error("Another worker has the job");
const STUCK = Symbol("stuck");

/** Settles when a job that was told to stop had its time to do so. */
async function stopped(signal: AbortSignal, { graceMs }: WorkerLimits): Promise<typeof STUCK> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await pause(graceMs, new AbortController().signal);
  return STUCK;
}

/** Keeps the lease, and tells the job to stop when that is lost, or when it takes too long or too much. */
function watchOver(job: Job, worker: Attempting, stopping: AbortController): Disposable {
  const { store, limits, host } = worker;
  const renewal = setInterval(() => {
    store.jobs.renew(job, leaseFor(worker.owner, host.now(), limits)).then(
      (ours) => ours || stopping.abort(LOST),
      (error) => host.trace({ level: "warning", part: "worker", message: messageOf(error) }),
    );
  }, limits.renewMs);
  const memory = setInterval(() => {
    if (process.memoryUsage.rss() < limits.mostBytes) return;
    stopping.abort(new Error(`It took more than ${Math.round(limits.mostBytes / 2 ** 20)} MiB of memory`));
  }, MEMORY_LOOK_MS);
  const limit = setTimeout(
    () => stopping.abort(new Error(`It took longer than ${Math.round(limits.jobMs / 1_000)} s`)),
    limits.jobMs,
  );
  return {
    [Symbol.dispose]() {
      clearInterval(renewal);
      clearInterval(memory);
      clearTimeout(limit);
    },
  };
}

const MEMORY_LOOK_MS = 250;

async function retryLater(job: Job, worker: Attempting, reason: string): Promise<Outcome> {
  const { host, limits } = worker;
  const wait = limits.backoffMs[job.attempts - 1];
  if (wait === undefined) return giveUp(job, worker, reason);
  const at = new Date(host.now().getTime() + wait);
  return retryAt(job, worker, { at, message: reason });
}

/** The tries are counted all the same: whoever says when to try again may say so for ever. */
async function retryAt(
  job: Job,
  worker: Attempting,
  { at, message: reason }: Pick<TryAgainAt, "at" | "message">,
): Promise<Outcome> {
  const { store, owner, limits } = worker;
  if (job.attempts > limits.backoffMs.length) return giveUp(job, worker, reason);
  await store.jobs.fail(job, owner, reason.slice(0, REASON_MAX), { at: at.toISOString() });
  tell(job, worker, "warning", `try ${job.attempts} failed: ${reason}`);
  return "failed";
}

async function giveUp(job: Job, worker: Attempting, reason: string): Promise<Outcome> {
  await worker.store.jobs.fail(job, worker.owner, reason.slice(0, REASON_MAX), "give up");
  tell(job, worker, "error", `given up: ${reason}. \`recollect worker retry\` tries again`);
  return "given up";
}

function tell(
  { kind, project, subject }: Job,
  { host }: Attempting,
  level: "warning" | "error",
  what: string,
): void {
  host.trace({
    level,
    part: "worker",
    message: `${kind}: ${what}`,
    ...(project ? { project } : {}),
    ...(subject && kind !== "review" ? { session: subject } : {}),
  });
}
