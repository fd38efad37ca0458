/**
 * The worker: takes the seat of its environment, waits until it is its turn among the user's workers, does one job after another
 * of those that were asked for there, and is gone when there is none. It may be ended at any point: what it had is free for the
 * next one as soon as the system knows that its process is gone, and otherwise when its time is over.
 */
import { processName } from "../../host/process-name.ts";
import { messageOf } from "../../host/trace.ts";
import { labelsDoneIn } from "../../store/job-environment.ts";
import type { Job, JobKind, Post } from "../../store/job-port.ts";
import { type Attempting, attempt, type Outcome } from "./attempt.ts";
import { LIMITS, type WorkerLimits } from "./limits.ts";
import { leaseFor, pause, TURN, takeSeat, takeTurn, tidyJobs } from "./seat.ts";

/** Its signal is aborted when the process is to end. */
export interface Worker extends Omit<Attempting, "owner" | "limits"> {
  readonly limits?: WorkerLimits;
}

/** Why a life ended: `stuck` when a job did not stop when it was told to, so that only the end of the process stops it. */
export type LifeEnd = "nothing to do" | "time" | "memory" | "told to" | "seat lost" | "stuck";

/** What a worker did. */
export interface Life {
  readonly owner: string;
  readonly began: string;
  readonly ended: string;
  readonly end: LifeEnd;
  /** Jobs by kind. */
  readonly done: { readonly [kind in JobKind]?: number };
  readonly failed: number;
}

/**
 * Lives through one life; undefined where another worker has the seat, or it never was its turn.
 *
 * @throws StoreError where the store fails: what was under way is then done by the next worker
 */
export async function work(worker: Worker): Promise<Life | undefined> {
  const { host, store, environment, limits = LIMITS } = worker;
  const owner = processName();
  // Ends the life: the process is to end, or the seat is lost.
  const over = new AbortController();
  const signal = AbortSignal.any([worker.signal, over.signal]);
  const mine = { jobs: store.jobs, owner, env: environment, now: host.now, limits, signal };
  if (!(await takeSeat(mine))) return undefined;
  const seats = [environment];
  const keeping = setInterval(() => keepSeats(), limits.renewMs);
  const done: { [kind in JobKind]?: number } = {};
  let failed = 0;
  let began = host.now();
  try {
    if (!(await takeTurn(mine))) return undefined;
    seats.push(TURN);
    began = host.now();
    await tidyJobs(mine);
    const end = await live();
    return { owner, began: began.toISOString(), ended: host.now().toISOString(), end, done, failed };
  } finally {
    clearInterval(keeping);
    await leave();
  }

  async function live(): Promise<LifeEnd> {
    while (true) {
      const end = ending();
      if (end) return end;
      const job = await store.jobs.lease(leaseFor(owner, host.now(), limits), post());
      if (job) {
        const outcome = await attempt(job, { ...worker, signal, limits, owner });
        count(job, outcome);
        if (outcome === "stuck") return "stuck";
      } else if (
        !(await lingered()) &&
        (await store.jobs.leaveSeat(owner, host.now().toISOString(), post()))
      ) {
        return "nothing to do";
      }
    }
  }

  function post(): Post {
    return { env: environment, strays: new Date(host.now().getTime() - limits.strayMs).toISOString() };
  }

  function ending(): LifeEnd | undefined {
    if (over.signal.aborted) return "seat lost";
    if (worker.signal.aborted) return "told to";
    if (host.now().getTime() - began.getTime() >= limits.lifeMs) return "time";
    return process.memoryUsage.rss() >= limits.enoughBytes ? "memory" : undefined;
  }

  function count({ kind }: Job, outcome: Outcome): void {
    if (outcome === "done") done[kind] = (done[kind] ?? 0) + 1;
    else if (outcome !== "lost" && outcome !== "let go") failed += 1;
  }

  /** Waits for a job that was tried in vain and is due again in a moment. */
  async function lingered(): Promise<boolean> {
    const now = host.now().getTime();
    const ours = labelsDoneIn(environment);
    const next = (await store.jobs.list(LOOKED_AT)).find(
      ({ state, env = "" }) => state === "waiting" && ours.includes(env),
    );
    const wait = next ? Date.parse(next.due) - now : Number.POSITIVE_INFINITY;
    if (!next || next.attempts === 0 || wait > limits.lingerMs) return false;
    await pause(Math.max(1, wait), signal);
    return true;
  }

  function keepSeats(): void {
    for (const seat of seats) {
      store.jobs.takeSeat(leaseFor(owner, host.now(), limits), seat).then(
        (kept) => kept || over.abort(new Error("Another worker has taken the seat")),
        // The store is asked again soon, and the time that is left may do.
        (error) => host.trace({ level: "warning", part: "worker", message: messageOf(error) }),
      );
    }
  }

  async function leave(): Promise<void> {
    try {
      await store.jobs.clearSeat(owner);
    } catch (error) {
      host.trace({ level: "warning", part: "worker", message: `could not leave: ${messageOf(error)}` });
    }
  }
}

/** Jobs that are looked at for one to wait for. */
const LOOKED_AT = 1_000;
