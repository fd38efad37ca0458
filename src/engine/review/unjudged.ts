/** What waits for review: memories that capture noted, and nobody has judged. */
import type { Memory } from "../../memory/types.ts";
import type { Store } from "../../store/port.ts";

/** Looked at in one job. */
const MOST = 1_000;

/** The project's, whatever their session, the oldest first. What nobody answered about counts as not judged. */
export async function unjudged({ memories }: Store, project: string): Promise<Memory[]> {
  const staged = await memories.find(
    { project, session: "" },
    { statuses: ["staged"], everySession: true, limit: MOST },
  );
  return staged.filter((memory) => memory.project === project && waits(memory)).reverse();
}

const waits = ({ provenance, review }: Memory): boolean =>
  provenance?.by === "capture" && (review === undefined || review.fallback === true);
