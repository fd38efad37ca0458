/** Asking for a project's staged memories to be judged. */
import type { NewJob } from "../../store/job-port.ts";

export interface ReviewWanted {
  /** A folder of the project. */
  readonly folder: string;
  /** Label of the environment of the sessions whose memories they are: what models are asked there is no other's business. */
  readonly env: string;
}

/** There is one job for each environment. */
export const reviewJobFor = (project: string, { folder, env }: ReviewWanted, at: string): NewJob => ({
  kind: "review",
  project,
  subject: env,
  payload: { folder },
  env,
  at,
});
