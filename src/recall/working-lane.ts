/** The task at hand, in a lane of its own: it is shown with every prompt, so it has to stay small. */
import { isSessionState } from "../memory/session-state.ts";
import type { WorkingMemory } from "../memory/types.ts";
import { estimateTokens } from "../text/tokens.ts";
import { HEADINGS } from "./headings.ts";
import { memoryLine } from "./memory-line.ts";
import { lengthOf, type Redact, type Shown } from "./render.ts";

/** Most memories of the lane, whatever the tokens. */
const LINES_MAX = 5;

/**
 * The lane's lines, without its heading: what is in progress before what waits, the oldest first. One that does not fit is
 * left out whole, and the next one is tried. With its heading above, the lane takes at most `tokens`; 0 for none.
 */
export function workingLane(
  memories: readonly WorkingMemory[],
  tokens: number,
  redact: Redact,
): { lines: readonly string[]; shown: readonly Shown[] } {
  const lines: string[] = [];
  const shown: Shown[] = [];
  const ordered = memories
    .filter((memory) => !isSessionState(memory))
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  for (const memory of ordered) {
    if (lines.length === LINES_MAX) break;
    const line = memoryLine(memory, redact);
    if (estimateTokens([HEADINGS.working, ...lines, line].join("\n")) > tokens) continue;
    lines.push(line);
    shown.push({
      item: memory.id,
      version: memory.content_hash,
      isMemory: true,
      score: 0,
      ...lengthOf(line),
    });
  }
  return { lines, shown };
}
