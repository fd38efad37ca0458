/**
 * A proposal becomes a record. The record's file and the database cannot be written in one step: the proposal is taken first, so
 * that no two do it; then the record is written; then the memories leave recall. What is left taken by a process that died is
 * put back by maintenance.
 */
import type { DraftResult } from "../../consolidate/types.ts";
import { promoted } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { isProblem } from "../../store/files/read.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { saveDrafts } from "../records/save.ts";
import type { Workspace } from "../workspace.ts";
import { type DraftBody, draftBodyOf, type Undo } from "./body.ts";
import type { Decided } from "./decide.ts";
import { openDisputes } from "./disputes.ts";
import type { Desk } from "./items.ts";
import { lapse, withdraw } from "./withdraw.ts";

/** Who says yes: a person, or the configuration. */
export type Decider = "by hand" | "by configuration";

/** @throws RecordError as `accept` does; StoreError */
export async function promote(desk: Desk, proposal: Proposal, by: Decider): Promise<Decided> {
  const { ws, store } = desk;
  const taken = await store.alone(proposal.project, (own) => take(desk, own, proposal.id, by));
  const earlier = recordsOf(ws, taken.draft.category);
  let saved: DraftResult;
  try {
    saved = await write(ws, taken);
  } catch (error) {
    await store.proposals.reopen(proposal.project, proposal.id);
    throw error;
  }
  const path = ws.files.locate(saved.target ?? "");
  const before =
    saved.status === "updated" ? earlier.get(saved.renamed_from ?? saved.target ?? "") : undefined;
  await store.alone(proposal.project, (own) =>
    settle(desk, own, proposal.id, { path, by, ...(before ? { before } : {}) }),
  );
  if (proposal.sources.length > 0) await writeTriggers(ws, store);
  const leaving = taken.memories.length;
  return {
    id: proposal.id,
    kind: proposal.kind,
    state: "accepted",
    result: path,
    done: [
      `${saved.status} ${saved.target} (${saved.reason})`,
      ...(leaving > 0
        ? [`${leaving === 1 ? "the memory is" : `${leaving} memories are`} recalled as this record`]
        : []),
      ...saved.warnings,
    ],
  };
}

/** Makes sure that it stands, and that no one else takes it. What does not stand any more is withdrawn, and told. */
async function take({ ws }: Desk, store: Store, id: string, by: Decider): Promise<DraftBody> {
  const project = ws.project.id;
  const [proposal] = await store.proposals.beginning(project, id, 1);
  const body = proposal && draftBodyOf(proposal);
  if (!proposal || !body || proposal.state !== "open") throw refusal(id, "it is not open any more");
  const lapsed = await lapse(ws, store, proposal);
  if (lapsed) throw refusal(id, `${lapsed}; it is withdrawn with the next maintenance`);
  const now = ws.host.now();
  if ((await openDisputes(store, project, proposal.sources, now)).length > 0)
    throw refusal(id, "something contradicts it", "Decide the contradiction first: recollect inbox");
  const decision = { state: "accepted", decided_at: now.toISOString(), reason: by } as const;
  if (!(await store.proposals.decide(project, id, decision)))
    throw refusal(id, "someone has just decided it");
  return body;
}

const refusal = (target: string, problem: string, fix = "List what waits: recollect inbox"): RecordError =>
  new RecordError("OCC_CONFLICT", { target, problem }, fix);

/** @throws RecordError with what is wrong with the record */
async function write(ws: Workspace, { draft }: DraftBody): Promise<DraftResult> {
  const { results } = await saveDrafts(ws, { drafts: [draft] });
  const [result] = results;
  if (result?.error) throw result.error;
  if (result?.target !== undefined && result.status !== "noop") return result;
  throw new RecordError(
    "WRITE_ERROR",
    { problem: result?.reason ?? "nothing was written" },
    "Edit it, then accept it again",
  );
}

/** The records of a category as they are, by path relative to the project. */
function recordsOf({ files }: Workspace, category: string): Map<string, ProjectRecord> {
  if (!files.exists()) return new Map();
  return new Map(
    files
      .scan()
      .records.filter(({ record }) => record.category === category)
      .map(({ path, record }) => [files.projectPath(path), record]),
  );
}

interface Written {
  /** Relative to the memory root. */
  readonly path: string;
  readonly by: Decider;
  readonly before?: ProjectRecord;
}

/** The memories become the record, and the proposal says what came of it, and how to take it back. */
async function settle({ ws }: Desk, store: Store, id: string, { path, by, before }: Written): Promise<void> {
  const project = ws.project.id;
  const now = ws.host.now();
  await store.proposals.reopen(project, id);
  const [proposal] = await store.proposals.beginning(project, id, 1);
  const body = proposal && draftBodyOf(proposal);
  if (!proposal || !body) return;
  const memories = await stillSaying(store, project, body);
  const file = ws.files.read(path);
  const undo: Undo = {
    changed: Object.fromEntries(memories.map(({ id: memory, updated_at }) => [memory, updated_at])),
    ...(before ? { before } : {}),
    ...(file && !isProblem(file) ? { written: file.hash } : {}),
  };
  await store.memories.put(memories.map((memory) => promoted(memory, path, now)));
  await store.proposals.edit(project, id, {
    title: proposal.title,
    body: { ...body, undo },
    hash: proposal.hash,
  } as Pick<Proposal, "title" | "body" | "hash">);
  const decision = { state: "accepted", decided_at: now.toISOString(), reason: by, result: path } as const;
  await store.proposals.decide(project, id, decision);
}

/** Who has changed a memory meanwhile keeps it as it is now. */
async function stillSaying(store: Store, project: string, { memories }: DraftBody): Promise<Memory[]> {
  const hashes = new Map(memories.map(({ id, hash }) => [id, hash]));
  const found = await store.memories.get(project, [...hashes.keys()]);
  return found.filter(
    ({ id, content_hash, promoted_to }) => hashes.get(id) === content_hash && promoted_to === undefined,
  );
}

/** Milliseconds after which what was taken, and came to nothing, was left by a process that died. */
const STUCK_MS = 600_000;

/** Puts back what a process took and did not finish. Whatever it wrote is found again when it is accepted anew. */
export async function putBack(
  store: Store,
  project: string,
  now: Date,
  looked: readonly Proposal[],
): Promise<number> {
  let back = 0;
  for (const { id, kind, result, decided_at } of looked) {
    if (kind === "conflict" || result !== undefined) continue;
    if (now.getTime() - Date.parse(decided_at ?? "") < STUCK_MS) continue;
    if (await store.proposals.reopen(project, id)) back += 1;
  }
  return back;
}

/** A proposal of promotion that is withdrawn because it does not stand any more. */
export async function withdrawLapsed(
  ws: Workspace,
  store: Store,
  open: readonly Proposal[],
): Promise<Proposal[]> {
  const gone: Proposal[] = [];
  for (const proposal of open) {
    const why = await lapse(ws, store, proposal);
    if (why && (await withdraw(store, proposal, why, ws.host.now()))) gone.push(proposal);
  }
  return gone;
}
