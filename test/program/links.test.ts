/** Links between the documents lead somewhere: to a file that is there, and to a heading that stands in it. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const PAGES = ["*.md", "docs/*.md", "plugin/**/*.md"].flatMap((pattern) => [
  ...new Bun.Glob(pattern).scanSync(ROOT),
]);

const prose = (page: string): string => readFileSync(join(ROOT, page), "utf8").replace(/^```.*?^```/gms, "");

/** A heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .trim()
    .replaceAll(" ", "-");

const anchorsOf = (page: string): string[] =>
  [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));

/** What is wrong with a link that stands on a page; undefined for nothing. */
function trouble(page: string, link: string): string | undefined {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, target))) return `${page}: ${link}: no such file`;
  const isThere = anchor === undefined || !target.endsWith(".md") || anchorsOf(target).includes(anchor);
  return isThere ? undefined : `${page}: ${link}: no such heading`;
}

test("links between documents lead to files and headings that are there", () => {
  const links = PAGES.flatMap((page) =>
    [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => ({ page, link })),
  ).filter(({ link }) => !/^[a-z]+:/.test(link));
  expect(links.length).toBeGreaterThan(80);
  expect(links.flatMap(({ page, link }) => trouble(page, link) ?? [])).toEqual([]);
});

test("a link that leads nowhere is found", () => {
  expect(trouble("docs/cli.md", "nowhere.md")).toContain("no such file");
  expect(trouble("docs/cli.md", "privacy.md#nowhere")).toContain("no such heading");
});
