/** Memories as someone works on them: in which project, and who it is. */
import type { Provenance } from "../../memory/types.ts";
import type { Viewpoint } from "../../store/memory-port.ts";
import type { Store } from "../../store/port.ts";
import type { ProjectView } from "../project-view.ts";
import { withStore } from "../with-store.ts";

/** Who works on memories. */
export interface Caller {
  /** Where the call comes from, e.g. `cli`; stands for a session where there is none. */
  readonly name: string;
  /** Id of the conversation. What is remembered outside of any is the project's. */
  readonly session?: string;
  /** Whether it is a person, who sees what every session remembered. */
  readonly isPerson: boolean;
}

export interface MemoryAccess {
  readonly view: ProjectView;
  readonly store: Store;
  readonly caller: Caller;
}

/** Rejects with a `StoreError`, or as the work does. */
export const withMemories = <T>(
  view: ProjectView,
  caller: Caller,
  work: (access: MemoryAccess) => Promise<T>,
): Promise<T> => withStore(view, (store) => work({ view, store, caller }));

/** From where memories are looked at. */
export const viewpointOf = ({ view, caller }: MemoryAccess): Viewpoint => ({
  project: view.project.id,
  session: caller.session ?? caller.name,
});

/** Who said so: a person at a shell, or a model that was told to. */
export const provenanceOf = ({ isPerson, session }: Caller): Provenance => ({
  by: isPerson && session === undefined ? "person" : "agent",
  ...(session === undefined ? {} : { session }),
});
