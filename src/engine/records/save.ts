/** Saving drafts: commit them to the files, bring the projection up to date, remember what the session saved. */
import { commitDrafts } from "../../consolidate/commit.ts";
import type { CommitResult } from "../../consolidate/types.ts";
import { refreshProjection } from "../../store/sync.ts";
import { tryStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";
import { overrule } from "./overrule.ts";
import { writeContext } from "./write-context.ts";

export interface SaveOptions {
  drafts: readonly unknown[];
  /** Id of the session that saves, where known. */
  session?: string | undefined;
}

/**
 * Saves drafts. The files are the truth: when the store cannot be used the save still succeeds, with a warning,
 * and the next full refresh catches up.
 */
export async function saveDrafts(ws: Workspace, { drafts, session }: SaveOptions): Promise<CommitResult> {
  ws.files.ensure();
  const sessionSummary = session ? await ownSummary(ws, session) : undefined;
  const result = await commitDrafts(
    { ...writeContext(ws), files: ws.files, config: ws.config, sessionSummary },
    drafts,
  );
  const stored = await tryStore(ws, async (store) => {
    await refreshProjection(ws.files, store.projection, ws.place, { mode: "quick" });
    await overrule(ws, store, savedIn(ws, result));
    if (!session) return;
    const at = ws.host.now().toISOString();
    for (const { status, category, target, action } of result.results) {
      if (target === undefined || status === "error" || status === "noop") continue;
      await store.ledger.addSavedRecord(ws.project.id, session, { path: target, category, action, at });
    }
  });
  return stored.ok
    ? result
    : { ...result, warnings: [...result.warnings, `the search index is behind: ${stored.problem}`] };
}

/** Paths below the memory root. */
const savedIn = ({ config }: Workspace, { results }: CommitResult): string[] =>
  results.flatMap(({ status, target = "" }) => {
    const root = `${config.memory_root}/`;
    return (status === "created" || status === "updated") && target.startsWith(root)
      ? [target.slice(root.length)]
      : [];
  });

/** Brings the projection up to date after a write; a failure is traced, the files are the truth. */
export async function refreshIndex(ws: Workspace): Promise<void> {
  await tryStore(ws, ({ projection }) =>
    refreshProjection(ws.files, projection, ws.place, { mode: "quick" }),
  );
}

async function ownSummary(ws: Workspace, session: string): Promise<string | undefined> {
  const saved = await tryStore(ws, (store) => store.ledger.savedRecords(ws.project.id, session));
  return saved.ok ? saved.value.findLast(({ category }) => category === "session_summary")?.path : undefined;
}
