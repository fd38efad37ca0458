/** Which code does which job; loaded when there is one. */
import type { JobKind } from "../../store/job-port.ts";
import type { JobBody } from "./job.ts";

export type Handlers = { readonly [kind in JobKind]?: () => Promise<JobBody> };

export const HANDLERS: Handlers = {
  review: async () => (await import("./review.ts")).reviewJob,
};
