/** Saying yes or no to what waits, and changing it before. */
import { parseDraft } from "../../consolidate/draft.ts";
import type { Draft } from "../../consolidate/types.ts";
import { accept as activate, reject as turnAway, updateMemory } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import { cleanSummary } from "../../record/changes.ts";
import { RecordError } from "../../record/error.ts";
import { clip, isObject, type JsonObject } from "../../record/value.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { draftBodyOf } from "./body.ts";
import { type Choice, settleConflict } from "./conflict.ts";
import { type Desk, findItem, type InboxItem } from "./items.ts";
import { promote } from "./promote.ts";

export interface Decided {
  readonly id: string;
  readonly kind: InboxItem["kind"];
  readonly state: "accepted" | "rejected";
  /** What came of it: a record's path, a memory's id. */
  readonly result?: string;
  /** What was done, a sentence each. */
  readonly done: readonly string[];
}

/**
 * Does what an item proposes.
 *
 * @param keep of two that contradict each other: which holds; the newer unless told
 * @throws RecordError NOT_FOUND; OCC_CONFLICT where it was decided, does not stand any more, or is contradicted; what a record
 *   cannot be written for; StoreError
 */
export async function accept(desk: Desk, target: string, keep: Choice = "newer"): Promise<Decided> {
  const item = await findItem(desk, target);
  if (item.kind === "staged") return acceptStaged(desk, item.memory);
  const { proposal } = item;
  assertOpen(proposal);
  return item.kind === "conflict" ? settleConflict(desk, proposal, keep) : promote(desk, proposal, "by hand");
}

/** Turns it away, for good: neither it nor what says nearly the same is proposed again. Throws as `accept` does. */
export async function reject(desk: Desk, target: string, reason?: string): Promise<Decided> {
  const item = await findItem(desk, target);
  const why = reason === undefined ? undefined : cleanSummary(reason) || undefined;
  if (item.kind === "staged") return rejectStaged(desk, item.memory, why);
  const { proposal } = item;
  assertOpen(proposal);
  const decision = { state: "rejected", decided_at: nowOf(desk), ...(why ? { reason: why } : {}) } as const;
  if (!(await desk.store.proposals.decide(proposal.project, proposal.id, decision))) throw decided(proposal);
  return { id: proposal.id, kind: item.kind, state: "rejected", done: ["It will not be proposed again"] };
}

/**
 * Changes what would become of it: fields of a draft, of its content with `content`, or of a staged memory. Returns the item as
 * it is then.
 *
 * @throws RecordError as `accept` does; VALIDATION_ERROR with every wrong field
 */
export async function edit(desk: Desk, target: string, change: JsonObject): Promise<InboxItem> {
  const item = await findItem(desk, target);
  if (item.kind === "staged") {
    await desk.store.alone(item.memory.project, async (store) => {
      const memory = await stagedNow(store, item.memory);
      await store.memories.put([updateMemory(memory, change, desk.ws.host.now())]);
    });
    return findItem(desk, item.memory.id);
  }
  const { proposal } = item;
  assertOpen(proposal);
  const body = draftBodyOf(proposal);
  if (!body) {
    throw new RecordError(
      "INPUT_ERROR",
      { target: proposal.id, problem: "there is nothing to edit in it" },
      "Accept it with --keep newer, older or both, or reject it",
    );
  }
  const draft = parseDraft(merged(body.draft, change), desk.ws.categories);
  // Its hash stays: it is what the memories say that must not be proposed twice.
  const edited = {
    title: clip(draft.title ?? draft.summary, TITLE_MAX),
    body: { ...body, draft },
    hash: proposal.hash,
  };
  if (!(await desk.store.proposals.edit(proposal.project, proposal.id, edited as EditedProposal)))
    throw decided(proposal);
  return findItem(desk, proposal.id);
}

type EditedProposal = Pick<Proposal, "title" | "body" | "hash">;
const TITLE_MAX = 160;

/** Fields of the content one by one, so that naming one leaves the others. */
function merged(draft: Draft, change: JsonObject): JsonObject {
  const { content, ...fields } = change;
  return {
    ...draft,
    ...fields,
    ...(isObject(content)
      ? { content: { ...draft.content, ...content } }
      : content === undefined
        ? {}
        : { content }),
  };
}

export const nowOf = ({ ws }: Desk): string => ws.host.now().toISOString();

function assertOpen(proposal: Proposal): void {
  if (proposal.state !== "open") throw decided(proposal);
}

export const decided = ({ id, state }: Proposal): RecordError =>
  new RecordError(
    "OCC_CONFLICT",
    { target: id, problem: state === "open" ? "someone has just decided it" : `it is ${state} already` },
    "List what waits: recollect inbox",
  );

async function stagedNow(store: Store, { project, id }: Memory): Promise<Memory> {
  const [memory] = await store.memories.get(project, [id]);
  if (memory?.status === "staged") return memory;
  throw new RecordError(
    "OCC_CONFLICT",
    { target: id, problem: "it is not waiting any more" },
    "List what waits: recollect inbox",
  );
}

async function acceptStaged({ ws, store }: Desk, { project, ...staged }: Memory): Promise<Decided> {
  await store.alone(project, async (own) => {
    const memory = await stagedNow(own, { project, ...staged } as Memory);
    await own.memories.put([activate(memory, ws.host.now())]);
  });
  if (staged.type === "prospective") await writeTriggers(ws, store);
  return {
    id: staged.id,
    kind: "staged",
    state: "accepted",
    result: staged.id,
    done: ["It is recalled from now on"],
  };
}

async function rejectStaged({ ws, store }: Desk, staged: Memory, why = "rejected by hand"): Promise<Decided> {
  const now = ws.host.now();
  await store.alone(staged.project, async (own) => {
    const memory = await stagedNow(own, staged);
    await own.memories.put([turnAway(memory, now)]);
    await own.memories.refuse(memory.project, {
      hash: memory.content_hash,
      reason: why,
      at: now.toISOString(),
    });
  });
  return {
    id: staged.id,
    kind: "staged",
    state: "rejected",
    done: ["It will not be remembered when it is said again"],
  };
}
