/**
 * The fields of each type as data: what they may hold, and how tables hold them. Validation, both database drivers,
 * export and import all go by this one table.
 */
import {
  CONTEXT_TYPES,
  EVENT_TYPES,
  INTENTION_STATES,
  INTENTION_TYPES,
  MEMORY_STATUSES,
  type MemoryType,
  PROCEDURAL_CATEGORIES,
  SCOPES,
  SEMANTIC_CATEGORIES,
  TASK_SCOPES,
  TRIGGER_TYPES,
} from "./types.ts";

/** Most characters of a title, a concept, a procedure's name. */
export const TITLE_MAX = 200;
/** Most characters of a memory's content. */
export const CONTENT_MAX = 20_000;
/** Most entries of a list, and characters of each. */
export const LIST_MAX = 100;
export const ENTRY_MAX = 2_000;
/** Most characters of a JSON object. */
export const OBJECT_MAX = 20_000;

export type Kind =
  | { readonly is: "id" }
  | { readonly is: "text"; readonly max: number }
  | { readonly is: "one of"; readonly values: readonly string[] }
  | { readonly is: "integer"; readonly from: number; readonly to: number }
  | { readonly is: "number"; readonly from: number; readonly to: number }
  | { readonly is: "time" }
  | { readonly is: "texts" }
  | { readonly is: "steps" }
  | { readonly is: "object" }
  | { readonly is: "provenance" };

export interface Field {
  readonly kind: Kind;
  /** Whether every memory of the type has it. */
  readonly required: boolean;
  /** Where the table's name differs. */
  readonly column?: string;
  /** What a table holds where nothing is said; of the original schema. Code always says it. */
  readonly default?: string | number;
}

const text = (max = CONTENT_MAX): Kind => ({ is: "text", max });
const oneOf = (values: readonly string[]): Kind => ({ is: "one of", values });
const integer = (from: number, to: number = Number.MAX_SAFE_INTEGER): Kind => ({ is: "integer", from, to });
const needed = (kind: Kind, more: Partial<Field> = {}): Field => ({ kind, required: true, ...more });
const optional = (kind: Kind, more: Partial<Field> = {}): Field => ({ kind, required: false, ...more });

const TIME: Kind = { is: "time" };
const TEXTS: Kind = { is: "texts" };
const OBJECT: Kind = { is: "object" };
const PROVENANCE: Kind = { is: "provenance" };
const UNIT: Kind = { is: "number", from: 0, to: 1 };
const PRIORITY: Kind = integer(1, 5);

const session = { session_id: needed(text(TITLE_MAX)), agent_id: needed(text(TITLE_MAX)) };
const scope = { scope: needed(oneOf(SCOPES)) };

/** Besides the fields of its own type; `id` and `project` are the key. */
const common = {
  status: needed(oneOf(MEMORY_STATUSES), { default: "active" }),
  importance: needed(integer(1, 10), { default: 5 }),
  tags: needed(TEXTS),
  created_at: needed(TIME),
  updated_at: needed(TIME),
  accessed_at: needed(TIME),
  access_count: needed(integer(0), { default: 0 }),
  content_hash: needed(text(64)),
  review: optional(OBJECT),
  valid_from: optional(TIME),
  valid_to: optional(TIME),
  superseded_by: optional(text(TITLE_MAX)),
  promoted_to: optional(text(TITLE_MAX)),
  provenance: optional(PROVENANCE),
};

type FieldTable = { readonly [field: string]: Field };

/** Fields by type, in the order of the columns. */
export const MEMORY_FIELDS: { readonly [type in MemoryType]: FieldTable } = {
  episodic: {
    ...session,
    timestamp: needed(TIME),
    event_type: needed(oneOf(EVENT_TYPES)),
    title: needed(text(TITLE_MAX)),
    content: needed(text()),
    context: optional(OBJECT),
    emotional_valence: optional(integer(-2, 2)),
    ...scope,
    ...common,
  },
  semantic: {
    concept: needed(text(TITLE_MAX)),
    category: needed(oneOf(SEMANTIC_CATEGORIES)),
    content: needed(text()),
    confidence: needed(UNIT, { default: 1 }),
    source_sessions: needed(TEXTS),
    evidence_count: needed(integer(1), { default: 1 }),
    related_concepts: needed(TEXTS),
    ...scope,
    ...common,
  },
  prospective: {
    ...session,
    intention_type: needed(oneOf(INTENTION_TYPES)),
    title: needed(text(TITLE_MAX)),
    content: needed(text()),
    trigger_condition: optional(text(ENTRY_MAX)),
    trigger_type: optional(oneOf(TRIGGER_TYPES)),
    priority: needed(PRIORITY, { default: 3 }),
    state: needed(oneOf(INTENTION_STATES), { column: "status", default: "pending" }),
    due_at: optional(TIME),
    completed_at: optional(TIME),
    usage_count: needed(integer(0), { default: 0 }),
    recurrence_sessions: needed(TEXTS),
    ...scope,
    ...common,
    status: { ...common.status, column: "row_status" },
  },
  procedural: {
    procedure_name: needed(text(TITLE_MAX)),
    category: needed(oneOf(PROCEDURAL_CATEGORIES)),
    steps: needed({ is: "steps" }),
    prerequisites: needed(TEXTS),
    success_conditions: needed(TEXTS),
    failure_patterns: needed(TEXTS),
    performance_metrics: needed(OBJECT),
    usage_count: needed(integer(0), { default: 0 }),
    success_count: needed(integer(0), { default: 0 }),
    success_rate: needed(UNIT, { default: 1 }),
    last_used_at: optional(TIME),
    source_sessions: needed(TEXTS),
    ...scope,
    ...common,
  },
  working: {
    ...session,
    todo_id: optional(text(TITLE_MAX)),
    context_type: needed(oneOf(CONTEXT_TYPES)),
    content: needed(text()),
    task_scope: needed(oneOf(TASK_SCOPES), { column: "scope" }),
    priority: needed(PRIORITY, { default: 3 }),
    expires_at: needed(TIME),
    cleared_at: optional(TIME),
    cleared_reason: optional(text(TITLE_MAX)),
    ...common,
  },
};
