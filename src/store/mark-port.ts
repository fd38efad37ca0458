/**
 * How far each transcript was read for memories. A part of the store port; every driver passes `mark-conformance.ts`.
 * Marks are forgotten with their sessions (`SessionLedger.prune`).
 */
import type { JsonObject } from "../record/value.ts";

/** The conversation itself, as a mark's source. */
export const MAIN = "main";

export interface CaptureMark {
  readonly project: string;
  readonly session: string;
  /** `MAIN`, or the id of a subagent. */
  readonly source: string;
  /** Name of the client, who knows how to read it. */
  readonly client: string;
  readonly path: string;
  /** Folder the session was started in. */
  readonly folder: string;
  /** Label of the environment that the session was last heard of in; absent where it is the plain one. */
  readonly env?: string;
  /** First byte not yet done with: always where a segment begins, 0 for nothing read. */
  readonly offset: number;
  /** Segments before it. */
  readonly turns: number;
  /** What capture keeps in mind from one reading to the next, redacted. */
  readonly carry: JsonObject;
  /** When it was last read or asked for. */
  readonly at: string;
  /** Whether its session has ended and it was read to its end: then it is not looked at again, unless it grows. */
  readonly closed: boolean;
}

export interface CaptureMarks {
  /** Those of a session, by source. */
  of(project: string, session: string): Promise<CaptureMark[]>;
  /** Begins a mark where there is none: others stay as they are, but for the path and the environment. */
  begin(mark: Omit<CaptureMark, "offset" | "turns" | "carry" | "closed">): Promise<void>;
  /** Replaces or adds. */
  put(mark: CaptureMark): Promise<void>;
  /** Those that are not closed, of every project, the ones read longest ago first; at most `limit` (1–1,000). */
  open(limit: number): Promise<CaptureMark[]>;
}
