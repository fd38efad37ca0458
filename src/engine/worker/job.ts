/** What the body of a job is given. Each kind of job has a file of its own beside this one. */
import type { SessionFormat } from "../../capture/types.ts";
import type { Job } from "../../store/job-port.ts";
import type { Store } from "../../store/port.ts";
import type { Host } from "../events.ts";

export interface Assignment {
  readonly job: Job;
  readonly host: Host;
  readonly store: Store;
  /**
   * Why it is done elsewhere than in the environment that it was asked for in, a sentence: nothing of this environment may be used
   * for it. Absent where it is done where it belongs.
   */
  readonly stray?: string;
  /** How each client writes its transcripts, by the client's name. */
  readonly formats: ReadonlyMap<string, SessionFormat>;
  /** Aborted when the worker is to end, or has lost the job to another. */
  readonly signal: AbortSignal;
}

/**
 * Does a job. It may be killed at any point and is then done again from its beginning, so what it has done must not be done
 * twice. What it throws is the reason for another try, later; a `GiveUp` for none.
 */
export type JobBody = (assignment: Assignment) => Promise<void>;

/** Another try is worth it at this time and not before: whoever we depend on has said so. */
export class TryAgainAt extends Error {
  readonly at: Date;

  constructor(message: string, at: Date) {
    super(message);
    this.at = at;
  }
}

/** No further try would help: the project is gone, the transcript is unreadable. */
export class GiveUp extends Error {}
