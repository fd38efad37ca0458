import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleMemory } from "../../memory/samples.ts";
import { StoreError } from "../error.ts";
import type { Place } from "../port.ts";
import { countOf, frequenciesOf, holdersOf, projected, sampleRecord } from "../sample.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openSqliteStore } from "./open.ts";
import { PLACES_MAX } from "./projection-writer.ts";
import { DATABASE_VERSION } from "./version.ts";

const PLACE: Place = { project: "p", root: "r" };

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-sqlite-"));
  path = join(dir, "data", "recollect.db");
});
afterEach(() => {
  chmodSync(dir, 0o700);
  rmSync(dir, { recursive: true, force: true });
});

const mode = (file: string): number => statSync(file).mode & 0o777;

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return error instanceof StoreError ? error.code : "";
  }
  return "no error";
}

const rejection = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "no error",
    (error: unknown) => (error instanceof StoreError ? error.code : String(error)),
  );

async function seed(titles: readonly string[], place: Place = PLACE): Promise<void> {
  const store = openSqliteStore({ path });
  const put = titles.map((title, i) => projected(sampleRecord(`r${i}`, { title })));
  await store.projection.apply(place, { put, remove: [], folders: new Map() });
  await store.ledger.session("p", "s1", "client", "2026-01-01T00:00:00Z");
  await store.close();
}

test("the version of the tables is that of the last migration", () => {
  expect(MIGRATIONS).toHaveLength(DATABASE_VERSION);
});

describe("the database file", () => {
  test("is made for its owner alone, with its folder and its companions", async () => {
    const store = openSqliteStore({ path });
    await store.ledger.session("p", "s", "c", "2026-01-01T00:00:00Z");
    expect(mode(join(dir, "data"))).toBe(0o700);
    for (const name of readdirSync(join(dir, "data"))) expect(mode(join(dir, "data", name))).toBe(0o600);
    expect(existsSync(`${path}-wal`)).toBe(true);
    await store.close();
  });

  test("is taken from others who could read it, while the mode of an existing folder stays", async () => {
    await seed(["Kafka"]);
    chmodSync(path, 0o644);
    chmodSync(join(dir, "data"), 0o755);
    const store = openSqliteStore({ path });
    await store.close();
    expect(mode(path)).toBe(0o600);
    expect(mode(join(dir, "data"))).toBe(0o755);
  });

  test("is not opened through a symbolic link, nor when it is a folder", () => {
    writeFileSync(join(dir, "victim"), "precious");
    symlinkSync(join(dir, "victim"), join(dir, "link.db"));
    expect(codeOf(() => openSqliteStore({ path: join(dir, "link.db") }))).toBe("UNSAFE_PATH");
    expect(readFileSync(join(dir, "victim"), "utf8")).toBe("precious");
    symlinkSync(join(dir, "nowhere"), join(dir, "dangling.db"));
    expect(codeOf(() => openSqliteStore({ path: join(dir, "dangling.db") }))).toBe("UNSAFE_PATH");
    mkdirSync(join(dir, "folder.db"));
    expect(codeOf(() => openSqliteStore({ path: join(dir, "folder.db") }))).toBe("UNSAFE_PATH");
  });

  test("of the first version keeps its sessions, seen when they ended or began", async () => {
    mkdirSync(join(dir, "data"), { mode: 0o700 });
    const db = new Database(path, { create: true });
    db.run(String(MIGRATIONS[0]));
    db.run("PRAGMA user_version = 1");
    db.run(
      `INSERT INTO sessions(project, session, client, started_at, ended_at) VALUES
       ('p', 'ended', 'c', '2026-01-01T00:00:00Z', '2026-02-02T00:00:00Z'), ('p', 'begun', 'c', '2026-01-01T00:00:00Z', NULL)`,
    );
    db.close();
    const store = openSqliteStore({ path });
    expect(store.notices).toEqual([]);
    expect(await store.ledger.prune("2026-02-01T00:00:00Z", 10)).toEqual({ sessions: 1, injections: 0 });
    expect((await store.ledger.recentSessions("p", 10)).map(({ session }) => session)).toEqual(["ended"]);
    await store.close();
  });

  test("of a newer version is refused with advice and left untouched", async () => {
    await seed(["Kafka"]);
    const db = new Database(path);
    db.run(`PRAGMA user_version = ${DATABASE_VERSION + 1}`);
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    const before = readFileSync(path);
    expect(codeOf(() => openSqliteStore({ path }))).toBe("NEWER_DATABASE");
    writeFileSync(`${path}-suspect`, "");
    expect(codeOf(() => openSqliteStore({ path }))).toBe("NEWER_DATABASE");
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(join(dir, "data")).filter((name) => name.includes("corrupt"))).toEqual([]);
  });

  test("that is no database is set aside, whole, and a new one begun with a notice", async () => {
    mkdirSync(join(dir, "data"));
    const garbage = Buffer.from("this is not a database ".repeat(500));
    writeFileSync(path, garbage, { mode: 0o600 });
    const now = (): Date => new Date("2026-01-02T03:04:05.678Z");
    const store = openSqliteStore({ path, now });
    expect(store.notices).toHaveLength(1);
    expect(store.notices[0]).toContain("corrupt-2026-01-02T03-04-05-678Z");
    expect(await countOf(store, PLACE)).toBe(0);
    await store.close();
    expect(readFileSync(`${path}.corrupt-2026-01-02T03-04-05-678Z`).equals(garbage)).toBe(true);
    expect(mode(path)).toBe(0o600);
    const again = openSqliteStore({ path });
    expect(again.notices).toEqual([]);
    await again.close();
  });

  test("whose pages are damaged is set aside when it is next opened", async () => {
    await seed(Array.from({ length: 500 }, (_, i) => `Kafka ${i}`));
    const bytes = readFileSync(path);
    // Behind the schema: without that the file would not open at all.
    for (let offset = 4_096 * Math.ceil(bytes.length / 8_192); offset < bytes.length; offset += 1)
      bytes[offset] = 0x5a;
    writeFileSync(path, bytes);
    const store = openSqliteStore({ path });
    expect(await rejection(store.projection.headers(PLACE, ["active"]))).toBe("CORRUPT");
    await store.close().catch(() => undefined);
    const mended = openSqliteStore({ path });
    expect(mended.notices).toHaveLength(1);
    expect(await countOf(mended, PLACE)).toBe(0);
    await mended.close();
    expect(readdirSync(join(dir, "data")).some((name) => name.startsWith("recollect.db.corrupt-"))).toBe(
      true,
    );
  });

  test("whose search index alone is damaged makes it anew: memories stay, records come from their files", async () => {
    await seed(Array.from({ length: 50 }, (_, i) => `Kafka ${i}`));
    const memory = sampleMemory({ type: "semantic", content: "Webhooks arrive twice" }, { project: "p" });
    const before = openSqliteStore({ path });
    await before.memories.put([memory]);
    await before.close();
    const db = new Database(path);
    const leaf = db
      .query<{ block: Uint8Array }, []>(
        "SELECT block FROM text_fts_data WHERE instr(block, x'6b61666b61') > 0",
      )
      .get()?.block;
    db.close();
    const bytes = readFileSync(path);
    const at = bytes.indexOf(Buffer.from(leaf ?? []).subarray(0, 200));
    expect(at).toBeGreaterThan(0);
    bytes.fill(0xff, at, at + 4); // where its parts begin
    writeFileSync(path, bytes);
    const store = openSqliteStore({ path });
    expect(await rejection(holdersOf(store, PLACE, ["kafka"], 5))).toBe("CORRUPT");
    await store.close();
    const mended = openSqliteStore({ path });
    expect(mended.notices.join()).toContain("search index");
    expect(await countOf(mended, PLACE)).toBe(0);
    expect(await mended.projection.folders(PLACE)).toEqual(new Map());
    expect(await mended.ledger.recentSessions("p", 5)).toHaveLength(1);
    const found = await (await mended.text.look(["memories/p"])).candidates(
      [{ term: "webhook", weight: 1 }],
      5,
    );
    expect(found.map(({ key }) => key)).toEqual([memory.id]);
    await mended.close();
    expect(readdirSync(join(dir, "data"))).toEqual(["recollect.db"]);
  });

  test("in a folder that cannot be written is a typed error", () => {
    if (process.getuid?.() === 0) {
      // root may write anywhere: a file in the folder's place has the same effect
      writeFileSync(join(dir, "data"), "");
    } else chmodSync(dir, 0o500);
    expect(codeOf(() => openSqliteStore({ path }))).toBe("UNWRITABLE");
  });

  test("held by another process is a typed error after a bounded wait, and readable meanwhile", async () => {
    await seed(["Kafka"]);
    const holder = new Database(path);
    holder.run("BEGIN IMMEDIATE");
    const store = openSqliteStore({ path, busyTimeout: 20 });
    expect(await rejection(store.ledger.session("p", "new", "c", "2026-01-01T00:00:00Z"))).toBe("LOCKED");
    expect(await countOf(store, PLACE)).toBe(1);
    holder.run("ROLLBACK");
    holder.close();
    expect(await rejection(store.ledger.session("p", "new", "c", "2026-01-01T00:00:00Z"))).toBe("no error");
    await store.close();
  });
});

test("places beyond the bound make room for new ones, the one used longest ago first", async () => {
  let clock = 0;
  const now = (): Date => {
    clock += 1_000;
    return new Date(clock);
  };
  const store = openSqliteStore({ path, now });
  const place = (i: number): Place => ({ project: `p${i}`, root: "r" });
  for (let i = 0; i <= PLACES_MAX; i += 1) {
    const put = [projected(sampleRecord("r", { title: "Kafka" }))];
    await store.projection.apply(place(i), { put, remove: [], folders: new Map() });
  }
  expect(await countOf(store, place(0))).toBe(0);
  expect(await countOf(store, place(1))).toBe(1);
  expect(await countOf(store, place(PLACES_MAX))).toBe(1);
  expect(await holdersOf(store, place(PLACES_MAX), ["kafka"], 5)).toHaveLength(1);
  await store.close();
});

test("who makes the database waits for another that is making it", async () => {
  const script = join(dir, "maker.ts");
  writeFileSync(
    script,
    `import { openSqliteStore } from ${JSON.stringify(join(import.meta.dir, "open.ts"))};
     console.log("opening");
     await openSqliteStore({ path: ${JSON.stringify(path)}, busyTimeout: 20_000 }).close();`,
  );
  // As it is for a moment before it keeps a write-ahead log.
  mkdirSync(join(dir, "data"), { mode: 0o700 });
  const maker = new Database(path, { create: true });
  maker.run("CREATE TABLE made(x)");
  maker.run("BEGIN IMMEDIATE");
  maker.run("INSERT INTO made VALUES(1)");
  const other = Bun.spawn([process.execPath, script], { stderr: "pipe", stdout: "pipe" });
  await other.stdout.getReader().read();
  await Bun.sleep(100);
  maker.run("COMMIT");
  expect(await new Response(other.stderr).text()).toBe("");
  expect(await other.exited).toBe(0);
  maker.close();
}, 30_000);

test("processes that begin, migrate and write the same database at once lose nothing", async () => {
  const script = join(dir, "writer.ts");
  writeFileSync(
    script,
    `import { openSqliteStore } from ${JSON.stringify(join(import.meta.dir, "open.ts"))};
     import { projected, sampleRecord } from ${JSON.stringify(join(import.meta.dir, "..", "sample.ts"))};
     const me = process.argv[2];
     const store = openSqliteStore({ path: ${JSON.stringify(path)}, busyTimeout: 20_000 });
     for (let i = 0; i < 25; i += 1) {
       const put = [projected(sampleRecord(\`r-\${me}-\${i}\`, { title: "Kafka " + i }))];
       await store.projection.apply({ project: "p", root: "r" }, { put, remove: [], folders: new Map() });
       await store.ledger.addInjections("p", [{ session: "s", item: \`\${me}-\${i}\`, version: "v", place: "prompt",
         score: 1, characters: 1, tokens: 1, at: "2026-01-01T00:00:00Z" }]);
     }
     await store.close();`,
  );
  const writers = Array.from({ length: 4 }, (_, i) =>
    Bun.spawn([process.execPath, script, String(i)], { stderr: "pipe", stdout: "ignore" }),
  );
  const errors = await Promise.all(writers.map((writer) => new Response(writer.stderr).text()));
  expect(errors.join("")).toBe("");
  const store = openSqliteStore({ path });
  expect(await countOf(store, PLACE)).toBe(100);
  expect(await frequenciesOf(store, PLACE, ["kafka"])).toEqual(new Map([["kafka", 100]]));
  expect((await holdersOf(store, PLACE, ["kafka"], 1_000)).length).toBe(100);
  expect((await store.ledger.shown("p", "s")).size).toBe(100);
  await store.close();
}, 60_000);
