/** The tool by which agents' opinions come back; offered where the user has them judge. */

import type { ProjectView } from "../engine/project-view.ts";
import type { Heard } from "../engine/review/hear-agents.ts";
import { hearAgents } from "../engine/review/hear-agents.ts";
import { count } from "../record/value.ts";
import { RUBRICS } from "../review/rubrics.ts";
import { type Arguments, required } from "./arguments.ts";
import type { ToolDefinition } from "./tools.ts";

const answer = { description: "Its answer, word for word" } as const;

export const REVIEW_TOOL: ToolDefinition = {
  name: "memory_review",
  description:
    "Hand in what the reviewing agents answered, when a request at a turn's end asked for it: one call, when all three have answered.",
  inputSchema: {
    type: "object",
    properties: {
      batch: { type: "string", description: "As the request calls it" },
      ...Object.fromEntries(RUBRICS.map(({ name }) => [name, { type: "string", ...answer }])),
    },
    required: ["batch"],
  },
  annotations: { title: "Hand in a review", destructiveHint: false },
};

export async function review(view: ProjectView, args: Arguments): Promise<string> {
  const said = Object.fromEntries(RUBRICS.map(({ name }) => [name, args[name]]));
  return told(
    await hearAgents(view, { session: required(args, "session"), batch: required(args, "batch"), said }),
  );
}

const told = ({ kept, rejected, reinforced, waiting, gone }: Heard): string =>
  [
    `judged: ${kept} kept, ${rejected} not kept, ${reinforced} known already`,
    ...(waiting > 0 ? [`${count(waiting, "note")} still waiting: nothing was said of them that counts`] : []),
    ...(gone > 0 ? [`${count(gone, "note")} judged or changed meanwhile`] : []),
  ].join("\n");
