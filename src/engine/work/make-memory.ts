/** Memories made in a project's session, with ids in the order of their making. */
import { createMemory, type MemoryDraft } from "../../memory/create.ts";
import type { MemoryOf } from "../../memory/types.ts";
import type { ProjectView } from "../project-view.ts";

/** The agent that a session begins with. */
const MAIN_AGENT = "main";

export type MakeMemory = <D extends MemoryDraft>(draft: D) => MemoryOf<D["type"]>;

/** @throws RecordError VALIDATION_ERROR, when a draft is no memory */
export function memoryMaker(
  { project, host }: Pick<ProjectView, "project" | "host">,
  session: string,
): MakeMemory {
  const now = host.now();
  let made = 0;
  return <D extends MemoryDraft>(draft: D) => {
    const random = crypto.getRandomValues(new Uint8Array(10));
    // Of ids of the same millisecond the chance part decides: its first two bytes count.
    random[0] = made >> 8;
    random[1] = made & 0xff;
    made += 1;
    return createMemory(draft, {
      project: project.id,
      session,
      agent: MAIN_AGENT,
      now,
      random,
    }) as MemoryOf<D["type"]>;
  };
}
