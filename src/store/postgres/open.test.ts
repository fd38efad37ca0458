/** Opening: who is let in, what is made, what is left alone. */
import { beforeAll, describe, expect, test } from "bun:test";
import { canServe, sharedPostgres, type TestServer } from "../../../test/support/postgres.ts";
import { sampleMemory } from "../../memory/samples.ts";
import { StoreError } from "../error.ts";
import type { Store } from "../port.ts";
import { openPostgresStore } from "./open-postgres.ts";

/** Why a store cannot be opened, with all that it says. */
async function refusal(url: string): Promise<{ code: string; said: string }> {
  try {
    await (await openPostgresStore({ url })).close();
    return { code: "opened", said: "" };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, message, fix, where, stack } = error;
    return { code, said: [message, fix, where, stack, Bun.inspect(error)].join("\n") };
  }
}

describe.skipIf(!canServe())("opening a database", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test("makes the schema, even when several processes begin at once", async () => {
    const url = server.freshUrl();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore({ url })));
    const memory = sampleMemory({ type: "semantic", content: "Several at once" });
    await stores[0]?.memories.put([memory]);
    for (const store of stores) expect(await store.memories.get("p1", [memory.id])).toEqual([memory]);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("takes a schema that an administrator has made for a role without further rights", async () => {
    await server.sql("CREATE ROLE modest LOGIN; CREATE SCHEMA modest AUTHORIZATION modest");
    const url = server.urlOf("modest", { user: "modest" });
    expect((await refusal(url)).code).toBe("opened");
    expect((await refusal(url)).code).toBe("opened");
  });

  test("tells a role that may make no schema what it needs", async () => {
    await server.sql("CREATE ROLE humble LOGIN");
    const { code, said } = await refusal(server.urlOf("wanted", { user: "humble" }));
    expect(code).toBe("DENIED");
    expect(said).toContain("CREATE SCHEMA");
  });

  test("leaves another person's memories alone, whatever rights there are", async () => {
    const theirs = server.urlOf("theirs");
    const store: Store = await openPostgresStore({ url: theirs });
    await store.close();
    await server.sql(
      "CREATE ROLE mate LOGIN; GRANT ALL ON SCHEMA theirs TO mate; GRANT ALL ON ALL TABLES IN SCHEMA theirs TO mate",
    );
    const { code, said } = await refusal(server.urlOf("theirs", { user: "mate" }));
    expect(code).toBe("DENIED");
    expect(said).toContain("?schema=recollect_mate");
  });

  test("of a newer version is refused with advice, and changes nothing", async () => {
    const url = server.urlOf("newer");
    await (await openPostgresStore({ url })).close();
    await server.sql("COMMENT ON TABLE newer.records IS 'recollect 99'; DROP TABLE newer.texts");
    const { code, said } = await refusal(url);
    expect(code).toBe("NEWER_DATABASE");
    expect(said).toContain("Update recollect");
    expect(await server.sql("SELECT to_regclass('newer.texts') AS made")).toEqual([{ made: null }]);
  });

  test("that does not keep UTF-8 is refused", async () => {
    await server.sql("CREATE DATABASE bytes ENCODING 'SQL_ASCII' TEMPLATE template0");
    const { code, said } = await refusal(server.urlOf("any", { database: "bytes" }));
    expect(code).toBe("FAILED");
    expect(said).toContain("UTF8");
  });

  test("with a wrong password is refused, and neither password is told", async () => {
    await server.sql(
      "CREATE ROLE guarded LOGIN PASSWORD 'right-one'; CREATE SCHEMA guarded AUTHORIZATION guarded",
    );
    const url = (password: string): string => server.urlOf("guarded", { user: `guarded:${password}` });
    expect((await refusal(url("right-one"))).code).toBe("opened");
    const { code, said } = await refusal(url("wrong-one"));
    expect(code).toBe("DENIED");
    expect(said).not.toContain("-one");
  });

  test("that is not there is told of as such", async () => {
    const { code, said } = await refusal(server.urlOf("any", { database: "nowhere" }));
    expect(code).toBe("DENIED");
    expect(said).toContain('database "nowhere" does not exist');
  });

  test("says what it is", async () => {
    const store = await openPostgresStore({ url: server.freshUrl() });
    const { where, system, bytes } = await store.about();
    expect(where).toContain(`recollect@${server.socket}`);
    expect(system).toMatch(/^PostgreSQL \d+/);
    expect(bytes).toBeGreaterThan(0);
    await store.close();
  });
});
