/** Recall with a project's settings: what a prompt should see, and how it is put. */
import { type Rendered, renderRecalled } from "../recall/render.ts";
import { type RecalledItem, type RecallRequest, recallRecords } from "../recall/select.ts";
import { folderTimes } from "../store/files/stamps.ts";
import { isFresh } from "../store/freshness.ts";
import type { Store } from "../store/port.ts";
import { enabledCategories, type ProjectView } from "./project-view.ts";

/**
 * The records for a prompt, best first; the projection is brought up to date before, if a folder has changed. What the
 * session has been `shown` is asked for only when something is relevant.
 */
export async function recall(
  view: ProjectView,
  store: Store,
  prompt: string,
  shown: RecallRequest["shown"],
): Promise<RecalledItem[]> {
  const { place, config, host } = view;
  await bringUpToDate(view, store);
  return recallRecords({
    store,
    place,
    prompt,
    now: host.now(),
    settings: config.retrieval,
    shown,
    enabledCategories: enabledCategories(view),
  });
}

/** The projection, if a folder has changed since it was made. */
export async function bringUpToDate(view: ProjectView, store: Store): Promise<void> {
  const { place, root, categories } = view;
  const folders = [...categories.values()].map(({ folder }) => folder);
  if (isFresh(await store.projection.folders(place), folderTimes(root, folders))) return;
  const { refreshPlace } = await import("./refresh-place.ts");
  await refreshPlace(view, store);
}

/** The block for the model, within the configured length. */
export const rendered = ({ config, categories }: ProjectView, items: readonly RecalledItem[]): Rendered =>
  renderRecalled(items, { memoryRoot: config.memory_root, maxChars: config.retrieval.max_chars, categories });
