/** Recall without a database: the keyword scorer over `index.md`, then the files of the best. */
import type { RecalledItem } from "../recall/select.ts";
import { isProblem } from "../store/files/read.ts";
import { keywordScore, keywordTokens } from "../text/keyword.ts";
import type { Workspace } from "./workspace.ts";
import { enabledCategories } from "./workspace.ts";

/** Points from which an entry is relevant enough: two words of a title, or a tag. */
const FLOOR = 3;

/** Best first, at most as many as the configuration allows. Retired and archived records are not in the index. */
export function recallFromFiles(ws: Workspace, prompt: string): RecalledItem[] {
  const tokens = keywordTokens(prompt);
  const enabled = enabledCategories(ws);
  return (ws.files.index() ?? [])
    .map((entry) => ({ entry, score: keywordScore(tokens, entry) }))
    .filter(({ score }) => score >= FLOOR)
    .sort((a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : 1))
    .slice(0, ws.config.retrieval.max_inject * 2)
    .flatMap(({ entry, score }) => {
      const found = ws.files.read(ws.files.locate(entry.path));
      if (!found || isProblem(found) || found.record.record_status !== "active") return [];
      if (!enabled.has(found.record.category)) return [];
      const explain = { strategy: "title_tags", matched: [], points: score } as const;
      return [{ item: found.path, version: found.hash, record: found.record, score, explain }];
    })
    .slice(0, ws.config.retrieval.max_inject);
}
