import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isThere, mapFile, realFile, realFolder, sizeOf, timeOf } from "./quick-fs.ts";

let dir: string;
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "recollect-quick-")));
  mkdirSync(join(dir, "folder/below"), { recursive: true });
  writeFileSync(join(dir, "file.json"), '{"a":1}');
  writeFileSync(join(dir, "empty"), "");
  symlinkSync(join(dir, "file.json"), join(dir, "link.json"));
  symlinkSync(join(dir, "folder"), join(dir, "linked"));
  symlinkSync(join(dir, "nowhere"), join(dir, "dangling"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("quick looks at files agree with node:fs", () => {
  test.each(["file.json", "empty", "folder", "linked", "link.json"])("on the time of %s", (name) => {
    expect(timeOf(join(dir, name))).toBe(Math.floor(statSync(join(dir, name)).mtimeMs));
    expect(isThere(join(dir, name))).toBe(true);
  });

  test.each(["missing", "missing/below", "file.json/below", "dangling"])("on %s not being there", (name) => {
    expect(timeOf(join(dir, name))).toBeUndefined();
    expect(isThere(join(dir, name))).toBe(false);
    expect(sizeOf(join(dir, name))).toBe(0);
    expect(realFile(join(dir, name))).toBeUndefined();
  });

  test.each(["folder", "folder/below", "linked", "linked/below", "folder/../linked"])(
    "on where %s leads",
    (name) => {
      expect(realFolder(`${dir}/${name}`)).toBe(realpathSync(join(dir, name)));
    },
  );

  test.each(["file.json", "link.json"])("on where %s leads, a file", (name) => {
    expect(realFile(join(dir, name))).toBe(join(dir, "file.json"));
    expect(realFolder(join(dir, name))).toBeUndefined();
  });
});

test("a pipe has no size, is no regular file, and holds nobody up", () => {
  Bun.spawnSync(["mkfifo", join(dir, "pipe")]);
  writeFileSync(join(dir, "pipe.js"), "export {};");
  expect(sizeOf(join(dir, "pipe"))).toBe(0);
  expect(realFile(join(dir, "pipe"))).toBeUndefined();
  expect(mapFile(join(dir, "pipe"), 100)).toBeUndefined();
});

test("a file is not taken for its neighbour with an ending", () => {
  for (const name of ["plain", "plain.js", "plain.json"]) writeFileSync(join(dir, name), name);
  expect(realFile(join(dir, "plain"))).toBe(join(dir, "plain"));
});

describe("mapping a file", () => {
  test("gives its bytes", () => {
    expect(new TextDecoder().decode(mapFile(join(dir, "file.json"), 100))).toBe('{"a":1}');
  });

  test.each(["missing", "empty", "folder"])("gives nothing for %s", (name) => {
    expect(mapFile(join(dir, name), 100_000)).toBeUndefined();
  });

  test("gives nothing for a file that is too large", () => {
    expect(mapFile(join(dir, "file.json"), 6)).toBeUndefined();
  });
});

test("looking leaves the working directory as it is", () => {
  const before = process.cwd();
  realFolder(join(dir, "linked"));
  realFolder(join(dir, "missing"));
  expect(process.cwd()).toBe(before);
});
