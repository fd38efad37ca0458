/** The PostgreSQL driver: one connection for a piece of work, a schema of the user's own. */
import { TABLES } from "../memory-rows.ts";
import type { Store, StoreAbout } from "../port.ts";
import { type Address, readAddress } from "./address.ts";
import { type Connection, connection, type Patience, type Query } from "./connection.ts";
import { postgresJobs } from "./jobs.ts";
import { postgresLedger } from "./ledger.ts";
import { postgresMarks } from "./marks.ts";
import { postgresMemories } from "./memories.ts";
import { prepareDatabase } from "./migrations.ts";
import { postgresProjection } from "./projection.ts";
import { postgresProposals } from "./proposals.ts";
import { postgresTextIndex } from "./text-index.ts";
import { postgresUsage } from "./usage.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host/database`, with `?schema=` for another schema than `recollect`. */
  readonly url: string;
  /**
   * Milliseconds for everything from the opening on, for processes that someone waits for. Without it a connection may take
   * five seconds and a statement thirty.
   */
  readonly budget?: number;
  readonly now?: () => Date;
  /** The home whose jobs and marks these are, 16 hex digits: of several that share the database each has its own. */
  readonly home?: string;
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
  const { url, budget, now = () => new Date(), home = "" } = options;
  if (!/^[0-9a-f]*$/.test(home)) throw new TypeError(`${home} is no home's id`);
  const address = readAddress(url);
  const connected = connection(address, budget === undefined ? PATIENT : hasty(budget));
  try {
    await prepareDatabase(connected, address, home);
  } catch (error) {
    await connected.close().catch(() => {});
    throw error;
  }
  return storeOn(connected, { address, now, home });
}

interface About {
  readonly address: Address;
  readonly now: () => Date;
  readonly home: string;
}

const storeOn = (connected: Connection, given: About): Store => ({
  alone: (key, work) =>
    connected.transaction(async (own) => {
      await own("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", [
        `${given.address.schema} ${key}`,
      ]);
      return work(storeOn(inside(own), given));
    }),
  projection: postgresProjection(connected, given.now),
  ledger: postgresLedger(connected),
  memories: postgresMemories(connected),
  text: postgresTextIndex(connected),
  jobs: postgresJobs(connected, given.home),
  marks: postgresMarks(connected, given.home),
  usage: postgresUsage(connected),
  proposals: postgresProposals(connected),
  notices: [],
  about: () => about(connected, given.address),
  // The server looks after its own log.
  settle: async () => {},
  scrub: () => scrub(connected),
  close: () => connected.close(),
});

/** Where texts stand, or words of them. */
const TEXTS = [
  ...Object.values(TABLES),
  "memory_links",
  "texts",
  "text_terms",
  "signals",
  "activity",
  "injections",
  "proposals",
  "marks",
  "jobs",
];

/** What the server keeps of its own (its log, its replicas, its backups) is its keeper's. */
async function scrub({ query }: Connection): Promise<void> {
  for (const table of TEXTS) await query(`VACUUM FULL ${table}`);
}

/** A transaction as a connection: what is asked of it is a part of that. */
const inside = (own: Query): Connection => ({
  query: own,
  transaction: (work) => work(own),
  close: async () => {},
});

async function about({ query }: Connection, { where }: Address): Promise<StoreAbout> {
  const [row] = await query<{ version: string; bytes: number }>(
    `SELECT current_setting('server_version') AS version, (
       SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 FROM pg_class c
       WHERE c.relkind = 'r' AND c.relnamespace = to_regnamespace(current_setting('search_path'))) AS bytes`,
  );
  return { where, system: `PostgreSQL ${row?.version.split(" ", 1)[0]}`, bytes: row?.bytes ?? 0 };
}
