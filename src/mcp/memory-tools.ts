/** The tools for memories, as a model reads of them. Kept short: they cost context. */
import { CHOICES } from "../engine/inbox/conflict.ts";
import { OWN_LINK_TYPES } from "../memory/links.ts";
import { MEMORY_TYPES, SCOPES } from "../memory/types.ts";
import type { ToolDefinition } from "./tools.ts";

const text = { type: "string" } as const;
const texts = { type: "array", items: text } as const;
const number = { type: "number" } as const;
const type = { type: "string", enum: MEMORY_TYPES } as const;
const moment = { type: "string", description: "Date, or age (7d)" } as const;

/** What narrows a search. */
const choice = {
  types: { type: "array", items: type },
  since: moment,
  before: moment,
  min_importance: number,
  limit: number,
} as const;

export const TASK_ACTIONS: readonly ["begin", "done", "list"] = ["begin", "done", "list"];

export const INBOX_ACTIONS: readonly ["list", "show", "accept", "edit", "reject"] = [
  "list",
  "show",
  "accept",
  "edit",
  "reject",
];

export const MEMORY_TOOLS: readonly ToolDefinition[] = [
  {
    name: "memory_remember",
    description:
      "Remember an event (episodic), knowledge (semantic), an intention (prospective), how something is done (procedural) or the state of the task (working). Private, not in git: memory_save is for the team. What is said in the session is captured by itself: do not repeat it. The wording tells the type if left out.",
    inputSchema: {
      type: "object",
      properties: {
        text: { type: "string", description: "What holds or happened, with its reason" },
        type,
        title: text,
        category: {
          type: "string",
          description: "Kind within the type, e.g. decision, principle, todo, workflow",
        },
        scope: { type: "string", enum: SCOPES },
        tags: texts,
        importance: { type: "integer", minimum: 1, maximum: 10 },
        confidence: { type: "number", minimum: 0, maximum: 1 },
        steps: texts,
        supersedes: { type: "string", description: "Id of the memory it replaces" },
        expires: moment,
      },
      required: ["text"],
    },
    annotations: { title: "Remember", destructiveHint: false },
  },
  {
    name: "memory_recall",
    description:
      "Recall memories and records that answer a query, within a budget of tokens. With explain: ids and scores instead of the text.",
    inputSchema: {
      type: "object",
      properties: { query: text, ...choice, budget: number, explain: { type: "boolean" } },
      required: ["query"],
    },
    annotations: { title: "Recall", readOnlyHint: true },
  },
  {
    name: "memory_timeline",
    description: "What happened and was learned, the newest first, with ids.",
    inputSchema: { type: "object", properties: { ...choice, offset: number } },
    annotations: { title: "Timeline of memories", readOnlyHint: true },
  },
  {
    name: "memory_related",
    description: "The memories that one is linked with.",
    inputSchema: { type: "object", properties: { id: text }, required: ["id"] },
    annotations: { title: "Related memories", readOnlyHint: true },
  },
  {
    name: "memory_link",
    description: "Link two memories by id, or take the link away.",
    inputSchema: {
      type: "object",
      properties: {
        from: text,
        to: text,
        type: { type: "string", enum: OWN_LINK_TYPES },
        strength: { type: "number", minimum: 0, maximum: 1 },
        remove: { type: "boolean" },
      },
      required: ["from", "to"],
    },
    annotations: { title: "Link memories", destructiveHint: false, idempotentHint: true },
  },
  {
    name: "memory_forget",
    description: "Delete memories for good, when the user asks for it.",
    inputSchema: { type: "object", properties: { ids: texts }, required: ["ids"] },
    annotations: { title: "Forget memories", destructiveHint: true, idempotentHint: true },
  },
  {
    name: "memory_task",
    description:
      "Begin a task, end it with what was done and learned, or list open ones; for clients that keep no tasks.",
    inputSchema: {
      type: "object",
      properties: {
        action: { type: "string", enum: TASK_ACTIONS },
        title: text,
        id: text,
        detail: text,
        abandoned: { type: "boolean" },
        steps: texts,
        learned: text,
        follow_up: text,
      },
      required: ["action"],
    },
    annotations: { title: "Task", destructiveHint: false },
  },
  {
    name: "memory_remind",
    description:
      "Remind later: when due, or when something happens (file, branch, command). Or end one by id.",
    inputSchema: {
      type: "object",
      properties: { text, due: text, when: text, priority: number, done: text, cancel: text },
    },
    annotations: { title: "Remind", destructiveHint: false },
  },
  {
    name: "memory_inbox",
    description:
      "What waits for the user: proposed records, contradictions, staged memories. Decide only as the user says.",
    inputSchema: {
      type: "object",
      properties: {
        action: { type: "string", enum: INBOX_ACTIONS },
        id: text,
        keep: { type: "string", enum: CHOICES },
        change: { type: "object" },
        reason: text,
      },
      required: ["action"],
    },
    annotations: { title: "Inbox", destructiveHint: false },
  },
];
