/** Records and memories as entries of a block. */
import type { Memory } from "../memory/types.ts";
import type { ProjectedRecord } from "../store/port.ts";
import type { Entry } from "./block.ts";
import { memoryLine } from "./items/lines.ts";
import { type RenderOptions, recordEntry } from "./render.ts";

export const recordLines = (
  { path, hash, record }: Pick<ProjectedRecord, "path" | "hash" | "record">,
  options: Pick<RenderOptions, "memoryRoot" | "categories">,
  score = 0,
): Entry => ({ item: { item: path, version: hash, score }, lines: recordEntry(path, record, options) });

export const memoryEntry = (memory: Memory): Entry => ({
  item: { item: memory.id, version: memory.content_hash, isMemory: true, score: 0 },
  lines: memoryLine(memory),
});
