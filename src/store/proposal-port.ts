/**
 * The inbox: what waits for a person to say yes or no. A part of the store port; every driver passes
 * `proposal-conformance.ts`.
 */
import type { JsonObject } from "../record/value.ts";

export const PROPOSAL_KINDS = ["promotion", "draft", "conflict"] as const;
/**
 * `promotion`: memories that could become a record. `draft`: a record that a model drafted and was not sure of.
 * `conflict`: two items that contradict each other.
 */
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

export const PROPOSAL_STATES = ["open", "accepted", "rejected", "withdrawn"] as const;
/** `withdrawn`: what it was about is gone or has changed. */
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export interface Proposal {
  /** 26 characters that sort by the time of creation. */
  readonly id: string;
  readonly project: string;
  readonly kind: ProposalKind;
  readonly state: ProposalState;
  /** One line. */
  readonly title: string;
  /** What would be done; its shape is its kind's business. */
  readonly body: JsonObject;
  /** Ids of the memories and paths of the records that it is about. */
  readonly sources: readonly string[];
  /** Why it is proposed, a sentence. */
  readonly why: string;
  /** SHA-256 of what it proposes, hex: the same is never proposed again once it was decided. */
  readonly hash: string;
  readonly created_at: string;
  readonly decided_at?: string;
  /** The decider's reason. */
  readonly reason?: string;
  /** What came of it: the path of a record, the id of a memory. */
  readonly result?: string;
}

export interface ProposalStore {
  /** Adds it, unless one of its hash is there already (open or decided): then false. */
  propose(proposal: Proposal): Promise<boolean>;
  /** Those whose ids begin so; at most `limit`. */
  beginning(project: string, idPrefix: string, limit: number): Promise<Proposal[]>;
  /** The newest first; at most `limit` (1–1,000). */
  list(project: string, states: readonly ProposalState[], limit: number): Promise<Proposal[]>;
  /** How many are in each state. */
  counts(project: string): Promise<ReadonlyMap<ProposalState, number>>;
  /** Replaces an open one's title and body. False where it is not open any more. */
  edit(project: string, id: string, change: Pick<Proposal, "title" | "body" | "hash">): Promise<boolean>;
  /** Decides an open one. False where it is not open any more. */
  decide(
    project: string,
    id: string,
    decision: Required<Pick<Proposal, "state" | "decided_at">> & Pick<Proposal, "reason" | "result">,
  ): Promise<boolean>;
  /** Opens a decided one again, without its decision. False where it is open, or its text was forgotten. */
  reopen(project: string, id: string): Promise<boolean>;
  /** Deletes them for good, whatever their state and hash and all. Returns how many there were. */
  forget(project: string, ids: readonly string[]): Promise<number>;
  /** Forgets decided ones of every project decided before a time; of rejected ones the hash stays known. */
  prune(before: string): Promise<number>;
}
