/** What a request to have records drafted by subagents says, in mode `agents`: facts, as in `request.ts`. */
import type { Config } from "../config/types.ts";
import type { CategoryName } from "../record/category.ts";
import { describeActivity } from "./score.ts";
import type { Activity, TriagedCategory } from "./types.ts";

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
