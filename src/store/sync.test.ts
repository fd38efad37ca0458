import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathOf, sampleRecord as sampleFile, scratchProject } from "../../test/support/records.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { FileStamp, Place, Store } from "./port.ts";
import { countOf, holdersOf, sampleRecord } from "./sample.ts";
import { openSqliteStore } from "./sqlite/open.ts";
import {
  type RecordSource,
  type RefreshMode,
  type RefreshReport,
  refreshProjection,
  SETTLED_AFTER,
} from "./sync.ts";

const PLACE: Place = { project: "p", root: "r" };
const FOLDERS = ["decisions", "runbooks"];

let dir: string;
let root: string;
let store: Store;
/** What the source was asked for. */
let asked: string[];
/** Folders that the source cannot list. */
let closed: Set<string>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-sync-"));
  root = join(dir, "memory");
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  store = openSqliteStore({ path: join(dir, "r.db") });
  asked = [];
  closed = new Set();
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const stampOf = (path: string): FileStamp | undefined => {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && { mtime: stat.mtimeNs.toString(), size: stat.isDirectory() ? 0 : Number(stat.size) };
};

/** Record files on a real disk, noting what is asked of them. */
const files: RecordSource = {
  folderStamps() {
    asked.push("folders");
    return new Map(
      FOLDERS.flatMap((folder) => {
        const stamp = stampOf(join(root, folder));
        return stamp ? [[folder, stamp] as const] : [];
      }),
    );
  },
  fileStamps(folder) {
    asked.push(`files ${folder}`);
    if (closed.has(folder)) return { path: folder, problem: "the folder cannot be read (EACCES)" };
    const stamps = new Map<string, FileStamp>();
    for (const name of stampOf(join(root, folder)) ? readdirSync(join(root, folder)) : []) {
      const stamp = stampOf(join(root, folder, name));
      if (stamp && name.endsWith(".json")) stamps.set(`${folder}/${name}`, stamp);
    }
    return stamps;
  },
  read(path) {
    asked.push(`read ${path}`);
    const stamp = stampOf(join(root, path));
    if (!stamp) return undefined;
    const text = readFileSync(join(root, path), "utf8");
    try {
      const record = JSON.parse(text) as ProjectRecord;
      return { path, hash: createHash("md5").update(text).digest("hex"), stamp, record };
    } catch {
      return { path, problem: "not JSON" };
    }
  },
};

/** Writes a record as an atomic rename does, so that the folder's time changes. */
function write(path: string, title: string, over: Partial<ProjectRecord> = {}): void {
  const id = path.slice(path.indexOf("/") + 1, -".json".length);
  writeFileSync(join(root, `${path}.tmp`), JSON.stringify(sampleRecord(id, { title, ...over })));
  renameSync(join(root, `${path}.tmp`), join(root, path));
}

const settle = (): Promise<void> => Bun.sleep(SETTLED_AFTER + 20);
async function refresh(mode: RefreshMode = "quick"): Promise<RefreshReport> {
  asked = [];
  return refreshProjection(files, store.projection, PLACE, { mode });
}
const titles = async (): Promise<string[]> =>
  (await store.projection.headers(PLACE, ["active", "retired", "archived"])).map(({ title }) => title);

describe("refreshProjection", () => {
  test("reads everything the first time, in either mode", async () => {
    write("decisions/a.json", "Kafka");
    write("runbooks/b.json", "Restart", { record_status: "retired" });
    expect(await refresh()).toEqual({ put: 2, removed: 0, problems: [], changed: true });
    expect(await titles()).toEqual(["Kafka", "Restart"]);
    expect(await countOf(store, PLACE)).toBe(1);
  });

  test("looks at nothing but the folders when nothing changed", async () => {
    write("decisions/a.json", "Kafka");
    await settle();
    await refresh();
    expect(await refresh()).toEqual({ put: 0, removed: 0, problems: [], changed: false });
    expect(asked).toEqual(["folders"]);
  });

  test("reads only the changed files of the changed folder", async () => {
    write("decisions/a.json", "Kafka");
    write("decisions/b.json", "Redis");
    write("runbooks/c.json", "Restart");
    await settle();
    await refresh();
    write("decisions/b.json", "Valkey");
    expect(await refresh()).toEqual({ put: 1, removed: 0, problems: [], changed: true });
    expect(asked).toEqual(["folders", "files decisions", "read decisions/b.json"]);
    expect(await titles()).toEqual(["Kafka", "Valkey", "Restart"]);
  });

  test("takes out records whose files or folders are gone", async () => {
    write("decisions/a.json", "Kafka");
    write("decisions/b.json", "Redis");
    write("runbooks/c.json", "Restart");
    await settle();
    await refresh();
    rmSync(join(root, "decisions/a.json"));
    rmSync(join(root, "runbooks"), { recursive: true });
    expect(await refresh()).toEqual({ put: 0, removed: 2, problems: [], changed: true });
    expect(await titles()).toEqual(["Redis"]);
    await settle();
    await refresh();
    rmSync(join(root, "decisions"), { recursive: true });
    expect((await refresh()).removed).toBe(1);
    expect(await titles()).toEqual([]);
  });

  test("sees a second change within the tick of the clock of the first", async () => {
    write("decisions/a.json", "Kafka");
    await refresh();
    // Both folder and file keep their times, as if the second write had come in the same tick.
    const before = statSync(join(root, "decisions"));
    const file = statSync(join(root, "decisions/a.json"));
    write("decisions/a.json", "Redis");
    utimesSync(join(root, "decisions/a.json"), file.atime, file.mtime);
    utimesSync(join(root, "decisions"), before.atime, before.mtime);
    expect((await refresh()).put).toBe(1);
    expect(await titles()).toEqual(["Redis"]);
  });

  test("comes to rest: once the clock has moved on, an unchanged folder is no longer looked into", async () => {
    write("decisions/a.json", "Kafka");
    await refresh();
    await refresh();
    expect(asked).toContain("files decisions");
    await settle();
    expect((await refresh()).changed).toBe(false);
    await refresh();
    expect(asked).toEqual(["folders"]);
  });

  test("finds a file overwritten in place in full mode", async () => {
    write("decisions/a.json", "Kafka");
    await settle();
    await refresh();
    writeFileSync(join(root, "decisions/a.json"), JSON.stringify(sampleRecord("a", { title: "Redpanda" })));
    expect((await refresh("full")).put).toBe(1);
    expect(asked).toEqual(["folders", "files decisions", "files runbooks", "read decisions/a.json"]);
    expect(await titles()).toEqual(["Redpanda"]);
  });

  test("reports unreadable files, takes their records out, and takes them in again when mended", async () => {
    write("decisions/a.json", "Kafka");
    write("decisions/b.json", "Redis");
    await settle();
    await refresh();
    writeFileSync(join(root, "decisions/a.json"), "{ half");
    const report = await refresh("full");
    expect(report).toEqual({
      put: 0,
      removed: 1,
      problems: [{ path: "decisions/a.json", problem: "not JSON" }],
      changed: true,
    });
    expect(await titles()).toEqual(["Redis"]);
    write("decisions/a.json", "Kafka");
    expect((await refresh()).put).toBe(1);
    expect(await titles()).toEqual(["Kafka", "Redis"]);
  });

  test.each<RefreshMode>(["quick", "full"])(
    "keeps what it knows of a folder that cannot be listed, and looks again until it can (%s)",
    async (mode) => {
      write("decisions/a.json", "Kafka");
      write("runbooks/b.json", "Restart");
      await settle();
      await refresh();
      closed.add("decisions");
      write("decisions/a.json", "Redis");
      write("runbooks/b.json", "Reboot");
      await settle();
      for (const changed of [true, false]) {
        expect(await refresh(mode)).toEqual({
          put: changed ? 1 : 0,
          removed: 0,
          problems: [{ path: "decisions", problem: "the folder cannot be read (EACCES)" }],
          changed,
        });
        expect(await titles()).toEqual(["Kafka", "Reboot"]);
      }
      closed.clear();
      expect((await refresh()).put).toBe(1);
      expect(await titles()).toEqual(["Redis", "Reboot"]);
    },
  );

  test("keeps what it knows of a folder that cannot even be seen", async () => {
    write("decisions/a.json", "Kafka");
    await settle();
    await refresh();
    renameSync(join(root, "decisions"), join(dir, "hidden"));
    closed.add("decisions");
    expect((await refresh()).problems).toHaveLength(1);
    expect(await titles()).toEqual(["Kafka"]);
    closed.clear();
    expect((await refresh()).removed).toBe(1);
    expect(await titles()).toEqual([]);
  });

  test("does not read again what was only touched with the same content, beyond once", async () => {
    write("decisions/a.json", "Kafka");
    await settle();
    await refresh();
    write("decisions/a.json", "Kafka");
    expect(await refresh()).toEqual({ put: 0, removed: 0, problems: [], changed: false });
    expect(asked).toContain("read decisions/a.json");
    await settle();
    await refresh();
    await refresh();
    expect(asked).toEqual(["folders"]);
  });

  test("an empty or missing memory root is no error and leaves nothing behind", async () => {
    rmSync(root, { recursive: true });
    expect(await refresh()).toEqual({ put: 0, removed: 0, problems: [], changed: false });
    expect(await refresh("full")).toEqual({ put: 0, removed: 0, problems: [], changed: false });
  });

  test("a projection forgotten and refreshed answers the same", async () => {
    for (let i = 0; i < 30; i += 1) write(`decisions/r${i}.json`, `Kafka topic ${i}`);
    await refresh();
    const search = (): Promise<unknown> => holdersOf(store, PLACE, ["kafka", "7"], 50);
    const before = await search();
    await store.projection.clear(PLACE);
    expect(await search()).toEqual([]);
    await refresh();
    expect(await search()).toEqual(before);
  });
});

describe("with the record files of a project", () => {
  const good = sampleFile("Use Kafka");
  const place: Place = { project: "p", root: "files" };

  test.each<[string, string]>([
    ["a confidence that is no number", JSON.stringify({ ...good, confidence: {} })],
    ["related files that are no list", JSON.stringify({ ...good, related_files: {} })],
    [
      "nesting that can be read but not written",
      JSON.stringify(good).replace(
        '"content":{',
        `"content":{"a":${"[".repeat(60_000)}${"]".repeat(60_000)},`,
      ),
    ],
  ])("a file with %s stands alone: the others are projected", async (_, text) => {
    using project = scratchProject();
    project.plant(pathOf(good), good);
    project.plant("decisions/bad.json", text);
    const report = await refreshProjection(project.files, store.projection, place, { mode: "quick" });
    expect(report).toMatchObject({ put: 1, problems: [{ path: "decisions/bad.json" }] });
    const [hit] = await holdersOf(store, place, ["kafka"]);
    expect(hit?.key).toBe(pathOf(good));
  });
});
