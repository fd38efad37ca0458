/** What of a memory is searched: the same for every driver. */
import { bodyOf, nameOf } from "../memory/create.ts";
import type { Memory } from "../memory/types.ts";
import type { EncodedText } from "../text/postings.ts";
import { searchableText } from "./searchable.ts";

/** Undefined for what is not found by text: what is not active, has become something else, or is working memory. */
export function searchableMemory(memory: Memory): EncodedText | undefined {
  if (memory.type === "working" || memory.status !== "active" || memory.promoted_to !== undefined)
    return undefined;
  const related = "related_concepts" in memory ? memory.related_concepts : [];
  const name = nameOf(memory);
  const body = bodyOf(memory);
  const titleIsMade = body.startsWith(name.replace(/…$/u, ""));
  // People ask for what happened by its date.
  const dated = memory.type === "episodic" ? `${body}\n${memory.timestamp.slice(0, 10)}` : body;
  return searchableText(name, [...memory.tags, ...related].join(" "), dated, titleIsMade);
}
