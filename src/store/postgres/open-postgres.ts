/** The PostgreSQL driver: one connection for a piece of work, a schema of the user's own. */
import type { Store } from "../port.ts";
import { readAddress } from "./address.ts";
import { type Connection, connection, type Patience } from "./connection.ts";
import { postgresLedger } from "./ledger.ts";
import { postgresMemories } from "./memories.ts";
import { prepareDatabase } from "./migrations.ts";
import { postgresProjection } from "./projection.ts";
import { postgresTextIndex } from "./text-index.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host/database`, with `?schema=` for another schema than `recollect`. */
  readonly url: string;
  /**
   * Milliseconds for everything from the opening on, for processes that someone waits for. Without it a connection may take
   * five seconds and a statement thirty.
   */
  readonly budget?: number;
  readonly now?: () => Date;
}

/** For people, who see that something is going on. */
const PATIENT: Patience = { connect: 5_000, statement: 30_000, transaction: 120_000 };

const hasty = (budget: number): Patience => ({
  connect: budget,
  statement: budget,
  transaction: budget,
  total: budget,
});

/**
 * Connects, and makes or migrates the schema as needed. A process that ends at once need not call `close`: every write is
 * committed when its promise resolves, and the server notices that the process is gone.
 *
 * @throws StoreError
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { url, budget, now = () => new Date() } = options;
  const address = readAddress(url);
  const connected = connection(address, budget === undefined ? PATIENT : hasty(budget));
  try {
    await prepareDatabase(connected, address);
  } catch (error) {
    await connected.close().catch(() => {});
    throw error;
  }
  return storeOn(connected, now);
}

const storeOn = (connected: Connection, now: () => Date): Store => ({
  projection: postgresProjection(connected, now),
  ledger: postgresLedger(connected),
  memories: postgresMemories(connected),
  text: postgresTextIndex(connected),
  notices: [],
  // The server looks after its own log.
  settle: async () => {},
  close: () => connected.close(),
});
