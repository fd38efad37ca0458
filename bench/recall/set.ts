/** A set to measure recall on: a folder of `corpus.jsonl` and `queries.jsonl`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HarnessDocument } from "../../src/engine/recall/recall-harness.ts";

/** A document as harnesses know it; what is below `group` only tells something of memories and records. */
export interface SetDocument extends HarnessDocument {
  readonly group?: string;
  /** A memory's type; what has none is a record of its category. */
  readonly type?: "episodic" | "semantic" | "prospective" | "procedural" | "working";
  /** Of a record, or of a fact; `event_type` and `state` are those of memories. */
  readonly category?: string;
  readonly event_type?: string;
  readonly state?: string;
  readonly scope?: "session" | "project" | "user";
  readonly importance?: number;
  readonly due_at?: string;
  /** Id of what took its place. */
  readonly superseded_by?: string;
  readonly valid_to?: string;
}

export interface SetQuery {
  readonly id: string;
  readonly text: string;
  readonly group?: string;
  /** In which session it is asked. */
  readonly session?: string;
  readonly category?: string;
  /** Figures were set on the one half; the other shows that they hold beyond it. */
  readonly split?: "train" | "held";
  /** None for a query that nothing answers. */
  readonly relevant: readonly string[];
  /** What must not come back: replaced, or another session's or project's. */
  readonly forbidden?: readonly string[];
}

export interface RecallSet {
  readonly documents: readonly SetDocument[];
  readonly queries: readonly SetQuery[];
}

/** What a set without groups is in. */
export const NO_GROUP = "default";

export const readSet = (folder: string): RecallSet => ({
  documents: lines<SetDocument>(join(folder, "corpus.jsonl")),
  queries: lines<SetQuery>(join(folder, "queries.jsonl")),
});

const lines = <T>(path: string): T[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);

/** A query with what came back. */
export interface Asked {
  readonly query: SetQuery;
  /** Best first. */
  readonly ids: readonly string[];
  /** Of the query alone, inside the program. */
  readonly ms: number;
}
