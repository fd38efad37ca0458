/** A transaction from its lock to its end. */
import { heal } from "./heal.ts";
import { isIndexBehind } from "./index-file.ts";
import { checkRoot, type Layout } from "./layout.ts";
import { acquireLock, type LockOptions } from "./lock.ts";
import { openTransaction, type RecordTransaction } from "./transaction.ts";

/** See `RecordFiles.transact`; the memory root exists. */
export async function transact<T>(
  layout: Layout,
  fn: (tx: RecordTransaction) => T,
  options?: LockOptions,
): Promise<T> {
  const lock = await acquireLock(layout.root, options);
  const transaction = openTransaction(layout);
  let healed = true;
  try {
    checkRoot(layout);
    if (lock.interrupted) healed = tryHeal(transaction.tx);
    else if (isIndexBehind(layout)) transaction.tx.rebuildIndex();
    const result = fn(transaction.tx);
    if (result instanceof Promise) throw new TypeError("Nothing may be awaited under the lock");
    return result;
  } finally {
    const outcome = transaction.finish();
    lock.release(healed ? outcome : "unfinished");
  }
}

/** The remains of a killed transaction must not stand in the way of this one; what fails now is tried again next time. */
function tryHeal(tx: RecordTransaction): boolean {
  try {
    heal(tx);
    return true;
  } catch {
    return false;
  }
}
