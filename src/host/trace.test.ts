import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileTrace, readTrace } from "./trace.ts";

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "recollect-trace-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the trace", () => {
  test("keeps entries in order, private to the user", () => {
    const path = join(scratch, "a/log");
    const trace = fileTrace(path);
    trace({ level: "error", part: "hook:Stop", message: "first" });
    trace({ level: "info", part: "store", message: "second\nline" });
    expect(readTrace(path, 10).map(({ message }) => message)).toEqual(["first", "second\nline"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(scratch, "a")).mode & 0o777).toBe(0o700);
  });

  test("passes over torn and foreign lines", () => {
    const path = join(scratch, "b");
    writeFileSync(path, 'not json\n{"at":1}\n\x00\n');
    fileTrace(path)({ level: "error", part: "p", message: "kept" });
    appendFileSync(path, '{"at":"2026-01-01T00:00:00Z","message":"to');
    expect(readTrace(path, 10).map(({ message }) => message)).toEqual(["kept"]);
  });

  test("stays bounded and keeps the newest", () => {
    const path = join(scratch, "c");
    const trace = fileTrace(path);
    for (let n = 0; n < 1_400; n += 1)
      trace({ level: "info", part: "p", message: `${n} ${"x".repeat(1_900)}` });
    expect(statSync(path).size + statSync(`${path}.1`).size).toBeLessThan(2_200_000);
    expect(readTrace(path, 1)[0]?.message.startsWith("1399 ")).toBe(true);
  });

  test("that cannot be written fails nothing", () => {
    writeFileSync(join(scratch, "file"), "");
    expect(() =>
      fileTrace(join(scratch, "file/log"))({ level: "error", part: "p", message: "m" }),
    ).not.toThrow();
  });
});
