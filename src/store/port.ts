/**
 * The store port: what the program asks of a database, and nothing of how it answers.
 * A driver is a function of its options that returns a `Store`; every driver passes `conformance.ts`.
 * Whatever a method cannot do it rejects with a `StoreError` (see `error.ts`).
 *
 * Two parts, each growing by itself: the *projection* of record files (derived, may be dropped and rebuilt at any
 * time) and the *ledger* of sessions (what was seen, asked and injected: the database is its truth).
 */

import type { CategoryName } from "../record/category.ts";
import type { ProjectRecord, RecordStatus } from "../record/types.ts";
import type { JobStore } from "./job-port.ts";
import type { CaptureMarks } from "./mark-port.ts";
import type { MemoryStore } from "./memory-port.ts";
import type { ProposalStore } from "./proposal-port.ts";
import type { TextIndex } from "./text-port.ts";
import type { UsageStore } from "./usage-port.ts";

/** Whose rows: every table is keyed by project first. */
export interface Place {
  /** Project id (from the git common dir, so worktrees share it). */
  project: string;
  /** Id of the memory root: each worktree has files of its own. */
  root: string;
}

/** What the file system says about a file or folder without reading it. */
export interface FileStamp {
  /** Modification time in nanoseconds since the epoch, as a decimal string; "" if unknown. */
  mtime: string;
  /** Bytes; 0 for folders. */
  size: number;
}

/** A record as the projection keeps it. */
export interface ProjectedRecord {
  /** Path relative to the memory root, with forward slashes: `decisions/use-sqlite.json`. */
  path: string;
  stamp: FileStamp;
  /** MD5 of the file, hex. */
  hash: string;
  record: ProjectRecord;
}

/** A row of the projection without its content. */
export interface RecordHeader {
  path: string;
  category: CategoryName;
  id: string;
  title: string;
  status: RecordStatus;
  tags: string[];
  created_at: string;
  updated_at: string;
  /** 0–1, where the record states one. */
  confidence?: number;
  hash: string;
}

export interface ProjectionChange {
  put: ProjectedRecord[];
  /** Paths of records whose files are gone or unreadable. */
  remove: string[];
  /** Stamps of the category folders as of this change, by folder name. They replace the stored ones. */
  folders: ReadonlyMap<string, FileStamp>;
}

export interface RecordProjection {
  /** Stored folder stamps, by folder name; empty when nothing was projected yet. */
  folders(place: Place): Promise<Map<string, FileStamp>>;
  /** Stored file stamps and hashes, by path. */
  stamps(place: Place): Promise<Map<string, FileStamp & { hash: string }>>;
  /** Applies a change in one transaction. */
  apply(place: Place, change: ProjectionChange): Promise<void>;
  /** Forgets every row of this place. */
  clear(place: Place): Promise<void>;
  /** All rows with the given statuses, by path. */
  headers(place: Place, statuses: readonly RecordStatus[]): Promise<RecordHeader[]>;
  /** Those of these paths, in the order asked for; paths without a row are left out. */
  headersOf(place: Place, paths: readonly string[]): Promise<RecordHeader[]>;
  /** Active records of a category, those that were changed last first, at most `limit` (1–1,000). */
  newest(place: Place, category: CategoryName, limit: number): Promise<ProjectedRecord[]>;
  /** Several records by path, in the order asked for; those that do not exist are left out. */
  getMany(place: Place, paths: readonly string[]): Promise<ProjectedRecord[]>;
}

/** State of one session (one conversation of one client). */
export interface SessionState {
  project: string;
  session: string;
  client: string;
  started_at: string;
  ended_at?: string;
  /** Transcript file last read, and how far in bytes. */
  transcript?: string;
  offset: number;
  /** Messages read from the transcript so far. */
  messages: number;
  /** Ended turns so far. */
  turns: number;
  /** Requests to save made so far, and the turn of the last one. */
  requests: number;
  last_request_turn?: number;
  /** Whether the client itself began the turn under way: nobody is asked anything at its end. */
  synthetic?: boolean;
}

/** What changes of a session; what is left out stays. */
export type SessionChange = Partial<Omit<SessionState, "project" | "session" | "client" | "started_at">>;

/** Why a piece of conversation might matter; kept until proposed, saved or out of the window. */
export interface StoredSignal {
  session: string;
  turn: number;
  /** Number of the message in the session. */
  message: number;
  category: CategoryName;
  /** Counted as a primary match, and whether a booster stood near. */
  boosted: boolean;
  /** Sanitised, at most 120 characters. */
  snippet: string;
  /** The lines around it, for drafting; sanitised. */
  excerpt: string;
  lifecycle_event?: string;
  /** Hash of the normalised line: the same line is never considered twice in a session. */
  hash: string;
  state: "pending" | "proposed";
}

/** Activity since the last request, per session. */
export interface TurnActivity {
  session: string;
  turn: number;
  message: number;
  tool_uses: number;
  /** Names of the tools used. */
  tools: string[];
  exchanges: number;
}

/** One thing put before the model. */
export interface Injection {
  session: string;
  /** Item id: of a record its path relative to the memory root, of a memory its id. */
  item: string;
  /** Version of the item that was shown: of a record the file's MD5, of a memory its content's hash. */
  version: string;
  /** Where: `prompt`, `session_start`, `subagent`, `file`, `tool`. */
  place: string;
  score: number;
  characters: number;
  /** Estimated, see `text/tokens.ts`. */
  tokens: number;
  at: string;
  /** The client's id of the prompt that it came with, where there is one. */
  prompt?: string;
  /** Whether the answer drew on it; absent until that is judged. */
  used?: boolean;
}

/** What became of an item where it was shown and judged. */
export interface Effect {
  /** How often it was judged, and how often the answer drew on it. */
  judged: number;
  used: number;
  /** How often it was of no use since it was last used. */
  idle: number;
}

export interface SessionLedger {
  /** The session's state; made at the first call. Counts as having seen it at `now`. */
  session(project: string, session: string, client: string, now: string): Promise<SessionState>;
  /** Changes what is said of a session that is there, and leaves the rest: several processes may do so at once. */
  changeSession(project: string, session: string, change: SessionChange): Promise<void>;
  /** Newest first, by start. */
  recentSessions(project: string, limit: number): Promise<SessionState[]>;
  /** Adds signals whose hash the session does not have yet, and the turn's activity; both in one transaction. */
  addTurn(project: string, signals: readonly StoredSignal[], activity: TurnActivity): Promise<void>;
  /** Pending signals and activity of messages numbered from `fromMessage` on, oldest first. */
  pending(
    project: string,
    session: string,
    fromMessage: number,
  ): Promise<{ signals: StoredSignal[]; activity: TurnActivity[] }>;
  /** Marks every pending signal and activity of the session as proposed; the text of the signals is forgotten. */
  markProposed(project: string, session: string): Promise<void>;
  /** What the session has been shown since the last `forgetShown`: item → version. */
  shown(project: string, session: string): Promise<Map<string, string>>;
  addInjections(project: string, injections: readonly Injection[]): Promise<void>;
  /** After a compaction the model no longer sees what was shown; the injections stay recorded. */
  forgetShown(project: string, session: string): Promise<void>;
  /** Newest first. */
  recentInjections(project: string, limit: number): Promise<Injection[]>;
  /** What the session's prompts were given and nobody has judged yet, the oldest first. */
  unjudged(project: string, session: string): Promise<Injection[]>;
  /** Judges all of it: the answer drew on these items, and on no other. */
  judge(project: string, session: string, used: readonly string[]): Promise<void>;
  /** Of items that were judged, by item. */
  effects(project: string, items: readonly string[]): Promise<Map<string, Effect>>;
  /** Records that a session saved, by path, oldest first. */
  savedRecords(
    project: string,
    session: string,
  ): Promise<{ path: string; category: CategoryName; action: string; at: string }[]>;
  addSavedRecord(
    project: string,
    session: string,
    saved: { path: string; category: CategoryName; action: string; at: string },
  ): Promise<void>;
  /**
   * Forgets what is kept of a session's conversation, and what it and its subagents were shown. That there was one stays, and
   * which records it saved. Returns how many signals and injections it was.
   */
  forgetSession(project: string, session: string): Promise<{ signals: number; injections: number }>;
  /** Forgets these signals of a session, by their hashes. Returns how many it was. */
  forgetSignals(project: string, session: string, hashes: readonly string[]): Promise<number>;
  /**
   * Forgets, of every project, sessions that were not seen since `before` (RFC 3339) with all that is kept of them, and
   * injections older than that; of either at most `limit` (1–10,000), the oldest. Returns how many it was.
   */
  prune(before: string, limit: number): Promise<{ sessions: number; injections: number }>;
}

/** A database, for people. */
export interface StoreAbout {
  /** File, or address without a password. */
  readonly where: string;
  /** Product and version. */
  readonly system: string;
  readonly bytes: number;
}

export interface Store {
  readonly projection: RecordProjection;
  readonly ledger: SessionLedger;
  readonly memories: MemoryStore;
  /** Text of the active records and memories. */
  readonly text: TextIndex;
  /** Work for the worker. */
  readonly jobs: JobStore;
  /** How far transcripts were read. */
  readonly marks: CaptureMarks;
  /** What models were asked. */
  readonly usage: UsageStore;
  /** What waits for a person. */
  readonly proposals: ProposalStore;
  /** What was done to make the database usable, e.g. a corrupt file set aside; for `doctor` and the log. */
  readonly notices: readonly string[];
  about(): Promise<StoreAbout>;
  /**
   * Runs work that writes what follows from what it has read: of the same key one at a time, whatever process it is in, and
   * all of what it writes is kept or nothing. It uses the store that it is given and no other, and may be run again from
   * its beginning. Rejects as the work does. Inside of such work it is a part of it.
   */
  alone<T>(key: string, work: (store: Store) => Promise<T>): Promise<T>;
  /**
   * Folds what was written lately into the main body of the database if it comes to more than `over` bytes, where a
   * driver keeps it apart; what others are just reading may stay for the next time. For processes that end without
   * `close`: what they leave apart, each opening after them has to read through.
   */
  settle(over: number): Promise<void>;
  /**
   * Takes what deleting has left of it out of the database's files, by writing all of it anew. Not within `alone`. Rejects
   * where others' work keeps it from that: the next time does.
   */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
