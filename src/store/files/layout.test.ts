import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { MEMORY_ROOT, sampleRecord, scratchProject } from "../../../test/support/records.ts";
import { builtInCategories } from "../../record/category.ts";
import { RecordError, type RecordErrorCode } from "../../record/error.ts";
import { openRecordFiles } from "./record-files.ts";

function codeOf(act: () => unknown): RecordErrorCode | "no error" {
  try {
    act();
    return "no error";
  } catch (error) {
    if (error instanceof RecordError) return error.code;
    throw error;
  }
}

const record = sampleRecord("Use SQLite");

describe("locating a record", () => {
  test("accepts an absolute path, one relative to the project or to the memory root, and a bare id", () => {
    using project = scratchProject();
    project.plant("decisions/use-sqlite.json", record);
    for (const target of [
      join(project.root, "decisions/use-sqlite.json"),
      ".claude/memory/decisions/use-sqlite.json",
      "./.claude/memory/decisions/use-sqlite.json",
      "decisions/use-sqlite.json",
      "decisions/use-sqlite",
      "use-sqlite",
      " use-sqlite.json ",
    ]) {
      expect(project.files.locate(target)).toBe("decisions/use-sqlite.json");
    }
  });

  test("finds a project that is named through a link", () => {
    using project = scratchProject();
    using other = scratchProject();
    project.plant("decisions/use-sqlite.json", record);
    const link = join(other.dir, "link");
    symlinkSync(project.dir, link);
    expect(project.files.locate(join(link, MEMORY_ROOT, "decisions/use-sqlite.json"))).toBe(
      "decisions/use-sqlite.json",
    );
    const through = openRecordFiles({
      projectDir: link,
      memoryRoot: MEMORY_ROOT,
      categories: builtInCategories(),
    });
    expect(through.locate(join(link, MEMORY_ROOT, "decisions/use-sqlite.json"))).toBe(
      "decisions/use-sqlite.json",
    );
  });

  test("a bare id in two folders is refused, naming both", () => {
    using project = scratchProject();
    project.plant("decisions/same.json", sampleRecord("Same"));
    project.plant("runbooks/same.json", sampleRecord("Same", { category: "runbook" }));
    expect(() => project.files.locate("same")).toThrow(/same/);
    expect(codeOf(() => project.files.locate("same"))).toBe("PATH_ERROR");
    expect(project.files.locate("same", "runbook")).toBe("runbooks/same.json");
  });

  test("a bare id that no folder has is not found, unless the category says where it would be", () => {
    using project = scratchProject();
    expect(codeOf(() => project.files.locate("nothing"))).toBe("NOT_FOUND");
    expect(project.files.locate("nothing", "decision")).toBe("decisions/nothing.json");
  });

  test.each([
    ["outside the root", "../outside.json"],
    ["outside the root, absolute", "/etc/passwd"],
    ["through `..` though it ends inside", "decisions/../runbooks/a.json"],
    ["in a folder of no category", ".claude/memory/misc/a.json"],
    ["below a category's folder", "decisions/deep/a.json"],
    ["in the memory root itself", ".claude/memory/a.json"],
    ["the index", ".claude/memory/index.md"],
    ["the index by its bare name", "index.md"],
    ["the configuration", ".claude/memory/memory-config.json"],
    ["the configuration by its bare name", "memory-config.json"],
    ["the configuration's name in a folder", "decisions/memory-config.json"],
    ["a name with capitals", "decisions/Use-SQLite.json"],
    ["a folder spelt otherwise", "Decisions/use-sqlite.json"],
    ["another extension", "decisions/use-sqlite.md"],
    ["a hidden file", "decisions/.json"],
    ["a name of 81 characters", `decisions/${"a".repeat(81)}.json`],
    ["nothing", "  "],
    ["a folder", "decisions/"],
    ["the root", ".claude/memory"],
    ["a file of the project", "src/a.json"],
  ])("refuses %s", (_, target) => {
    using project = scratchProject();
    project.plant("decisions/use-sqlite.json", record);
    expect(codeOf(() => project.files.locate(target))).toBe("PATH_ERROR");
  });

  test("refuses a NUL character", () => {
    using project = scratchProject();
    expect(codeOf(() => project.files.locate("decisions/a\0.json"))).toBe("SECURITY_ERROR");
  });

  test("refuses a target outside the category's folder", () => {
    using project = scratchProject();
    expect(codeOf(() => project.files.locate("runbooks/a.json", "decision"))).toBe("PATH_ERROR");
    expect(codeOf(() => project.files.locate("a", "nonsense"))).toBe("INPUT_ERROR");
  });

  test("refuses a record that is a link, and one in a folder that is a link", () => {
    using project = scratchProject();
    const elsewhere = project.plant("decisions/use-sqlite.json", record);
    symlinkSync(elsewhere, join(project.root, "decisions/link.json"));
    expect(codeOf(() => project.files.locate("decisions/link.json"))).toBe("SECURITY_ERROR");
    expect(codeOf(() => project.files.locate("link"))).toBe("SECURITY_ERROR");
    symlinkSync(join(project.root, "decisions"), join(project.root, "runbooks"));
    expect(codeOf(() => project.files.locate("runbooks/use-sqlite.json"))).toBe("SECURITY_ERROR");
  });
});

describe("the memory root", () => {
  const open = (projectDir: string, memoryRoot: string) =>
    openRecordFiles({ projectDir, memoryRoot, categories: builtInCategories() });

  test.each(["../elsewhere", "/tmp/elsewhere", "a/../../b", "", "."])(
    "must lie below the project: not %p",
    (root) => {
      using project = scratchProject();
      expect(codeOf(() => open(project.dir, root))).toBe("PATH_ERROR");
    },
  );

  test("may not be led out of the project by a link, at any level", () => {
    using project = scratchProject();
    using elsewhere = scratchProject();
    mkdirSync(join(elsewhere.dir, "memory"));
    symlinkSync(elsewhere.dir, join(project.dir, "linked"));
    expect(codeOf(() => open(project.dir, "linked"))).toBe("SECURITY_ERROR");
    expect(codeOf(() => open(project.dir, "linked/memory"))).toBe("SECURITY_ERROR");
    expect(codeOf(() => open(project.dir, "linked/not-yet-there"))).toBe("SECURITY_ERROR");
    symlinkSync(join(elsewhere.dir, "nowhere"), join(project.dir, "dangling"));
    expect(codeOf(() => open(project.dir, "dangling"))).toBe("SECURITY_ERROR");
  });

  test("may be a link that stays inside the project", async () => {
    using project = scratchProject();
    mkdirSync(join(project.dir, "real"));
    symlinkSync(join(project.dir, "real"), join(project.dir, "linked"));
    const files = open(project.dir, "linked");
    await files.transact((tx) => tx.put("decisions/use-sqlite.json", record));
    expect(files.scan().records).toHaveLength(1);
  });

  test("turned into a link after opening is noticed before anything is written", async () => {
    using project = scratchProject();
    using elsewhere = scratchProject();
    await project.files.transact((tx) => tx.put("decisions/use-sqlite.json", record));
    renameSync(project.root, `${project.root}-old`);
    symlinkSync(elsewhere.dir, project.root);
    const write = project.files.transact((tx) => tx.put("decisions/other.json", record));
    await expect(write).rejects.toMatchObject({ code: "SECURITY_ERROR" });
  });
});
