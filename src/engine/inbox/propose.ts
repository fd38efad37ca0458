/** Memories that could be records are put before a person: once each, and never while something contradicts them. */
import { type Promotion, promotionOf, proposesTheSame } from "../../consolidate/promotion.ts";
import { sessionPromotion } from "../../consolidate/session-promotion.ts";
import type { EpisodicMemory, Memory, ProspectiveMemory } from "../../memory/types.ts";
import { DAY_MS } from "../../record/time.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import type { ProjectView } from "../project-view.ts";
import { draftBodyOf, promotionProposal } from "./body.ts";
import { openDisputes } from "./disputes.ts";
import { PROPOSALS_MOST, withdraw } from "./withdraw.ts";

/** New proposals of one run, and open ones altogether: an inbox that overflows is not read. */
const PROPOSED_MOST = 10;
const OPEN_MOST = 50;
/** Memories looked at, the newest of those that matter. */
const LOOKED_AT = 1_000;
/** A session that was quiet for so long is over. */
const QUIET_MS: number = DAY_MS / 2;
/** Sessions that a summary is looked for. */
const SESSIONS = 10;

/**
 * Proposes what is to be promoted, and returns it.
 *
 * @param dryRun says what would be proposed, and does nothing
 * @throws StoreError
 */
export function proposePromotions(
  view: ProjectView,
  store: Store,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Proposal[]> {
  return store.alone(view.project.id, (own) => propose(view, own, dryRun));
}

async function propose(view: ProjectView, store: Store, dryRun: boolean): Promise<Proposal[]> {
  const project = view.project.id;
  const now = view.host.now();
  const before = await store.proposals.list(project, ["open", "accepted", "rejected"], PROPOSALS_MOST);
  const room = Math.min(PROPOSED_MOST, OPEN_MOST - before.filter(({ state }) => state === "open").length);
  const proposed: Proposal[] = [];
  const summary = await summaryOf(view, store);
  for (const promotion of [...(await promotable(view, store)), ...(summary ? [summary] : [])]) {
    if (proposed.length >= room) break;
    if (isKnown(promotion, [...before, ...proposed])) continue;
    const ids = promotion.memories.map(({ id }) => id);
    if ((await openDisputes(store, project, ids, now)).length > 0) continue;
    const proposal = promotionProposal(project, promotion, now);
    if (!dryRun && promotion === summary) await withdrawOlder(store, before, now);
    if (dryRun || (await store.proposals.propose(proposal))) proposed.push(proposal);
  }
  return proposed;
}

/** Whether it was proposed before: of the same memories, or in nearly the same words. */
const isKnown = ({ draft, memories, said }: Promotion, proposals: readonly Proposal[]): boolean =>
  proposals.some((proposal) => {
    const body = draftBodyOf(proposal);
    if (!body) return false;
    const known = new Set(body.memories.map(({ hash }) => hash));
    const isOfTheSame = memories.every(({ content_hash }) => known.has(content_hash));
    return isOfTheSame || (body.draft.category === draft.category && proposesTheSame(said, body.said));
  });

async function promotable(view: ProjectView, store: Store): Promise<Promotion[]> {
  const now = view.host.now();
  const found = await ofTypes(view, store, ["semantic", "procedural", "prospective"]);
  return found.flatMap((memory) => {
    const promotion = promotionOf(memory, now);
    return promotion && isWanted(view, promotion) ? [promotion] : [];
  });
}

/** A category that is switched off is proposed nothing for. */
const isWanted = ({ config }: ProjectView, { draft }: Promotion): boolean =>
  config.categories[draft.category]?.enabled !== false;

const ofTypes = async (
  { project }: ProjectView,
  { memories }: Store,
  types: readonly Memory["type"][],
): Promise<Memory[]> =>
  (
    await memories.find(
      { project: project.id, session: "" },
      { types, statuses: ["active"], everySession: true, limit: LOOKED_AT },
    )
  ).filter((memory) => memory.project === project.id);

/** The summary of the last session that is over, has none and is worth one. */
async function summaryOf(view: ProjectView, store: Store): Promise<Promotion | undefined> {
  const project = view.project.id;
  const now = view.host.now();
  const sessions = await store.ledger.recentSessions(project, SESSIONS);
  if (sessions.length === 0) return undefined;
  const episodes = await ofTypes(view, store, ["episodic"]);
  const intentions = await ofTypes(view, store, ["prospective"]);
  for (const { session, ended_at } of sessions) {
    const own = episodes.filter(
      (memory): memory is EpisodicMemory => memory.type === "episodic" && memory.session_id === session,
    );
    const last = own.reduce((latest, { timestamp }) => Math.max(latest, Date.parse(timestamp)), 0);
    if (ended_at === undefined && now.getTime() - last < QUIET_MS) continue;
    const promotion = sessionPromotion(session, own, intentions.filter(isIntention), now);
    if (!promotion || !isWanted(view, promotion)) continue;
    const saved = await store.ledger.savedRecords(project, session);
    // One session at a time: what came before the last one that mattered is in its digest.
    return saved.some(({ category }) => category === "session_summary") ? undefined : promotion;
  }
  return undefined;
}

const isIntention = (memory: Memory): memory is ProspectiveMemory => memory.type === "prospective";

/** The summary of a session that nobody wanted while it was the last is not asked about any more. */
async function withdrawOlder(store: Store, before: readonly Proposal[], now: Date): Promise<void> {
  for (const proposal of before) {
    const isSummary =
      proposal.kind === "promotion" && draftBodyOf(proposal)?.draft.category === "session_summary";
    if (isSummary && proposal.state === "open")
      await withdraw(store, proposal, "a later session has one", now);
  }
}
