import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatIndexLine, type IndexEntry, parseIndex, parseIndexLine, renderIndex } from "./index-line.ts";
import { cleanTag, cleanTitle } from "./sanitize.ts";

const entry: IndexEntry = {
  category: "TECH_DEBT",
  title: "Parser is duplicated",
  path: ".claude/memory/tech-debt/parser.json",
  tags: ["parser", "two words"],
};

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        " -> ",
        "->",
        " #tags:",
        "#tags:",
        ",",
        " ",
        "\n",
        "] ",
        "- [DECISION] ",
        "\u2028",
        "%20",
        "x.json",
      ),
      fc.string({ unit: "binary", maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("a line has category, title, path and tags", () => {
  expect(formatIndexLine(entry)).toBe(
    "- [TECH_DEBT] Parser is duplicated -> .claude/memory/tech-debt/parser.json #tags:parser,two words",
  );
  expect(formatIndexLine({ ...entry, tags: [] })).toEndWith("parser.json");
});

test("lines that are not entries are passed over", () => {
  for (const line of ["", "# Memory Index", "- item", "- [decision] a -> b", "- [X] a"]) {
    expect(parseIndexLine(line)).toBeUndefined();
  }
});

test("a line with a Windows line end is an entry", () => {
  expect(parseIndexLine(`${formatIndexLine(entry)}\r`)).toEqual(entry);
});

test("hostile titles, tags and paths come back as one entry with the cleaned values", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("DECISION", "TECH_DEBT", "API_V2"),
      hostileText,
      hostileText.map((path) => `m/${path.toWellFormed()}.json`),
      fc.array(hostileText, { maxLength: 5 }),
      (category, title, path, tags) => {
        const text = renderIndex([{ category, title, path, tags }]);
        expect(parseIndex(text)).toEqual([
          {
            category,
            title: cleanTitle(title) || "(untitled)",
            path,
            tags: tags.map(cleanTag).filter((tag) => tag !== ""),
          },
        ]);
      },
    ),
  );
});

test("the file is sorted by category, then title regardless of case", () => {
  const entries = [
    { ...entry, category: "RUNBOOK", title: "a" },
    { ...entry, category: "DECISION", title: "beta" },
    { ...entry, category: "DECISION", title: "Alpha" },
    { ...entry, category: "DECISION", title: "Zulu" },
  ];
  const text = renderIndex(entries);
  expect(text).toStartWith("# Memory Index\n");
  expect(text).toContain("Auto-generated");
  expect(parseIndex(text).map(({ title }) => title)).toEqual(["Alpha", "beta", "Zulu", "a"]);
});

test("an index without entries is a header alone", () => {
  expect(parseIndex(renderIndex([]))).toEqual([]);
});
