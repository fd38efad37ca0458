/** The store, opened for a piece of work. The one place where a database driver is chosen. */
import { messageOf } from "../host/trace.ts";
import type { Store } from "../store/port.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import type { Host } from "./events.ts";
import type { ProjectView } from "./project-view.ts";

/** Runs work with the store open, and closes it. Rejects with a `StoreError`, or as the work does. */
export async function withStore<T>(host: Host, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore({ path: host.paths.database, quick: host.oneShot === true });
  try {
    for (const notice of store.notices) host.trace({ level: "warning", part: "store", message: notice });
    return await work(store);
  } finally {
    // A hook ends in a moment, and with it its connection; closing in good order would flush the disk first.
    if (!host.oneShot) await store.close();
  }
}

/** Work with the store that may fail without failing the caller; the failure is traced. */
export async function tryStore<T>(
  { host, project }: ProjectView,
  work: (store: Store) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: string }> {
  try {
    return { ok: true, value: await withStore(host, work) };
  } catch (error) {
    host.trace({ level: "error", part: "store", message: messageOf(error), project: project.id });
    return { ok: false, problem: messageOf(error) };
  }
}
