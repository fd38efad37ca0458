/**
 * Commit: drafts in, records out. The model says what is new; everything mechanical happens here, under one lock:
 * finding the candidate, resolving the action, merging, writing, and keeping the limits.
 */
import type { Config } from "../config/types.ts";
import type { Category } from "../record/category.ts";
import { applyDelta, type RecordDelta, unmatchedRemovals } from "../record/delta.ts";
import { RecordError } from "../record/error.ts";
import type { AutoFix, ProjectRecord } from "../record/types.ts";
import { isProblem } from "../store/files/read.ts";
import type { RecordFiles } from "../store/files/record-files.ts";
import type { RecordTransaction } from "../store/files/transaction.ts";
import { resolveAction } from "./action.ts";
import { assess, type Candidate, sameSubject, selectCandidate } from "./candidate.ts";
import { parseDraft } from "./draft.ts";
import { fillCreate, lifecycleContent } from "./fill.ts";
import { commitFiles } from "./git-commit.ts";
import type { CommitResult, Draft, DraftResult, IntendedAction, WriteResult } from "./types.ts";
import { expired, type Retirement, sessionsToRetire } from "./window.ts";
import { createRecord, retireRecord, updateRecord, type WriteContext } from "./write.ts";

export interface CommitContext extends WriteContext {
  files: RecordFiles;
  config: Config;
  /** Path of the session summary that this session already saved: a later one updates it. */
  sessionSummary?: string | undefined;
}

/**
 * Saves drafts; one result per draft, in order. A draft that cannot be saved has an error in its result and leaves
 * the others alone. Throws only what concerns all of them: LOCK_ERROR, SECURITY_ERROR on the folder.
 */
export async function commitDrafts(ctx: CommitContext, drafts: readonly unknown[]): Promise<CommitResult> {
  const outcome = await ctx.files.transact((tx) => {
    const results = drafts.map((draft) => saveOne(tx, ctx, draft));
    const kept = keepLimits(tx, ctx, new Set(results.filter(wrote).map((result) => result.category)));
    return { results, ...kept };
  });
  const paths = [
    ...outcome.results.filter(wrote).flatMap((r) => [r.target, r.renamed_from, ...(r.relinked ?? [])]),
    ...outcome.retired.map(({ path }) => path),
  ].filter((path): path is string => path !== undefined);
  if (!ctx.config.auto_commit || paths.length === 0) return outcome;
  const git = commitFiles(ctx.projectDir, [...new Set(paths)], commitMessage(outcome.results));
  return "commit" in git
    ? { ...outcome, commit: git.commit }
    : { ...outcome, warnings: [...outcome.warnings, `auto_commit: ${git.skipped}`] };
}

const wrote = (result: DraftResult): boolean => result.status !== "error" && result.status !== "noop";

function saveOne(tx: RecordTransaction, ctx: CommitContext, value: unknown): DraftResult {
  let draft: Draft | undefined;
  try {
    draft = parseDraft(value, ctx.categories);
    return save(tx, ctx, draft);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    const title = draft?.title;
    return {
      status: "error",
      action: "NOOP",
      category: draft?.category ?? categoryOf(value),
      ...(title ? { title } : {}),
      reason: error.message,
      fixes: [],
      warnings: [],
      error,
    };
  }
}

function save(tx: RecordTransaction, ctx: CommitContext, draft: Draft): DraftResult {
  const category = enabledCategory(ctx, draft.category);
  const found = findCandidate(tx, ctx, draft, category);
  const candidate = found && isMeant(draft, found) ? found : undefined;
  const { structural } = assess(category, candidate, draft.lifecycle_event);
  const intended = draft.action ?? presumedAction(draft, candidate);
  const { action, why } = resolveAction(structural, intended);
  const work: Work = { tx, ctx, draft, why };
  if (action === "CREATE") return create(work, category);
  if (action === "UPDATE" && candidate) return update(work, candidate.entry.path);
  if (action === "DELETE" && candidate) return retire(work, candidate.entry.path);
  return noop(draft, why);
}

/** A draft with what is to be done about it decided. */
interface Work {
  tx: RecordTransaction;
  ctx: CommitContext;
  draft: Draft;
  /** Why this action. */
  why: string;
}

function enabledCategory(ctx: CommitContext, name: string): Category {
  const category = ctx.categories.get(name);
  if (category && ctx.config.categories[name]?.enabled !== false) return category;
  throw new RecordError(
    "CONFIG_ERROR",
    { category: name, problem: "this category is switched off in the project's configuration" },
    `Save it under another category, or run \`recollect config set categories.${name}.enabled true\``,
  );
}

/** The record a draft names, the session's own summary, or for other categories the best match by keywords. */
function findCandidate(
  tx: RecordTransaction,
  ctx: CommitContext,
  draft: Draft,
  category: Category,
): Candidate | undefined {
  if (draft.target !== undefined) return namedCandidate(tx, draft.target, category);
  if (category.name === "session_summary") {
    // Sessions resemble each other by their words; only the session itself knows which summary is its own.
    const own = tx.index().find((entry) => entry.path === ctx.sessionSummary);
    return own && isActive(tx, own.path) ? { entry: own, score: NAMED } : undefined;
  }
  const said = [draft.title ?? "", draft.summary, ...(draft.tags ?? [])].join(" ");
  return selectCandidate(tx.index(), category, said, ({ path }) => isActive(tx, path));
}

/** Score of a candidate that was named rather than found. */
const NAMED: number = Number.POSITIVE_INFINITY;

function namedCandidate(tx: RecordTransaction, target: string, category: Category): Candidate {
  const path = tx.locate(target, category.name);
  const stored = tx.read(path);
  if (stored && isProblem(stored)) {
    throw new RecordError(
      "READ_ERROR",
      { target: tx.projectPath(path), problem: stored.problem },
      "Mend or remove the file, then save again",
    );
  }
  if (stored?.record.record_status === "active") {
    const { title, tags } = stored.record;
    return { entry: { category: category.display, title, path: tx.projectPath(path), tags }, score: NAMED };
  }
  throw new RecordError(
    "NOT_FOUND",
    { target, problem: `no active ${category.name} has this id or path` },
    "Leave target out to let the best match be found, or restore the record first",
  );
}

/** Whether a line of the index leads to an active record. Someone may have edited the file, or the index. */
function isActive(tx: RecordTransaction, path: string): boolean {
  try {
    const stored = tx.read(tx.locate(path));
    return stored !== undefined && !isProblem(stored) && stored.record.record_status === "active";
  } catch (error) {
    if (error instanceof RecordError) return false;
    throw error;
  }
}

/** Without a word from the drafter: update what is clearly the same subject, else create. */
function presumedAction(draft: Draft, candidate: Candidate | undefined): IntendedAction {
  if (!candidate) return "CREATE";
  return isSubject(draft, candidate) ? "UPDATE" : "CREATE";
}

/**
 * Whether a candidate may be what a draft is about. What a lifecycle event says changes the state of a record, so a shared
 * word is not enough for it, unless the drafter says what is to be done.
 */
const isMeant = (draft: Draft, candidate: Candidate): boolean =>
  draft.lifecycle_event === undefined || draft.action !== undefined || isSubject(draft, candidate);

const isSubject = (draft: Draft, { entry, score }: Candidate): boolean =>
  score === NAMED || sameSubject(draft, entry);

function create({ tx, ctx, draft, why }: Work, category: Category): DraftResult {
  // The rolling window makes room for sessions; elsewhere nothing is thrown out to let something in.
  if (category.name !== "session_summary") checkRoom(tx, ctx, category);
  const { input, fixes } = fillCreate(draft);
  const written = createRecord(tx, ctx, { category: category.name, input });
  return fromWrite("created", draft, written, why, fixes);
}

function checkRoom(tx: RecordTransaction, ctx: CommitContext, category: Category): void {
  const active = tx.index().filter((entry) => entry.category === category.display).length;
  const most = ctx.config.max_memories_per_category;
  if (active < most) return;
  throw new RecordError(
    "CREATE_ERROR",
    {
      category: category.name,
      problem: `${active} active records, and max_memories_per_category is ${most}`,
    },
    "Retire or archive what is obsolete (`recollect list`), or raise max_memories_per_category",
  );
}

function update({ tx, ctx, draft, why }: Work, target: string): DraftResult {
  const path = tx.locate(target);
  const current = tx.read(path);
  if (!current || isProblem(current)) {
    throw new RecordError(
      "READ_ERROR",
      { target, problem: current?.problem ?? "the file is gone" },
      "Run `recollect index --rebuild`, then save again",
    );
  }
  const content = {
    ...draft.content,
    ...(draft.lifecycle_event ? lifecycleContent(draft, draft.lifecycle_event, current.record) : {}),
  };
  const outdated = outdatedReasons(draft, current.record);
  const delta: RecordDelta = {
    ...(draft.title ? { title: draft.title } : {}),
    ...(draft.tags ? { tags: draft.tags } : {}),
    ...(draft.related_files ? { related_files: draft.related_files } : {}),
    ...(draft.related_records ? { related_records: draft.related_records } : {}),
    ...(draft.confidence === undefined ? {} : { confidence: draft.confidence }),
    remove: { ...draft.remove, ...(outdated.length > 0 ? { rationale: outdated } : {}) },
    content,
  };
  const next = applyDelta(current.record, delta);
  const written = updateRecord(tx, ctx, {
    target: path,
    input: next,
    hash: current.hash,
    summary: draft.summary,
  });
  const told =
    outdated.length > 0
      ? written.warnings.filter((text) => !/^content\.rationale shrinks/.test(text))
      : written.warnings;
  const unmatched = unmatchedRemovals(current.record, delta).map((item) => `Nothing to remove: ${item}`);
  return fromWrite("updated", draft, { ...written, warnings: [...told, ...unmatched] }, why, []);
}

/**
 * Reasons of the choice that a draft reverses: beside those of the new choice they would say what is not so. The change
 * log keeps them.
 */
function outdatedReasons(draft: Draft, { content }: ProjectRecord): string[] {
  const reversal = draft.lifecycle_event === "reversed" || draft.lifecycle_event === "superseded";
  const { decision, rationale } = draft.content ?? {};
  if (draft.category !== "decision" || !reversal || !decision || !Array.isArray(rationale)) return [];
  if (rationale.length === 0 || !Array.isArray(content.rationale)) return [];
  return content.rationale.filter((reason) => typeof reason === "string" && !rationale.includes(reason));
}

function retire({ tx, ctx, draft, why }: Work, target: string): DraftResult {
  const written = retireRecord(tx, ctx, { target, reason: draft.summary });
  return fromWrite("retired", draft, written, why, []);
}

const noop = (draft: Draft, reason: string): DraftResult => ({
  status: "noop",
  action: "NOOP",
  category: draft.category,
  ...(draft.title ? { title: draft.title } : {}),
  reason,
  fixes: [],
  warnings: [],
});

const ACTION_OF = { created: "CREATE", updated: "UPDATE", retired: "DELETE" } as const;

const fromWrite = (
  status: keyof typeof ACTION_OF,
  draft: Draft,
  written: WriteResult,
  reason: string,
  fixes: AutoFix[],
): DraftResult => ({
  status,
  action: ACTION_OF[status],
  category: draft.category,
  target: written.target,
  id: written.id,
  title: written.title,
  ...(written.times_updated === undefined ? {} : { times_updated: written.times_updated }),
  ...(written.renamed_from === undefined ? {} : { renamed_from: written.renamed_from }),
  ...(written.relinked === undefined ? {} : { relinked: written.relinked }),
  reason,
  fixes: [...fixes, ...written.fixes],
  warnings: written.warnings,
});

/**
 * Applies the session window and retention to categories: to those that a save wrote to, and at the start of a session
 * to those in which time alone has let something expire. Retires at most `most` records.
 */
export function keepLimits(
  tx: RecordTransaction,
  ctx: CommitContext,
  categories: ReadonlySet<string>,
  most: number = Number.POSITIVE_INFINITY,
): { retired: { path: string; reason: string }[]; warnings: string[] } {
  const retired: { path: string; reason: string }[] = [];
  const warnings: string[] = [];
  for (const name of categories) {
    const category = ctx.categories.get(name);
    const settings = ctx.config.categories[name];
    if (!category || !settings) continue;
    const windowed = settings.max_retained !== undefined;
    if (!windowed && settings.retention_days === 0) continue;
    const active = activeRecords(tx, category);
    const leaving: Retirement[] = expired(active, settings.retention_days, ctx.now());
    if (settings.max_retained !== undefined) {
      const gone = new Set(leaving.map(({ id }) => id));
      const elsewhere = tx.index().filter((entry) => entry.category !== category.display);
      leaving.push(
        ...sessionsToRetire(
          active.filter(({ id }) => !gone.has(id)),
          settings.max_retained,
          elsewhere.map((entry) => `${entry.title} ${entry.tags.join(" ")}`),
        ),
      );
    }
    for (const { id, reason, warning } of leaving.slice(0, most - retired.length)) {
      const written = retireRecord(tx, ctx, { target: `${category.folder}/${id}.json`, reason });
      retired.push({ path: written.target, reason });
      if (warning) warnings.push(warning);
    }
  }
  return { retired, warnings };
}

const activeRecords = (tx: RecordTransaction, category: Category): ProjectRecord[] =>
  tx
    .records(category.name)
    .map(({ record }) => record)
    .filter((record) => record.record_status === "active");

const categoryOf = (value: unknown): string => {
  const category = (value as { category?: unknown } | null)?.category;
  return typeof category === "string" ? category : "unknown";
};

function commitMessage(results: readonly DraftResult[]): string {
  const written = results.filter(wrote);
  const lines = written.map(({ status, category, title }) => `${status} ${category}: ${title ?? ""}`.trim());
  const [only] = lines;
  return lines.length === 1 && only
    ? `memory: ${only}`
    : `memory: ${lines.length} records\n\n${lines.join("\n")}`;
}
