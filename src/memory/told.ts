/** From what someone tells to the draft of a memory: one text, and a few words about it that mean the same in every type. */
import type { MemoryDraft } from "./create.ts";
import { toldProcedure } from "./procedure.ts";
import type { MemoryType, Scope } from "./types.ts";

export interface Told {
  readonly type: MemoryType;
  readonly text: string;
  /** What it is called: title, concept, or the procedure's name. */
  readonly title?: string;
  /** The kind within its type: an episode's event, an intention's kind, the category of knowledge or of a procedure. */
  readonly category?: string;
  /** Of a procedure, where they are not to be read out of the text. */
  readonly steps?: readonly string[];
  readonly scope?: Scope;
  readonly tags?: readonly string[];
  /** 1–10. */
  readonly importance?: number;
  /** 0–1, of knowledge. */
  readonly confidence?: number;
  /** RFC 3339: until when it holds. */
  readonly expires?: string;
}

/** Whatever was told is taken over as it is: whether it may be so is for `createMemory` to say. */
export function draftOf(told: Told): MemoryDraft {
  const { type, text, title, category, steps, scope, tags, importance, confidence, expires } = told;
  const common = {
    ...(importance === undefined ? {} : { importance }),
    ...(tags ? { tags: [...tags] } : {}),
    ...(confidence === undefined || type !== "semantic" ? {} : { confidence }),
    ...(expires === undefined ? {} : { [type === "working" ? "expires_at" : "valid_to"]: expires }),
    ...(scope && type !== "working" ? { scope } : {}),
    ...(category === undefined ? {} : { [CATEGORY_OF[type]]: category }),
  };
  if (type === "procedural") {
    const read = toldProcedure(text);
    return { type, ...common, procedure_name: title ?? read.name, steps: steps ?? read.steps };
  }
  const name =
    title === undefined || type === "working" ? {} : { [type === "semantic" ? "concept" : "title"]: title };
  return { type, ...common, ...name, content: text };
}

/** The field that says what kind it is. */
export const CATEGORY_OF: { readonly [type in MemoryType]: string } = {
  episodic: "event_type",
  semantic: "category",
  prospective: "intention_type",
  procedural: "category",
  working: "context_type",
};
