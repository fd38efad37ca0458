/** What the worker has to do, who is at it, and what it could not do: for people. */
import { spokenName, type Whereabouts, whereabouts } from "../../host/process-name.ts";
import { RecordError } from "../../record/error.ts";
import { count } from "../../record/value.ts";
import { labelsDoneIn } from "../../store/job-environment.ts";
import { askedAnew, type Job, type JobState } from "../../store/job-port.ts";
import type { Store } from "../../store/port.ts";
import type { Host } from "../events.ts";
import type { ProjectView } from "../project-view.ts";
import { labelOf } from "./environment.ts";
import { lastLife } from "./last-life.ts";
import { LIMITS } from "./limits.ts";
import type { Life } from "./run.ts";

export interface WorkerReport {
  /** The worker that is at work, if there is one. */
  readonly seat?: {
    readonly owner: string;
    readonly until: string;
    readonly where: Whereabouts;
    /** Whether it has not been heard of for longer than a worker that does its work ever is silent. */
    readonly silent: boolean;
  };
  /** Of every project of the user; those that are due longest first. */
  readonly jobs: readonly ListedJob[];
  /** The last one on this machine that has ended. */
  readonly last?: Life;
}

/** `elsewhere`: no worker that is started from here comes to it, since it was asked for in another environment. */
export type ListedJob = Job & { readonly elsewhere?: true };

/** Most jobs that are told. */
const TOLD_MAX = 1_000;
/** Renewals that may fail before someone counts as silent. */
const MISSED = 3;

/** @throws StoreError */
export async function workerReport(
  { jobs }: Store,
  view: Pick<ProjectView, "host" | "config">,
): Promise<WorkerReport> {
  const { host } = view;
  const now = host.now();
  const here = labelOf(view);
  const seats = await jobs.seats(now.toISOString());
  const seat = seats.find(({ env }) => env === here) ?? seats[0];
  const ours = labelsDoneIn(here);
  const last = lastLife(host);
  return {
    ...(seat ? { seat: { ...seat, where: whereabouts(seat.owner), silent: isSilent(seat.until, now) } } : {}),
    jobs: (await jobs.list(TOLD_MAX)).map((job) =>
      ours.includes(job.env ?? "") ? job : { ...job, elsewhere: true },
    ),
    ...(last ? { last } : {}),
  };
}

const isSilent = (until: string, now: Date): boolean =>
  Date.parse(until) - LIMITS.leaseMs + MISSED * LIMITS.renewMs < now.getTime();

export const jobsThatAre = (report: Pick<WorkerReport, "jobs">, state: JobState): ListedJob[] =>
  report.jobs.filter((job) => job.state === state);

/** `capture of session-1`, `sweep`. */
export const nameOfJob = ({ kind, subject }: Pick<Job, "kind" | "subject">): string =>
  subject === "" || kind === "review" ? kind : `${kind} of ${subject}`;

/** One line: `2 jobs wait, 1 given up; process 5120 on laptop is at work`. */
export function workerLine(report: WorkerReport): string {
  const { seat, last } = report;
  const all = jobsThatAre(report, "waiting");
  const elsewhere = all.filter((job) => job.elsewhere).length;
  const waiting = all.length - elsewhere;
  const dead = jobsThatAre(report, "dead").length;
  const work = [
    ...(waiting > 0 ? [`${count(waiting, "job")} waiting`] : []),
    ...(elsewhere > 0 ? [`${elsewhere} waiting for another environment`] : []),
    ...(dead > 0 ? [`${dead} given up`] : []),
  ];
  const who = seat ? `${spokenName(seat.owner)} is at work` : last ? `last at work ${last.ended}` : "";
  return [work.join(", ") || "nothing waits", who].filter(Boolean).join("; ");
}

/** @param what a kind of job, or how a subject begins; all that are given up where absent */
function chosen(jobs: readonly Job[], what: string | undefined): Job[] {
  if (what === undefined) return jobs.filter(({ state }) => state === "dead");
  const found = jobs.filter(
    ({ kind, subject }) => kind === what || (what !== "" && subject.startsWith(what)),
  );
  if (found.length > 0) return found;
  throw new RecordError(
    "NOT_FOUND",
    { target: what, problem: "No job is of this kind, or about something that begins so" },
    "See what there is: recollect worker status",
  );
}

/** Asks for jobs once more, and starts a worker. @throws RecordError NOT_FOUND; StoreError */
export async function retryJobs({ jobs }: Store, host: Host, what?: string): Promise<Job[]> {
  const again = chosen(await jobs.list(TOLD_MAX), what);
  const at = host.now().toISOString();
  for (const job of again) await jobs.add(askedAnew(job, at));
  if (again.length > 0) host.startWorker?.();
  return again;
}

/** Forgets jobs. @throws RecordError NOT_FOUND; StoreError */
export async function dropJobs({ jobs }: Store, what?: string): Promise<Job[]> {
  const over = chosen(await jobs.list(TOLD_MAX), what);
  for (const job of over) await jobs.drop(job);
  return over;
}
