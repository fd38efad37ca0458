/** What capture passes on: messages of a transcript, signals found in them, and triage's decision. */
import type { CategoryName } from "../record/category.ts";
import type { TranscriptEvent } from "./segment.ts";

export const LIFECYCLE_EVENTS = ["resolved", "removed", "reversed", "superseded", "deprecated"] as const;
/** Something that happened to knowledge that may already be recorded. */
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

/** One message of a conversation, freed of the client's format. */
export interface TranscriptMessage {
  role: "user" | "assistant";
  /** Text as said, without injected or meta parts; may be empty for a message of tool calls only. */
  text: string;
  /** Names of the tools called in it. */
  tools: string[];
  /** RFC 3339, where the client gives one. */
  at?: string;
}

/** Who a line of a transcript comes from. `synthetic`: the client itself began a turn, e.g. a background task's end. */
export type LineOrigin = "person" | "assistant" | "synthetic";

/** One line of a transcript, freed of the client's format. */
export type TranscriptLine =
  | {
      kind: "message";
      message: TranscriptMessage;
      origin: LineOrigin;
      /** Lines with the same id are parts of one message. */
      id?: string;
    }
  | { kind: "ignored" };

/** A client's transcript format: how its lines are told apart and decoded. Both functions never throw. */
export interface TranscriptFormat {
  /**
   * A cheap look at the raw bytes, before parsing: false for lines that surely hold no conversation. It looks at
   * structure only (unescaped keys), never at what was said.
   */
  mayMatter(line: Buffer): boolean;
  decode(value: unknown): TranscriptLine;
}

/** Whose transcript it is: the conversation's own, or that of one of its subagents. */
export type TranscriptOwner = "main" | "agent";

/** A subagent's transcript. */
export interface AgentTranscript {
  readonly agent: string;
  readonly path: string;
}

/**
 * A client's format as capture of memories needs it: not only what was said, but also what was done. Apart from
 * `TranscriptFormat`, because hooks have no use for it. No function throws.
 */
export interface SessionFormat extends TranscriptFormat {
  /** As `mayMatter`, for `events`. */
  mayTell(line: Buffer): boolean;
  /** What a parsed line tells, in order; nothing for most. */
  events(value: unknown, owner: TranscriptOwner): readonly TranscriptEvent[];
  /** Transcripts of subagents that lie beside the conversation's own, by name, without those of our own agents. */
  agentsOf(path: string): readonly AgentTranscript[];
}

/** Result of reading a transcript from an offset. */
export interface TranscriptSlice {
  messages: TranscriptMessage[];
  /** Offset of the first byte not yet consumed: always at the start of a line. */
  offset: number;
  /** Lines met that were not JSON objects or too long to read. */
  skippedLines: number;
  /** Bytes passed over because more had come than one reading takes. */
  skippedBytes: number;
  /**
   * Whether the last prompt came from the client itself (a background task's notification), not from a person. Absent
   * when there is no prompt in what was read.
   */
  synthetic?: boolean;
}

/** A line of the conversation that matched a category's patterns. */
export interface Signal {
  category: CategoryName;
  /** Index of the message in the slice. */
  message: number;
  /** Whether a booster stood within the co-occurrence window. */
  boosted: boolean;
  /** Sanitised, at most 120 characters. */
  snippet: string;
  /** Lines around the match, sanitised for prompts. */
  excerpt: string;
  lifecycleEvent?: LifecycleEvent;
  /** Hash of category and normalised line. */
  hash: string;
}

/** A signal where it was found. */
export interface FoundSignal extends Signal {
  /** Indexes of the first and last message that lines of its excerpt may be of. */
  reach: { from: number; to: number };
}

/** What a session did, for the session summary's score. */
export interface Activity {
  toolUses: number;
  /** Distinct tool names. */
  tools: string[];
  /** User and assistant messages with text. */
  exchanges: number;
}

/** One category that triage proposes to save. */
export interface TriagedCategory {
  category: CategoryName;
  /** 0–1. */
  score: number;
  snippets: string[];
  lifecycleEvent?: LifecycleEvent;
}
