/** What a request to save says. Facts and what would help, no orders: imperative text from a hook reads like an attack. */
import type { Config } from "../config/types.ts";
import type { CategoryName } from "../record/category.ts";
import { clip } from "../record/value.ts";
import { describeActivity } from "./score.ts";
import type { Activity, TriagedCategory } from "./types.ts";

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

export interface AgentsRequest {
  categories: readonly TriagedCategory[];
  /** Where the context files lie; a category whose file could not be written has none. */
  contextFiles: ReadonlyMap<CategoryName, string>;
  parallel: Config["triage"]["parallel"];
  activity: Activity;
}

/** The request for drafting by subagents: lines for people, then the data that the skill reads. */
export function agentsRequest({ categories, contextFiles, parallel, activity }: AgentsRequest): string {
  const lines = categories.map(({ category, score, snippets, lifecycleEvent }) => {
    const what =
      category === "session_summary" ? describeActivity(activity) : snippets.slice(0, 3).join(" | ");
    const event = lifecycleEvent ? `, ${lifecycleEvent}` : "";
    return `- [${category.toUpperCase()}] ${what} (score ${score.toFixed(2)}${event})`;
  });
  const data = {
    categories: categories.map(({ category, score, lifecycleEvent }) => ({
      category,
      score,
      ...(lifecycleEvent ? { lifecycle_event: lifecycleEvent } : {}),
      ...(contextFiles.has(category) ? { context_file: contextFiles.get(category) } : {}),
    })),
    parallel_config: parallel,
  };
  return [
    "This session holds material for the project's records:",
    ...lines,
    "",
    "The memory-management skill drafts, verifies and saves each of them.",
    "",
    // No text in the data can close the element.
    `<triage_data>\n${JSON.stringify(data, null, 2).replaceAll("<", "\\u003c")}\n</triage_data>`,
  ].join("\n");
}
