/** Recall for scripts: what a prompt would be given, without regard to what any session has seen. */
import type { Host, Origin } from "./events.ts";
import { canRecall, viewProject } from "./project-view.ts";
import { recall, rendered } from "./recall.ts";
import { recallFromFiles } from "./recall-from-files.ts";
import { tryStore } from "./with-store.ts";

/** The block of text, empty when nothing is relevant. */
export async function retrieveText(host: Host, origin: Origin, prompt: string): Promise<string> {
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (!canRecall(view)) return "";
  const stored = await tryStore(view, (store) => recall(view, store, prompt, async () => new Map()));
  return rendered(view, stored.ok ? stored.value : recallFromFiles(view, prompt)).text;
}
