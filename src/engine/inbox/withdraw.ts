/** Proposals that are about what is gone or has changed: they are taken back, and their words with them. */

import { statementIn, statementOf } from "../../consolidate/statement.ts";
import { textHash } from "../../memory/create.ts";
import { isRecallable } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import type { ProjectView } from "../project-view.ts";
import { conflictBodyOf, draftBodyOf } from "./body.ts";

/** Proposals looked at. */
export const PROPOSALS_MOST = 1_000;

/** Why a proposal does not stand any more; undefined while it does. */
export async function lapse(
  { place, host }: Pick<ProjectView, "place" | "host">,
  { memories, projection }: Pick<Store, "memories" | "projection">,
  proposal: Proposal,
): Promise<string | undefined> {
  const now = host.now();
  const draft = draftBodyOf(proposal);
  if (draft) {
    const found = await memories.get(
      proposal.project,
      draft.memories.map(({ id }) => id),
    );
    const present = new Map(found.map((memory) => [memory.id, memory]));
    if (draft.memories.some(({ id }) => !present.has(id))) return "a memory was forgotten";
    const changed = draft.memories.some(({ id, hash }) => !isAsProposed(present.get(id), hash, now));
    return changed ? "a memory has changed, or is not recalled any more" : undefined;
  }
  const conflict = conflictBodyOf(proposal);
  if (!conflict) return "it cannot be read";
  for (const { kind, ref, version } of [conflict.newer, conflict.older]) {
    const [memory] = kind === "memory" ? await memories.get(proposal.project, [ref]) : [];
    const [stored] = kind === "record" ? await projection.getMany(place, [ref]) : [];
    const statement = memory ? statementOf(memory, now) : stored && statementIn(stored.path, stored.record);
    if (statement?.version !== version) return "one of the two is gone, or says something else now";
  }
  return undefined;
}

const isAsProposed = (memory: Memory | undefined, hash: string, now: Date): boolean =>
  memory?.content_hash === hash && isRecallable(memory, now);

/**
 * Takes an open proposal back. Its words go, and so does its hash: if what it was about comes to stand again, it may be
 * proposed again.
 */
export async function withdraw(
  store: Store,
  { project, id }: Proposal,
  why: string,
  now: Date,
): Promise<boolean> {
  const hash = textHash(`withdrawn ${id}`);
  if (!(await store.proposals.edit(project, id, { title: "Withdrawn", body: {}, hash }))) return false;
  return store.proposals.decide(project, id, {
    state: "withdrawn",
    decided_at: now.toISOString(),
    reason: why,
  });
}

/**
 * What was forgotten is said by no proposal any more: open ones are withdrawn, of decided ones the hash alone stays, so that a
 * rejected one does not come back.
 */
export async function forgetProposals(
  store: Store,
  project: string,
  ids: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const about = (
    await store.proposals.list(project, ["open", "accepted", "rejected"], PROPOSALS_MOST)
  ).filter(({ sources }) => sources.some((source) => ids.has(source)));
  for (const proposal of about) {
    if (proposal.state === "open") await withdraw(store, proposal, "a memory was forgotten", now);
    else await silence(store, proposal);
  }
}

async function silence(
  store: Store,
  { project, id, hash, state, decided_at, result }: Proposal,
): Promise<void> {
  if (!(await store.proposals.reopen(project, id))) return;
  await store.proposals.edit(project, id, { title: "Forgotten", body: {}, hash });
  await store.proposals.decide(project, id, {
    state,
    decided_at: decided_at ?? "",
    ...(result === undefined ? {} : { result }),
  });
}
