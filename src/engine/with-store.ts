/** The store, opened for a piece of work. The one place where a database driver is chosen. */
import { messageOf } from "../host/trace.ts";
import type { Store } from "../store/port.ts";
import { redactedStore } from "../store/redacted-store.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import type { Host } from "./events.ts";
import { quickRedaction } from "./privacy.ts";
import type { ProjectView } from "./project-view.ts";
import { storeUrl } from "./store-url.ts";

/** Bytes that hooks may leave written apart before one of them settles it: each prompt reads through them. */
export const UNSETTLED_MAX: number = 512 * 1024;

/** What of a hook's time the database may take; the rest is for an answer without it. */
const STORE_SHARE = 0.5;

/** The user's store, which keeps nothing that must not be kept, for the caller to close. Rejects with a `StoreError`. */
export async function openStore(view: Pick<ProjectView, "host" | "config">): Promise<Store> {
  const { host } = view;
  const store = await openDatabase(host, storeUrl(view));
  for (const notice of store.notices) host.trace({ level: "warning", part: "store", message: notice });
  return redactedStore(store, quickRedaction(view));
}

async function openDatabase(host: Host, url: string | undefined): Promise<Store> {
  const { timeLimit, patience } = host;
  if (url === undefined) {
    const quick = host.oneShot === true;
    return openSqliteStore({
      path: host.paths.database,
      quick,
      ...(patience === undefined ? {} : { busyTimeout: patience }),
    });
  }
  if (timeLimit === undefined) return openServer(host, url);
  const { openUnlessMute } = await import("./mute-server.ts");
  return openUnlessMute(host, url, () => openServer(host, url, timeLimit * STORE_SHARE));
}

async function openServer({ now, paths }: Host, url: string, budget?: number): Promise<Store> {
  const { homeId } = await import("../host/home-id.ts");
  const { openPostgresStore } = await import("../store/postgres/open-postgres.ts");
  return openPostgresStore({ url, now, home: homeId(paths), ...(budget === undefined ? {} : { budget }) });
}

/** A store of its own in a file that does not exist yet, for the caller to close. Throws a `StoreError`. */
export const openScratchStore = (path: string): Store => openSqliteStore({ path });

/**
 * Runs work with the store open, and closes it. Rejects with a `StoreError`, or as the work does.
 *
 * @param settleOver for hooks that nobody types against: they put the store in order behind them when more than so
 *   many bytes were written apart from its main body. The work's result never depends on it.
 */
export async function withStore<T>(
  view: Pick<ProjectView, "host" | "config">,
  work: (store: Store) => Promise<T>,
  { settleOver }: { settleOver?: number } = {},
): Promise<T> {
  const { host } = view;
  const store = await openStore(view);
  try {
    const done = await work(store);
    if (host.oneShot && settleOver !== undefined) await settle(host, store, settleOver);
    return done;
  } finally {
    // A hook ends in a moment, and with it its connection; closing in good order would flush the disk first.
    if (!host.oneShot) await store.close();
  }
}

async function settle({ trace }: Host, store: Store, over: number): Promise<void> {
  try {
    await store.settle(over);
  } catch (error) {
    trace({ level: "warning", part: "store", message: `not put in order: ${messageOf(error)}` });
  }
}

/** Work with the store that may fail without failing the caller; the failure is traced. */
export async function tryStore<T>(
  view: ProjectView,
  work: (store: Store) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: string }> {
  try {
    return { ok: true, value: await withStore(view, work) };
  } catch (error) {
    const { host, project } = view;
    host.trace({ level: "error", part: "store", message: messageOf(error), project: project.id });
    return { ok: false, problem: messageOf(error) };
  }
}
