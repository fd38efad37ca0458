/**
 * A session as capture sees it, freed of the client's format: events of a transcript, and the segments they make. A segment
 * is what happened between two requests of a person: what was asked, what was done, how it ended.
 */

/** What a tool call was about, as far as capture cares. */
export type ToolAction =
  | { readonly kind: "command"; readonly command: string; readonly about?: string }
  /** `before` and `after` where the call says what it changes, clipped. */
  | { readonly kind: "edit"; readonly path: string; readonly before?: string; readonly after?: string }
  | { readonly kind: "read"; readonly path: string }
  /** A search, a fetch, a question to the person, a subagent, someone's MCP tool, … */
  | { readonly kind: "other"; readonly name: string; readonly about?: string };

/** One thing that a line of a transcript tells. */
export type TranscriptEvent =
  /** A person asked; `synthetic`: the client itself began a turn. */
  | {
      readonly kind: "prompt";
      readonly id?: string;
      readonly text: string;
      readonly synthetic: boolean;
      readonly at?: string;
      readonly cwd?: string;
      readonly branch?: string;
    }
  /** The model said; parts of one message share the id. */
  | { readonly kind: "said"; readonly id?: string; readonly text: string; readonly at?: string }
  | { readonly kind: "call"; readonly id: string; readonly action: ToolAction; readonly at?: string }
  | {
      readonly kind: "result";
      /** Of the call. */
      readonly id: string;
      readonly ok: boolean;
      /** Whether a person refused or stopped it. */
      readonly refused: boolean;
      /** What came out, clipped at both ends. */
      readonly text: string;
      readonly at?: string;
    }
  /** A person stopped the turn. */
  | { readonly kind: "interrupted"; readonly at?: string }
  /** What a compaction made of all before it. */
  | { readonly kind: "summary"; readonly text: string; readonly at?: string };

/** One thing the agent did or said in a segment, in order. */
export type Step =
  | { readonly kind: "said"; readonly text: string; readonly at: string }
  | {
      readonly kind: "tool";
      readonly action: ToolAction;
      /** `running`: no result was seen. */
      readonly outcome: "ok" | "failed" | "refused" | "running";
      readonly output: string;
      readonly at: string;
    };

export interface Segment {
  /** Stays the same however often the transcript is read: the client's id of the prompt, or where it stands. */
  readonly id: string;
  /** Number in its transcript, from 1. */
  readonly turn: number;
  /** RFC 3339. */
  readonly began: string;
  readonly ended: string;
  /** As said; "" where the client itself began it, and for a subagent its task. */
  readonly request: string;
  readonly synthetic: boolean;
  readonly steps: readonly Step[];
  /** The last thing said; "" for none. */
  readonly answer: string;
  readonly interrupted: boolean;
  /** What a compaction within it made of all before. */
  readonly summary?: string;
  readonly cwd?: string;
  readonly branch?: string;
}
