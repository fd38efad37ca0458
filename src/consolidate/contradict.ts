/**
 * A memory was stored: what it contradicts is linked with it, and put before a person. What a person puts right explicitly
 * needs no asking: it takes the other's place at once.
 */

import { putsRight } from "../memory/contradiction.ts";
import type { MemoryDraft } from "../memory/create.ts";
import { supersede } from "../memory/lifecycle.ts";
import type { Memory } from "../memory/types.ts";
import type { Viewpoint } from "../store/memory-port.ts";
import type { Store } from "../store/port.ts";
import { conflictProposal, conflictsOf, linkOf } from "./conflict.ts";
import { statementOf } from "./statement.ts";

export interface Contradicted {
  /** Ids of memories that cannot hold together with it; a person is asked. */
  readonly against: readonly string[];
  /** Ids of memories whose place it took. */
  readonly corrected: readonly string[];
}

export interface Spoken {
  readonly draft: MemoryDraft;
  readonly role?: "user" | "assistant";
}

/** @throws StoreError */
export async function noteContradictions(
  store: Store,
  memory: Memory,
  { from, now, spoken }: { readonly from: Viewpoint; readonly now: Date; readonly spoken: Spoken },
): Promise<Contradicted> {
  const statement = statementOf(memory, now);
  const conflicts = statement ? await conflictsOf(statement, { store, from, now }) : [];
  const against: string[] = [];
  const corrected: string[] = [];
  for (const conflict of conflicts) {
    const other = conflict.newer.ref === memory.id ? conflict.older : conflict.newer;
    const [old] = await store.memories.get(memory.project, [other.ref]);
    if (!old) continue;
    // What is all projects' is not taken away by what is said in one.
    const isOurs = old.project === memory.project && (old.type === "working" || old.scope !== "user");
    if (isOurs && isCorrection(spoken, memory)) {
      await store.memories.put([supersede(old, memory.id, now)]);
      corrected.push(old.id);
    } else if (await store.proposals.propose(conflictProposal(memory.project, conflict, now)))
      against.push(old.id);
    for (const link of linkOf(conflict, now)) await store.memories.link(memory.project, link);
  }
  return { against, corrected };
}

/** Whether a person puts right what was said before, and says so. What capture calls a correction is a person's by its rule. */
function isCorrection({ draft, role }: Spoken, memory: Memory): boolean {
  const marked = memory.tags.includes("correction");
  const { by, said } = draft.provenance ?? {};
  if (marked && by === "capture") return true;
  const byPerson = role === "user" || said === "user" || by === "person";
  return byPerson && (marked || ("content" in memory && putsRight(memory.content)));
}
