/** Memories made in a project's session, with ids in the order of their making. */
import { createMemory, type MemoryDraft } from "../../memory/create.ts";
import type { MemoryOf, Provenance } from "../../memory/types.ts";
import type { ProjectView } from "../project-view.ts";

/** The agent that a session begins with. */
const MAIN_AGENT = "main";

export type MakeMemory = <D extends MemoryDraft>(draft: D) => MemoryOf<D["type"]>;

/** Of what happens in a session, or of what someone does by hand there; outside of any it is a person at a shell. */
export type Noticed = Pick<Provenance, "why"> & { readonly by: "task" | "hand" };

function provenanceOf({ by, ...why }: Noticed, session: string): Provenance {
  if (by === "hand" && session === "cli") return { by: "person", ...why };
  return { by: by === "hand" ? "agent" : by, session, ...why };
}

/** @throws RecordError VALIDATION_ERROR, when a draft is no memory */
export function memoryMaker(
  { project, host }: Pick<ProjectView, "project" | "host">,
  session: string,
  noticed: Noticed,
): MakeMemory {
  const now = host.now();
  const provenance = provenanceOf(noticed, session);
  let made = 0;
  return <D extends MemoryDraft>(draft: D) => {
    const random = crypto.getRandomValues(new Uint8Array(10));
    // Of ids of the same millisecond the chance part decides: its first two bytes count.
    random[0] = made >> 8;
    random[1] = made & 0xff;
    made += 1;
    return createMemory(
      { ...draft, provenance },
      {
        project: project.id,
        session,
        agent: MAIN_AGENT,
        now,
        random,
      },
    ) as MemoryOf<D["type"]>;
  };
}
