/** Which of a project's staged memories a job for reviewing is about: those of the environment that it was asked for in. */
import { sessionOf } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import type { Store } from "../../store/port.ts";
import { environmentOf } from "../capture/progress.ts";
import type { Assignment } from "../worker/job.ts";
import { reviewJobFor } from "./wanted.ts";

/** Jobs that are looked at for those that others are asked for by. */
const LOOKED_AT = 1_000;

/**
 * Those of its sessions. A session may have gone on in another environment since its memories were noted: it is seen to that
 * someone is asked about them there.
 */
export async function inItsEnvironment(
  { job, store, host }: Assignment,
  memories: readonly Memory[],
): Promise<Memory[]> {
  const own = job.env ?? "";
  const envs = await environmentsOf(store, job.project, memories);
  // Of whose session nothing is known any more, whoever asks is as good as another.
  const envOf = (memory: Memory): string => envs.get(sessionOf(memory) ?? "") ?? own;
  const others = new Set(memories.map(envOf).filter((env) => env !== own));
  const { folder } = job.payload;
  if (others.size > 0 && typeof folder === "string") {
    const asked = (await store.jobs.list(LOOKED_AT)).filter(
      ({ kind, project }) => kind === "review" && project === job.project,
    );
    const at = host.now().toISOString();
    for (const env of others) {
      // One that waits for a model keeps its time.
      if (asked.some(({ subject }) => subject === env)) continue;
      await store.jobs.add(reviewJobFor(job.project, { folder, env }, at));
    }
  }
  return memories.filter((memory) => envOf(memory) === own);
}

async function environmentsOf(
  { marks }: Store,
  project: string,
  memories: readonly Memory[],
): Promise<ReadonlyMap<string, string>> {
  const envs = new Map<string, string>();
  for (const session of new Set(memories.flatMap((memory) => sessionOf(memory) ?? []))) {
    const known = await marks.of(project, session);
    if (known.length > 0) envs.set(session, environmentOf(known));
  }
  return envs;
}
