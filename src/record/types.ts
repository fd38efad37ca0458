/** The shape of a record as it stands in its JSON file. Field names are those of the file format. */
import type { CategoryName } from "./category.ts";

export const SCHEMA_VERSION = "1.0";
/** Most characters of a title. */
export const TITLE_MAX = 120;
/** Most tags of a record. */
export const TAG_CAP = 12;
/** Most entries of the change log; beyond them the oldest are folded into one. */
export const CHANGES_CAP = 50;
/** Most characters of a change's summary, and of the reasons of retirement and archiving. */
export const REASON_MAX = 300;
/** An id: 1–80 characters of kebab-case. It is also the file's name without `.json`. */
export const ID_PATTERN: RegExp = /^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$/;

export const RECORD_STATUSES = ["active", "retired", "archived"] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

export interface ChangeEntry {
  /** RFC 3339, UTC. */
  date: string;
  summary: string;
  /** Path of the changed field, e.g. `content.status`. */
  field?: string;
  old_value?: unknown;
  new_value?: unknown;
}

export const RELATIONS = ["supersedes", "contradicts", "depends_on", "relates_to"] as const;
export type Relation = (typeof RELATIONS)[number];

/** A typed link to another record of the same project. */
export interface RelatedRecord {
  id: string;
  relation: Relation;
}

export interface DecisionContent {
  status: "proposed" | "accepted" | "deprecated" | "superseded";
  context: string;
  decision: string;
  alternatives?: { option: string; rejected_reason: string }[];
  rationale: string[];
  consequences?: string[];
}

export interface SessionSummaryContent {
  goal: string;
  outcome: "success" | "partial" | "blocked" | "abandoned";
  completed: string[];
  in_progress?: string[];
  blockers?: string[];
  next_actions: string[];
  key_changes?: string[];
}

export interface RunbookContent {
  trigger: string;
  symptoms?: string[];
  steps: string[];
  verification: string;
  root_cause?: string;
  environment?: string;
}

export interface ConstraintContent {
  kind: "limitation" | "gap" | "policy" | "technical";
  rule: string;
  impact: string[];
  workarounds?: string[];
  severity: "high" | "medium" | "low";
  active: boolean;
  expires?: string;
}

export interface TechDebtContent {
  status: "open" | "in_progress" | "resolved" | "wont_fix";
  priority: "critical" | "high" | "medium" | "low";
  description: string;
  reason_deferred: string;
  impact?: string[];
  suggested_fix?: string[];
  acceptance_criteria?: string[];
}

export interface PreferenceContent {
  topic: string;
  value: string;
  reason: string;
  strength: "strong" | "default" | "soft";
  examples?: { prefer?: string[]; avoid?: string[] };
}

export interface ContentByCategory {
  decision: DecisionContent;
  session_summary: SessionSummaryContent;
  runbook: RunbookContent;
  constraint: ConstraintContent;
  tech_debt: TechDebtContent;
  preference: PreferenceContent;
}

/** Content of a custom category. */
export type GenericContent = { [field: string]: unknown };

/** A record, valid by its category's schema. Called so because `Record` is taken by TypeScript. */
export interface ProjectRecord<C = GenericContent> {
  schema_version: typeof SCHEMA_VERSION;
  category: CategoryName;
  id: string;
  title: string;
  record_status: RecordStatus;
  /** RFC 3339, UTC, like every time below. */
  created_at: string;
  updated_at: string;
  /** 1–12, lower case, sorted, without duplicates. */
  tags: string[];
  /** Paths relative to the project's folder. */
  related_files?: string[];
  related_records?: RelatedRecord[];
  /** 0–1. */
  confidence?: number;
  content: C;
  /** Oldest first. */
  changes?: ChangeEntry[];
  times_updated?: number;
  retired_at?: string;
  retired_reason?: string;
  archived_at?: string;
  archived_reason?: string;
}

/** Something lifecycle code corrected by itself; reported with every write. */
export interface AutoFix {
  /** Path of the field, e.g. `tags`. */
  field: string;
  /** What was done, in a sentence without a full stop. */
  what: string;
}
