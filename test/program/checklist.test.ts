/** The page about memories names a test for everything that it says holds: the tests have to be there. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const PAGE = readFileSync(join(ROOT, "docs/cognitive-memory.md"), "utf8");

interface Row {
  /** What stands in the first column. */
  name: string;
  /** What stands in the last one. */
  shownBy: string;
}

const rows: Row[] = PAGE.slice(PAGE.indexOf("\n## Checklist\n"))
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| *(?:What)? *\|/.test(line))
  .map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    return { name: cells[1] ?? "", shownBy: cells.at(-2) ?? "" };
  });

/** Tests that a cell names: a file, then names in quotation marks, then maybe another file. */
function testsIn(cell: string): { file: string; name: string }[] {
  let file = "";
  return [...cell.matchAll(/`([^`]+)`: |“([^”]+)”/g)].flatMap(([, path, name]) => {
    if (path !== undefined) file = path;
    return name === undefined ? [] : [{ file, name }];
  });
}

/** Demands that no test shows, and what stands for one. */
const WITHOUT: { readonly [name: string]: string } = {
  J1: "measured, not asserted",
  J2: "`npm run bench`",
};

const numbered = (prefix: string, count: number, width = 1): string[] =>
  Array.from({ length: count }, (_, n) => prefix + String(n + 1).padStart(width, "0"));

test("every demand and every case has its line", () => {
  const counts = { A: 23, B: 6, C: 12, D: 7, E: 20, F: 7, G: 5, H: 8, I: 7, J: 7, K: 6, L: 3, M: 10 };
  const demands = Object.entries(counts).flatMap(([letter, count]) => numbered(letter, count));
  const cases = numbered("AC", 30, 2);
  const names = rows.map(({ name }) => name).filter((name) => /^(?:AC|[A-M])\d+$/.test(name));
  expect(names).toEqual([...demands, ...cases]);
});

test("every line names a test that there is", () => {
  expect(rows.length).toBeGreaterThan(150);
  for (const { name, shownBy } of rows) {
    const tests = testsIn(shownBy);
    if (tests.length === 0) expect([name, shownBy]).toEqual([name, WITHOUT[name] ?? "a test"]);
    for (const { file, name: named } of tests) {
      const path = join(ROOT, file);
      const source = existsSync(path) ? readFileSync(path, "utf8") : "";
      const isThere = source.includes(`"${named}"`) || source.includes(`\`${named}\``);
      expect({ name, file, named, isThere }).toEqual({ name, file, named, isThere: true });
    }
  }
});
