/** Recall for scripts: what a prompt would be given, without regard to what any session has seen. */

import { refreshProjection } from "../store/sync.ts";
import type { Host, Origin } from "./events.ts";
import { recall, rendered } from "./on-prompt.ts";
import { recallFromFiles } from "./recall-from-files.ts";
import { tryStore } from "./save.ts";
import { openWorkspace } from "./workspace.ts";

/** The block of text, empty when nothing is relevant. */
export async function retrieveText(host: Host, origin: Origin, prompt: string): Promise<string> {
  const ws = openWorkspace(host, origin.projectDir ?? origin.cwd);
  const { enabled, max_inject, max_chars } = ws.config.retrieval;
  if (!enabled || max_inject === 0 || max_chars === 0 || !ws.files.exists()) return "";
  const stored = await tryStore(ws, async (store) => {
    await refreshProjection(ws.files, store.projection, ws.place, { mode: "quick" });
    return recall(ws, store, prompt, new Map());
  });
  return rendered(ws, stored.ok ? stored.value : recallFromFiles(ws, prompt)).text;
}
