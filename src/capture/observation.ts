/** What capture noticed in a session and thinks worth keeping: not yet redacted, filtered or judged. */
import type { MemoryDraft } from "../memory/create.ts";
import type { JsonObject } from "../record/value.ts";
import type { Segment } from "./segment.ts";

export const OBSERVATION_KINDS = [
  "decision",
  "fix",
  "command",
  "intention",
  "preference",
  "correction",
  "learning",
  "outcome",
  "summary",
] as const;
/**
 * `decision`: with its reason. `fix`: an error with the change or command that ended it. `command`: one that worked after
 * others failed. `intention`: to be done later. `preference`: how the person wants things. `correction`: what the person
 * put right. `learning`: a fact found out. `outcome`: what a segment came to. `summary`: of a compaction.
 */
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

export interface Observation {
  readonly kind: ObservationKind;
  /** Stays the same however often the segment is read; unique in its transcript. */
  readonly key: string;
  /** Id and number of the segment it is about. */
  readonly segment: string;
  readonly turn: number;
  /** When it happened, RFC 3339. */
  readonly at: string;
  readonly draft: Exclude<MemoryDraft, { type: "working" }>;
  /** Files it is about, relative to the project where they are in it. */
  readonly files: readonly string[];
  /** Who said it, where it is said in so many words. */
  readonly role?: "user" | "assistant";
  /** The rule that found it, a line for people. */
  readonly why: string;
}

/** What is kept in mind from one reading of a transcript to the next, e.g. errors that nobody has mended yet. */
export type Carry = JsonObject;

export interface Observed {
  readonly observations: readonly Observation[];
  /** As of after the last segment that was `done`. */
  readonly carry: Carry;
}

/**
 * Goes through segments in their order. Pure: the same segments and carry give the same observations.
 *
 * @param done how many of the segments are over; the last may still go on, and will be seen again
 */
export type Observe = (
  segments: readonly Segment[],
  carry: Carry,
  context: { readonly done: number; readonly projectDir: string },
) => Observed;
