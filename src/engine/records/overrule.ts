/**
 * What was captured from sessions gives way to a record that was just saved and says otherwise: the record was written down to
 * hold, the memory was found by rules. What a person said by themselves is put before them instead.
 */
import { conflictsOf } from "../../consolidate/conflict.ts";
import { statementIn } from "../../consolidate/statement.ts";
import { supersede } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import type { Store } from "../../store/port.ts";
import { noteConflicts } from "../inbox/conflicts.ts";
import type { Workspace } from "../workspace.ts";

/** @param paths of records that were saved. @throws StoreError */
export async function overrule(ws: Workspace, store: Store, paths: readonly string[]): Promise<void> {
  const now = ws.host.now();
  const project = ws.project.id;
  for (const { path, record } of await store.projection.getMany(ws.place, paths)) {
    const statement = statementIn(path, record);
    if (!statement) continue;
    await store.alone(project, async (own) => {
      const conflicts = await conflictsOf(statement, { store: own, from: { project, session: "" }, now });
      const told = await own.memories.get(
        project,
        conflicts.map(({ newer, older }) => (newer === statement ? older.ref : newer.ref)),
      );
      const outdated = told.filter((memory) => wasCaptured(memory, project));
      if (outdated.length > 0) await own.memories.put(outdated.map((memory) => supersede(memory, path, now)));
    });
    // Another search, not the rest of the first: that one was among memories alone, so that no record crowds out what gives way,
    // and what has given way makes room among the few that are compared.
    await noteConflicts(ws, store, statement);
  }
}

/** Nobody wrote it down to hold, and it is this project's alone. */
const wasCaptured = (memory: Memory, project: string): boolean =>
  memory.provenance?.by === "capture" &&
  memory.project === project &&
  (memory.type === "working" || memory.scope !== "user");
