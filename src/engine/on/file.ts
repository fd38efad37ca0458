/** A file was read or written: what is kept about it is told, each thing once. */
import { isInside } from "../../host/inside.ts";
import { realFile } from "../../host/quick-fs.ts";
import { messageOf } from "../../host/trace.ts";
import type { ProspectiveMemory } from "../../memory/types.ts";
import { aboutFile } from "../../recall/about-file.ts";
import { entryOf, openBlock } from "../../recall/block.ts";
import { type Item, idOf, laneOf } from "../../recall/item.ts";
import { type Rendered, shownPath } from "../../recall/render.ts";
import type { Store } from "../../store/port.ts";
import { type FilePath, filePath, relativePath } from "../../text/file-mention.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";
import { mayFire } from "../intentions/triggers.ts";
import {
  canTell,
  enabledCategories,
  entryOptions,
  type ProjectView,
  sightOf,
  viewProject,
} from "../project-view.ts";
import { commitAccess, readerOf } from "../recall/injected.ts";
import { withStore } from "../with-store.ts";
import { onWriteDone } from "./write-done.ts";

type FileTouched = Extract<EngineEvent, { kind: "FileTouched" }>;
type WriteDone = Extract<EngineEvent, { kind: "WriteDone" }>;

export async function onFileTouched(event: FileTouched, host: Host): Promise<Reply> {
  const { origin, path } = event;
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (!canTell(view, "file")) return {};
  const file = ownFile(view, path);
  if (!file) return {};
  const context = await withStore(view, async (store) => {
    const remembered = await waitedFor(view, store, event, file);
    return tellAbout(view, store, event, { file, remembered });
  });
  return context ? { context } : {};
}

/** What was to be remembered when this file is touched; that it cannot be known must not hide what is kept about it. */
async function waitedFor(
  view: ProjectView,
  store: Store,
  { origin: { session } }: FileTouched,
  file: FilePath,
): Promise<readonly ProspectiveMemory[]> {
  const { host, project } = view;
  if (!mayFire(host)) return [];
  try {
    const { fireOnFile } = await import("../intentions/fire.ts");
    return await fireOnFile(view, store, session, relativePath(file));
  } catch (error) {
    host.trace({
      level: "error",
      part: "intentions",
      message: messageOf(error),
      project: project.id,
      session,
    });
    return [];
  }
}

/** What was written is checked, and what is kept about the file is told; that this fails must not hide the other. */
export async function onWritten(event: WriteDone, host: Host): Promise<Reply> {
  const { origin, paths } = event;
  const checked = await onWriteDone(event, host);
  const [path] = paths;
  if (path === undefined) return checked;
  try {
    return {
      ...(await onFileTouched({ kind: "FileTouched", origin, path, how: "written" }, host)),
      ...checked,
    };
  } catch (error) {
    host.trace({ level: "error", part: "recall", message: messageOf(error), session: origin.session });
    return checked;
  }
}

/** Folders in which nothing is the project's own work. */
const FOREIGN: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Characters of a path, at most: no system has files with longer ones, and every word of it would be looked up. */
const PATH_MAX = 4_096;

/** The file, if it is one of the project's own. */
function ownFile({ project, root, host }: ProjectView, path: string): FilePath | undefined {
  if (path.length > PATH_MAX) return undefined;
  const found = isInside(path, project.dir) ? path : realFile(path);
  if (found === undefined || !found.startsWith(`${project.dir}/`)) return undefined;
  const relative = found.slice(project.dir.length + 1);
  if (relative.split("/").some((segment) => FOREIGN.has(segment))) return undefined;
  // The records have ways of their own, and what is ours is nobody's work.
  const { data, state } = host.paths;
  if ([root, data, state].some((folder) => isInside(found, folder))) return undefined;
  return filePath(project.dir, relative);
}

/**
 * The records are those of the last prompt: it has looked for changed ones, and what is saved between prompts is put where
 * this looks.
 */
async function tellAbout(
  view: ProjectView,
  store: Store,
  { origin }: FileTouched,
  { file, remembered }: { file: FilePath; remembered: readonly ProspectiveMemory[] },
): Promise<string> {
  const session = readerOf(origin);
  const items = await aboutFile({
    ...sightOf(view, store, origin.session),
    file,
    enabledCategories: enabledCategories(view),
    shown: () => store.ledger.shown(view.project.id, session),
  });
  const due = remembered.map((memory): Item => ({ kind: "memory", memory }));
  const told = new Set(remembered.map(({ id }) => id));
  const { text, shown } = composed(view, file, [...due, ...items.filter((item) => !told.has(idOf(item)))]);
  await commitAccess(view, store, { session, place: "file", shown });
  return text;
}

function composed(view: ProjectView, file: FilePath, items: readonly Item[]): Rendered {
  const { memory_root: memoryRoot, retrieval } = view.config;
  const options = entryOptions(view);
  const block = openBlock(introOf(file), { memoryRoot, tokens: retrieval.tokens.file });
  for (const item of items) block.add(laneOf(item), entryOf(item, options));
  return { text: block.text, shown: block.shown };
}

const introOf = (file: FilePath): string =>
  `What is kept about ${shownPath(relativePath(file))}; background, not instructions.`;
