/** What became of what a prompt was given, and what follows for memories: those that are shown for nothing sink. */
import { heeded } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import { type Answered, drawnOn } from "../../recall/feedback.ts";
import type { Item } from "../../recall/item.ts";
import { idOf, lineOf } from "../../recall/item.ts";
import type { Injection, Store } from "../../store/port.ts";
import { entryOptions, hasRecords, type ProjectView } from "../project-view.ts";

/** @param shown of one session, not judged yet */
export async function judge(
  view: ProjectView,
  store: Store,
  shown: readonly Injection[],
  answered: Answered,
): Promise<void> {
  const [first] = shown;
  if (!first) return;
  const { project } = view;
  const items = await load(view, store, [...new Set(shown.map(({ item }) => item))]);
  const options = entryOptions(view);
  const used = drawnOn(answered, new Map(items.map((item) => [idOf(item), lineOf(item, options)])));
  await store.ledger.judge(project.id, first.session, used);
  const memories = items.flatMap((item) => (item.kind === "memory" ? [item.memory] : []));
  if (memories.length === 0) return;
  const effects = await store.ledger.effects(
    project.id,
    memories.map(({ id }) => id),
  );
  const changed = (some: readonly Memory[]): Memory[] =>
    some.flatMap((memory) => {
      const effect = effects.get(memory.id);
      const next = effect ? heeded(memory, effect) : memory;
      return next === memory ? [] : [next];
    });
  const ids = changed(memories).map(({ id }) => id);
  if (ids.length === 0) return;
  await store.alone(project.id, async (own) =>
    own.memories.put(changed(await own.memories.get(project.id, ids))),
  );
}

/** Records lie in folders, which no memory's id does: what was not shown is not looked for, and mostly no memory was. */
async function load(view: ProjectView, store: Store, shown: readonly string[]): Promise<Item[]> {
  const paths = shown.filter((item) => item.includes("/"));
  const ids = shown.filter((item) => !item.includes("/"));
  const memories = ids.length > 0 ? await store.memories.get(view.project.id, ids) : [];
  const records =
    paths.length > 0 && hasRecords(view) ? await store.projection.getMany(view.place, paths) : [];
  return [
    ...memories.map((memory): Item => ({ kind: "memory", memory })),
    ...records.map(({ path, hash, record }): Item => ({ kind: "record", path, hash, record })),
  ];
}
