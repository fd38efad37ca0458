/** Which code does which job; loaded when there is one. */
import type { JobKind } from "../../store/job-port.ts";
import type { JobBody } from "./job.ts";

export type Handlers = { readonly [kind in JobKind]?: () => Promise<JobBody> };

export const HANDLERS: Handlers = {
  capture: async () => (await import("../capture/capture.ts")).captureJob,
  sweep: async () => (await import("../capture/sweep.ts")).sweepJob,
  review: async () => (await import("../review/review.ts")).reviewJob,
  draft: async () => (await import("../records/draft.ts")).draftJob,
  maintain: async () => (await import("../maintain/maintain.ts")).maintainJob,
};
