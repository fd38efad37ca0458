/** How relevant a memory is to a query, judged by itself: for who has no other to compare it with. */
import type { Memory } from "../memory/types.ts";
import { searchableMemory } from "../store/searchable-memory.ts";
import { analyzeQuery } from "../text/query.ts";
import { whereIn } from "./by-text.ts";
import { worthAt } from "./item.ts";
import { evidence, isRelevant, requiredMass, weigh } from "./relevance.ts";
import { worthOf } from "./worth.ts";

/** It is taken for one among so many: what it has of the query is rare there, and what it has not is, too. */
const AMONG = 1_000;

/** 0–10, on the scale of recall; 0 for what recall would leave out: what answers too little, or is not to be recalled. */
export function relevanceOf(memory: Memory, query: string, now: Date): number {
  const encoded = searchableMemory(memory);
  const asked = analyzeQuery(query);
  if (!encoded || asked.length === 0) return 0;
  const weighed = weigh(asked, new Map(encoded.terms.map((term) => [term, 1])), AMONG);
  const answered = evidence(weighed, whereIn(encoded));
  if (!isRelevant(answered, requiredMass(weighed, AMONG))) return 0;
  return worthOf(worthAt({ kind: "memory", memory }, answered.coverage, now));
}
