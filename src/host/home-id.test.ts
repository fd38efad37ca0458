import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFile, homeId } from "./home-id.ts";

let dir: string;
let data: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-home-"));
  data = join(dir, "data");
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

test("a home's id is made once, and lies with its user alone", () => {
  const id = homeId({ data });
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(homeId({ data })).toBe(id);
  expect(statSync(homeFile({ data })).mode & 0o777).toBe(0o600);
  expect(readdirSync(data)).toEqual(["home-id"]);
  expect(homeId({ data: join(dir, "other") })).not.toBe(id);
});

test("processes that ask at once are told the same", async () => {
  const source = `import { homeId } from ${JSON.stringify(join(import.meta.dir, "home-id.ts"))};
    console.log(homeId({ data: process.argv[2] }));`;
  const script = join(dir, "ask.ts");
  writeFileSync(script, source);
  const asked = Array.from({ length: 6 }, () =>
    new Response(Bun.spawn([process.execPath, script, data], { stdout: "pipe" }).stdout).text(),
  );
  expect(new Set(await Promise.all(asked)).size).toBe(1);
  expect(readdirSync(data)).toEqual(["home-id"]);
});

test.each(["", "no id", "' OR ''='"])("what says %p is made anew", (said) => {
  mkdirSync(data);
  writeFileSync(homeFile({ data }), said);
  const id = homeId({ data });
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(homeId({ data })).toBe(id);
});

test("where nothing can be kept it stays the same all the same", () => {
  const file = join(dir, "file");
  writeFileSync(file, "");
  const id = homeId({ data: join(file, "data") });
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(homeId({ data: join(file, "data") })).toBe(id);
});

test("a link to somewhere else is not written through", () => {
  const elsewhere = join(dir, "elsewhere");
  mkdirSync(elsewhere);
  chmodSync(elsewhere, 0o700);
  symlinkSync(elsewhere, data);
  expect(homeId({ data })).toBe(homeId({ data }));
  expect(readdirSync(elsewhere)).toEqual([]);
});
