/** A database that is in use when a new version comes. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleOfEach } from "../../memory/samples.ts";
import { MEMORY_TYPES } from "../../memory/types.ts";
import { TABLES } from "../memory-rows.ts";
import { countOf, holdersOf, projected, sampleRecord } from "../sample.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openSqliteStore } from "./open.ts";
import { DATABASE_VERSION, databaseVersion } from "./version.ts";

const dir = mkdtempSync(join(tmpdir(), "recollect-migrations-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const PLACE = { project: "p1", root: "r" };
const TIME = "2026-03-07T12:00:00.000Z";

/** The database's tables and indexes, however their statements are spaced. */
const layout = (db: Database): string[] =>
  db
    .query<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    .all()
    .map(({ sql }) => sql.replace(/\s+/g, " ").replaceAll(" )", ")"));

/** Takes away what versions 9 and 10 brought. */
function asOfVersion8(db: Database): void {
  for (const table of ["jobs", "seats", "marks", "usage", "proposals", "runs"]) db.run(`DROP TABLE ${table}`);
  for (const type of MEMORY_TYPES) db.run(`ALTER TABLE ${TABLES[type]} DROP COLUMN provenance`);
  db.run("PRAGMA user_version = 8");
}

function ofVersion(version: number, path = ":memory:"): Database {
  const db = new Database(path);
  for (const step of MIGRATIONS.slice(0, version)) {
    if (typeof step === "string") db.run(step);
    else step(db);
  }
  return db;
}

test("is of the version that the last migration leads to", () => {
  expect(MIGRATIONS).toHaveLength(DATABASE_VERSION);
});

test("of version 8 keeps all that it held, and can do what later ones can", async () => {
  const path = join(dir, "recollect.db");
  const memories = sampleOfEach();
  const before = openSqliteStore({ path });
  await before.memories.put(memories);
  await before.ledger.session("p1", "s1", "claude-code", TIME);
  const put = [projected(sampleRecord("r1", { title: "Kafka" }))];
  await before.projection.apply(PLACE, { put, remove: [], folders: new Map() });
  await before.close();

  const db = new Database(path);
  asOfVersion8(db);
  expect(layout(db)).toEqual(layout(ofVersion(8)));
  db.close();

  const store = openSqliteStore({ path });
  expect(store.notices).toEqual([]);
  const ids = memories.map(({ id }) => id);
  expect(await store.memories.get("p1", ids)).toEqual(memories);
  expect(await countOf(store, PLACE)).toBe(1);
  expect(await holdersOf(store, PLACE, ["kafka"])).toHaveLength(1);
  expect((await store.ledger.recentSessions("p1", 5)).map(({ session }) => session)).toEqual(["s1"]);

  const told = memories.map((memory) => ({ ...memory, provenance: { by: "person" } }));
  await store.memories.put(told);
  expect(await store.memories.get("p1", ids)).toEqual(told);
  const key = { kind: "capture", project: "p1", subject: "s1" } as const;
  await store.jobs.add({ ...key, payload: {}, at: TIME });
  expect(await store.jobs.list(10)).toMatchObject([{ ...key, state: "waiting" }]);
  await store.close();
  using now = new Database(path);
  expect(databaseVersion(now)).toBe(DATABASE_VERSION);
});

test("of version 9 keeps its work, for the plain environment, and knows when projects were looked after", async () => {
  const path = join(dir, "version-9.db");
  const db = ofVersion(9, path);
  db.run("PRAGMA user_version = 9");
  db.run(`INSERT INTO jobs(kind, project, subject, payload, due, created_at)
    VALUES('capture', 'p1', 's1', '{}', '${TIME}', '${TIME}')`);
  const mark = "INSERT INTO marks(project, session, source, client, path, folder, at, closed)";
  db.run(`${mark} VALUES('p1', 's1', 'main', 'claude-code', '/t.jsonl', '/p', '${TIME}', 0)`);
  db.run(`${mark} VALUES('p1', '', 'maintenance', 'recollect', '', '/p', '${TIME}', 1)`);
  db.close();

  const store = openSqliteStore({ path });
  expect(await store.jobs.lastRun("maintain", "p1")).toBe(TIME);
  expect(await store.jobs.lastRun("maintain", "p2")).toBeUndefined();
  expect(await store.marks.of("p1", "")).toEqual([]);
  expect((await store.marks.of("p1", "s1")).map(({ env }) => env)).toEqual([undefined]);
  const lease = { owner: "o", now: TIME, until: "2027-01-01T00:00:00.000Z" };
  const plain = { env: "", strays: "" };
  expect(await store.jobs.lease(lease, plain)).toMatchObject({ subject: "s1" });
  await store.close();
});
