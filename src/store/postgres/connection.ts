/** One connection, made when it is first needed and again after it was lost. */
import type { Address } from "./address.ts";
import { asStoreError, Late, stateOf } from "./errors.ts";
import { original, storable } from "./texts.ts";

/** A parameter: arrays and JSON as text, see `texts.ts`. */
export type Value = string | number | boolean | null;

/** Runs one statement and gives its rows, with the texts as they were before they were stored. */
export type Query = <T>(statement: string, values?: readonly Value[]) => Promise<T[]>;

export interface Connection {
  readonly query: Query;
  /** All or nothing. Run again from its beginning where it got into the way of another. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** In milliseconds. */
export interface Patience {
  /** Until the connection stands. */
  readonly connect: number;
  /** For one statement. */
  readonly statement: number;
  /** For one transaction. */
  readonly transaction: number;
  /** For everything from the opening on, for processes that someone waits for. */
  readonly total?: number;
}

/** How often work is tried that the server gave up for another's sake. */
const TRIES = 4;
/** Serialization failure and deadlock: nothing was done, and the next try may well pass. */
const OUTDONE = /^(?:40001|40P01)$/;
/** An answer takes a little longer than the server's own limit for it. */
const GRACE = 1_000;
/** A process that vanished in a transaction must not hold its locks for long. */
const IDLE_IN_TRANSACTION = 60_000;

export function connection(address: Address, patience: Patience): Connection {
  const opened = performance.now();
  let sql: Bun.SQL | undefined;

  const left = (limit: number): number =>
    patience.total === undefined ? limit : Math.min(limit, opened + patience.total - performance.now());

  /** Waits for work no longer than the limit; then the connection is given up, and the work with it. */
  async function within<T>(limit: number, work: (sql: Bun.SQL) => Promise<T>): Promise<T> {
    const patienceLeft = left(limit);
    let timer: Timer | undefined;
    try {
      if (patienceLeft <= 0) throw new Late(patience.total ?? limit);
      sql ??= client(address, patience);
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // Giving up ends the work with an error of its own, which must not be the first.
          reject(new Late(patienceLeft));
          giveUp();
        }, patienceLeft);
      });
      return await Promise.race([work(sql), late]);
    } catch (error) {
      throw OUTDONE.test(stateOf(error)) ? error : asStoreError(error, address);
    } finally {
      clearTimeout(timer);
    }
  }

  function giveUp(): void {
    const given = sql;
    sql = undefined;
    given?.close({ timeout: 0 }).catch(() => {});
  }

  async function persistently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === TRIES || !OUTDONE.test(stateOf(error))) throw asStoreError(error, address);
        await Bun.sleep(10 * tries * (1 + Math.random()));
      }
    }
  }

  return {
    query: (statement, values) =>
      persistently(() => within(patience.statement + GRACE, (sql) => run(sql, statement, values))),
    transaction: (work) =>
      persistently(() =>
        within(patience.transaction, (sql) =>
          sql.begin((own) => work((statement, values) => run(own, statement, values))),
        ),
      ) as ReturnType<typeof work>,
    async close() {
      const open = sql;
      sql = undefined;
      await open?.close({ timeout: 1 });
    },
  };
}

/**
 * Statements are not prepared by name: each would cost a round trip more at its first use, and in a process that asks
 * ten questions every use is the first.
 */
const client = ({ url, database, schema, unprotected }: Address, { connect, statement }: Patience): Bun.SQL =>
  new Bun.SQL(url, {
    adapter: "postgres",
    max: 1,
    prepare: false,
    connectionTimeout: connect / 1_000,
    idleTimeout: 0,
    // A variable of the environment would win over the URL.
    ...(database ? { database } : {}),
    ...(unprotected && !process.env.PGSSLMODE ? { tls: "prefer" as const } : {}),
    // Sent with the first message, so that they cost nothing.
    connection: {
      application_name: "recollect",
      search_path: schema,
      statement_timeout: String(Math.ceil(statement)),
      idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION),
    },
  });

async function run<T>(
  sql: Pick<Bun.SQL, "unsafe">,
  statement: string,
  values: readonly Value[] = [],
): Promise<T[]> {
  const stored = values.map((value) => (typeof value === "string" ? storable(value) : value));
  // Without values, a string may hold several statements.
  const rows: { [column: string]: unknown }[] = await (stored.length === 0
    ? sql.unsafe(statement)
    : sql.unsafe(statement, stored));
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (typeof value === "string") row[name] = original(value);
    }
  }
  return rows as T[];
}
