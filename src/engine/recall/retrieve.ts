/** Recall for scripts: what a prompt would be given, without regard to what any session has seen. */
import type { Host, Origin } from "../events.ts";
import { canRecall, viewProject } from "../project-view.ts";
import { tryStore } from "../with-store.ts";
import { composed, recallForPrompt } from "./recall.ts";
import { recallFromFiles } from "./recall-from-files.ts";

/** The block of text, empty when nothing is relevant. */
export async function retrieveText(
  host: Host,
  { session, ...origin }: Origin,
  prompt: string,
): Promise<string> {
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (!canRecall(view)) return "";
  const unseen = async (): Promise<ReadonlyMap<string, string>> => new Map();
  const stored = await tryStore(view, (store) =>
    recallForPrompt(view, store, { prompt, session, shown: unseen }),
  );
  return (stored.ok ? stored.value : composed(view, recallFromFiles(view, prompt), prompt)).text;
}
