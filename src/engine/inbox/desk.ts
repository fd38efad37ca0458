/** The inbox, opened for a piece of work. */
import { withStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";
import type { Desk } from "./items.ts";

/** Rejects with a `StoreError`, or as the work does. */
export const atDesk = <T>(ws: Workspace, work: (desk: Desk) => Promise<T>): Promise<T> =>
  withStore(ws, (store) => work({ ws, store }));
