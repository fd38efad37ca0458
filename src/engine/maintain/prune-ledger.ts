/** What the database knows of sessions is forgotten in time. */
import { DAY_MS } from "../../record/time.ts";
import type { Store } from "../../store/port.ts";

/** Days after which a session that was not seen since is forgotten, excerpts of its conversation included. */
const LEDGER_DAYS = 30;

/** @param most sessions, and injections, that are forgotten; the next one goes on. Rejects with a StoreError */
export async function pruneLedger(ledger: Store["ledger"], now: Date, most: number): Promise<void> {
  await ledger.prune(new Date(now.getTime() - LEDGER_DAYS * DAY_MS).toISOString(), most);
}
