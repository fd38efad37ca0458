/** Records for people and tools: find, list, search, and move through the lifecycle. */
import type { WriteResult } from "../../consolidate/types.ts";
import {
  archiveRecord,
  purgeRecord,
  restoreRecord,
  retireRecord,
  unarchiveRecord,
} from "../../consolidate/write.ts";
import { gistOf } from "../../recall/gist.ts";
import { type SearchHit, searchByText } from "../../recall/search.ts";
import type { CategoryName } from "../../record/category.ts";
import { RecordError } from "../../record/error.ts";
import { cleanTag, cleanTitle } from "../../record/sanitize.ts";
import type { RecordStatus } from "../../record/types.ts";
import { isProblem, type StoredRecord } from "../../store/files/read.ts";
import { refreshProjection } from "../../store/sync.ts";
import { keywordScore, keywordTokens } from "../../text/keyword.ts";
import { masking } from "../privacy.ts";
import { tryStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";
import { writeContext } from "./write-context.ts";

/** The record with this id or path; NOT_FOUND or READ_ERROR otherwise. */
export function findRecord(ws: Workspace, target: string): StoredRecord {
  const path = ws.files.locate(target);
  const found = ws.files.read(path);
  if (!found) {
    throw new RecordError(
      "NOT_FOUND",
      { target, problem: "no record has this id or path" },
      "List what is there: recollect list",
    );
  }
  if (isProblem(found)) {
    throw new RecordError(
      "READ_ERROR",
      { target, problem: found.problem },
      "Mend or remove the file, then rebuild the index",
    );
  }
  return found;
}

export interface ListFilter {
  category?: CategoryName;
  statuses: readonly RecordStatus[];
}

/** Records read from their files, by category priority and title; unreadable files are left to `doctor`. */
export function listRecords(ws: Workspace, { category, statuses }: ListFilter): StoredRecord[] {
  const priority = (name: CategoryName): number =>
    ws.categories.get(name)?.priority ?? Number.MAX_SAFE_INTEGER;
  return ws.files
    .scan()
    .records.filter(({ record }) => statuses.includes(record.record_status))
    .filter(({ record }) => category === undefined || record.category === category)
    .sort(
      (a, b) =>
        priority(a.record.category) - priority(b.record.category) ||
        a.record.title.localeCompare(b.record.title),
    );
}

export interface FoundRecord {
  /** Relative to the project's folder. */
  path: string;
  id: string;
  display: string;
  category: CategoryName;
  title: string;
  tags: string[];
  status: RecordStatus;
  updated_at: string;
  gist: string;
  /** Comparable within one answer only. */
  score: number;
}

export interface SearchRequest {
  query: string;
  limit: number;
  category?: CategoryName;
  includeInactive: boolean;
}

const INACTIVE: readonly RecordStatus[] = ["retired", "archived"];

/** Searches title, tags and body; without a usable store by keywords of titles and tags. Best first. */
export async function searchRecords(ws: Workspace, request: SearchRequest): Promise<FoundRecord[]> {
  const { query, category, includeInactive } = request;
  const ofCategory = category === undefined ? {} : { category };
  const stored = await tryStore(ws, async (store) => {
    await refreshProjection(ws.files, store.projection, ws.place, { mode: "quick" });
    const besides = includeInactive ? listRecords(ws, { statuses: INACTIVE, ...ofCategory }) : [];
    return searchByText(store, ws.place, { query, besides, ...ofCategory });
  });
  const statuses: readonly RecordStatus[] = includeInactive ? ["active", ...INACTIVE] : ["active"];
  const hits = stored.ok ? stored.value : keywordHits(ws, query, { statuses, ...ofCategory });
  return hits.slice(0, request.limit).flatMap(({ path, score }) => {
    const found = ws.files.read(path);
    return found && !isProblem(found) ? [toFound(ws, found, score)] : [];
  });
}

function keywordHits(ws: Workspace, query: string, filter: ListFilter): SearchHit[] {
  const tokens = keywordTokens(query);
  return listRecords(ws, filter)
    .map(({ path, record }) => ({ path, score: keywordScore(tokens, record) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** A record as lists and searches show it: its title, tags and gist clean, whatever the file holds. */
export function toFound(ws: Workspace, { path, record }: StoredRecord, score = 0): FoundRecord {
  const category = ws.categories.get(record.category);
  const redact = masking(ws);
  return {
    path: ws.files.projectPath(path),
    id: record.id,
    display: category?.display ?? record.category.toUpperCase(),
    category: record.category,
    title: cleanTitle(redact(record.title)) || "(untitled)",
    tags: record.tags.map((tag) => cleanTag(redact(tag))).filter((tag) => tag !== ""),
    status: record.record_status,
    updated_at: record.updated_at,
    gist: gistOf(record, redact, category),
    score: Math.round(score * 1000) / 1000,
  };
}

export const retire = (ws: Workspace, target: string, reason?: string): Promise<WriteResult> =>
  ws.files.transact((tx) => retireRecord(tx, writeContext(ws), { target, ...(reason ? { reason } : {}) }));

export const archive = (ws: Workspace, target: string, reason?: string): Promise<WriteResult> =>
  ws.files.transact((tx) => archiveRecord(tx, writeContext(ws), { target, ...(reason ? { reason } : {}) }));

export const unarchive = (ws: Workspace, target: string): Promise<WriteResult> =>
  ws.files.transact((tx) => unarchiveRecord(tx, writeContext(ws), { target }));

export const restore = (ws: Workspace, target: string): Promise<WriteResult> =>
  ws.files.transact((tx) => restoreRecord(tx, writeContext(ws), { target }));

export const purge = (ws: Workspace, target: string): Promise<WriteResult> =>
  ws.files.transact((tx) => purgeRecord(tx, writeContext(ws), { target }));
