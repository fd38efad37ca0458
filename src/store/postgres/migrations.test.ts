/** A database that is in use when a new version comes. */
import { describe, expect, test } from "bun:test";
import { canServe, sharedPostgres } from "../../../test/support/postgres.ts";
import { sampleOfEach } from "../../memory/samples.ts";
import { MEMORY_TYPES } from "../../memory/types.ts";
import { TABLES } from "../memory-rows.ts";
import { DATABASE_VERSION } from "./migrations.ts";
import { openPostgresStore } from "./open-postgres.ts";

const SCHEMA = "migrated";
const TIME = "2026-03-07T12:00:00.000Z";

const MARK = {
  ...{ project: "p1", session: "s1", source: "main", client: "claude-code" },
  ...{ path: "/t.jsonl", folder: "/p", at: TIME },
} as const;

/** Takes away what version 2 and those after it brought. */
const AS_OF_VERSION_1 = [
  "DROP TABLE jobs, seats, marks, usage, proposals, runs",
  ...MEMORY_TYPES.map((type) => `ALTER TABLE ${TABLES[type]} DROP COLUMN provenance`),
  "COMMENT ON TABLE records IS 'recollect 1'",
].join(";\n");

describe.skipIf(!canServe())("a database", () => {
  test("of version 1 keeps all that it held, and can do what version 2 can, even when several begin at once", async () => {
    const server = await sharedPostgres();
    const url = server.urlOf(SCHEMA);
    const memories = sampleOfEach();
    const before = await openPostgresStore({ url });
    await before.memories.put(memories);
    await before.ledger.session("p1", "s1", "claude-code", TIME);
    await before.close();
    await server.sql(`SET search_path = ${SCHEMA}; ${AS_OF_VERSION_1}`);

    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore({ url })));
    const [store] = stores as [(typeof stores)[0]];
    const ids = memories.map(({ id }) => id);
    expect(await store.memories.get("p1", ids)).toEqual(memories);
    expect((await store.ledger.recentSessions("p1", 5)).map(({ session }) => session)).toEqual(["s1"]);

    const told = memories.map((memory) => ({ ...memory, provenance: { by: "person" } }));
    await store.memories.put(told);
    expect(await store.memories.get("p1", ids)).toEqual(told);
    const key = { kind: "capture", project: "p1", subject: "s1" } as const;
    await store.jobs.add({ ...key, payload: {}, at: TIME });
    expect(await store.jobs.list(10)).toMatchObject([{ ...key, state: "waiting" }]);
    for (const each of stores) await each.close();
    const [version] = await server.sql(`SELECT obj_description('${SCHEMA}.records'::regclass) AS said`);
    expect(version).toEqual({ said: `recollect ${DATABASE_VERSION}` });
  });

  test("of version 2 gives the home that comes first what there is to do, and others none of it", async () => {
    const server = await sharedPostgres();
    const url = server.urlOf("homeless");
    const before = await openPostgresStore({ url });
    const job = { kind: "capture", project: "p1", subject: "s1", payload: { n: 1 }, at: TIME } as const;
    await before.jobs.add(job);
    await before.marks.begin(MARK);
    await before.close();
    await server.sql(
      `SET search_path = homeless; ${["jobs", "seats", "marks"].map((table) => `ALTER TABLE ${table} DROP COLUMN home`).join("; ")};
       ALTER TABLE jobs DROP COLUMN env, ADD PRIMARY KEY(project, kind, subject);
       ALTER TABLE seats ADD PRIMARY KEY(project, name);
       ALTER TABLE marks DROP COLUMN env, ADD PRIMARY KEY(project, session, source);
       DROP TABLE runs;
       INSERT INTO marks(project, session, source, client, path, folder, at, closed)
         VALUES('p1', '', 'maintenance', 'recollect', '', '/p', '${TIME}', true);
       COMMENT ON TABLE records IS 'recollect 2'`,
    );
    const first = await openPostgresStore({ url, home: "aa" });
    const second = await openPostgresStore({ url, home: "bb" });
    expect(await first.jobs.list(10)).toMatchObject([{ subject: "s1", payload: { n: 1 } }]);
    expect(await first.marks.open(10)).toMatchObject([{ session: "s1" }]);
    expect([await second.jobs.list(10), await second.marks.open(10)]).toEqual([[], []]);
    const lastRunOf = ({ jobs }: typeof first): Promise<unknown> => jobs.lastRun("maintain", "p1");
    expect([await lastRunOf(first), await lastRunOf(second)]).toEqual([TIME, undefined]);
    expect(await first.marks.of("p1", "")).toEqual([]);
    await first.close();
    await second.close();
  });
});
