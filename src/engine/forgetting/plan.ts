/** What forgetting would do, all of it, before anything is done: what a person is shown and agrees to. */
import { unarchive } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import type { SessionState, Store } from "../../store/port.ts";
import { PROPOSAL_STATES, type Proposal } from "../../store/proposal-port.ts";
import { fateOf, isWithin, type Meant, speaksOf, without } from "./meant.ts";
import { stagedFiles } from "./staged-files.ts";

/** Rows read at once. */
const PAGE = 1_000;
/** Sessions and proposals looked at: the ledger forgets what is older by itself. */
export const SESSIONS_MOST = 10_000;
const PROPOSALS_MOST = 1_000;

export interface Forgetting {
  readonly meant: Meant;
  /** To be deleted, by id; what was made of something deleted included. */
  readonly memories: readonly Memory[];
  /** As they will be: another session said the same, or what they had become is deleted. */
  readonly changed: readonly Memory[];
  readonly proposals: readonly Proposal[];
  /** Sessions of which all traces in the ledger go. */
  readonly sessions: readonly string[];
  /** Of other sessions, the signals that go, by their hashes. */
  readonly signals: readonly { readonly session: string; readonly hashes: readonly string[] }[];
  /** Files, and folders of sessions, that wait for drafting. */
  readonly files: readonly string[];
  /** Memories that cannot be read, and therefore not be told apart. */
  readonly spoilt: number;
}

export interface Forgetter {
  readonly store: Store;
  readonly project: string;
  readonly staging: string;
  readonly now: Date;
}

export const isNothing = (plan: Forgetting): boolean =>
  [plan.memories, plan.changed, plan.proposals, plan.signals, plan.files].every(
    (some) => some.length === 0,
  ) &&
  (plan.meant.kind !== "session" || plan.sessions.length === 0);

/** @throws StoreError */
export async function planForgetting(by: Forgetter, meant: Meant): Promise<Forgetting> {
  const { store, project } = by;
  const all = await everyMemory(by);
  const gone = new Map(all.filter((each) => fateOf(each, meant) === "go").map((each) => [each.id, each]));
  const freed = await addWhatWasMade(by, all, gone);
  const shortened = all.flatMap((each) =>
    meant.kind === "session" && !gone.has(each.id) && fateOf(each, meant) === "shorten"
      ? [without(freed.get(each.id) ?? each, meant.session)]
      : [],
  );
  const changed = new Map([...freed.values(), ...shortened].map((each) => [each.id, each]));
  const sessions = await sessionsMeant(by, meant, gone);
  return {
    meant,
    memories: [...gone.values()],
    changed: [...changed.values()],
    proposals: (await store.proposals.list(project, PROPOSAL_STATES, PROPOSALS_MOST)).filter((each) =>
      isAbout(each, meant, gone),
    ),
    sessions,
    signals: meant.kind === "words" ? await signalsOf(by, meant.words) : [],
    files: stagedFiles(by.staging, sessions, meant.kind === "words" ? meant.words : undefined),
    spoilt: (await store.memories.spoilt(project)).length,
  };
}

async function everyMemory({ store, project }: Forgetter): Promise<Memory[]> {
  const all: Memory[] = [];
  for (let after = ""; ; ) {
    const page = await store.memories.walk(project, { after, limit: PAGE });
    all.push(...page);
    const last = page.at(-1);
    if (!last) return all;
    after = last.id;
  }
}

/**
 * What was made of something forgotten says it, too: it goes, and what else it was made of comes back in its place. Returns
 * that as it will be, by id.
 */
async function addWhatWasMade(
  { store, project, now }: Forgetter,
  all: readonly Memory[],
  gone: Map<string, Memory>,
): Promise<Map<string, Memory>> {
  const known = new Map(all.map((each) => [each.id, each]));
  const made: string[] = [];
  for (const queue = [...gone.keys()]; queue.length > 0; ) {
    const id = queue.shift() ?? "";
    for (const { link_type, source_id, target_id } of await store.memories.links(project, id)) {
      const memory = known.get(source_id);
      if (link_type !== "derived_from" || target_id !== id || !memory || gone.has(source_id)) continue;
      gone.set(source_id, memory);
      made.push(source_id);
      queue.push(source_id);
    }
  }
  const freed = new Map<string, Memory>();
  for (const { link_type, source_id, target_id } of await store.memories.linksFrom(project, made)) {
    const source = known.get(target_id);
    if (link_type !== "derived_from" || !source || gone.has(target_id)) continue;
    const back = freedFrom(freed.get(target_id) ?? source, gone.get(source_id), now);
    if (back !== source) freed.set(target_id, back);
  }
  return freed;
}

/** What a digest has put away is there again; what had become something is itself again. */
function freedFrom(memory: Memory, made: Memory | undefined, now: Date): Memory {
  if (made?.type === "episodic" && memory.type === "episodic" && memory.status === "archived")
    return unarchive(memory, now);
  if (memory.promoted_to === undefined || memory.promoted_to !== made?.id) return memory;
  const { promoted_to: _gone, ...rest } = memory;
  return rest as Memory;
}

function isAbout(proposal: Proposal, meant: Meant, gone: ReadonlyMap<string, Memory>): boolean {
  if (proposal.sources.some((source) => gone.has(source))) return true;
  switch (meant.kind) {
    case "session":
      return JSON.stringify(proposal.body).includes(JSON.stringify(meant.session));
    case "time":
      return isWithin(proposal.created_at, meant);
    case "words":
      return speaksOf([proposal.title, proposal.why, proposal.reason, proposal.body], meant.words);
  }
}

/** Of a time, those that were under way, and those that something came from: what is told of may be older than its session. */
async function sessionsMeant(
  { store, project, now }: Forgetter,
  meant: Meant,
  gone: ReadonlyMap<string, Memory>,
): Promise<string[]> {
  if (meant.kind === "words") return [];
  const all = await store.ledger.recentSessions(project, SESSIONS_MOST);
  const isMeant = ({ session, started_at, ended_at = now.toISOString() }: SessionState): boolean =>
    meant.kind === "session"
      ? session === meant.session
      : Date.parse(started_at) <= Date.parse(meant.until) && Date.parse(ended_at) >= Date.parse(meant.since);
  const sources = new Set([...gone.values()].flatMap(({ provenance }) => provenance?.session ?? []));
  return all.filter((each) => isMeant(each) || sources.has(each.session)).map(({ session }) => session);
}

async function signalsOf(
  { store, project }: Forgetter,
  words: readonly string[],
): Promise<{ session: string; hashes: string[] }[]> {
  const found: { session: string; hashes: string[] }[] = [];
  for (const { session } of await store.ledger.recentSessions(project, SESSIONS_MOST)) {
    const { signals } = await store.ledger.pending(project, session, 0);
    const hashes = signals
      .filter((each) => speaksOf([each.snippet, each.excerpt], words))
      .map(({ hash }) => hash);
    if (hashes.length > 0) found.push({ session, hashes });
  }
  return found;
}
