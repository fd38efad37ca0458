import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathOf, type ScratchProject, sampleRecord, scratchProject } from "../../../test/support/records.ts";
import { renderIndex } from "../../record/index-line.ts";
import { retire } from "../../record/lifecycle.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { health } from "./health.ts";
import { gc, quarantine, queryIndex, rebuildIndex, validateIndex } from "./maintenance.ts";
import { isProblem } from "./read.ts";

const NOW = new Date("2026-06-30T12:00:00Z");
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();

const retired = (title: string, days: number): ProjectRecord =>
  retire(sampleRecord(title), { now: daysAgo(days), reason: "Obsolete" }).record;

const plantAll = (project: ScratchProject, ...records: ProjectRecord[]): void => {
  for (const record of records) project.plant(pathOf(record), record);
};

function recordAt(project: ScratchProject, path: string): ProjectRecord {
  const found = project.files.read(path);
  if (!found || isProblem(found)) throw new Error(`No record at ${path}`);
  return found.record;
}

describe("rebuilding the index", () => {
  test("lists active records of every category, sorted, and no others", async () => {
    using project = scratchProject();
    plantAll(project, sampleRecord("B"), sampleRecord("A"), retired("Gone", 1));
    plantAll(project, sampleRecord("C", { category: "tech_debt" }));
    expect(await rebuildIndex(project.files)).toMatchObject({ entries: 3, problems: [], duplicates: [] });
    expect(project.files.index()?.map(({ category, title }) => `${category} ${title}`)).toEqual([
      "DECISION A",
      "DECISION B",
      "TECH_DEBT C",
    ]);
  });

  test("without an active record writes an empty index", async () => {
    using project = scratchProject();
    plantAll(project, sampleRecord("Only"));
    await rebuildIndex(project.files);
    unlinkSync(join(project.root, "decisions/only.json"));
    expect(await rebuildIndex(project.files)).toMatchObject({ entries: 0 });
    expect(readFileSync(join(project.root, "index.md"), "utf8")).toBe(renderIndex([]));
    expect(validateIndex(project.files).ok).toBe(true);
  });

  test("reports unreadable, non-UTF-8 and non-object files and skips them", async () => {
    using project = scratchProject();
    plantAll(project, sampleRecord("Good"));
    project.plant("decisions/torn.json", "{");
    project.plant("decisions/latin.json", new Uint8Array([0xe9]));
    project.plant("decisions/list.json", "[1]");
    const { entries, problems } = await rebuildIndex(project.files);
    expect(entries).toBe(1);
    expect(problems.map(({ path }) => path)).toEqual([
      "decisions/latin.json",
      "decisions/list.json",
      "decisions/torn.json",
    ]);
    expect(existsSync(join(project.root, "decisions/torn.json"))).toBe(true);
  });

  test("retires the older half of a rename that was cut off, and keeps both files", async () => {
    using project = scratchProject();
    const older = sampleRecord("Use Jest");
    const newer = sampleRecord("Use Vitest", {
      times_updated: 1,
      content: { ...older.content, decision: "Vitest" },
      changes: [
        { date: daysAgo(1), summary: "Renamed", field: "id", old_value: "use-jest", new_value: "use-vitest" },
      ],
    });
    plantAll(project, older, newer);
    const { duplicates, entries } = await rebuildIndex(project.files);
    expect(duplicates).toEqual([{ path: "decisions/use-jest.json", kept: "decisions/use-vitest.json" }]);
    expect(entries).toBe(1);
    expect(recordAt(project, "decisions/use-jest.json").record_status).toBe("retired");
    expect(recordAt(project, "decisions/use-vitest.json")).toEqual(newer);
    expect(await rebuildIndex(project.files)).toMatchObject({ duplicates: [], entries: 1 });
  });

  test("of two files with the same content keeps the later", async () => {
    using project = scratchProject();
    const older = sampleRecord("Use Jest");
    plantAll(project, older, { ...older, id: "jest-it-is", updated_at: daysAgo(1), times_updated: 1 });
    expect((await rebuildIndex(project.files)).duplicates).toEqual([
      { path: "decisions/use-jest.json", kept: "decisions/jest-it-is.json" },
    ]);
  });

  test("leaves records alone that were merely made at the same moment", async () => {
    using project = scratchProject();
    const first = sampleRecord("Use SQLite", {
      times_updated: 2,
      changes: [{ date: daysAgo(1), summary: "More" }],
    });
    plantAll(project, first, sampleRecord("Use Bun", { content: { ...first.content, decision: "Bun" } }));
    expect(await rebuildIndex(project.files)).toMatchObject({ duplicates: [], entries: 2 });
  });

  test("finds its way through thousands of records made at the same moment", async () => {
    using project = scratchProject();
    for (let n = 0; n < 3_000; n += 1) {
      const base = sampleRecord(`Number ${n}`);
      plantAll(project, { ...base, content: { ...base.content, decision: `Choice ${n}` } });
    }
    expect(await rebuildIndex(project.files)).toMatchObject({ entries: 3_000, duplicates: [] });
  });
});

describe("validating the index", () => {
  test("finds records without a line, lines without a record, and lines that say something else", async () => {
    using project = scratchProject();
    plantAll(project, sampleRecord("Stays"), sampleRecord("Goes"), sampleRecord("Changes"));
    await rebuildIndex(project.files);
    expect(validateIndex(project.files)).toMatchObject({ ok: true, present: true, missing: [], stale: [] });
    unlinkSync(join(project.root, "decisions/goes.json"));
    plantAll(project, sampleRecord("Comes"), sampleRecord("Changed", { id: "changes" }));
    expect(validateIndex(project.files)).toMatchObject({
      ok: false,
      missing: [".claude/memory/decisions/changes.json", ".claude/memory/decisions/comes.json"],
      stale: [".claude/memory/decisions/changes.json", ".claude/memory/decisions/goes.json"],
    });
  });

  test("says when there is no index", () => {
    using project = scratchProject();
    plantAll(project, sampleRecord("Lonely"));
    expect(validateIndex(project.files)).toMatchObject({ ok: false, present: false });
  });
});

describe("querying the index", () => {
  test("finds lines by any part, regardless of case", async () => {
    using project = scratchProject();
    plantAll(project, sampleRecord("Use SQLite", { tags: ["storage"] }), sampleRecord("Use Bun"));
    await rebuildIndex(project.files);
    expect(queryIndex(project.files, "sqlITE")).toHaveLength(1);
    expect(queryIndex(project.files, "storage")[0]).toContain("Use SQLite");
    expect(queryIndex(project.files, "decision")).toHaveLength(2);
    expect(queryIndex(project.files, "nothing")).toEqual([]);
  });

  test("needs an index", () => {
    using project = scratchProject();
    expect(() => queryIndex(project.files, "x")).toThrow("NOT_FOUND");
  });
});

describe("health", () => {
  test("of a sound store is good", async () => {
    using project = scratchProject();
    plantAll(project, sampleRecord("Busy", { times_updated: 6 }), sampleRecord("Calm", { times_updated: 5 }));
    plantAll(project, retired("Lately", 3), retired("Long ago", 20));
    await rebuildIndex(project.files);
    const report = health(project.files, NOW);
    expect(report).toMatchObject({
      overall: "GOOD",
      issues: [],
      totals: { active: 2, retired: 2, archived: 0 },
    });
    expect(report.heavily_updated.map(({ title }) => title)).toEqual(["Busy"]);
    expect(report.recent_retirements.map(({ title }) => title)).toEqual(["Lately"]);
    expect(report.categories.find(({ category }) => category === "decision")).toMatchObject({
      active: 2,
      retired: 2,
    });
    expect(report.categories).toHaveLength(6);
  });

  test("of an empty or missing store is good", () => {
    using project = scratchProject();
    expect(health(project.files, NOW)).toMatchObject({ overall: "GOOD" });
  });

  test("names what needs attention", async () => {
    using project = scratchProject();
    plantAll(project, sampleRecord("One"));
    await rebuildIndex(project.files);
    plantAll(project, sampleRecord("Two"));
    project.plant("decisions/torn.json", "{");
    project.plant("runbooks/two.json", sampleRecord("Copy", { category: "runbook", id: "one" }));
    const report = health(project.files, NOW);
    expect(report.overall).toBe("NEEDS ATTENTION");
    expect(report.issues.join("\n")).toContain("index.md is out of step");
    expect(report.problems.map(({ path }) => path)).toEqual(["decisions/torn.json", "runbooks/two.json"]);
  });
});

describe("garbage collection", () => {
  const options = { graceDays: 30, archiveRetired: false, now: NOW };

  test("deletes what was retired as long ago as the grace period, and nothing younger", async () => {
    using project = scratchProject();
    plantAll(
      project,
      retired("Old", 31),
      retired("Just due", 30),
      retired("Young", 29.9),
      sampleRecord("Active"),
    );
    const result = await gc(project.files, options);
    expect(result.purged.map(({ title }) => title).sort()).toEqual(["Just due", "Old"]);
    expect(result).toMatchObject({ waiting: 1, archived: [], skipped: [] });
    expect(readdirSync(join(project.root, "decisions")).sort()).toEqual(["active.json", "young.json"]);
  });

  test("archives instead where the configuration says so", async () => {
    using project = scratchProject();
    plantAll(project, retired("Old", 31));
    const result = await gc(project.files, { ...options, archiveRetired: true });
    expect(result.archived.map(({ title }) => title)).toEqual(["Old"]);
    const record = recordAt(project, "decisions/old.json");
    expect(record).toMatchObject({ record_status: "archived", archived_at: NOW.toISOString() });
    expect(record.retired_at).toBeUndefined();
    expect(record.archived_reason).toContain("Obsolete");
    expect(await gc(project.files, { ...options, archiveRetired: true })).toMatchObject({
      archived: [],
      purged: [],
    });
  });

  test("skips a record whose time of retirement is missing or no time, and says so", async () => {
    using project = scratchProject();
    const { retired_at: _, ...undated } = retired("Undated", 99);
    plantAll(project, undated, { ...retired("Misdated", 99), retired_at: "last year" }, retired("Old", 99));
    const result = await gc(project.files, options);
    expect(result.skipped.map(({ path }) => path)).toEqual([
      ".claude/memory/decisions/misdated.json",
      ".claude/memory/decisions/undated.json",
    ]);
    expect(result.purged.map(({ title }) => title)).toEqual(["Old"]);
  });

  test("as a dry run reports the same and changes nothing", async () => {
    using project = scratchProject();
    plantAll(project, retired("Old", 31));
    const planned = await gc(project.files, { ...options, dryRun: true });
    expect(existsSync(join(project.root, "decisions/old.json"))).toBe(true);
    expect(existsSync(join(project.root, "index.md"))).toBe(false);
    expect(await gc(project.files, options)).toEqual(planned);
  });

  test("of a store that is not there makes none", async () => {
    using project = scratchProject();
    expect((await gc(project.files, options)).purged).toEqual([]);
    expect(existsSync(project.root)).toBe(false);
  });

  test("collects only the records that it is told to look at", async () => {
    using project = scratchProject();
    plantAll(project, retired("One", 40), retired("Two", 40), retired("Three", 1));
    const paths = ["decisions/one.json", "decisions/three.json", "decisions/gone.json"];
    const result = await gc(project.files, { ...options, paths });
    expect(result.purged.map(({ title }) => title)).toEqual(["One"]);
    expect(result.waiting).toBe(1);
    expect(existsSync(join(project.root, "decisions/two.json"))).toBe(true);
  });
});

describe("quarantine", () => {
  test("moves the file aside under its name and the time, and never over another", () => {
    using project = scratchProject();
    const path = project.plant("decisions/bad.json", "first");
    const seconds = Math.floor(NOW.getTime() / 1_000);
    expect(quarantine(path, NOW)).toBe(`${path}.invalid.${seconds}`);
    writeFileSync(path, "second");
    expect(quarantine(path, NOW)).toBe(`${path}.invalid.${seconds + 1}`);
    expect(readFileSync(`${path}.invalid.${seconds}`, "utf8")).toBe("first");
    expect(readFileSync(`${path}.invalid.${seconds + 1}`, "utf8")).toBe("second");
    expect(existsSync(path)).toBe(false);
  });

  test("of a file that is not there is an error and leaves nothing", () => {
    using project = scratchProject();
    project.plant("decisions/good.json", "x");
    expect(() => quarantine(join(project.root, "decisions/none.json"), NOW)).toThrow("WRITE_ERROR");
    expect(readdirSync(join(project.root, "decisions"))).toEqual(["good.json"]);
  });
});
