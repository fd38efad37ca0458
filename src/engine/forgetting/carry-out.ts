/**
 * Forgetting, for good. First it is said of what nothing is to be kept, so that what reads the transcript meanwhile, or ever
 * again, does not bring it back: the transcripts themselves are the client's. Then everything goes in one step, and then what
 * deleting leaves in the database's files.
 */
import { rmSync } from "node:fs";
import { messageOf } from "../../host/trace.ts";
import type { Store } from "../../store/port.ts";
import { addStretch } from "../consent/add-stretch.ts";
import type { Stretch } from "../consent/stretches.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import type { ProjectView } from "../project-view.ts";
import { clearCarry, clearTraces } from "./clear-traces.ts";
import { keepOut } from "./keep-out.ts";
import { type Meant, speaksOf } from "./meant.ts";
import { type Forgetting, planForgetting, SESSIONS_MOST } from "./plan.ts";

export interface Forgotten {
  /** Ids of those that are gone, and of those that have changed. */
  readonly memories: readonly string[];
  readonly changed: readonly string[];
  readonly proposals: number;
  readonly sessions: number;
  readonly files: number;
  /** Why traces may still stand in the database's files. */
  readonly problem?: string;
}

/**
 * What is meant is looked for anew: it may have changed since it was shown to anyone.
 *
 * @throws StoreError; RecordError as `addStretch` does
 */
export async function forgetAll(view: ProjectView, store: Store, meant: Meant): Promise<Forgotten> {
  const { host, project } = view;
  const now = host.now();
  if (meant.kind !== "words") addStretch(host, stretchOf(meant, project.id, now));
  const plan = await store.alone(project.id, async (own) => {
    const { staging } = host.paths;
    const found = await planForgetting({ store: own, project: project.id, staging, now }, meant);
    keepOut(host, project.id, found.memories);
    await remove(own, project.id, found);
    await clearTraces(view, own, found.memories);
    return found;
  });
  if ([...plan.memories, ...plan.changed].some(({ type }) => type === "prospective"))
    await writeTriggers(view, store);
  for (const path of plan.files) rmSync(path, { recursive: true, force: true });
  const problem = await scrubbed(store);
  return {
    memories: plan.memories.map(({ id }) => id),
    changed: plan.changed.map(({ id }) => id),
    proposals: plan.proposals.length,
    sessions: plan.sessions.length,
    files: plan.files.length,
    ...(problem === undefined ? {} : { problem }),
  };
}

const stretchOf = (meant: Exclude<Meant, { kind: "words" }>, project: string, now: Date): Stretch =>
  meant.kind === "session"
    ? { project, session: meant.session, to: now.toISOString() }
    : { project, from: meant.since, to: meant.until };

async function remove(store: Store, project: string, plan: Forgetting): Promise<void> {
  const { memories, ledger, proposals } = store;
  await memories.forget(
    project,
    plan.memories.map(({ id }) => id),
  );
  await memories.put(plan.changed);
  await proposals.forget(
    project,
    plan.proposals.map(({ id }) => id),
  );
  for (const session of plan.sessions) {
    await ledger.forgetSession(project, session);
    await store.jobs.drop({ kind: "draft", project, subject: session });
    for (const mark of await store.marks.of(project, session)) await clearCarry(store, mark);
  }
  for (const { session, hashes } of plan.signals) await ledger.forgetSignals(project, session, hashes);
  if (plan.meant.kind === "words") await clearWhatSpeaks(store, project, plan.meant.words);
}

async function clearWhatSpeaks(store: Store, project: string, words: readonly string[]): Promise<void> {
  for (const { session } of await store.ledger.recentSessions(project, SESSIONS_MOST)) {
    for (const mark of await store.marks.of(project, session))
      if (speaksOf(mark.carry, words)) await clearCarry(store, mark);
  }
}

const TRIES = 3;
const PAUSE_MS = 300;

/** Hooks are over in a moment: it is tried again. Returns why it could not be. */
export async function scrubbed(store: Store): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      await store.scrub();
      return undefined;
    } catch (error) {
      if (tries === TRIES) return messageOf(error);
      await Bun.sleep(PAUSE_MS);
    }
  }
}
