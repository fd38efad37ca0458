/**
 * What the program asks of a database about memories: their rows and their links. A part of the store port (`port.ts`);
 * every driver passes `memory-conformance.ts`. What is put is found by text, too: see `text-port.ts`.
 *
 * Ids of another project are ids that do not exist; memories of scope `user` alone are seen from every project.
 */
import type {
  LinkType,
  Memory,
  MemoryLink,
  MemoryStatus,
  MemoryType,
  ProspectiveMemory,
  Scope,
  WorkingMemory,
} from "../memory/types.ts";

/** From where memories are looked at: what the session may see is its own, its project's and the user's. */
export interface Viewpoint {
  readonly project: string;
  readonly session: string;
}

/** Which memories; what is left out does not matter. */
export interface MemoryQuery {
  readonly types?: readonly MemoryType[];
  readonly statuses?: readonly MemoryStatus[];
  readonly scopes?: readonly Scope[];
  /** 1–10. */
  readonly minImportance?: number;
  /** RFC 3339: made at or after, and before. Of an episode it is when it happened. */
  readonly since?: string;
  readonly before?: string;
  /** Each of these. */
  readonly tags?: readonly string[];
  /** The client's task of working memory. */
  readonly todo?: string;
  /** Any of these content hashes: who says just that. */
  readonly hashes?: readonly string[];
  /** Only what has not ended: working memory that was not cleared, expired or not; intentions that are not over. */
  readonly open?: boolean;
  /** Every session's, not only what the viewpoint's may see. For people and upkeep. */
  readonly everySession?: boolean;
  /** 1–1,000; `FOUND_UNLESS_TOLD` unless told. */
  readonly limit?: number;
  readonly offset?: number;
}

export const FOUND_UNLESS_TOLD = 20;

/** A text that was judged, and not kept. */
export interface Refusal {
  /** `textHash` of what it said; the text itself is not kept. */
  readonly hash: string;
  readonly reason: string;
  /** RFC 3339. */
  readonly at: string;
}

/** Refusals that are kept of each project. */
export const REFUSALS_KEPT = 100;

/** A stretch of a project's memories, in the order of their ids. */
export interface MemoryWalk {
  readonly types?: readonly MemoryType[];
  /** Only those whose ids come after this one. */
  readonly after?: string;
  /** 1–1,000. */
  readonly limit: number;
}

/** How many memories of a type are in a status. */
export interface MemoryCount {
  readonly type: MemoryType;
  readonly status: MemoryStatus;
  readonly count: number;
}

export interface MemoryStore {
  /**
   * Inserts memories, or replaces those of the same id, with the text they are found by; with links among them and to
   * others of the first one's project. One transaction. How often, and when last, one was shown never goes back: that is
   * counted apart, by `accessed`.
   */
  put(memories: readonly Memory[], links?: readonly MemoryLink[]): Promise<void>;
  /** In the order asked for; those that do not exist, or belong to another project, are left out. */
  get(project: string, ids: readonly string[]): Promise<Memory[]>;
  /**
   * What a session has before it: its open working memory, and the intentions it may see that were taken up or are due;
   * by priority, then the oldest first.
   */
  standing(from: Viewpoint, now: Date): Promise<(WorkingMemory | ProspectiveMemory)[]>;
  /** The newest first. */
  find(from: Viewpoint, query: MemoryQuery): Promise<Memory[]>;
  /** The project's own, whatever their session and status, by id: for going through all of them. */
  walk(project: string, stretch: MemoryWalk): Promise<Memory[]>;
  /** The project's own, whatever their session, by type and status; in the order of the types, then by status. */
  counts(project: string): Promise<MemoryCount[]>;
  /** How many of the project's own each executor has judged, by its name. What nobody judged is left out. */
  judged(project: string): Promise<Map<string, number>>;
  /** Those the project sees whose ids begin so, by id; at most `limit`. */
  beginning(project: string, idPrefix: string, limit: number): Promise<Memory[]>;
  /** Notes a refusal, the latest of its hash; of each project the last hundred (by time, then hash) stay. */
  refuse(project: string, refusal: Refusal): Promise<void>;
  /** Those of these hashes that the project lately refused, by hash. */
  refused(project: string, hashes: readonly string[]): Promise<Refusal[]>;
  /** All that are kept of the project, the latest first. */
  refusals(project: string): Promise<Refusal[]>;
  /** Ids of the project's rows that hold no memory any more, because someone else wrote into the database. */
  spoilt(project: string): Promise<string[]>;
  /** Deletes them for good, spoilt or not, with their links and their text. Returns how many there were. */
  forget(project: string, ids: readonly string[]): Promise<number>;
  /** Notes that they were put before a model. */
  accessed(project: string, ids: readonly string[], at: string): Promise<void>;

  /** Makes a link or changes its strength. */
  link(project: string, link: MemoryLink): Promise<void>;
  /** Takes away links from one to another, of a type or all. Returns how many there were. */
  unlink(project: string, source: string, target: string, type?: LinkType): Promise<number>;
  /** Links from and to it, the oldest first. */
  links(project: string, id: string): Promise<MemoryLink[]>;
  /** Contradictions that any of these is an end of, by source and target. */
  disputes(project: string, ids: readonly string[]): Promise<MemoryLink[]>;
  /** Links from any of these, by source, target and type. */
  linksFrom(project: string, sources: readonly string[]): Promise<MemoryLink[]>;
}
