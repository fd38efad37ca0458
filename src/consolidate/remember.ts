/**
 * How a memory gets in: what is trivial or known is filtered, a panel judges the rest, and what says nearly the same as
 * another is joined to it.
 */
import { prefilter } from "../capture/prefilter.ts";
import { type Circumstances, createMemory, type MemoryDraft, saidBy } from "../memory/create.ts";
import { supersede, widened } from "../memory/lifecycle.ts";
import { redactedDraft } from "../memory/redacted.ts";
import type { Memory, MemoryLink } from "../memory/types.ts";
import type { Redactor } from "../privacy/redact.ts";
import { type FindSimilar, similarOnce } from "../recall/similar.ts";
import { consensus, type Decision } from "../review/consensus.ts";
import { askPanel } from "../review/panel.ts";
import type { Panel } from "../review/types.ts";
import type { Viewpoint } from "../store/memory-port.ts";
import type { Store } from "../store/port.ts";
import { knownKin, nearDuplicate, saidInMoreWords } from "./kin.ts";
import { saidAgain } from "./reinforce.ts";
import { type Kinship, twinOf } from "./same.ts";

export interface StoreMemoryRequest {
  readonly store: Store;
  readonly draft: MemoryDraft;
  readonly at: Circumstances;
  /** Takes out what must not be kept, before anything else sees it. */
  readonly redactor: Redactor;
  /** Judged before it is stored; stored as it is without. */
  readonly review?: Panel;
  /** Who said it, where it is a message of a conversation. */
  readonly role?: "user" | "assistant";
  /** The memory whose place it takes, once it is active. */
  readonly replaces?: Memory;
  /** What says much the same, found by someone who has the project's lock; looked for anew under the lock without. */
  readonly similar?: FindSimilar;
  /** Calls the review off; what was not judged by then is staged. */
  readonly signal?: AbortSignal;
}

export interface StoredMemory {
  readonly stored: boolean;
  readonly reason: string;
  readonly memory?: Memory;
  /** Id of the memory that says the same and was reinforced instead. */
  readonly reinforced?: string;
  /** Ids of memories that cannot hold together with it: a person is asked which does. */
  readonly against?: readonly string[];
  /** Ids of memories whose place it took, as a person puts them right by it. */
  readonly corrected?: readonly string[];
}

const STORED = "Stored successfully";

/**
 * Stores a memory, or says why not. Working memory is stored as it is: it is gone before anyone could judge it.
 *
 * @throws RecordError VALIDATION_ERROR for a draft that is no memory; StoreError
 */
export async function storeMemory(given: StoreMemoryRequest): Promise<StoredMemory> {
  const { store, at, review, signal } = given;
  const { draft, credential } = await redactedDraft(given.draft, given.redactor.redact);
  const request = { ...given, draft };
  const memory = createMemory(draft, at);
  if (credential !== undefined) return refused(request, memory, credential);
  const alone = async (work: (own: StoreMemoryRequest) => Promise<StoredMemory>): Promise<StoredMemory> => {
    // Loaded first: nobody should wait for that.
    await import("./contradict.ts");
    return store.alone(at.project, (own) =>
      work({ ...request, store: own, similar: given.similar ?? similarOnce(own.text, viewpoint(at)) }),
    );
  };
  if (memory.type === "working") return stored(request, memory);
  if (!review) return alone((own) => settle(own, memory));
  if ((await filter(request, memory)).trivial) return alone((own) => known(own, memory));
  const decision = consensus(await askPanel(review, saidBy(memory), memory.type, signal), false);
  return alone((own) => settle(own, memory, decision));
}

/** The reason for which a credential is refused, with its kind. */
export const CREDENTIAL_REFUSED: RegExp = /^Refused: holds a credential \(([a-z0-9 ]+)\)$/;

/** The refusal is noted by the hash of what is left of it, so that a secret cannot be guessed from what is kept. */
async function refused(
  { store, at }: StoreMemoryRequest,
  { content_hash: hash }: Memory,
  kind: string,
): Promise<StoredMemory> {
  const reason = `Refused: holds a credential (${kind})`;
  await store.memories.refuse(at.project, { hash, reason, at: at.now.toISOString() });
  return { stored: false, reason };
}

/** What was looked at before the reviewers were asked is looked at again: they take their time. */
async function settle(
  request: StoreMemoryRequest,
  memory: Memory,
  decision?: Decision,
): Promise<StoredMemory> {
  const { store, at } = request;
  if ((await filter(request, memory)).trivial) return known(request, memory);
  if (!decision) return joined(request, memory);
  if (decision.action === "reject") {
    const { reason } = decision;
    await store.memories.refuse(at.project, { hash: memory.content_hash, reason, at: at.now.toISOString() });
    return { stored: false, reason };
  }
  const judged = afterReview(memory, decision);
  const same = decision.action === "reinforce" ? await knownAs(request, judged) : undefined;
  if (same) return { stored: false, reason: decision.reason, ...(await again(request, same)) };
  const done = await joined(request, judged);
  return judged.status === "staged" ? { ...done, reason: `Staged: ${decision.reason}` } : done;
}

interface Filtered {
  readonly trivial: boolean;
  readonly reason: string;
  /** What says just the same. */
  readonly twin?: Memory;
}

async function filter({ store, at, review, role }: StoreMemoryRequest, memory: Memory): Promise<Filtered> {
  const { memories } = store;
  const isJudged = review !== undefined || memory.status === "staged";
  const { type, content_hash: hash } = memory;
  const twin = await twinOf(memory, memories, at, { putAway: review !== undefined });
  // A refusal spares reviewers, those that come later too; who stores without asking them is not bound by it.
  const refused = isJudged && (await memories.refused(at.project, [hash])).length > 0;
  const isKnown = (): boolean => twin !== undefined || refused;
  const filtered = prefilter(saidBy(memory), { type, isKnown, ...(role ? { role } : {}) });
  return { ...filtered, ...(twin ? { twin } : {}) };
}

async function known(request: StoreMemoryRequest, memory: Memory): Promise<StoredMemory> {
  const { reason, twin } = await filter(request, memory);
  return { stored: false, reason: `Pre-filtered: ${reason}`, ...(await again(request, twin)) };
}

const afterReview = (memory: Memory, decision: Exclude<Decision, { action: "reject" }>): Memory => ({
  ...memory,
  status: decision.status,
  importance: decision.importance ?? memory.importance,
  review: { ...decision.review },
});

/** What is said again stands firmer, and is seen by those who are to see it now. */
async function again(
  { store, at, draft }: StoreMemoryRequest,
  known: Memory | undefined,
): Promise<{ reinforced?: string }> {
  if (known?.status !== "active") return {};
  const scope = draft.type === "working" ? undefined : draft.scope;
  const firmer = widened(saidAgain(known, at.session, at.now), scope);
  if (firmer === known) return {};
  await store.memories.put([firmer]);
  return { reinforced: known.id };
}

/** What a new memory that is not new to the reviewers would say once more. */
async function knownAs(request: StoreMemoryRequest, memory: Memory): Promise<Memory | undefined> {
  return (await knownKin(memory, kinship(request)))?.memory;
}

const kinship = ({ store: { memories, text }, at, similar }: StoreMemoryRequest): Kinship => ({
  memories,
  similar: similar ?? similarOnce(text, viewpoint(at)),
  project: at.project,
});

/** Stores it, and joins it to what says nearly the same: that stands firmer, and both stay as they were worded. */
async function joined(request: StoreMemoryRequest, memory: Memory): Promise<StoredMemory> {
  const { at, replaces } = request;
  const among = kinship(request);
  const covering = memory.status === "active" && !replaces ? await saidInMoreWords(memory, among) : undefined;
  if (covering)
    return {
      stored: false,
      reason: "Says nothing more than what is known",
      ...(await again(request, covering)),
    };
  const near = memory.status === "active" ? await nearDuplicate(memory, among, at) : undefined;
  if (!near || near.kin.memory.id === replaces?.id) return stored(request, memory);
  return stored(request, memory, near.firmer, [near.link]);
}

async function stored(
  { store, at, replaces, draft, role }: StoreMemoryRequest,
  memory: Memory,
  others: readonly Memory[] = [],
  links: readonly MemoryLink[] = [],
): Promise<StoredMemory> {
  const { memories } = store;
  // What is not judged yet leaves the other in its place.
  const old = replaces && memory.status === "active" ? await memories.get(at.project, [replaces.id]) : [];
  const replaced = old.map((other) => supersede(other, memory.id, at.now));
  await memories.put([memory, ...others, ...replaced], links);
  if (memory.status !== "active" || memory.type === "working")
    return { stored: true, reason: STORED, memory };
  const spoken = { draft, ...(role ? { role } : {}) };
  const { noteContradictions } = await import("./contradict.ts");
  const { against, corrected } = await noteContradictions(store, memory, {
    from: viewpoint(at),
    now: at.now,
    spoken,
  });
  return {
    stored: true,
    reason: STORED,
    memory,
    ...(against.length > 0 ? { against } : {}),
    ...(corrected.length > 0 ? { corrected } : {}),
  };
}

const viewpoint = ({ project, session }: Circumstances): Viewpoint => ({ project, session });
