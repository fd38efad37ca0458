/** A project as every event sees it: its identity, configuration and place in the store, without opening its files. */
import { join } from "node:path";
import { loadConfig } from "../config/load.ts";
import type { LoadedConfig } from "../config/types.ts";
import { findProject, type Project, shortHash } from "../host/project.ts";
import { isThere, sizeOf } from "../host/quick-fs.ts";
import type { Sight } from "../recall/load.ts";
import type { EntryOptions } from "../recall/render.ts";
import type { CategoryName } from "../record/category.ts";
import type { Place, Store } from "../store/port.ts";
import { mayRecall } from "./consent/standing.ts";
import type { Host } from "./events.ts";
import { masking } from "./privacy.ts";
import { storeUrl } from "./store-url.ts";

export { mayCapture, mayRecall } from "./consent/standing.ts";

export interface ProjectView extends LoadedConfig {
  host: Host;
  project: Project;
  place: Place;
  /** Absolute path of the memory root, which need not exist. */
  root: string;
}

export function viewProject(host: Host, from: string): ProjectView {
  const project = findProject(from);
  const loaded = loadConfig({ projectDir: project.dir, paths: host.paths, env: host.env });
  const root = join(project.dir, loaded.config.memory_root);
  return { ...loaded, host, project, root, place: { project: project.id, root: shortHash(root) } };
}

/** Whether the project may have records. */
export const hasRecords = ({ root }: ProjectView): boolean => isThere(root);

/** Whether there may be memories: the database is made with the first of them, or with the first records. */
const hasMemories = ({ host, config }: ProjectView): boolean =>
  storeUrl({ host, config }) !== undefined || sizeOf(host.paths.database) > 0;

/** Whether a prompt may be given anything: it is wanted, and there is something to look at. */
export function canRecall(view: ProjectView): boolean {
  const { enabled, max_inject, max_chars, tokens } = view.config.retrieval;
  const wanted = enabled && max_chars > 0 && ((tokens.prompt > 0 && max_inject > 0) || tokens.working > 0);
  return wanted && (hasRecords(view) || hasMemories(view)) && mayRecall(view);
}

/** Whether anything may be told at a place besides prompts and a session's start. */
export function canTell(view: ProjectView, place: "subagent" | "file"): boolean {
  const { enabled, tokens } = view.config.retrieval;
  return enabled && tokens[place] > 0 && (hasRecords(view) || hasMemories(view)) && mayRecall(view);
}

/** What of the store a session may see. */
export const sightOf = (view: ProjectView, store: Store, session: string): Sight => ({
  store,
  from: { project: view.project.id, session },
  ...(hasRecords(view) ? { place: view.place } : {}),
  now: view.host.now(),
});

/** How entries look in this project. */
export const entryOptions = (view: ProjectView): Required<EntryOptions> => ({
  memoryRoot: view.config.memory_root,
  categories: view.categories,
  redact: masking(view),
});

/** Names of the categories that are switched on. */
export const enabledCategories = ({ config }: ProjectView): Set<CategoryName> =>
  new Set(Object.keys(config.categories).filter((name) => config.categories[name]?.enabled !== false));
