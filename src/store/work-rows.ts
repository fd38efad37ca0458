/** Rows of what is done apart from sessions, as every database holds them: absent values are null, objects are JSON. */
import type { JsonObject } from "../record/value.ts";
import type { Job } from "./job-port.ts";
import type { Proposal } from "./proposal-port.ts";

/** Reads JSON as the database wrote it. */
type Parse = (json: string) => unknown;

export type JobRow = Omit<Job, "payload" | "env" | "owner" | "leased_until" | "error"> & {
  readonly payload: string;
  readonly env: string;
  readonly owner: string | null;
  readonly leased_until: string | null;
  readonly error: string | null;
};

export const jobOf = (
  { payload, env, owner, leased_until, error, ...rest }: JobRow,
  parse: Parse = JSON.parse,
): Job => ({
  ...rest,
  payload: parse(payload) as JsonObject,
  ...(env === "" ? {} : { env }),
  ...(owner === null ? {} : { owner }),
  ...(leased_until === null ? {} : { leased_until }),
  ...(error === null ? {} : { error }),
});

/** What a seat is called, by its environment's label: the plain one has no more than a name. */
export const seatName = (env: string): string => `worker${env}`;
export const seatEnv = (name: string): string => name.slice("worker".length);

export type ProposalRow = Omit<Proposal, "body" | "sources" | "decided_at" | "reason" | "result"> & {
  readonly body: string;
  readonly sources: string;
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly result: string | null;
};

export const proposalOf = (
  { body, sources, decided_at, reason, result, ...rest }: ProposalRow,
  parse: Parse = JSON.parse,
): Proposal => ({
  ...rest,
  body: parse(body) as JsonObject,
  sources: parse(sources) as string[],
  ...(decided_at === null ? {} : { decided_at }),
  ...(reason === null ? {} : { reason }),
  ...(result === null ? {} : { result }),
});
