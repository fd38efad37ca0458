/** What the proposals of each kind hold: written here, and read back with care, as the database may be anyone's. */
import type { ConflictBody } from "../../consolidate/conflict.ts";
import { bytesOf } from "../../consolidate/conflict.ts";
import { type Promotion, promotionHash } from "../../consolidate/promotion.ts";
import type { Draft } from "../../consolidate/types.ts";
import { newId } from "../../memory/create.ts";
import { oneLine } from "../../record/sanitize.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { clip, isObject, type JsonObject } from "../../record/value.ts";
import type { Proposal } from "../../store/proposal-port.ts";

/** Of a promotion, and of a draft that a model was not sure of: what `commit` would be given. */
export interface DraftBody {
  readonly draft: Draft;
  /** What the memories said when it was proposed. */
  readonly said: string;
  readonly memories: readonly Promoted[];
  /** How to take it back, once it was accepted. */
  readonly undo?: Undo;
}

/** A memory as it was: another hash, and it says something else now. */
export interface Promoted {
  readonly id: string;
  readonly hash: string;
}

export interface Undo {
  /** When each memory had last been changed, by id. */
  readonly changed: { readonly [id: string]: string };
  /** The record as it was, where it was there before. */
  readonly before?: ProjectRecord;
  /** MD5 of the file that was written. */
  readonly written?: string;
}

const TITLE_MAX = 160;

export function promotionProposal(
  project: string,
  { draft, memories, said, why }: Promotion,
  now: Date,
): Proposal {
  const hash = promotionHash(draft.category, said);
  const body: DraftBody = {
    draft,
    said,
    memories: memories.map(({ id, content_hash }) => ({ id, hash: content_hash })),
  };
  return {
    id: newId(now, bytesOf(hash)),
    project,
    kind: "promotion",
    state: "open",
    title: clip(oneLine(draft.title ?? draft.summary), TITLE_MAX),
    body: { ...body },
    sources: memories.map(({ id }) => id),
    why,
    hash,
    created_at: now.toISOString(),
  };
}

/**
 * What a model drafted and somebody doubts, proposed once for each category and wording.
 *
 * @param draft checked when it is accepted
 */
export function draftProposal(project: string, draft: JsonObject, why: string, now: Date): Proposal {
  const said = String(draft.summary);
  const hash = promotionHash(String(draft.category), said);
  const title = typeof draft.title === "string" ? draft.title : said;
  return {
    id: newId(now, bytesOf(hash)),
    project,
    kind: "draft",
    state: "open",
    title: clip(oneLine(title), TITLE_MAX),
    body: { draft, said, memories: [] },
    sources: [],
    why: oneLine(why),
    hash,
    created_at: now.toISOString(),
  };
}

/** Undefined for a body that is none: it was written by hand, or by another version. */
export function draftBodyOf({ kind, body }: Proposal): DraftBody | undefined {
  if (kind === "conflict" || !isObject(body.draft) || typeof body.draft.category !== "string")
    return undefined;
  const memories = Array.isArray(body.memories) ? body.memories.filter(isPromoted) : [];
  return {
    draft: body.draft as unknown as Draft,
    said: typeof body.said === "string" ? body.said : "",
    memories,
    ...(isObject(body.undo) ? { undo: body.undo as unknown as Undo } : {}),
  };
}

const isPromoted = (value: unknown): value is Promoted =>
  isObject(value) && typeof value.id === "string" && typeof value.hash === "string";

export function conflictBodyOf({ kind, body }: Proposal): ConflictBody | undefined {
  const { newer, older, rule } = body;
  return kind === "conflict" && isSide(newer) && isSide(older) && typeof rule === "string"
    ? { newer, older, rule }
    : undefined;
}

const isSide = (value: unknown): value is ConflictBody["newer"] =>
  isObject(value) &&
  (value.kind === "memory" || value.kind === "record") &&
  typeof value.ref === "string" &&
  typeof value.version === "string";
