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
  // People ask for what happened by its date. A title that was made of the content counts as one, too: what a text is
  // about, it says first (on the qmd set 3.5 more in recall@1).
  const body = bodyOf(memory);
  const dated = memory.type === "episodic" ? `${body}\n${memory.timestamp.slice(0, 10)}` : body;
  return searchableText(nameOf(memory), [...memory.tags, ...related].join(" "), dated);
}
