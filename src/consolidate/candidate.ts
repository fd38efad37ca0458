/**
 * Candidate selection: the one existing record that new information may be about, found by keyword overlap,
 * and what its structure permits. Deterministic, and independent of the working directory.
 */
import type { LifecycleEvent } from "../capture/types.ts";
import type { Category } from "../record/category.ts";
import type { IndexEntry } from "../record/index-line.ts";
import type { ProjectRecord } from "../record/types.ts";
import { clip } from "../record/value.ts";
import { keywordScore, keywordTokens } from "../text/keyword.ts";
import type { CandidateExcerpt, CandidateResult, StructuralAction, Veto } from "./types.ts";

/** Points from which an entry counts as a candidate: one tag, or two words of a title, or a word and a prefix. */
export const CANDIDATE_THRESHOLD = 3;
/** Most characters of a key field in an excerpt. */
const EXCERPT_FIELD_MAX = 200;

export interface Candidate {
  entry: IndexEntry;
  /** Points of the keyword scorer. */
  score: number;
}

/**
 * The best entry of the category with at least `CANDIDATE_THRESHOLD` points; ties go to the smaller path. An entry for which
 * `leads` is false is passed over: a line of the index may outlive its file. It is asked of the best ones only.
 */
export function selectCandidate(
  entries: Iterable<IndexEntry>,
  category: Category,
  newInfo: string,
  leads: (entry: IndexEntry) => boolean,
): Candidate | undefined {
  const tokens = keywordTokens(newInfo);
  let best: Candidate | undefined;
  for (const entry of entries) {
    if (entry.category !== category.display) continue;
    const score = keywordScore(tokens, entry);
    if (score < CANDIDATE_THRESHOLD || score < (best?.score ?? 0)) continue;
    const better = !best || score > best.score || entry.path < best.entry.path;
    if (better && leads(entry)) best = { entry, score };
  }
  return best;
}

/** What the structure permits, before anyone's intention is looked at. */
export interface Assessment {
  deleteAllowed: boolean;
  preAction: "CREATE" | "NOOP" | null;
  structural: StructuralAction;
  vetoes: Veto[];
  hints: string[];
}

export function assess(
  category: Category,
  candidate: Candidate | undefined,
  lifecycleEvent: LifecycleEvent | undefined,
): Assessment {
  const deleteAllowed = category.retirableByCapture;
  if (!candidate) {
    const preAction = lifecycleEvent ? "NOOP" : "CREATE";
    return {
      deleteAllowed,
      preAction,
      structural: preAction,
      vetoes: [
        { action: "UPDATE", reason: "Cannot UPDATE with 0 candidates" },
        { action: "DELETE", reason: "Cannot DELETE with 0 candidates" },
      ],
      hints: lifecycleEvent ? [`lifecycle_event=${lifecycleEvent} with no matching candidate; NOOP`] : [],
    };
  }
  const hints = [`1 candidate found (score=${candidate.score})`];
  if (lifecycleEvent) {
    hints.push(
      deleteAllowed
        ? `lifecycle_event=${lifecycleEvent} suggests DELETE if eligible`
        : `lifecycle_event=${lifecycleEvent} present but DELETE disallowed; consider UPDATE`,
    );
  }
  return {
    deleteAllowed,
    preAction: null,
    structural: deleteAllowed ? "UPDATE_OR_DELETE" : "UPDATE",
    vetoes: deleteAllowed
      ? []
      : [{ action: "DELETE", reason: `Cannot DELETE ${category.name} (triage-initiated)` }],
    hints,
  };
}

/** The parts of a record that tell whether it is the subject meant. */
export function excerptOf(record: ProjectRecord, category: Category): CandidateExcerpt {
  const keyFields: { [field: string]: string } = {};
  for (const field of category.keyFields) {
    const text = fieldText(record.content[field]);
    if (text) keyFields[field] = clip(text, EXCERPT_FIELD_MAX);
  }
  return {
    title: record.title,
    record_status: record.record_status,
    tags: record.tags,
    last_change_summary: record.changes?.at(-1)?.summary ?? "Initial creation",
    key_fields: keyFields,
  };
}

/** What `recollect candidate` prints. `path` is relative to the project's folder. */
export function candidateResult(
  category: Category,
  candidate: Candidate | undefined,
  lifecycleEvent: LifecycleEvent | undefined,
  record: ProjectRecord | undefined,
): CandidateResult {
  const { deleteAllowed, preAction, structural, vetoes, hints } = assess(category, candidate, lifecycleEvent);
  return {
    candidate: candidate
      ? {
          path: candidate.entry.path,
          title: candidate.entry.title,
          tags: [...candidate.entry.tags],
          excerpt: record ? excerptOf(record, category) : null,
          score: candidate.score,
        }
      : null,
    lifecycle_event: lifecycleEvent ?? null,
    delete_allowed: deleteAllowed,
    pre_action: preAction,
    structural_cud: structural,
    vetoes: vetoes.map(({ action, reason }) => `${action}: ${reason}`),
    hints,
  };
}

/**
 * Whether a draft speaks of the same subject as a record. Used only where the drafter does not say what it
 * intends: one shared tag makes a candidate, but is no reason to merge two decisions into one.
 * True when at least half of the shorter title's words are shared, or two thirds of the record's title occur in the draft;
 * never when the draft has a title of its own that shares no word with the record's.
 */
export function sameSubject(
  draft: { title?: string | undefined; summary: string },
  record: { title: string },
): boolean {
  const known = keywordTokens(record.title);
  if (known.size === 0) return false;
  const title = keywordTokens(draft.title ?? "");
  const common = [...title].filter((word) => known.has(word)).length;
  if (title.size > 0 && common === 0) return false;
  const said = keywordTokens(`${draft.title ?? ""} ${draft.summary}`);
  const shared = [...known].filter((word) => said.has(word)).length;
  if (shared / known.size >= 2 / 3) return true;
  return common >= 2 && common / Math.min(title.size, known.size) >= 0.5;
}

const fieldText = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(fieldText).filter(Boolean).join("; ");
  if (value && typeof value === "object")
    return Object.values(value).map(fieldText).filter(Boolean).join(" — ");
  return value === undefined || value === null ? "" : String(value);
};
