/**
 * The write pipeline: create and update (here), and every step of the lifecycle, as functions of a transaction. Each reads what
 * is there under the lock, corrects, merges, validates the outcome, and only then writes; on an error nothing is written.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { autofix } from "../record/autofix.ts";
import type { Category, CategoryName } from "../record/category.ts";
import { appendChange, fieldChange } from "../record/changes.ts";
import { RecordError } from "../record/error.ts";
import { checkCreate } from "../record/lifecycle.ts";
import { mergeUpdate, type NextVersion, slugAfter } from "../record/merge.ts";
import { pathProblem } from "../record/paths.ts";
import { relinked } from "../record/relations.ts";
import { recordIssues } from "../record/schema.ts";
import type { ProjectRecord } from "../record/types.ts";
import { idOf, RESERVED_ID, type RecordPath } from "../store/files/layout.ts";
import { isProblem, type StoredRecord } from "../store/files/read.ts";
import type { RecordTransaction } from "../store/files/transaction.ts";
import { cleared } from "./cleared.ts";
import type { WriteResult } from "./types.ts";
import { existingRecord, invalid, misnamed, result, validated, type WriteContext } from "./write-support.ts";

export {
  archiveRecord,
  type LifecycleRequest,
  purgeRecord,
  restoreRecord,
  retireRecord,
  unarchiveRecord,
} from "./write-lifecycle.ts";
export type { WriteContext } from "./write-support.ts";

export interface CreateRequest {
  category: CategoryName;
  /** Id or path of the file; without it the id comes from the title, numbered where taken. */
  target?: string;
  /** The record, whole, as a person or model wrote it. */
  input: unknown;
}

export interface UpdateRequest {
  target: string;
  category?: CategoryName;
  /** The new version: absent fields keep their value, `content` is replaced as a whole. */
  input: unknown;
  /** MD5 of the file as it was read; the update is refused if it has changed since. */
  hash?: string;
  /** Why; becomes an entry of the change log. */
  summary?: string;
}

/**
 * Writes a new record: active, with its file's name as id. Never replaces an active or archived record, nor one retired
 * within the last 24 hours; an older retired one only where `target` names it.
 *
 * @throws RecordError `CREATE_ERROR`, `ANTI_RESURRECTION_ERROR`, `VALIDATION_ERROR`, `INPUT_ERROR`, `PATH_ERROR`, `SECURITY_ERROR`,
 *   `WRITE_ERROR`.
 */
export function createRecord(tx: RecordTransaction, ctx: WriteContext, request: CreateRequest): WriteResult {
  const category = categoryNamed(ctx, request.category);
  const now = ctx.now().toISOString();
  const input = cleared(request.input, ctx.redact);
  const draft = autofix(input, { now, category, action: "create" });
  const warnings: string[] = [];
  const path =
    request.target === undefined
      ? freePath(tx, category, String(draft.value.id ?? ""), now)
      : givenPath(tx, category, request.target, now, warnings);
  const named = autofix(draft.value, { now, category, action: "create", id: idOf(path) });
  const record = validated(named.value, category);
  tx.put(path, record);
  return result(tx, "created", path, record, [...draft.fixes, ...named.fixes], warnings);
}

function givenPath(
  tx: RecordTransaction,
  category: Category,
  target: string,
  now: string,
  warnings: string[],
): RecordPath {
  const path = tx.locate(target, category.name);
  const existing = tx.read(path);
  if (existing === undefined) return path;
  if (isProblem(existing)) {
    throw new RecordError(
      "CREATE_ERROR",
      { target: tx.projectPath(path), got: `a file is there that is no record: ${existing.problem}` },
      "Mend or remove that file, or choose another name",
    );
  }
  checkCreate(existing.record, now, tx.projectPath(path));
  warnings.push(`Takes the place of a record retired at ${existing.record.retired_at}`);
  return path;
}

/** The first free of `id`, `id-2`, `id-3`, …. A record of that name retired a moment ago is not got round by a number. */
function freePath(tx: RecordTransaction, category: Category, id: string, now: string): RecordPath {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : `-${number}`;
    const name = `${id.slice(0, 80 - suffix.length).replace(/-+$/, "")}${suffix}`;
    if (name === RESERVED_ID) continue;
    const path = tx.locate(`${name || "untitled"}`, category.name);
    if (!tx.exists(path)) return path;
    const existing = tx.read(path);
    if (existing && !isProblem(existing) && existing.record.record_status === "retired") {
      checkCreate(existing.record, now, tx.projectPath(path));
    }
  }
}

/**
 * Writes a new version of an active record, with the protections of `mergeUpdate`. When more than half of the title's words
 * changed the file is renamed after it, unless that name is taken.
 *
 * @throws RecordError `OCC_CONFLICT` if the file is not the one that `hash` was computed from, `UPDATE_ERROR` if there is none
 *   or it is not active, `MERGE_ERROR`, `VALIDATION_ERROR`, `READ_ERROR`, `INPUT_ERROR`, `PATH_ERROR`, `SECURITY_ERROR`,
 *   `WRITE_ERROR`.
 */
export function updateRecord(tx: RecordTransaction, ctx: WriteContext, request: UpdateRequest): WriteResult {
  const path = tx.locate(request.target, request.category);
  const old = existingRecord(tx, path, "UPDATE_ERROR", "Check the target, or create the record instead");
  checkUnchanged(tx.projectPath(path), old, request.hash);
  const category = tx.categoryOf(path);
  const now = ctx.now().toISOString();
  const { input, summary } = cleared(
    { input: request.input, summary: request.summary },
    ctx.redact,
    old.record,
  );
  const draft = autofix(input, { now, category, action: "update" });
  const merged = merge(old.record, draft.value, ctx, category, now, summary);
  const unnamed = validated(merged.record, category);
  const { record, to, warning } = renamed(tx, path, old.record, unnamed, category, now);
  validated(record, category);
  if (to === path) tx.put(path, record);
  else tx.rename(path, to, record);
  const followers = to === path ? [] : leadLinks(tx, path, old.record.id, record.id);
  const warnings = [
    ...(request.hash === undefined
      ? ["No hash given: changes that others made meanwhile are not noticed"]
      : []),
    ...merged.warnings,
    ...warning,
  ];
  return {
    ...result(tx, "updated", to, record, [...misnamed(old), ...draft.fixes, ...merged.fixes], warnings),
    times_updated: record.times_updated ?? 0,
    ...(to === path ? {} : { renamed_from: tx.projectPath(path) }),
    ...(followers.length === 0 ? {} : { relinked: followers }),
  };
}

/**
 * Leads other records' links to the new name of a renamed one, and returns their paths relative to the project's folder.
 * A name that another category's record bears as well may mean that one: its links are left alone.
 */
function leadLinks(tx: RecordTransaction, path: RecordPath, from: string, to: string): string[] {
  const others = tx.scan().records.filter((stored) => stored.path !== path);
  if (others.some(({ record }) => record.id === from)) return [];
  return others.flatMap((other) => {
    const record = relinked(other.record, from, to);
    if (record === other.record) return [];
    tx.put(other.path, record);
    return [tx.projectPath(other.path)];
  });
}

function checkUnchanged(target: string, current: StoredRecord, expected: string | undefined): void {
  if (expected === undefined || expected.trim().toLowerCase() === current.hash) return;
  throw new RecordError(
    "OCC_CONFLICT",
    { target, expected_hash: expected, current_hash: current.hash },
    "Read the file again, apply the change to what it holds now, and retry with its hash",
  );
}

function merge(
  old: ProjectRecord,
  next: NextVersion,
  ctx: WriteContext,
  category: Category,
  now: string,
  summary: string | undefined,
): ReturnType<typeof mergeUpdate> {
  const fileExists = (file: string): boolean =>
    pathProblem(file) === undefined && existsSync(join(ctx.projectDir, file));
  try {
    const context = { now, fileExists, category };
    return mergeUpdate(old, next, summary === undefined ? context : { ...context, summary });
  } catch (error) {
    if (!(error instanceof RecordError) || error.code !== "VALIDATION_ERROR") throw error;
    // Merging stops at the first field it cannot merge; whoever mends that wants to know of the others too.
    const { schema_version, category: name, id, record_status, created_at } = old;
    const whole = { ...old, ...next, schema_version, category: name, id, record_status, created_at };
    throw invalid([...error.issues, ...recordIssues(whole, category)]);
  }
}

interface Renamed {
  record: ProjectRecord;
  to: RecordPath;
  warning: string[];
}

/** The record under the name that its title asks for. The change of id is logged: it tells the halves of a cut-off rename apart. */
function renamed(
  tx: RecordTransaction,
  path: RecordPath,
  old: ProjectRecord,
  record: ProjectRecord,
  category: Category,
  now: string,
): Renamed {
  const id = slugAfter(old, record.title);
  if (id === old.id) return { record, to: path, warning: [] };
  const to = `${category.folder}/${id}.json`;
  if (id === RESERVED_ID || tx.exists(to)) {
    const warning = [`The title now asks for the name ${id}, which is taken; the record stays ${old.id}`];
    return { record, to: path, warning };
  }
  const entry = fieldChange(now, `Renamed to ${id}`, "id", old.id, id);
  return { record: { ...record, id, changes: appendChange(record.changes ?? [], entry) }, to, warning: [] };
}

function categoryNamed(ctx: WriteContext, name: CategoryName): Category {
  const category = ctx.categories.get(name);
  if (category) return category;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "category", expected: [...ctx.categories.keys()].join(", "), got: name },
    "Use one of the project's categories",
  );
}
