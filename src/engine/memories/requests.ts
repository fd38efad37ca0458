/** What is asked of memories, and what is answered: by people, by tools, by programs alike. */
import type { Told } from "../../memory/told.ts";
import type { TransferHeader } from "../../memory/transfer.ts";
import type { Memory, MemoryLink, MemoryType, WorkingMemory } from "../../memory/types.ts";
import type { FieldIssue } from "../../record/error.ts";
import type { Panel } from "../../review/types.ts";
import type { MemoryQuery } from "../../store/memory-port.ts";

export interface RememberRequest extends Omit<Told, "type"> {
  /** Told by its wording unless said. */
  readonly type?: MemoryType;
  /** Id of a memory whose place it takes. */
  readonly supersedes?: string;
  /** Judged before it is kept; kept as it is without. */
  readonly review?: Panel;
}

export interface Remembered {
  readonly stored: boolean;
  /** Why it was stored, or was not. */
  readonly reason: string;
  readonly type: MemoryType;
  /** What spoke for the type, where nobody said it. */
  readonly because?: string;
  readonly memory?: Memory;
  /** Id of the memory that says the same, and counts for more now. */
  readonly reinforced?: string;
  /** Id of the memory whose place it took. */
  readonly superseded?: string;
  /** Ids of memories that cannot hold together with it: the inbox asks which does. */
  readonly against?: readonly string[];
  /** Ids of memories whose place it took without being told, as it puts them right. */
  readonly corrected?: readonly string[];
}

export interface RecallQuery {
  readonly query: string;
  /** Tokens of the whole text: 0 for nothing; `retrieval.tokens.explicit` unless told. */
  readonly budget?: number;
  /** All unless told; working memory, which is found by no words, only if it is named. */
  readonly types?: readonly MemoryType[];
  /** 1–10. */
  readonly minImportance?: number;
  /** RFC 3339: happened or changed at or after, and before. */
  readonly since?: string;
  readonly before?: string;
  /** 1–1,000; 20 unless told. */
  readonly limit?: number;
}

export type MemoryFilter = Pick<
  MemoryQuery,
  "types" | "statuses" | "scopes" | "minImportance" | "since" | "before" | "tags" | "limit" | "offset"
>;

export interface Related {
  readonly memory: Memory;
  /** Oldest first. Links to what is gone, or not to be seen, are left out. */
  readonly links: readonly RelatedMemory[];
}

export interface RelatedMemory {
  readonly link: MemoryLink;
  /** Whether the link leads from the memory asked about; one that holds both ways does. */
  readonly outgoing: boolean;
  readonly memory: Memory;
}

export interface LinkRequest {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  /** 0–1; 1 unless told. */
  readonly strength?: number;
}

export interface WorkingDraft {
  readonly content: string;
  /** The task that it belongs to. */
  readonly task?: string;
  readonly context_type?: WorkingMemory["context_type"];
  /** 1 (highest) to 5. */
  readonly priority?: number;
}

export interface ImportRequest {
  /** Only look, and tell what would be done. */
  readonly dryRun?: boolean;
  /** Leave out lines that are no memory and no link. Without it, one such line and nothing is imported. */
  readonly skipInvalid?: boolean;
}

export interface ImportReport {
  /** The project that it comes from. */
  readonly from: Pick<TransferHeader, "project" | "name">;
  readonly memories: {
    created: number;
    /** Took the place of an older version. */
    updated: number;
    unchanged: number;
    /** Not taken, as what is here was changed later, or at the same time. */
    kept: number;
  };
  /** Of those created or updated, how many come up in all of the user's projects. */
  shared: number;
  /** Ids of what was kept, the first few. */
  readonly kept: string[];
  readonly links: {
    created: number;
    unchanged: number;
    /** Not taken, as one of the ends is not there. */
    loose: number;
  };
  /** Lines that are no memory and no link. */
  invalid: number;
  /** What is wrong with them, of the first few. */
  readonly problems: LineProblem[];
}

export interface LineProblem extends FieldIssue {
  /** From 1. */
  readonly line: number;
}

export interface ExportRequest {
  /** All unless told; a link is exported if both its ends are. */
  readonly types?: readonly MemoryType[];
}
