/** A project as every event sees it: its identity, configuration and place in the store, without opening its files. */
import { join } from "node:path";
import { loadConfig } from "../config/load.ts";
import type { LoadedConfig } from "../config/types.ts";
import { findProject, type Project, shortHash } from "../host/project.ts";
import { isThere } from "../host/quick-fs.ts";
import type { CategoryName } from "../record/category.ts";
import type { Place } from "../store/port.ts";
import type { Host } from "./events.ts";

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

/** Whether recall has anything to look at, and is wanted. */
export function canRecall({ config: { retrieval }, root }: ProjectView): boolean {
  return retrieval.enabled && retrieval.max_inject > 0 && retrieval.max_chars > 0 && isThere(root);
}

/** Names of the categories that are switched on. */
export const enabledCategories = ({ config }: ProjectView): Set<CategoryName> =>
  new Set(Object.keys(config.categories).filter((name) => config.categories[name]?.enabled !== false));
