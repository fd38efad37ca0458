/**
 * The seat of an environment's one worker, and the turn of the one that is at work: how they are taken, and how one is cleared
 * whose owner is gone.
 */
import { whereabouts } from "../../host/process-name.ts";
import { DAY_MS } from "../../record/time.ts";
import type { Job, JobStore, Lease, Seat } from "../../store/job-port.ts";
import type { WorkerLimits } from "./limits.ts";

export interface Taking {
  readonly jobs: JobStore;
  readonly owner: string;
  /** Label of the worker's environment. */
  readonly env: string;
  readonly now: () => Date;
  readonly limits: WorkerLimits;
  readonly signal: AbortSignal;
}

/** From now for as long as anything is taken. */
export const leaseFor = (owner: string, now: Date, { leaseMs }: WorkerLimits): Lease => ({
  owner,
  now: now.toISOString(),
  until: new Date(now.getTime() + leaseMs).toISOString(),
});

/** Takes the seat, if it is free or its owner is known to be gone. @throws StoreError */
export async function takeSeat(taking: Taking): Promise<boolean> {
  const { jobs, owner, env, now, limits } = taking;
  while (!taking.signal.aborted) {
    if (await jobs.takeSeat(leaseFor(owner, now(), limits), env)) return true;
    const seat = await jobs.seat(now().toISOString(), env);
    // Without one it has just become free.
    if (seat && !(await isGone(taking, seat))) return false;
    if (seat) await jobs.clearSeat(seat.owner);
  }
  return false;
}

/** Stands in place of an environment's label, and is none: whose turn it is among a user's workers. */
export const TURN = "turn";

/**
 * Waits for it: of a user's workers one is at work at a time, whatever number of environments there is. Another's turn is over
 * with its life. False where it has not come by then.
 *
 * @throws StoreError
 */
export async function takeTurn(taking: Taking): Promise<boolean> {
  const { limits, now, signal } = taking;
  const until = now().getTime() + limits.lifeMs;
  while (!signal.aborted && now().getTime() <= until) {
    if (await takeSeat({ ...taking, env: TURN })) return true;
    await pause(limits.turnLookMs, signal);
  }
  return false;
}

/**
 * Of a process of this machine the system knows. Another machine's is believed to live until its time is over; where that lies
 * further ahead than any worker takes the seat for, one of the two clocks is wrong, and it lives if it renews its time.
 */
async function isGone({ jobs, env, now, limits, signal }: Taking, seat: Seat): Promise<boolean> {
  if (whereabouts(seat.owner) === "gone") return true;
  if (Date.parse(seat.until) <= now().getTime() + limits.leaseMs) return false;
  await pause(limits.leaseMs, signal);
  const later = await jobs.seat(now().toISOString(), env);
  return later?.owner === seat.owner && later.until === seat.until;
}

/** Most jobs that are looked at; more never wait. */
const LOOKED_AT = 1_000;
/** Days after which what was given up is forgotten. */
const DEAD_DAYS = 30;

/** Frees the jobs of processes that are gone, and forgets what was given up long ago. @throws StoreError */
export async function tidyJobs({ jobs, now }: Pick<Taking, "jobs" | "now">): Promise<void> {
  const at = now();
  const before = new Date(at.getTime() - DEAD_DAYS * DAY_MS).toISOString();
  for (const job of await jobs.list(LOOKED_AT)) {
    if (isOrphan(job)) await jobs.fail(job, job.owner, ENDED_AT_IT, { at: at.toISOString() });
    else if (job.state === "dead" && job.created_at < before) await jobs.drop(job);
  }
}

/** Why a job is tried again whose worker did not live to say. */
export const ENDED_AT_IT = "The worker ended while it was at it";

const isOrphan = (job: Job): job is Job & { readonly owner: string } =>
  job.state === "leased" && job.owner !== undefined && whereabouts(job.owner) === "gone";

/** Waits, but not beyond the signal. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over);
  });
