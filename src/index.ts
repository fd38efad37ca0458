/** The library: `import { openMemory } from "recollect"`. It runs on Bun. See docs/api.md. */

export type { MemoryFilter } from "./engine/memories/find.ts";
export type { ImportReport, ImportRequest } from "./engine/memories/import.ts";
export type { LinkRequest, Related, RelatedMemory } from "./engine/memories/links.ts";
export type { RecallQuery } from "./engine/memories/recall.ts";
export type { Remembered, RememberRequest } from "./engine/memories/remember.ts";
export type { WorkingDraft } from "./engine/memories/working.ts";
export { type OpenOptions, openMemory, type ProjectMemory, type Recalled } from "./library/open.ts";
export { trimToBudget } from "./library/trim.ts";
export { type Classification, classify, type TextContext } from "./memory/classify.ts";
export * from "./memory/types.ts";
export { allocate, DEFAULT_BUDGET, type Lane } from "./recall/budget.ts";
export type { ComposedItem, ComposeMetadata } from "./recall/compose.ts";
export { RecordError } from "./record/error.ts";
export { StoreError } from "./store/error.ts";
export { estimateTokens } from "./text/tokens.ts";
