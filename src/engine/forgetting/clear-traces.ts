/** What else speaks of memories that go: what capture has in mind of their sessions, and what agents were handed to judge. */
import type { Memory } from "../../memory/types.ts";
import type { CaptureMark } from "../../store/mark-port.ts";
import type { Store } from "../../store/port.ts";
import type { ProjectView } from "../project-view.ts";
import { takeBackBatches } from "../review/batch.ts";

/**
 * Batches go whole: an item of one is shown beside others as what is known already. What was not judged yet is handed out anew.
 *
 * @throws StoreError
 */
export async function clearTraces(
  { project, host }: ProjectView,
  store: Store,
  memories: readonly Memory[],
): Promise<void> {
  if (memories.length === 0) return;
  takeBackBatches(host.paths.staging, project.id);
  const captured = memories.flatMap(({ provenance }) =>
    provenance?.by === "capture" && provenance.session !== undefined ? [provenance.session] : [],
  );
  for (const session of new Set(captured))
    for (const mark of await store.marks.of(project.id, session)) await clearCarry(store, mark);
}

/**
 * What capture keeps in mind of a transcript goes. How far it was read stays: of what it did not read yet nothing is kept
 * either, turn by turn, and only what begins after the forgetting.
 */
export const clearCarry = (store: Store, mark: CaptureMark): Promise<void> =>
  store.marks.put({ ...mark, carry: {} });
