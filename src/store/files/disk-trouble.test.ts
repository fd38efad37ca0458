import { expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FillReport } from "../../../test/support/fill-disk.ts";
import type { LookReport } from "../../../test/support/look-around.ts";
import { pathOf, sampleRecord, scratchProject } from "../../../test/support/records.ts";

const LOOK = join(import.meta.dir, "../../../test/support/look-around.ts");
const FILL = join(import.meta.dir, "../../../test/support/fill-disk.ts");
const isRoot = process.getuid?.() === 0;
const NOBODY = "65534";
const canMount =
  process.platform === "linux" &&
  isRoot &&
  Bun.spawnSync(["unshare", "-m", "true"], { stderr: "ignore" }).exitCode === 0;

async function report<T = FillReport>(command: readonly string[]): Promise<T> {
  const child = Bun.spawn([...command], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(errors).toBe("");
  return JSON.parse(out) as T;
}

const shell = (script: string, ...args: string[]): string[] => ["sh", "-c", script, "sh", ...args];

test.skipIf(!canMount)(
  "on a full disk the write that finds no room fails clearly, and what was written stays whole",
  async () => {
    using project = scratchProject();
    mkdirSync(project.root, { recursive: true });
    const script = 'mount -t tmpfs -o size=64k tmpfs "$1" && exec "$2" "$3" "$4"';
    const found = await report([
      "unshare",
      "-m",
      ...shell(script, project.root, process.execPath, FILL, project.dir),
    ]);
    expect(found.error).toMatchObject({
      code: "WRITE_ERROR",
      cause: "ENOSPC",
      fix: expect.stringContaining("space"),
    });
    expect(found).toMatchObject({ records: found.created, problems: 0, indexRight: true, strangers: [] });
    expect(found.created).toBeGreaterThan(2);
  },
);

test("a write cut off by a limit on file sizes fails clearly, and what was written stays whole", async () => {
  using project = scratchProject();
  const script = 'trap "" XFSZ; ulimit -f 8; exec "$1" "$2" "$3"';
  const found = await report(shell(script, process.execPath, FILL, project.dir));
  expect(found.error).toMatchObject({ code: "WRITE_ERROR", cause: "EFBIG" });
  expect(found).toMatchObject({ records: found.created, problems: 0, indexRight: true, strangers: [] });
  expect(found.created).toBeGreaterThan(2);
});

test("in a folder that may not be written the error says so, and reading still works", async () => {
  using project = scratchProject();
  const record = sampleRecord("Number 1");
  project.plant(pathOf(record), record);
  chmodSync(project.dir, 0o755);
  chmodSync(join(project.root, "decisions"), 0o555);
  chmodSync(project.root, 0o555);
  const found = await report([process.execPath, FILL, project.dir, ...(isRoot ? [NOBODY] : [])]);
  chmodSync(project.root, 0o755);
  chmodSync(join(project.root, "decisions"), 0o755);
  expect(found.error).toMatchObject({
    code: "WRITE_ERROR",
    cause: "EACCES",
    fix: expect.stringContaining("permission"),
  });
  expect(found).toMatchObject({ created: 0, records: 1, problems: 0, strangers: [] });
});

test.each([
  ["listed", 0o311],
  ["looked into", 0o444],
  ["entered at all", 0o000],
])("a folder that may not be %s is reported, and the others are used as ever", async (_, mode) => {
  using project = scratchProject();
  const hidden = sampleRecord("Number 1");
  const seen = sampleRecord("Number 2", { category: "runbook" });
  for (const record of [hidden, seen]) project.plant(pathOf(record), record);
  const data = join(project.dir, "data");
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) for (const path of [project.root, data]) chownSync(path, Number(NOBODY), Number(NOBODY));
  chmodSync(project.dir, 0o755);
  chmodSync(join(project.root, "decisions"), mode);
  const found = await report<LookReport>([
    process.execPath,
    LOOK,
    project.dir,
    join(data, "recollect.db"),
    ...(isRoot ? [NOBODY] : []),
  ]);
  chmodSync(join(project.root, "decisions"), 0o755);
  const problem = "decisions: the folder cannot be read (EACCES)";
  // Where names can be listed, each file is a problem of its own.
  const scanned = mode === 0o444 ? "decisions/number-1.json: the file cannot be opened (EACCES)" : problem;
  expect(found).toEqual({
    records: [pathOf(seen)],
    problems: {
      scan: [scanned],
      read: mode === 0o311 ? "" : expect.stringContaining("EACCES"),
      refresh: [problem],
      rebuild: [scanned],
    },
    projected: ["Number 2"],
    located: pathOf(seen),
    indexed: 1,
    indexRight: true,
  });
});
