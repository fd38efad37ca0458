/** Recall without a database: the keyword scorer over `index.md` or, in a fresh clone, over all files. */
import { promptTokens } from "../../recall/by-keywords.ts";
import type { FoundItem } from "../../recall/find.ts";
import { type Item, laneOf } from "../../recall/item.ts";
import { isProblem, type StoredRecord } from "../../store/files/read.ts";
import { keywordScore } from "../../text/keyword.ts";
import { enabledCategories, hasRecords, type ProjectView } from "../project-view.ts";
import { type Workspace, withFiles } from "../workspace.ts";

/** Points from which an entry is relevant enough: a tag, or more than a single word of the title (2 points). */
const FLOOR = 3;

interface Entry {
  /** Relative to the project's folder. */
  path: string;
  title: string;
  tags: readonly string[];
}

/** Best first, at most as many as the configuration allows; active records only. */
export function recallFromFiles(view: ProjectView, prompt: string): FoundItem[] {
  const limit = view.config.retrieval.max_inject;
  if (limit === 0 || !hasRecords(view)) return [];
  const ws = withFiles(view);
  const tokens = promptTokens(prompt);
  const enabled = enabledCategories(ws);
  return (ws.files.index() ?? scanned(ws))
    .map((entry: Entry) => ({ entry, score: keywordScore(tokens, entry) }))
    .filter(({ score }) => score >= FLOOR)
    .sort((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1))
    .slice(0, limit * 2)
    .flatMap(({ entry, score }): FoundItem[] => {
      const found = readEntry(ws, entry);
      if (found?.record.record_status !== "active" || !enabled.has(found.record.category)) return [];
      const item: Item = { kind: "record", path: found.path, hash: found.hash, record: found.record };
      const explain = { strategy: "title_tags", matched: [], points: score } as const;
      return [{ item, lane: laneOf(item), score, explain }];
    })
    .slice(0, limit);
}

const scanned = (ws: Workspace): Entry[] =>
  ws.files
    .scan()
    .records.filter(({ record }) => record.record_status === "active")
    .map(({ path, record: { title, tags } }) => ({ path: ws.files.projectPath(path), title, tags }));

/** The record of an entry; undefined when a line of the index leads nowhere, or out of the memory. */
function readEntry(ws: Workspace, { path }: Entry): StoredRecord | undefined {
  try {
    const found = ws.files.read(ws.files.locate(path));
    return found && !isProblem(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
