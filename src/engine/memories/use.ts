/** What a memory was good for: how often it was put before a model, and how often an answer drew on it. */
import type { Memory } from "../../memory/types.ts";
import type { MemoryAccess } from "./access.ts";

export interface Use {
  readonly shown: number;
  /** Absent where it was never shown. */
  readonly last?: string;
  /** Of the answers that were judged, as far as the ledger goes back. */
  readonly judged: number;
  readonly used: number;
}

export async function useOf({ store, view }: MemoryAccess, memory: Memory): Promise<Use> {
  const { judged = 0, used = 0 } =
    (await store.ledger.effects(view.project.id, [memory.id])).get(memory.id) ?? {};
  const shown = memory.access_count;
  return { shown, ...(shown > 0 ? { last: memory.accessed_at } : {}), judged, used };
}
