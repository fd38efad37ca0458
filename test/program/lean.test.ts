/** The bundler's lean stand-ins say what the real modules say. */
import { describe, expect, test } from "bun:test";
import nodePath from "node:path";
import fc from "fast-check";
import { rewriteImports } from "../../scripts/lean/builtins.ts";
import * as lean from "../../scripts/lean/path.ts";

const path = fc
  .array(fc.constantFrom("a", "b.ts", "..", ".", "", "/", "//", "c d", ".hidden", "日本"), { maxLength: 6 })
  .map((parts) => parts.join(fc.sample(fc.constantFrom("/", ""), 1)[0]));

describe("the lean path module agrees with node:path", () => {
  test("on names and folders", () => {
    fc.assert(
      fc.property(path, (p) => {
        expect(lean.dirname(p)).toBe(nodePath.posix.dirname(p));
        expect(lean.basename(p)).toBe(nodePath.posix.basename(p));
        // Of nothing but slashes node:path makes a name when it is to take an ending off; nobody means that.
        if (/[^/]/.test(p)) expect(lean.basename(p, ".ts")).toBe(nodePath.posix.basename(p, ".ts"));
        expect(lean.normalize(p)).toBe(nodePath.posix.normalize(p));
        expect(lean.isAbsolute(p)).toBe(nodePath.posix.isAbsolute(p));
      }),
      { numRuns: 2_000 },
    );
  });

  test("on joining, resolving and ways between", () => {
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        expect(lean.join(a, b, c)).toBe(nodePath.posix.join(a, b, c));
        expect(lean.resolve(a, b, c)).toBe(nodePath.posix.resolve(a, b, c));
        expect(lean.relative(a, b)).toBe(nodePath.posix.relative(a, b));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("imports of Node's modules", () => {
  test("are loaded at the first call", () => {
    const source =
      'import { readFileSync, type Stats, statSync as look } from "node:fs";\nlook(readFileSync);';
    expect(rewriteImports(source)).toBe(
      'const readFileSync = (...given) => require("node:fs").readFileSync(...given);\n' +
        'const look = (...given) => require("node:fs").statSync(...given);\nlook(readFileSync);',
    );
  });

  test("of types alone, and of modules not known to be safe, stay as they are", () => {
    for (const line of [
      'import type { Stats } from "node:fs";',
      'import { createInterface } from "node:readline";',
    ]) {
      expect(rewriteImports(line)).toBe(line);
    }
  });

  test("over several lines are rewritten whole", () => {
    const source = 'import {\n  lstatSync,\n  readdirSync,\n} from "node:fs";\n';
    expect(rewriteImports(source).split("\n").filter(Boolean)).toHaveLength(2);
    expect(rewriteImports(source)).not.toContain("import");
  });
});
