/** Memories within a budget of tokens. */
import type { Memory } from "../memory/types.ts";
import { checkBudget } from "../recall/budget.ts";
import { memoryLine } from "../recall/memory-line.ts";
import { estimateTokens } from "../text/tokens.ts";

/**
 * Those that fit, in their order; one that is too large for what is left is passed over.
 *
 * @param memories best first
 * @throws RecordError INPUT_ERROR for a budget that is none
 */
export function trimToBudget<M extends Memory>(
  memories: readonly M[],
  budget: number,
): { memories: M[]; tokens: number } {
  checkBudget(budget);
  let tokens = 0;
  const kept = memories.filter((memory) => {
    const cost = estimateTokens(memoryLine(memory, (text) => text));
    if (tokens + cost > budget) return false;
    tokens += cost;
    return true;
  });
  return { memories: kept, tokens };
}
