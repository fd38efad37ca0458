/**
 * Gives observations to the memory, each once, however often the worker is killed in between: a few at a time, in one
 * transaction with the mark that says so.
 */
import type { Observation } from "../../capture/observation.ts";
import { storeMemory } from "../../consolidate/remember.ts";
import { shortHash } from "../../host/project.ts";
import { type Circumstances, createMemory, type MemoryDraft, newId, seedOf } from "../../memory/create.ts";
import { redactedDraft } from "../../memory/redacted.ts";
import type { Provenance } from "../../memory/types.ts";
import type { Redactor } from "../../privacy/redact.ts";
import { similarOnce } from "../../recall/similar.ts";
import { RecordError } from "../../record/error.ts";
import { sameValue } from "../../record/value.ts";
import { heuristicPanel } from "../../review/heuristic.ts";
import { type CaptureMark, MAIN } from "../../store/mark-port.ts";
import type { Store } from "../../store/port.ts";
import { type ReviewWanted, reviewJobFor } from "../review/wanted.ts";
import { carryOf, type Progress, progressOf } from "./progress.ts";

/** As provenance names it. */
export const CAPTURE = "capture";

/** Observations that are stored in one go. Others wait for the project's lock meanwhile, hooks among them. */
const AT_ONCE = 8;

export interface Keeping {
  readonly store: Store;
  readonly redactor: Redactor;
  /** Where memories are judged by others than rules, and therefore later: what that job has to know. */
  readonly reviewLater?: ReviewWanted;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** An observation about to be stored. */
export interface Candidate {
  readonly observation: Observation;
  /** When its segment began: it never changes, so that ids made of it do not either. */
  readonly began: string;
}

/** What became of observations. */
export interface Kept {
  readonly mark: CaptureMark;
  readonly stored: number;
  /** Why observations were refused because of what they held. */
  readonly refused: readonly string[];
  /** Whether intentions may have changed. */
  readonly intentions: boolean;
}

export const NOTHING_KEPT: Omit<Kept, "mark"> = { stored: 0, refused: [], intentions: false };

/** Where the mark stands afterwards. */
export interface Next extends Pick<CaptureMark, "offset" | "turns" | "closed"> {
  readonly progress: Omit<Progress, "given">;
  /** Whether the same segments may be read again, so that it has to be known what was given of them. */
  readonly goesOn: boolean;
}

/** Someone else reads the same transcript, or its session was forgotten: whoever it is has the last word. */
export class Overtaken extends Error {}

/**
 * Stores what was not given to the memory yet, and takes back what was said of a segment before it went on and is not said
 * of it any more.
 *
 * @throws StoreError; Overtaken
 */
export async function keep(
  keeping: Keeping,
  before: Kept,
  candidates: readonly Candidate[],
  next: Next,
): Promise<Kept> {
  const { mark } = before;
  const { given } = progressOf(mark.carry);
  const fresh: Prepared[] = [];
  const all: { [id: string]: string } = {};
  for (const candidate of candidates) {
    const prepared = await prepare(keeping, mark, candidate);
    all[prepared.id] = prepared.hash;
    if (given[prepared.id] !== prepared.hash) fresh.push(prepared);
  }
  let kept = before;
  for (let at = 0; at < fresh.length; at += AT_ONCE) {
    keeping.signal.throwIfAborted();
    kept = await storeSome(keeping, kept, fresh.slice(at, at + AT_ONCE));
  }
  const gone = Object.keys(given).filter((id) => all[id] === undefined);
  return moveOn(keeping, kept, next, { given: next.goesOn ? all : {}, gone });
}

interface Prepared {
  readonly id: string;
  /** Redacted, unless it is to be refused. */
  readonly draft: MemoryDraft;
  readonly redactor: Redactor;
  /** Of what is left of it after redaction. */
  readonly hash: string;
  readonly at: Circumstances;
}

async function prepare(
  { redactor, reviewLater }: Keeping,
  mark: CaptureMark,
  { observation, began }: Candidate,
): Promise<Prepared> {
  const { key, turn, why, role } = observation;
  const agent = mark.source === MAIN ? undefined : mark.source;
  const provenance: Provenance = {
    by: CAPTURE,
    session: mark.session,
    turn,
    // Who asks a subagent is no person.
    ...(agent === undefined ? (role === undefined ? {} : { said: role }) : { agent }),
    why,
  };
  const given: MemoryDraft = { created_at: observation.at, ...observation.draft, provenance };
  const { draft, credential } = await redactedDraft(given, redactor.redact);
  const at = circumstances(mark, key, began, reviewLater ? "staged" : undefined);
  return {
    id: newId(at.now, at.random),
    // What is refused is for `storeMemory` to refuse. The rest is redacted before the lock is taken.
    ...(credential === undefined ? { draft, redactor: REDACTED } : { draft: given, redactor }),
    hash: shortHash(JSON.stringify(draft)),
    at,
  };
}

/** All of it follows from what was read: the same observation has the same id whenever it is made. */
function circumstances(
  { project, session, source }: CaptureMark,
  key: string,
  began: string,
  status: "staged" | undefined,
): Circumstances {
  return {
    project,
    session,
    agent: source === MAIN ? "main" : source,
    now: new Date(began),
    random: seedOf(project, session, source, key),
    ...(status ? { status } : {}),
  };
}

const REDACTED: Redactor = {
  redact: async (text) => ({ text, findings: [], credential: false }),
  excludes: () => false,
};

const storeSome = (keeping: Keeping, kept: Kept, some: readonly Prepared[]): Promise<Kept> =>
  keeping.store.alone(kept.mark.project, async (store) => {
    const current = await currentMark(store, kept.mark);
    const done = { ...kept, refused: [...kept.refused] };
    const given: { [id: string]: string } = { ...progressOf(current.carry).given };
    for (const prepared of some) {
      given[prepared.id] = prepared.hash;
      const reason = await storeOne(store, keeping, prepared).catch(faultOf);
      if (reason === undefined) continue;
      if (reason.startsWith(REFUSED)) done.refused.push(reason);
      done.stored += reason === STORED ? 1 : 0;
      done.intentions ||= prepared.draft.type === "prospective";
    }
    const carry = carryOf({ ...progressOf(current.carry), given });
    const mark = { ...current, carry, at: keeping.now().toISOString() };
    await store.marks.put(mark);
    if (done.stored > kept.stored && keeping.reviewLater)
      await store.jobs.add(reviewJobFor(mark.project, keeping.reviewLater, mark.at));
    return { ...done, mark };
  });

/** What is no memory will not be one at another try either. */
function faultOf(error: unknown): string {
  if (error instanceof RecordError) return `${REFUSED}${error.message}`;
  throw error;
}

const REFUSED = "Refused: ";
const STORED = "stored";

/** The rules that noticed it know more of what it is worth than its wording tells. */
const statedOf = ({ importance }: MemoryDraft): { stated?: number } =>
  importance === undefined ? {} : { stated: importance };

/**
 * What became of it; undefined where nothing had to be done. What says something else than it did, because its segment went
 * on, is stored anew in its own place; what someone has put away meanwhile stays as they put it.
 */
async function storeOne(store: Store, { signal }: Keeping, prepared: Prepared): Promise<string | undefined> {
  const { id, at, draft, redactor } = prepared;
  const [known] = await store.memories.get(at.project, [id]);
  if (known) {
    const isOurs = known.status === "active" || known.status === "staged";
    if (!isOurs || known.content_hash === createMemory(draft, at).content_hash) return undefined;
    await store.memories.forget(at.project, [id]);
  }
  const from = { project: at.project, session: at.session };
  const similar = similarOnce(store.text, from);
  const done = await storeMemory({
    store,
    similar,
    draft,
    at,
    redactor,
    signal,
    ...(at.status === undefined ? { review: heuristicPanel({ similar, ...statedOf(draft) }) } : {}),
  });
  return done.stored ? STORED : done.reason;
}

/** The mark moves on, what its segments said no more goes. */
const moveOn = (
  keeping: Keeping,
  kept: Kept,
  { offset, turns, closed, progress }: Next,
  { given, gone }: Pick<Progress, "given"> & { readonly gone: readonly string[] },
): Promise<Kept> =>
  keeping.store.alone(kept.mark.project, async (store) => {
    const current = await currentMark(store, kept.mark);
    const taken = await takeBack(store, current, gone);
    const carry = carryOf({ ...progress, given });
    const mark = { ...current, offset, turns, closed, carry, at: keeping.now().toISOString() };
    await store.marks.put(mark);
    return { ...kept, mark, intentions: kept.intentions || taken };
  });

async function takeBack(store: Store, { project }: CaptureMark, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const ours = (await store.memories.get(project, ids)).filter(
    ({ status, provenance }) => provenance?.by === CAPTURE && (status === "active" || status === "staged"),
  );
  await store.memories.forget(
    project,
    ours.map(({ id }) => id),
  );
  return ours.some(({ type }) => type === "prospective");
}

/** The mark as it stands now: its path may have moved. @throws Overtaken */
async function currentMark(store: Store, known: CaptureMark): Promise<CaptureMark> {
  const marks = await store.marks.of(known.project, known.session);
  const current = marks.find(({ source }) => source === known.source);
  if (current?.offset === known.offset && sameValue(current.carry, known.carry)) return current;
  throw new Overtaken(current ? "Someone else reads the transcript, too" : "The session was forgotten");
}
