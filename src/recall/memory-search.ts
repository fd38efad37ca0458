/** Memories that a query is about, by their text alone: what is around it (scope, session, budget) is for the caller. */
import type { TextIndex } from "../store/text-port.ts";
import { whereIn } from "./by-text.ts";
import { putQuestion } from "./question.ts";
import { type RankedText, rankByText } from "./rank-text.ts";
import { evidence, isRelevant } from "./relevance.ts";

export interface MemorySearch {
  readonly query: string;
  /** As `store/collections.ts` names them. */
  readonly collections: readonly string[];
  /** 1–1,000. */
  readonly limit: number;
  /** Whether only what is relevant in absolute terms counts: nothing, if nothing is. */
  readonly floor: boolean;
}

/** Best first. */
export async function searchMemories(
  text: TextIndex,
  { query, collections, limit, floor }: MemorySearch,
): Promise<RankedText[]> {
  const question = await putQuestion(text, collections, query);
  if (!question || (floor && !question.answerable)) return [];
  const ranked = await rankByText(question, limit);
  const { weighed, required } = question.floor;
  return floor ? ranked.filter((each) => isRelevant(evidence(weighed, whereIn(each)), required)) : ranked;
}
