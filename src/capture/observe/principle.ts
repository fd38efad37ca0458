/** What a person says of how things are to be, kept as a principle: what preferences and corrections have in common. */
import { importanceOf } from "./importance.ts";
import type { Noticed } from "./noticed.ts";
import type { View } from "./view.ts";
import { namesIn } from "./wording.ts";

/** Somebody else's word, or nobody's. */
export const IMAGINES: RegExp =
  /\b(?:(?:poem|haiku|story|song|joke|essay|post|article|talk) (?:about|on)|(?:says?|said|claims?|told (?:me|us)|recommends?|suggests?) (?:that )?(?:we|you|to|i|one|it)|if we (?:were|had|did)|would (?:it|we|you)|what if|imagine|suppose|let's say|hypothetically|in theory|could we|should we|can we|can you|could you|would you|do we|do you|is it|are we|i wonder|wondering|some people|many people|they say|people say|someone said|he said|she said|(?:docs?|readme|guide|article|blog|linter|book|tutorial|stack ?overflow|it|which) (?:says?|claims?|recommends?|suggests?|tells?))\b/i;
/** Shorter sentences say nothing by themselves. */
export const SHORTEST = 12;

/** Begins as an order, or tells what "we" do; "the parser always uses" tells how something is. */
export const isOrder = (said: string): boolean =>
  /^(?:please |always |never |for (?:all|every|any|new) [^,]{1,40}, |in [^,]{1,40}, |when(?:ever)? [^,]{1,60}, |every time [^,]{1,60}, )?(?:use|write|put|name|call|keep|run|add|make|ask|commit|import|format|prefer|avoid|stick|go|log|return|throw|store|pass|say|check|test|mock|pin|sort|include|leave|do|don't|never|always|you should|you must|we|all|every|new|tests?|commits?|no)\b/i.test(
    said,
  );

export function principle(
  view: View,
  kind: "preference" | "correction",
  by: string,
  content: string,
  why: string,
): Noticed {
  return {
    kind,
    by,
    at: view.request.at,
    role: "user",
    files: [],
    why,
    draft: {
      type: "semantic",
      scope: "project",
      category: "principle",
      content,
      confidence: 0.8,
      importance: importanceOf(kind, content, { byUser: true }),
      tags: [kind, ...namesIn(content)],
    },
  };
}
