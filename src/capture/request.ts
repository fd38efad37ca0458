/** What a request to save says. Facts and what would help, no orders: imperative text from a hook reads like an attack. */
import { clip } from "../record/value.ts";
import type { TriagedCategory } from "./types.ts";

/** Most characters of an inline request: the user sees it as one line. */
export const INLINE_MAX = 300;
const INLINE_SNIPPET = 49;
const INLINE_CLOSING =
  "Save what will matter later with one memory_save call, or nothing; no need to mention it.";

/** One short line for the model in the conversation; the user sees it too. */
export function inlineRequest(categories: readonly TriagedCategory[]): string {
  const opening = "Recollect noticed";
  const named: string[] = [];
  for (const [index, category] of categories.entries()) {
    const rest = categories.length - index;
    const full = [...named, describe(category, true)];
    const brief = [...named, describe(category, false)];
    if (fits(full, rest - 1)) named.push(full.at(-1) ?? "");
    else if (fits(brief, rest - 1)) named.push(brief.at(-1) ?? "");
    else return assemble([...named, `${rest} more`]);
  }
  return assemble(named);

  function assemble(parts: readonly string[]): string {
    return `${opening} ${parts.join(", ")}. ${INLINE_CLOSING}`;
  }
  function fits(parts: readonly string[], left: number): boolean {
    return assemble(left > 0 ? [...parts, `${left} more`] : parts).length <= INLINE_MAX;
  }
}

const NAMES: { readonly [category: string]: string } = {
  decision: "a decision",
  constraint: "a constraint",
  preference: "a preference",
  runbook: "a problem and its fix",
  tech_debt: "deferred work",
  session_summary: "work to sum up",
};

function describe({ category, snippets, lifecycleEvent }: TriagedCategory, quoted: boolean): string {
  const name = `${NAMES[category] ?? `a note for ${category.replaceAll("_", " ")}`}${lifecycleEvent ? ` (${lifecycleEvent})` : ""}`;
  const quote = quoted && category !== "session_summary" ? shortened(snippets[0] ?? "") : "";
  return quote ? `${name} ("${quote}")` : name;
}

/** A snippet for people: entities that escaping left are dropped rather than shown. */
function shortened(snippet: string): string {
  const plain = snippet
    .replace(/&amp;/g, "&")
    .replace(/&lt;|&gt;|[<>]/g, " ")
    .replace(/["\s]+/g, " ")
    .trim();
  return clip(plain, INLINE_SNIPPET);
}
