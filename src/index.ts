/** The library: `import { openMemory } from "recollect"`. It runs on Bun. See docs/api.md. */

export { type PrefilterContext, type Prefiltered, prefilter } from "./capture/prefilter.ts";
export type {
  ImportReport,
  ImportRequest,
  LinkRequest,
  MemoryFilter,
  RecallQuery,
  Related,
  RelatedMemory,
  Remembered,
  RememberRequest,
  WorkingDraft,
} from "./engine/memories/requests.ts";
export { type OpenOptions, openMemory, type ProjectMemory, type Recalled } from "./library/open.ts";
export { trimToBudget } from "./library/trim.ts";
export { type Classification, classify, type TextContext } from "./memory/classify.ts";
export * from "./memory/types.ts";
export { allocate, DEFAULT_BUDGET, type Lane } from "./recall/budget.ts";
export type { ComposedItem, ComposeMetadata } from "./recall/compose.ts";
export { RecordError } from "./record/error.ts";
export { consensus, type Decision, type Review } from "./review/consensus.ts";
export { askPanel } from "./review/panel.ts";
export type { Outcome, Panel, ReviewAnswer, Reviewer } from "./review/types.ts";
export { StoreError } from "./store/error.ts";
export { estimateTokens } from "./text/tokens.ts";
