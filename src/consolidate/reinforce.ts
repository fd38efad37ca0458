/** Something is said that is remembered already: what says it stands firmer for it. */
import { recurred, reinforce, taughtAgain } from "../memory/lifecycle.ts";
import type { Memory } from "../memory/types.ts";

/** The memory after a session said the same; itself where that changes nothing, as for an event. */
export function saidAgain(memory: Memory, session: string, now: Date): Memory {
  switch (memory.type) {
    case "semantic":
      return reinforce(memory, session, now);
    case "prospective":
      return recurred(memory, session, now);
    case "procedural":
      return taughtAgain(memory, session, now);
    default:
      return memory;
  }
}

/** Whether being said again makes it stand firmer. Events only happen. */
export const gainsEvidence = ({ type }: Memory): boolean => type !== "episodic" && type !== "working";
