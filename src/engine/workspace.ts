/**
 * A project opened for work: its identity, configuration, record files and place in the store.
 * Opening it reads the configuration and nothing else; the store is opened by those who need it.
 */
import { join } from "node:path";
import { loadConfig } from "../config/load.ts";
import type { LoadedConfig } from "../config/types.ts";
import { findProject, type Project, shortHash } from "../host/project.ts";
import type { CategoryName } from "../record/category.ts";
import { openRecordFiles, type RecordFiles } from "../store/files/record-files.ts";
import type { Place, Store } from "../store/port.ts";
import type { Host } from "./events.ts";

export interface Workspace extends LoadedConfig {
  host: Host;
  project: Project;
  files: RecordFiles;
  place: Place;
}

export function openWorkspace(host: Host, from: string): Workspace {
  const project = findProject(from);
  const loaded = loadConfig({ projectDir: project.dir, paths: host.paths, env: host.env });
  const files = openRecordFiles({
    projectDir: project.dir,
    memoryRoot: loaded.config.memory_root,
    categories: loaded.categories,
  });
  const root = shortHash(join(project.dir, loaded.config.memory_root));
  return { ...loaded, host, project, files, place: { project: project.id, root } };
}

/** Names of the categories that are switched on. */
export const enabledCategories = ({ config }: Workspace): Set<CategoryName> =>
  new Set(Object.keys(config.categories).filter((name) => config.categories[name]?.enabled !== false));

/** The one place where a database driver is chosen. */
export async function openStore(host: Host): Promise<Store> {
  const { openSqliteStore } = await import("../store/sqlite/open.ts");
  return openSqliteStore({ path: host.paths.database, quick: host.oneShot === true });
}

/** Runs work with the store open, and closes it. */
export async function withStore<T>(host: Host, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(host);
  try {
    for (const notice of store.notices) host.trace({ level: "warning", part: "store", message: notice });
    return await work(store);
  } finally {
    // Closing the last connection makes SQLite write its log back and flush the disk: 2 ms that a prompt would wait for.
    if (!host.oneShot) await store.close();
  }
}
