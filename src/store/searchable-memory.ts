/** What of a memory is searched: the same for every driver. Working memory has a place of its own and is not. */
import { bodyOf, nameOf } from "../memory/create.ts";
import type { Memory } from "../memory/types.ts";
import { analyze } from "../text/analyze.ts";
import { passages } from "../text/passages.ts";
import { encodePostings } from "../text/postings.ts";
import { PASSAGES_MAX } from "./searchable.ts";

export interface SearchableMemory {
  /** As `text/postings.ts` encodes it. */
  readonly postings: string;
  /** Distinct terms. */
  readonly terms: readonly string[];
  readonly passages: number;
  /** Terms of all passages. */
  readonly length: number;
}

/** Undefined for what is not found by text: what is not active, has become something else, or is working memory. */
export function searchableMemory(memory: Memory): SearchableMemory | undefined {
  if (memory.type === "working" || memory.status !== "active" || memory.promoted_to !== undefined)
    return undefined;
  const name = nameOf(memory);
  const body = bodyOf(memory);
  // A name that was made of the content says nothing beside it; it still counts as what the memory is about.
  const title = analyze(name);
  const tags = analyze(
    [...memory.tags, ...("related_concepts" in memory ? memory.related_concepts : [])].join(" "),
  );
  const bodies = passages(body).slice(0, PASSAGES_MAX).map(analyze);
  const found = bodies.length > 0 ? bodies : [[]];
  const terms = new Set([...title, ...tags, ...found.flat()]);
  return {
    postings: encodePostings({ title, tags, passages: found }),
    terms: [...terms],
    passages: found.length,
    length: found.reduce((sum, terms) => sum + terms.length + title.length + tags.length, 0),
  };
}
