import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathOf, type ScratchProject, sampleRecord, scratchProject } from "../../../test/support/records.ts";
import { renderIndex } from "../../record/index-line.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { isProblem } from "./read.ts";
import { indexEntry } from "./scan.ts";

const sqlite = sampleRecord("Use SQLite");
const build = sampleRecord("Mend the build", { category: "runbook" });

const put = (project: ScratchProject, ...records: ProjectRecord[]): Promise<void> =>
  project.files.transact((tx) => {
    for (const record of records) tx.put(pathOf(record), record);
  });

const indexText = (project: ScratchProject): string => readFileSync(join(project.root, "index.md"), "utf8");

/** Longer than the clock of any usual file system takes to move on. */
const moment = (): Promise<void> => Bun.sleep(20);

/** Of the active records as a transaction sees them, by category and title. */
const titles = async (project: ScratchProject): Promise<string[]> =>
  (await project.files.transact((tx) => tx.index()))
    .toSorted((a, b) => (`${a.category} ${a.title}` < `${b.category} ${b.title}` ? -1 : 1))
    .map(({ title }) => title);

/** What the index says if it is exactly right. */
const exactIndex = (project: ScratchProject): string =>
  renderIndex(
    project.files.scan().records.flatMap((stored) => indexEntry(project.files.layout, stored) ?? []),
  );

describe("a transaction", () => {
  test("writes records as readable JSON in a fixed order, and lists the active ones in the index", async () => {
    using project = scratchProject();
    const { content, id, ...rest } = sqlite;
    await put(project, { content, ...rest, id });
    const text = readFileSync(join(project.root, "decisions/use-sqlite.json"), "utf8");
    expect(Object.keys(JSON.parse(text)).slice(0, 4)).toEqual(["schema_version", "category", "id", "title"]);
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    expect(indexText(project)).toContain(
      "- [DECISION] Use SQLite -> .claude/memory/decisions/use-sqlite.json #tags:sample",
    );
  });

  test("makes the memory root with a .gitignore for what is derived, and keeps one that is there", async () => {
    using project = scratchProject();
    expect(project.files.exists()).toBe(false);
    await put(project, sqlite);
    expect(project.files.exists()).toBe(true);
    const ignored = readFileSync(join(project.root, ".gitignore"), "utf8").split("\n");
    for (const line of ["index.md", ".lock", "*.tmp", "*.invalid.*"]) expect(ignored).toContain(line);
    writeFileSync(join(project.root, ".gitignore"), "mine");
    project.files.ensure();
    expect(readFileSync(join(project.root, ".gitignore"), "utf8")).toBe("mine");
  });

  test("keeps the index exact through additions, changes, retirements, renames and removals", async () => {
    using project = scratchProject();
    await put(
      project,
      ...["Zebra", "alpha", "Mitte", "Ärger", "alpha two"].map((title) => sampleRecord(title)),
      build,
    );
    expect(indexText(project)).toBe(exactIndex(project));
    await project.files.transact((tx) => {
      tx.put("decisions/mitte.json", sampleRecord("mitte, later", { id: "mitte", tags: ["x", "y"] }));
      tx.put("decisions/zebra.json", sampleRecord("Zebra", { record_status: "retired" }));
      tx.remove("runbooks/mend-the-build.json");
      tx.rename("decisions/alpha.json", "decisions/beta.json", sampleRecord("Beta"));
    });
    expect(indexText(project)).toBe(exactIndex(project));
    expect(project.files.index()?.map(({ title }) => title)).toEqual([
      "alpha two",
      "Beta",
      "mitte, later",
      "Ärger",
    ]);
    await project.files.transact((tx) => {
      for (const { path } of tx.records("decision")) tx.remove(path);
    });
    expect(indexText(project)).toBe(renderIndex([]));
  });

  test("keeps the index exact also when its function throws after some writes", async () => {
    using project = scratchProject();
    const failing = project.files.transact((tx) => {
      tx.put(pathOf(sqlite), sqlite);
      throw new Error("later trouble");
    });
    await expect(failing).rejects.toThrow("later trouble");
    expect(indexText(project)).toBe(exactIndex(project));
    expect(indexText(project)).toContain("Use SQLite");
  });

  test("rebuilds a missing index from the files", async () => {
    using project = scratchProject();
    project.plant(pathOf(build), build);
    await put(project, sqlite);
    expect(indexText(project)).toBe(exactIndex(project));
    expect(project.files.index()).toHaveLength(2);
  });

  test("does not believe an index that git left behind: records came, went, and went with their folder", async () => {
    using project = scratchProject();
    await put(project, sqlite, build);
    await moment();
    project.plant("decisions/pulled.json", sampleRecord("Pulled"));
    expect(project.files.currentIndex()).toBeUndefined();
    expect(await titles(project)).toEqual(["Pulled", "Use SQLite", "Mend the build"]);
    expect(indexText(project)).toBe(exactIndex(project));
    await moment();
    rmSync(join(project.root, "decisions/use-sqlite.json"));
    expect(await titles(project)).toEqual(["Pulled", "Mend the build"]);
    // Git takes a folder away with the last file in it.
    rmSync(join(project.root, "runbooks"), { recursive: true });
    expect(await titles(project)).toEqual(["Pulled"]);
    expect(indexText(project)).toBe(exactIndex(project));
  });

  test("changes lines of an index that its own writes alone made older", async () => {
    using project = scratchProject();
    const { files } = project;
    /** A line that a rebuild would take out. */
    const foreign = "- [DECISION] Written by hand -> .claude/memory/decisions/nowhere.json";
    await put(project, sqlite, build);
    writeFileSync(join(project.root, "index.md"), `${indexText(project)}${foreign}\n`);
    const later = sampleRecord("Use SQLite and nothing else");
    for (const write of [
      () => put(project, { ...sqlite, updated_at: "2026-03-01T00:00:00.000Z" }),
      () => files.transact((tx) => tx.rename(pathOf(sqlite), pathOf(later), later)),
      () => files.transact((tx) => tx.remove(pathOf(later))),
      () => put(project, { ...build, record_status: "retired" }),
      () => put(project, sqlite),
    ]) {
      await moment();
      await write();
      expect(files.currentIndex()).toBeDefined();
      await files.transact((tx) => tx.index());
      expect(indexText(project)).toContain(foreign);
    }
  });

  test("sees its own changes in the index before it ends", async () => {
    using project = scratchProject();
    await put(project, sqlite);
    await project.files.transact((tx) => {
      expect(tx.index().map(({ title }) => title)).toEqual(["Use SQLite"]);
      tx.put(pathOf(build), build);
      tx.put(pathOf(sqlite), { ...sqlite, record_status: "retired" });
      expect(tx.index().map(({ title }) => title)).toEqual(["Mend the build"]);
    });
  });

  test("a renamed record is gone under its old name at once, and from the disk at the end", async () => {
    using project = scratchProject();
    await put(project, sqlite);
    const next = sampleRecord("Use Postgres");
    await project.files.transact((tx) => {
      tx.rename(pathOf(sqlite), pathOf(next), next);
      expect(tx.exists(pathOf(sqlite))).toBe(false);
      expect(tx.read(pathOf(sqlite))).toBeUndefined();
      expect(tx.records("decision").map(({ path }) => path)).toEqual([pathOf(next)]);
    });
    expect(readdirSync(join(project.root, "decisions"))).toEqual(["use-postgres.json"]);
  });

  test("does not rename over another record", async () => {
    using project = scratchProject();
    await put(project, sqlite, sampleRecord("Use Postgres"));
    const renaming = project.files.transact((tx) =>
      tx.rename(pathOf(sqlite), "decisions/use-postgres.json", sampleRecord("Use Postgres")),
    );
    await expect(renaming).rejects.toMatchObject({ code: "WRITE_ERROR" });
    expect(project.files.scan().records).toHaveLength(2);
  });

  test("is of no use once it is over, and may not be asynchronous", async () => {
    using project = scratchProject();
    const escaped = await project.files.transact((tx) => tx);
    expect(() => escaped.put(pathOf(sqlite), sqlite)).toThrow("over");
    await expect(project.files.transact(async () => 1)).rejects.toThrow("awaited");
  });

  test("heals first what a killed one left: the index, and its temporary files", async () => {
    using project = scratchProject();
    await put(project, sqlite);
    project.plant(pathOf(build), build);
    project.plant("decisions/.use-sqlite.json.0123456789abcdef.tmp", "{");
    project.plant(".lock.owner", "{}");
    await project.files.transact((tx) => expect(tx.index()).toHaveLength(2));
    expect(indexText(project)).toBe(exactIndex(project));
    expect(readdirSync(join(project.root, "decisions"))).toEqual(["use-sqlite.json"]);
    expect(existsSync(join(project.root, ".lock.owner"))).toBe(false);
  });

  test("refuses to write into a folder or file that is a link", async () => {
    using project = scratchProject();
    using elsewhere = scratchProject();
    mkdirSync(project.root, { recursive: true });
    symlinkSync(elsewhere.dir, join(project.root, "decisions"));
    await expect(put(project, sqlite)).rejects.toMatchObject({ code: "SECURITY_ERROR" });
    mkdirSync(join(project.root, "runbooks"));
    symlinkSync(join(elsewhere.dir, "x.json"), join(project.root, "runbooks/mend-the-build.json"));
    await expect(put(project, build)).rejects.toMatchObject({ code: "SECURITY_ERROR" });
    expect(readdirSync(elsewhere.dir)).toEqual([]);
  });

  test("refuses a record too large to be read again", async () => {
    using project = scratchProject();
    const huge = { ...sqlite, content: { text: "x".repeat(2_100_000) } };
    await expect(put(project, huge)).rejects.toMatchObject({ code: "WRITE_ERROR" });
    expect(project.files.scan().records).toEqual([]);
  });
});

describe("reading", () => {
  test("gives the record with the MD5 of its bytes", async () => {
    using project = scratchProject();
    const path = project.plant(pathOf(sqlite), sqlite);
    project.plant(pathOf(build), build);
    const stored = project.files.read(pathOf(sqlite));
    if (!stored || isProblem(stored)) throw new Error("unreadable");
    expect(stored.record).toEqual(sqlite);
    expect(stored.hash).toBe(new Bun.CryptoHasher("md5").update(readFileSync(path)).digest("hex"));
    expect(project.files.fileStamps("decisions")).toEqual(new Map([[pathOf(sqlite), stored.stamp]]));
    expect(project.files.read("decisions/none.json")).toBeUndefined();
  });

  test("takes a file from before record_status for active, and its name for its identity", () => {
    using project = scratchProject();
    const { record_status: _, ...old } = sqlite;
    project.plant("decisions/other-name.json", JSON.stringify(old));
    const stored = project.files.read("decisions/other-name.json");
    expect(stored).toMatchObject({
      record: { id: "other-name", record_status: "active" },
      statedId: "use-sqlite",
    });
  });

  const { content: _content, ...withoutContent } = sqlite;
  test.each<[string, string, string | Uint8Array]>([
    ["not UTF-8", "UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ["torn JSON", "JSON", '{"id": "use-sqlite", '],
    ["nothing", "JSON", ""],
    ["a list", "object", "[]"],
    ["null", "object", "null"],
    ["nesting without end", "", "[".repeat(500_000)],
    ["another category's record", "folder", JSON.stringify({ ...sqlite, category: "runbook" })],
    ["a title that is no text", "title", JSON.stringify({ ...sqlite, title: 5 })],
    ["no content", "content", JSON.stringify(withoutContent)],
    ["tags that are no list", "tags", JSON.stringify({ ...sqlite, tags: "a" })],
    ["an unknown status", "record_status", JSON.stringify({ ...sqlite, record_status: "gone" })],
    ["changes that are no list", "changes", JSON.stringify({ ...sqlite, changes: "none" })],
    ["a confidence that is no number", "confidence", JSON.stringify({ ...sqlite, confidence: {} })],
    ["files that are no list", "related_files", JSON.stringify({ ...sqlite, related_files: {} })],
    ["files that are no texts", "related_files", JSON.stringify({ ...sqlite, related_files: [7] })],
    ["links that are no list", "related_records", JSON.stringify({ ...sqlite, related_records: {} })],
    ["links that are no objects", "related_records", JSON.stringify({ ...sqlite, related_records: [null] })],
    [
      "deep nesting",
      "nesting",
      JSON.stringify(sqlite).replace(
        '"content":{',
        `"content":{"a":${"[".repeat(60_000)}${"]".repeat(60_000)},`,
      ),
    ],
    ["3 MB", "2000000", JSON.stringify({ ...sqlite, content: { text: "x".repeat(3_000_000) } })],
  ])("reports a file with %s and skips it", (_, problem, content) => {
    using project = scratchProject();
    project.plant("decisions/bad.json", content);
    project.plant(pathOf(build), build);
    const { records, problems } = project.files.scan();
    expect(records.map(({ path }) => path)).toEqual([pathOf(build)]);
    expect(problems.map(({ path }) => path)).toEqual(["decisions/bad.json"]);
    expect(problems[0]?.problem).toContain(problem);
    expect(project.files.read("decisions/bad.json")).toEqual(problems[0]);
  });

  test("takes null in an optional field for no value", () => {
    using project = scratchProject();
    project.plant(
      pathOf(sqlite),
      JSON.stringify({ ...sqlite, confidence: null, related_files: null, related_records: null }),
    );
    expect(project.files.scan()).toMatchObject({ records: [{ path: pathOf(sqlite) }], problems: [] });
  });

  test("follows no links, whether of files or of folders, and waits for no pipe", () => {
    using project = scratchProject();
    using elsewhere = scratchProject();
    const outside = elsewhere.plant(pathOf(sqlite), sqlite);
    mkdirSync(join(project.root, "decisions"), { recursive: true });
    symlinkSync(outside, join(project.root, pathOf(sqlite)));
    symlinkSync(join(elsewhere.root, "decisions"), join(project.root, "runbooks"));
    Bun.spawnSync(["mkfifo", join(project.root, "decisions/pipe.json")]);
    const { records, problems } = project.files.scan();
    expect(records).toEqual([]);
    expect(problems.map(({ path }) => path)).toEqual([
      "decisions/pipe.json",
      "decisions/use-sqlite.json",
      "runbooks",
    ]);
    for (const folder of ["decisions", "runbooks"]) {
      expect(project.files.fileStamps(folder)).toEqual(new Map());
    }
    // Only the time of what a linked folder leads to is looked at, which costs nothing and tells nothing.
    expect([...project.files.folderStamps().keys()].sort()).toEqual(["decisions", "runbooks"]);
    expect(isProblem(project.files.read(pathOf(sqlite)) ?? { path: "", problem: "" })).toBe(true);
  });

  test("reports names that no record can have, and passes over files of other kinds", () => {
    using project = scratchProject();
    project.plant("decisions/Bad Name.json", sqlite);
    project.plant("decisions/notes.txt", "x");
    project.plant("decisions/old.json.invalid.1760000000", "x");
    expect(project.files.scan().problems.map(({ path }) => path)).toEqual(["decisions/Bad Name.json"]);
  });

  test("never throws for a path that is no record's", () => {
    using project = scratchProject();
    for (const path of ["../a.json", "index.md", "nowhere/a.json", ""]) {
      expect(project.files.read(path)).toMatchObject({ problem: expect.any(String) });
    }
  });

  test("of a store that is not there finds nothing", () => {
    using project = scratchProject();
    expect(project.files.scan()).toEqual({ records: [], problems: [] });
    expect(project.files.fileStamps("decisions")).toEqual(new Map());
    expect(project.files.index()).toBeUndefined();
  });

  test("a folder's stamp changes with every write in it", async () => {
    using project = scratchProject();
    await put(project, sqlite, build);
    const before = project.files.folderStamps();
    await Bun.sleep(20);
    await put(project, { ...sqlite, title: "Use SQLite still" });
    const after = project.files.folderStamps();
    expect(after.get("decisions")).not.toEqual(before.get("decisions"));
    expect(after.get("runbooks")).toEqual(before.get("runbooks"));
  });

  test("a folder spelt in other letters is not a category's", () => {
    using project = scratchProject();
    project.plant(pathOf(sqlite), sqlite);
    renameSync(join(project.root, "decisions"), join(project.root, "Decisions"));
    expect(project.files.scan().records).toEqual([]);
  });
});
