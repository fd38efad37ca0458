/** The MCP tools: names, what they tell the model, and the shape of their input. Kept short: they cost context. */
import { LIFECYCLE_EVENTS } from "../capture/types.ts";
import { MAX_DRAFTS } from "../consolidate/draft.ts";
import type { CategoryTable } from "../record/category.ts";
import { snippet } from "../record/sanitize.ts";
import { MEMORY_TOOLS } from "./memory-tools.ts";

export interface ToolDefinition {
  name: string;
  description: string;
  inputSchema: { type: "object"; properties: { [name: string]: unknown }; required?: string[] };
  annotations: { title: string; readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
}

/** What each built-in category's content holds, in the notation that models read best. `?` marks optional fields. */
const CONTENT_HINTS: { readonly [category: string]: string | undefined } = {
  decision:
    "{status: proposed|accepted|deprecated|superseded, context, decision, rationale[], alternatives?[{option, rejected_reason}], consequences?[]}",
  constraint:
    "{kind: limitation|gap|policy|technical, rule, impact[], severity: high|medium|low, active, workarounds?[], expires?}",
  preference: "{topic, value, reason, strength: strong|default|soft, examples?{prefer[], avoid[]}}",
  runbook: "{trigger, steps[], verification, symptoms?[], root_cause?, environment?}",
  tech_debt:
    "{status: open|in_progress|resolved|wont_fix, priority: critical|high|medium|low, description, reason_deferred, impact?[], suggested_fix?[], acceptance_criteria?[]}",
  session_summary:
    "{goal, outcome: success|partial|blocked|abandoned, completed[], next_actions[], in_progress?[], blockers?[], key_changes?[]}",
};

/**
 * Names and descriptions of categories come from the repository's configuration: one clean line each, at most so many
 * characters, so that they introduce a category and do no more.
 */
const DESCRIPTION_MAX = 200;
const NAME_MAX = 40;

/** @param categories those that are offered for drafts and as filter */
export function toolDefinitions(categories: CategoryTable): ToolDefinition[] {
  // A list of no choices is no valid schema.
  const category = { type: "string", ...(categories.size > 0 ? { enum: [...categories.keys()] } : {}) };
  const contents = [...categories.values()]
    .map(
      ({ name, description }) =>
        `${snippet(name, NAME_MAX)} (${snippet(description, DESCRIPTION_MAX)}): ${CONTENT_HINTS[name] ?? "any object"}`,
    )
    .join("\n");
  const list = { type: "array", items: { type: "string" } };
  return [
    {
      name: "memory_save",
      description: `Save project knowledge as records: one call with all drafts. Finding the record to update, merging, ids, dates and paths are done for you. Lists in content are additions; remove takes items out. Leave out what you do not know.\nContent by category:\n${contents}`,
      inputSchema: {
        type: "object",
        properties: {
          drafts: {
            type: "array",
            minItems: 1,
            maxItems: MAX_DRAFTS,
            items: {
              type: "object",
              properties: {
                category,
                summary: {
                  type: "string",
                  description: "The new information in a sentence or two, with its reason",
                },
                title: { type: "string", maxLength: 120 },
                content: { type: "object", description: "The category's content, whole or in part" },
                remove: {
                  type: "object",
                  additionalProperties: list,
                  description: 'List items that no longer hold, by field: {"next_actions": ["…"]}',
                },
                tags: { ...list, description: "3-8 search words" },
                related_files: list,
                confidence: { type: "number", minimum: 0, maximum: 1 },
                action: {
                  type: "string",
                  enum: ["CREATE", "UPDATE", "DELETE"],
                  description: "Only when sure; DELETE retires a wholly obsolete record",
                },
                lifecycle_event: { type: "string", enum: [...LIFECYCLE_EVENTS] },
                target: { type: "string", description: "Id of the record meant, if known" },
              },
              required: ["category", "summary"],
            },
          },
        },
        required: ["drafts"],
      },
      annotations: { title: "Save to project memory", destructiveHint: false },
    },
    {
      name: "memory_search",
      description:
        "Search the project's records: decisions, constraints, preferences, runbooks, tech debt, sessions.",
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string" },
          category,
          limit: { type: "integer", minimum: 1, maximum: 50 },
          include_retired: { type: "boolean" },
        },
        required: ["query"],
      },
      annotations: { title: "Search project memory", readOnlyHint: true },
    },
    {
      name: "memory_get",
      description: "Read one record or memory whole.",
      inputSchema: {
        type: "object",
        properties: { id: { type: "string", description: "Id or path" } },
        required: ["id"],
      },
      annotations: { title: "Read a record or memory", readOnlyHint: true },
    },
    {
      name: "memory_retire",
      description:
        "Retire a record when the user asks to forget it. It can be restored during the grace period.",
      inputSchema: {
        type: "object",
        properties: { id: { type: "string", description: "Id or path" }, reason: { type: "string" } },
        required: ["id", "reason"],
      },
      annotations: { title: "Retire a record", destructiveHint: true, idempotentHint: true },
    },
    ...MEMORY_TOOLS,
  ];
}
