/**
 * Work that is done apart from every session, by the one worker that each of a user's environments has: jobs with leases, and
 * the workers' seats. A part of the store port (`port.ts`); every driver passes `job-conformance.ts`. All times are RFC 3339 in UTC.
 */
import type { JsonObject } from "../record/value.ts";

export const JOB_KINDS = ["capture", "sweep", "review", "draft", "maintain"] as const;
/**
 * `capture`: read on in a session's transcripts. `sweep`: look for transcripts that nobody read to their end. `review`: have
 * staged memories judged. `draft`: make records of a session's signals. `maintain`: promote, compact, clear away.
 */
export type JobKind = (typeof JOB_KINDS)[number];

/** What a job is known by: of each there is one at most, so that asking twice is asking once. */
export interface JobKey {
  readonly kind: JobKind;
  readonly project: string;
  /** What it is about, e.g. a session's id; "" where that goes without saying. */
  readonly subject: string;
}

export interface NewJob extends JobKey {
  /** What the worker has to know besides. Nothing that was said in a session: it is stored unredacted. */
  readonly payload: JsonObject;
  /** Label of the environment that it is to be done in, see `job-environment.ts`; the plain one where absent. */
  readonly env?: string;
  /** When it was asked for. */
  readonly at: string;
  /** Not to be begun before; at once where absent. */
  readonly due?: string;
}

/** The same work asked for once more. @param due not to be begun before; at once where absent */
export const askedAnew = (
  { kind, project, subject, payload, env = "" }: Job,
  at: string,
  due?: string,
): NewJob => ({ kind, project, subject, payload, env, at, ...(due === undefined ? {} : { due }) });

export const JOB_STATES = ["waiting", "leased", "dead"] as const;
/** `dead`: given up after too many tries, until someone asks for it again. */
export type JobState = (typeof JOB_STATES)[number];

export interface Job extends JobKey {
  readonly payload: JsonObject;
  /** Absent where it is the plain one. */
  readonly env?: string;
  readonly state: JobState;
  readonly due: string;
  /** Tries begun since it was last asked for anew. */
  readonly attempts: number;
  /** Who has it, and until when. */
  readonly owner?: string;
  readonly leased_until?: string;
  /** Why the last try failed. */
  readonly error?: string;
  readonly created_at: string;
}

/** The seat of an environment's one worker. */
export interface Seat {
  /** Machine, process and a random part. */
  readonly owner: string;
  readonly until: string;
}

export interface Lease {
  readonly owner: string;
  readonly now: string;
  readonly until: string;
}

/** Where a worker is, and what it does there: `labelsDoneIn(env)`. */
export interface Post {
  readonly env: string;
  /** Jobs of any other environment are its business, too, if they have been due since then: nobody came for them. */
  readonly strays: string;
}

export interface JobStore {
  /**
   * Asks for work. What waits already is asked for once: the newest payload and environment hold, and the earlier time. What is
   * under way will be done once more after it. What was given up is tried again. Says whether someone is at work who will come
   * to it.
   */
  add(job: NewJob): Promise<{ readonly manned: boolean }>;
  /**
   * Takes the job that has been due for longest, or one whose owner let its lease run out; counts as a try.
   *
   * @param post whose jobs; everyone's where absent
   */
  lease(lease: Lease, post?: Post): Promise<Job | undefined>;
  /** Has it for longer. False where another has it by now. */
  renew(key: JobKey, lease: Lease): Promise<boolean>;
  /** It is done, and forgotten unless it was asked for again meanwhile. Nothing happens where another has it by now. */
  finish(key: JobKey, owner: string): Promise<void>;
  /** It failed: to be tried again at a time, or given up. Nothing happens where another has it by now. */
  fail(key: JobKey, owner: string, error: string, retry: { readonly at: string } | "give up"): Promise<void>;
  /** All there are, those that are due longest first; at most `limit` (1–1,000). */
  list(limit: number): Promise<Job[]>;
  /** Forgets jobs: one, or all of a project. Returns how many. */
  drop(which: JobKey | { readonly project: string }): Promise<number>;

  /** Takes an environment's seat, if it is free or its owner's time is over; an owner keeps it so. False where it is taken. */
  takeSeat(lease: Lease, env?: string): Promise<boolean>;
  /** Takes it from an owner that is known to be gone. False where another has it. */
  clearSeat(owner: string): Promise<boolean>;
  /**
   * Leaves the seat, unless work is due there: then false. In one step, so that nothing asked for meanwhile is overlooked.
   *
   * @param post whose jobs; everyone's, and the plain seat, where absent
   */
  leaveSeat(owner: string, now: string, post?: Post): Promise<boolean>;
  /** Who has an environment's, if anyone. */
  seat(now: string, env?: string): Promise<Seat | undefined>;
  /** All that are taken. */
  seats(now: string): Promise<(Seat & { readonly env: string })[]>;

  /** Notes when work of a kind was last done for a project. */
  noteRun(kind: JobKind, project: string, at: string): Promise<void>;
  /** When that was; undefined where it never was. */
  lastRun(kind: JobKind, project: string): Promise<string | undefined>;
}
