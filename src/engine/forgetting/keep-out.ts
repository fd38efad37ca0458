/** What was captured and forgotten is not captured again. */
import type { Memory } from "../../memory/types.ts";
import { addStretch } from "../consent/add-stretch.ts";
import type { Host } from "../events.ts";

/**
 * The turns that memories were captured in are not read again: transcripts may be read once more from their beginning, and
 * the turn that is going on is read again as it grows. What else was said in them is kept already.
 */
export function keepOut(host: Host, project: string, memories: readonly Memory[]): void {
  const turns = memories.flatMap(({ provenance, created_at: at }) =>
    provenance?.by === "capture" && provenance.session !== undefined
      ? [{ project, session: provenance.session, from: at, to: at }]
      : [],
  );
  const distinct = new Map(turns.map((turn) => [`${turn.session} ${turn.from}`, turn]));
  for (const turn of distinct.values()) addStretch(host, turn);
}
