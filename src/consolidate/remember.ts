/**
 * How a memory gets in: what is trivial or known is filtered, a panel judges the rest, and what says nearly the same as
 * another is joined to it.
 */
import { prefilter } from "../capture/prefilter.ts";
import { type Circumstances, createMemory, type MemoryDraft, saidBy } from "../memory/create.ts";
import { supersede } from "../memory/lifecycle.ts";
import { createLink } from "../memory/links.ts";
import type { Memory, MemoryLink } from "../memory/types.ts";
import { consensus, type Decision } from "../review/consensus.ts";
import { askPanel } from "../review/panel.ts";
import type { Panel } from "../review/types.ts";
import type { MemoryStore, Viewpoint } from "../store/memory-port.ts";
import type { TextIndex } from "../store/text-port.ts";
import { NEAR_DUPLICATE } from "../text/similarity.ts";
import { gainsEvidence, saidAgain } from "./reinforce.ts";
import { kinOf, twinOf } from "./same.ts";

export interface StoreMemoryRequest {
  readonly memories: MemoryStore;
  readonly draft: MemoryDraft;
  readonly at: Circumstances;
  /** Judged before it is stored; stored as it is without. */
  readonly review?: Panel;
  /** Where nearly the same is looked for; without, only what says just the same is seen. */
  readonly text?: TextIndex;
  /** Who said it, where it is a message of a conversation. */
  readonly role?: "user" | "assistant";
  /** The memory whose place it takes. */
  readonly replaces?: Memory;
  /** Calls the review off; what was not judged by then is staged. */
  readonly signal?: AbortSignal;
}

export interface StoredMemory {
  readonly stored: boolean;
  readonly reason: string;
  readonly memory?: Memory;
  /** Id of the memory that says the same and was reinforced instead. */
  readonly reinforced?: string;
}

const STORED = "Stored successfully";
/** What reviewers take for known is looked for among what shares this much with it. */
const KNOWN_ALIKE = 0.6;

/**
 * Stores a memory, or says why not. Working memory is stored as it is: it is gone before anyone could judge it.
 *
 * @throws RecordError VALIDATION_ERROR for a draft that is no memory; StoreError
 */
export async function storeMemory(request: StoreMemoryRequest): Promise<StoredMemory> {
  const { memories, draft, at, review, role } = request;
  const memory = createMemory(draft, at);
  if (memory.type === "working") return stored(request, memory);
  const said = saidBy(memory);
  const twin = await twinOf(memory, memories, at, { putAway: review !== undefined });
  // A refusal spares reviewers; who stores without asking them is not bound by it.
  const refused =
    review !== undefined && (await memories.refused(at.project, [memory.content_hash])).length > 0;
  const { type } = memory;
  const filtered = prefilter(said, {
    type,
    isKnown: () => twin !== undefined || refused,
    ...(role ? { role } : {}),
  });
  if (filtered.trivial)
    return { stored: false, reason: `Pre-filtered: ${filtered.reason}`, ...(await again(request, twin)) };
  if (!review) return joined(request, memory);
  const decision = consensus(await askPanel(review, said, type, request.signal), false);
  if (decision.action === "reject") {
    const { reason } = decision;
    await memories.refuse(at.project, { hash: memory.content_hash, reason, at: at.now.toISOString() });
    return { stored: false, reason };
  }
  const judged = afterReview(memory, decision);
  const known = decision.action === "reinforce" ? await knownAs(request, judged) : undefined;
  if (known) return { stored: false, reason: decision.reason, ...(await again(request, known)) };
  const done = await joined(request, judged);
  return judged.status === "staged" ? { ...done, reason: `Staged: ${decision.reason}` } : done;
}

const afterReview = (memory: Memory, decision: Exclude<Decision, { action: "reject" }>): Memory => ({
  ...memory,
  status: decision.status,
  importance: decision.importance ?? memory.importance,
  review: { ...decision.review },
});

/** What is said again stands firmer. */
async function again(
  { memories, at }: StoreMemoryRequest,
  known: Memory | undefined,
): Promise<{ reinforced?: string }> {
  if (known?.status !== "active") return {};
  const firmer = saidAgain(known, at.session, at.now);
  if (firmer === known) return {};
  await memories.put([firmer]);
  return { reinforced: known.id };
}

/** What a new memory that is not new to the reviewers would say once more. */
async function knownAs(
  { memories, text, at }: StoreMemoryRequest,
  memory: Memory,
): Promise<Memory | undefined> {
  const kin = text && (await kinOf(memory, memories, text, viewpoint(at), KNOWN_ALIKE));
  return kin && gainsEvidence(kin.memory) ? kin.memory : undefined;
}

/** Stores it, and joins it to what says nearly the same: that stands firmer, and both stay as they were worded. */
async function joined(request: StoreMemoryRequest, memory: Memory): Promise<StoredMemory> {
  const { memories, text, at, replaces } = request;
  const kin =
    text && memory.status === "active"
      ? await kinOf(memory, memories, text, viewpoint(at), NEAR_DUPLICATE)
      : undefined;
  if (!kin || kin.memory.type !== memory.type || kin.memory.id === replaces?.id)
    return stored(request, memory);
  const link = createLink(
    { source_id: memory.id, target_id: kin.memory.id, link_type: "reinforces", strength: kin.likeness },
    at.now,
  );
  const firmer = kin.memory.type === "semantic" ? saidAgain(kin.memory, at.session, at.now) : kin.memory;
  return stored(request, memory, firmer === kin.memory ? [] : [firmer], [link]);
}

async function stored(
  { memories, at, replaces }: StoreMemoryRequest,
  memory: Memory,
  others: readonly Memory[] = [],
  links: readonly MemoryLink[] = [],
): Promise<StoredMemory> {
  const replaced = replaces ? [supersede(replaces, memory.id, at.now)] : [];
  await memories.put([memory, ...others, ...replaced], links);
  return { stored: true, reason: STORED, memory };
}

const viewpoint = ({ project, session }: Circumstances): Viewpoint => ({ project, session });
