/** The store, opened for a piece of work. The one place where a database driver is chosen. */
import type { Store } from "../store/port.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import type { Host } from "./events.ts";

/** Runs work with the store open, and closes it. Rejects with a `StoreError`, or as the work does. */
export async function withStore<T>(host: Host, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore({ path: host.paths.database, quick: host.oneShot === true });
  try {
    for (const notice of store.notices) host.trace({ level: "warning", part: "store", message: notice });
    return await work(store);
  } finally {
    // Closing the last connection makes SQLite write its log back and flush the disk: 2 ms that a prompt would wait for.
    if (!host.oneShot) await store.close();
  }
}
