import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { scratchProject } from "../../test/support/records.ts";
import { RecordError } from "../record/error.ts";
import { sweepTemporaries, writeAtomic } from "./atomic.ts";

const isRoot = process.getuid?.() === 0;

function failure(act: () => unknown): RecordError {
  try {
    act();
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
  throw new Error("It did not fail");
}

describe("writing a file atomically", () => {
  test("replaces the content and leaves nothing else behind", () => {
    using project = scratchProject();
    const path = join(project.dir, "a.json");
    writeAtomic(path, "old");
    writeAtomic(path, "new ünd ganz");
    expect(readFileSync(path, "utf8")).toBe("new ünd ganz");
    expect(readdirSync(project.dir)).toEqual(["a.json"]);
  });

  test("gives records 0644 less the umask, and private files 0600", () => {
    using project = scratchProject();
    const before = process.umask(0o027);
    try {
      writeAtomic(join(project.dir, "shared"), "x");
      writeAtomic(join(project.dir, "private"), "x", { mode: 0o600 });
    } finally {
      process.umask(before);
    }
    expect(statSync(join(project.dir, "shared")).mode & 0o777).toBe(0o640);
    expect(statSync(join(project.dir, "private")).mode & 0o777).toBe(0o600);
  });

  test("replaces a symbolic link instead of writing through it", () => {
    using project = scratchProject();
    const victim = join(project.dir, "victim");
    writeFileSync(victim, "mine");
    symlinkSync(victim, join(project.dir, "a.json"));
    writeAtomic(join(project.dir, "a.json"), "new");
    expect(readFileSync(victim, "utf8")).toBe("mine");
    expect(readFileSync(join(project.dir, "a.json"), "utf8")).toBe("new");
  });

  test("a failure says what, where and how to mend it, and removes the temporary file", () => {
    using project = scratchProject();
    const path = join(project.dir, "taken");
    mkdirSync(join(path, "inside"), { recursive: true });
    const error = failure(() => writeAtomic(path, "x"));
    expect(error.code).toBe("WRITE_ERROR");
    expect(error.details.target).toBe(path);
    expect(error.fix).not.toBe("");
    expect(readdirSync(project.dir)).toEqual(["taken"]);
  });

  test("a folder that is not there is a WRITE_ERROR", () => {
    using project = scratchProject();
    expect(failure(() => writeAtomic(join(project.dir, "no", "a"), "x")).details.cause).toBe("ENOENT");
  });

  test.skipIf(isRoot)("a read-only folder is a WRITE_ERROR that says so", () => {
    using project = scratchProject();
    chmodSync(project.dir, 0o500);
    const error = failure(() => writeAtomic(join(project.dir, "a"), "x"));
    chmodSync(project.dir, 0o700);
    expect(error.details.cause).toBe("EACCES");
    expect(error.fix).toContain("permission");
  });
});

describe("sweeping temporary files", () => {
  test("removes ours that are old enough, and no one else's", () => {
    using project = scratchProject();
    const old = ".a.json.0123456789abcdef.tmp";
    const fresh = ".b.json.0123456789abcdef.tmp";
    for (const name of [old, fresh, "other.tmp", ".editor.tmp"]) writeFileSync(join(project.dir, name), "");
    utimesSync(join(project.dir, old), 1_000, 1_000);
    expect(sweepTemporaries(project.dir, 2_000_000)).toEqual([old]);
    expect(readdirSync(project.dir).sort()).toEqual([fresh, ".editor.tmp", "other.tmp"].sort());
  });

  test("a folder that is not there has nothing to sweep", () => {
    expect(sweepTemporaries("/nonexistent-folder", Number.POSITIVE_INFINITY)).toEqual([]);
  });
});
