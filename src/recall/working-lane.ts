/** The session's working memory as lines: at most five, within its budget. */

import type { WorkingMemory } from "../memory/types.ts";
import { estimateTokens } from "../text/tokens.ts";
import { memoryLine } from "./memory-line.ts";
import { lengthOf, type Shown } from "./render.ts";

const LINES_MAX = 5;

export function workingLane(
  memories: readonly WorkingMemory[],
  tokens: number,
): { lines: readonly string[]; shown: readonly Shown[] } {
  const lines: string[] = [];
  const shown: Shown[] = [];
  for (const memory of memories) {
    const line = memoryLine(memory);
    if (lines.length === LINES_MAX || estimateTokens([...lines, line].join("\n")) > tokens) continue;
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
