/** A server that is down, slow, or goes away in the middle: every call ends in time and says why, and the next one works. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { canServe, startPostgres, type TestServer } from "../../../test/support/postgres.ts";
import { sampleMemory } from "../../memory/samples.ts";
import { memoryCollections } from "../collections.ts";
import { StoreError } from "../error.ts";
import type { Store } from "../port.ts";
import { openPostgresStore } from "./open-postgres.ts";

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "done";
  } catch (error) {
    return error instanceof StoreError ? error.code : String(error);
  }
};

const fact = (content: string) => sampleMemory({ type: "semantic", content });
const HERE = { project: "p1", session: "s1" };
const counted = async ({ text }: Store): Promise<number> =>
  (await text.look(memoryCollections(HERE))).statistics.items;

describe("a server that cannot be had", () => {
  const closed = "postgres://ada:s3cret@127.0.0.1:1/team";

  test("is told of at once where nothing listens", async () => {
    expect(await codeOf(openPostgresStore({ url: closed }))).toBe("UNREACHABLE");
    expect(await codeOf(openPostgresStore({ url: "postgres:///team?host=/nowhere" }))).toBe("UNREACHABLE");
  });

  test("costs no more than the budget where something listens and never answers", async () => {
    using mute = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const url = `postgres://ada:s3cret@127.0.0.1:${mute.port}/team`;
    expect(await codeOf(openPostgresStore({ url, budget: 200 }))).toBe("TIMEOUT");
  });

  test("costs no more than the budget where something hangs up again and again", async () => {
    using rude = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void socket.end() },
    });
    const url = `postgres://ada:s3cret@127.0.0.1:${rude.port}/team`;
    expect(["TIMEOUT", "UNREACHABLE"]).toContain(await codeOf(openPostgresStore({ url, budget: 300 })));
  });
});

describe.skipIf(!canServe())("a server in trouble", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  /** Holds a table while something is tried. */
  async function whileLocked<T>(url: string, table: string, work: () => Promise<T>): Promise<T> {
    const schema = new URL(url).searchParams.get("schema");
    await using other = new Bun.SQL(server.urlOf("x").replace("&schema=x", ""), { max: 1 });
    let done: Promise<T> | undefined;
    await other
      .begin(async (own) => {
        await own.unsafe(`LOCK TABLE ${schema}.${table}`);
        done = work();
        await done;
      })
      .catch(() => {});
    return done as Promise<T>;
  }

  test("that is slow is given up when the budget is spent, and nothing is half done", async () => {
    const url = server.freshUrl();
    const patient = await openPostgresStore({ url });
    const memory = fact("A slow server");
    await whileLocked(url, "texts", async () => {
      const hasty = await openPostgresStore({ url, budget: 400 });
      expect(await codeOf(hasty.memories.put([memory]))).toBe("TIMEOUT");
      expect(await codeOf(hasty.ledger.shown("p1", "s1"))).toBe("TIMEOUT");
      await hasty.close();
    });
    expect(await patient.memories.get("p1", [memory.id])).toEqual([]);
    expect(await counted(patient)).toBe(0);
    await patient.close();
  });

  test("that restarts in the middle of a transaction keeps nothing of it, and serves the next call", async () => {
    const url = server.freshUrl();
    const store = await openPostgresStore({ url });
    const [before, lost] = [fact("Before the crash"), fact("Lost in the crash")];
    await store.memories.put([before]);
    const failed = await whileLocked(url, "texts", async () => {
      const putting = codeOf(store.memories.put([lost]));
      // The transaction has written the memory's row, and waits for the text's table.
      for (let waiting = 0; waiting === 0; ) {
        const [row] = await server.sql(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%texts%'",
        );
        waiting = Number(row?.n);
      }
      await server.crash();
      return putting;
    });
    expect(failed).toBe("UNREACHABLE");
    expect(await codeOf(store.memories.get("p1", [before.id]))).toBe("UNREACHABLE");
    await server.start();
    expect(await store.memories.get("p1", [before.id, lost.id])).toEqual([before]);
    expect(await counted(store)).toBe(1);
    await store.memories.put([lost]);
    expect(await counted(store)).toBe(2);
    await store.close();
  });

  test("whose connections are ended by hand loses one call at most", async () => {
    const store = await openPostgresStore({ url: server.freshUrl() });
    await server.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'recollect'",
    );
    await codeOf(store.ledger.shown("p1", "s1"));
    expect(await codeOf(store.ledger.shown("p1", "s1"))).toBe("done");
    await store.close();
  });

  test("that is a standby says that it cannot be written", async () => {
    const url = server.freshUrl();
    await (await openPostgresStore({ url })).close();
    const store = await openPostgresStore({ url: `${url}&default_transaction_read_only=on` });
    expect(await codeOf(store.memories.put([fact("Read only")]))).toBe("UNWRITABLE");
    await store.close();
  });
});
