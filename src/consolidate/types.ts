/** Drafts and what becomes of them. Field names of drafts and results are those that models and scripts see. */
import type { LifecycleEvent } from "../capture/types.ts";
import type { CategoryName } from "../record/category.ts";
import type { RecordError } from "../record/error.ts";
import type { AutoFix, ProjectRecord, RelatedRecord } from "../record/types.ts";

/** What a candidate's structure permits (layer 1 of the action table). */
export type StructuralAction = "CREATE" | "UPDATE" | "UPDATE_OR_DELETE" | "NOOP";
/** What the drafter wants (layer 2). */
export type IntendedAction = "CREATE" | "UPDATE" | "DELETE" | "NOOP";
export type ResolvedAction = "CREATE" | "UPDATE" | "DELETE" | "NOOP";

/** Forbids one action, and says why. */
export interface Veto {
  action: Exclude<IntendedAction, "NOOP">;
  reason: string;
}

export interface CandidateExcerpt {
  title: string;
  record_status: string;
  tags: string[];
  last_change_summary: string;
  /** The category's key fields, at most 200 characters each, lists joined with "; ". */
  key_fields: { [field: string]: string };
}

/** What `recollect candidate` prints. */
export interface CandidateResult {
  candidate: {
    path: string;
    title: string;
    tags: string[];
    excerpt: CandidateExcerpt | null;
    score: number;
  } | null;
  lifecycle_event: LifecycleEvent | null;
  delete_allowed: boolean;
  pre_action: "CREATE" | "NOOP" | null;
  structural_cud: StructuralAction;
  /** As text, `ACTION: reason`: the seeds' field. */
  vetoes: string[];
  hints: string[];
}

/** Most characters of a draft's summary. */
export const DRAFT_SUMMARY_MAX = 2_000;

/** New information on its way to becoming a record, or part of one. */
export interface Draft {
  category: CategoryName;
  /** The new information in a sentence or two. */
  summary: string;
  /** Defaults to UPDATE where the candidate is named or on the same subject, else CREATE; DELETE retires. */
  action?: IntendedAction;
  lifecycle_event?: LifecycleEvent;
  /** The record meant, by id or path, when the drafter knows it; otherwise the best candidate is found. */
  target?: string;
  title?: string;
  tags?: string[];
  related_files?: string[];
  related_records?: RelatedRecord[];
  confidence?: number;
  /** The category's content, whole or in part. Lists are deltas: new items are appended, none is lost. */
  content?: { [field: string]: unknown };
  /** List items to take out on an update: field → exact items. */
  remove?: { [field: string]: string[] };
}

export type DraftStatus = "created" | "updated" | "retired" | "noop" | "error";

export interface DraftResult {
  status: DraftStatus;
  action: ResolvedAction;
  category: CategoryName;
  /** Path relative to the project's folder, with forward slashes. */
  target?: string;
  id?: string;
  title?: string;
  times_updated?: number;
  renamed_from?: string;
  /** Records whose links followed the renaming; paths like `target`. */
  relinked?: string[];
  /** Why this action, in a sentence. */
  reason: string;
  fixes: AutoFix[];
  warnings: string[];
  error?: RecordError;
}

export interface CommitResult {
  results: DraftResult[];
  /** Records that the session window or their retention retired beside; paths relative to the project's folder. */
  retired: { path: string; reason: string }[];
  warnings: string[];
  /** Abbreviated hash of the git commit, with `auto_commit`. */
  commit?: string;
}

/** The outcome of one write, as the seeds print it. */
export interface WriteResult {
  status:
    | "created"
    | "updated"
    | "retired"
    | "already_retired"
    | "archived"
    | "already_archived"
    | "unarchived"
    | "restored"
    | "purged";
  /** Path relative to the project's folder. */
  target: string;
  id: string;
  title: string;
  times_updated?: number;
  renamed_from?: string;
  /** Records whose links followed the renaming; paths like `target`. */
  relinked?: string[];
  reason?: string;
  fixes: AutoFix[];
  warnings: string[];
  /** The record as it stands now; absent after a purge. */
  record?: ProjectRecord;
}
