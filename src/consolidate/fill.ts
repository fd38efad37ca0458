/**
 * What a draft leaves out and code can supply, so that the model never has to: title, tags, and the fields that a
 * category requires. Every value supplied is reported. What nobody said is written down as "Not recorded" rather
 * than invented.
 */
import type { LifecycleEvent } from "../capture/types.ts";
import { type AutoFix, type GenericContent, type ProjectRecord, TITLE_MAX } from "../record/types.ts";
import { clip } from "../record/value.ts";
import { keywordTokens } from "../text/keyword.ts";
import type { Draft } from "./types.ts";

const NOT_RECORDED = "Not recorded";
const FROM_SUMMARY = "taken from the summary";
const FROM_TITLE = "taken from the title";
const SUPPLIED_HERE = "not in the draft: supplied from the summary or the default";
const FILLED_IN: ReadonlySet<string> = new Set([FROM_SUMMARY, FROM_TITLE, SUPPLIED_HERE]);

/** Whether a fix is only that something absent was filled in here. */
export const isFilledIn = ({ what }: AutoFix): boolean => FILLED_IN.has(what);

/** Tags derived from a title, at most. */
const DERIVED_TAGS = 5;

type Supply = (draft: Draft, title: string) => GenericContent;

const SUPPLIED: { readonly [category: string]: Supply | undefined } = {
  decision: ({ summary }, title) => ({
    status: "accepted",
    context: withoutReason(summary),
    decision: title,
    rationale: [reasonIn(summary) ?? summary],
  }),
  constraint: ({ summary }) => ({
    kind: "limitation",
    rule: summary,
    impact: [NOT_RECORDED],
    severity: "medium",
    active: true,
  }),
  preference: ({ summary }, title) => ({
    topic: title,
    value: withoutReason(summary),
    reason: reasonIn(summary) ?? NOT_RECORDED,
    strength: "default",
  }),
  runbook: ({ summary }, title) => ({ trigger: title, steps: [summary], verification: NOT_RECORDED }),
  tech_debt: ({ summary }) => ({
    status: "open",
    priority: "medium",
    description: withoutReason(summary),
    reason_deferred: reasonIn(summary) ?? NOT_RECORDED,
  }),
  session_summary: ({ summary }) => ({ goal: summary, outcome: "partial", completed: [], next_actions: [] }),
};

/** A whole record value (to be auto-fixed and validated) from a draft that creates one. */
export function fillCreate(draft: Draft): { input: { [field: string]: unknown }; fixes: AutoFix[] } {
  const fixes: AutoFix[] = [];
  const title = draft.title?.trim() || titleFrom(draft.summary);
  if (!draft.title?.trim()) fixes.push({ field: "title", what: FROM_SUMMARY });
  const tags = draft.tags?.length ? draft.tags : [...keywordTokens(title)].slice(0, DERIVED_TAGS);
  if (!draft.tags?.length) fixes.push({ field: "tags", what: FROM_TITLE });

  const content: GenericContent = { ...draft.content };
  const supplied = SUPPLIED[draft.category]?.(draft, title) ?? { summary: draft.summary };
  const generic = !SUPPLIED[draft.category] && Object.keys(content).length > 0;
  for (const [field, value] of Object.entries(generic ? {} : supplied)) {
    if (isPresent(content[field])) continue;
    content[field] = value;
    fixes.push({ field: `content.${field}`, what: SUPPLIED_HERE });
  }
  const { related_files, related_records, confidence } = draft;
  return {
    input: {
      title,
      tags,
      ...(related_files ? { related_files } : {}),
      ...(related_records ? { related_records } : {}),
      ...(confidence === undefined ? {} : { confidence }),
      content,
    },
    fixes,
  };
}

/**
 * The state change that a lifecycle event means for a category, where the draft does not set it itself:
 * a resolved debt is resolved, a removed constraint no longer active. A decision that was reversed keeps its
 * status when the draft brings the new decision, because the record then says what holds now.
 */
export function lifecycleContent(
  draft: Draft,
  event: LifecycleEvent,
  current: ProjectRecord,
): GenericContent {
  const given = draft.content ?? {};
  if (draft.category === "decision" && !isPresent(given.status) && !isPresent(given.decision)) {
    return { status: event === "deprecated" ? "deprecated" : "superseded" };
  }
  if (draft.category === "tech_debt" && !isPresent(given.status)) {
    return { status: event === "resolved" ? "resolved" : "wont_fix" };
  }
  if (draft.category === "constraint" && given.active === undefined && current.content.active === true) {
    return event === "reversed" || event === "superseded" ? {} : { active: false };
  }
  return {};
}

const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** The first sentence, or as much of it as a title holds. */
function titleFrom(summary: string): string {
  const sentence = /^.*?[.!?。！？](?=\s|$)/su.exec(summary.trim())?.[0] ?? summary.trim();
  return clip(withoutReason(sentence.replace(/\s+/g, " ").replace(/[.!。！]$/u, "")), TITLE_MAX);
}

const REASON = /\s*[,;:—-]?\s*\b(?:because|since|due to|as it|so that)\b\s*(?:of\s+)?(.+)$/is;

const reasonIn = (text: string): string | undefined => {
  const reason = REASON.exec(text)?.[1]?.trim();
  return reason ? reason.charAt(0).toUpperCase() + reason.slice(1) : undefined;
};

const withoutReason = (text: string): string => {
  const shorter = text.replace(REASON, "").trim();
  return shorter.length >= 8 ? shorter : text;
};
