/** What a worker may take: of time, so that it is gone soon, and of memory, so that no job can make it a burden. */

import { DAY_MS } from "../../record/time.ts";

export interface WorkerLimits {
  /** Milliseconds for which the seat and a job are taken, and after which they are taken again. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** Milliseconds for a job; then it is told to stop, and given some more to do so. */
  readonly jobMs: number;
  readonly graceMs: number;
  /** Milliseconds after which no further job is begun. */
  readonly lifeMs: number;
  /** Milliseconds between looks at whether another environment's worker has left. */
  readonly turnLookMs: number;
  /** Milliseconds that a job tried in vain is waited for, instead of leaving it to the next worker. */
  readonly lingerMs: number;
  /** Milliseconds that a job waits for a worker of its environment; from then on any may see to it. */
  readonly strayMs: number;
  /** Resident bytes from which no further job is begun, and from which the one under way is stopped. */
  readonly enoughBytes: number;
  readonly mostBytes: number;
  /** Milliseconds until a job that failed is tried again, by the tries made; after the last it is given up. */
  readonly backoffMs: readonly number[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MIB = 2 ** 20;

/** The launcher has the system enforce a little more than these, for a job that lets nothing else run. */
export const LIMITS: WorkerLimits = {
  leaseMs: 30 * SECOND,
  renewMs: 5 * SECOND,
  jobMs: 3 * MINUTE,
  graceMs: 2 * SECOND,
  lifeMs: 10 * MINUTE,
  turnLookMs: 100,
  lingerMs: 6 * SECOND,
  strayMs: 7 * DAY_MS,
  enoughBytes: 512 * MIB,
  mostBytes: 1_024 * MIB,
  backoffMs: [5 * SECOND, MINUTE, 10 * MINUTE, 60 * MINUTE],
};
