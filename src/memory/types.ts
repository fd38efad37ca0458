/**
 * The five types of memory, as the program holds them. Fields carry the names of the tables' columns; where one table's
 * name would say two things, the field says which (`state` of an intention beside the `status` of its row).
 *
 * All times are RFC 3339 in UTC.
 */

export const MEMORY_TYPES = ["episodic", "semantic", "prospective", "procedural", "working"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Who may recall a memory: the session it came from, every session of its project, or all of the user's projects. */
export const SCOPES = ["session", "project", "user"] as const;
export type Scope = (typeof SCOPES)[number];

/** `staged` waits for review; only `active` is recalled. */
export const MEMORY_STATUSES = ["staged", "active", "superseded", "archived", "rejected"] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

export const EVENT_TYPES = ["user_query", "agent_response", "decision", "error"] as const;
export const SEMANTIC_CATEGORIES = ["pattern", "fact", "principle", "domain_knowledge"] as const;
export const INTENTION_TYPES = ["todo", "reminder", "followup", "commitment"] as const;
export const TRIGGER_TYPES = ["time", "event", "context"] as const;
export const INTENTION_STATES = ["pending", "active", "completed", "cancelled"] as const;
export const PROCEDURAL_CATEGORIES = ["workflow", "pattern", "technique", "tool_usage"] as const;
export const CONTEXT_TYPES = ["task_context", "variables", "state", "references"] as const;
export const TASK_SCOPES = ["task", "subtask", "session"] as const;

type OneOf<T extends readonly string[]> = T[number];

/** Where a memory came from, and why it is kept. */
export interface Provenance {
  /** What noticed it: `person`, `agent` (a model's tool call), `capture`, `task`, `import`, `promotion`. */
  readonly by: string;
  readonly session?: string;
  /** Number of the turn in the session, from 1. */
  readonly turn?: number;
  /** Id of the subagent in whose transcript it stood. */
  readonly agent?: string;
  /** Who said it in so many words, where it was noticed in a conversation: what a person puts right needs no asking. */
  readonly said?: "user" | "assistant";
  /** A line for people: the rule that found it. */
  readonly why?: string;
}

/** What every memory has. */
export interface MemoryBase {
  /** 26 characters that sort by the time of creation; unique in the store. */
  id: string;
  /** Id of the project it was made in. */
  project: string;
  status: MemoryStatus;
  /** 1–10. */
  importance: number;
  /** Lower case, sorted, without duplicates. */
  tags: string[];
  created_at: string;
  updated_at: string;
  /** When it was last put before a model. */
  accessed_at: string;
  /** How often it was put before a model. */
  access_count: number;
  /** SHA-256 of its normalised text, hex. */
  content_hash: string;
  /** What judged it: see `review/`. */
  review?: { readonly [field: string]: unknown };
  provenance?: Provenance;
  /** From when to when it holds; open where absent. */
  valid_from?: string;
  valid_to?: string;
  /** What took its place: a memory's id, or the path of a record below the memory root. */
  superseded_by?: string;
  /** What it became: a memory's id, or the path of a record below the memory root. It is not recalled any more then. */
  promoted_to?: string;
}

/** An event of a session. */
export interface EpisodicMemory extends MemoryBase {
  type: "episodic";
  scope: Scope;
  session_id: string;
  agent_id: string;
  /** When it happened. */
  timestamp: string;
  event_type: OneOf<typeof EVENT_TYPES>;
  title: string;
  content: string;
  context?: { readonly [field: string]: unknown };
  /** -2 for a failure, +2 for a success. */
  emotional_valence?: number;
}

/** Something that holds beyond a session. */
export interface SemanticMemory extends MemoryBase {
  type: "semantic";
  scope: Scope;
  concept: string;
  category: OneOf<typeof SEMANTIC_CATEGORIES>;
  content: string;
  /** 0–1. */
  confidence: number;
  source_sessions: string[];
  /** Distinct sessions that speak for it. */
  evidence_count: number;
  related_concepts: string[];
}

/** An intention. */
export interface ProspectiveMemory extends MemoryBase {
  type: "prospective";
  scope: Scope;
  session_id: string;
  agent_id: string;
  intention_type: OneOf<typeof INTENTION_TYPES>;
  title: string;
  content: string;
  trigger_condition?: string;
  trigger_type?: OneOf<typeof TRIGGER_TYPES>;
  /** 1 (highest) to 5. */
  priority: number;
  state: OneOf<typeof INTENTION_STATES>;
  due_at?: string;
  completed_at?: string;
  /** How often it came up again. */
  usage_count: number;
  /** Distinct sessions that it came up in. */
  recurrence_sessions: string[];
}

/** One step of a procedure. */
export interface Step {
  action: string;
  detail?: string;
}

/** How something is done. */
export interface ProceduralMemory extends MemoryBase {
  type: "procedural";
  scope: Scope;
  procedure_name: string;
  category: OneOf<typeof PROCEDURAL_CATEGORIES>;
  /** At least one. */
  steps: Step[];
  prerequisites: string[];
  success_conditions: string[];
  failure_patterns: string[];
  performance_metrics: { readonly [metric: string]: unknown };
  usage_count: number;
  success_count: number;
  /** 0–1: (successes + 1) / (uses + 2), so that an untried procedure is neither good nor bad. */
  success_rate: number;
  last_used_at?: string;
  source_sessions: string[];
}

/** What the task at hand needs, for as long as it lasts. */
export interface WorkingMemory extends MemoryBase {
  type: "working";
  session_id: string;
  agent_id: string;
  /** The client's task that it belongs to. */
  todo_id?: string;
  context_type: OneOf<typeof CONTEXT_TYPES>;
  content: string;
  task_scope: OneOf<typeof TASK_SCOPES>;
  /** 1 (highest) to 5. */
  priority: number;
  /** Moves on with each activity on the task. */
  expires_at: string;
  cleared_at?: string;
  cleared_reason?: string;
}

export type Memory = EpisodicMemory | SemanticMemory | ProspectiveMemory | ProceduralMemory | WorkingMemory;

export type MemoryOf<T extends MemoryType> = Extract<Memory, { type: T }>;

export const LINK_TYPES = [
  "reinforces",
  "contradicts",
  "extends",
  "refines",
  "derived_from",
  "promoted_to",
] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** A directed relation between two memories; one of each type at most. */
export interface MemoryLink {
  source_id: string;
  target_id: string;
  link_type: LinkType;
  /** 0–1. */
  strength: number;
  created_at: string;
}
