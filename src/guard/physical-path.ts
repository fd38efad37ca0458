/** Where a path leads once links are followed, whether or not its end exists. */
import { readlinkSync } from "node:fs";
import { realFile, realFolder } from "../host/quick-fs.ts";

/** Linux gives up after as many: https://man7.org/linux/man-pages/man7/path_resolution.7.html */
const MAX_LINKS = 40;

/** Without `.`, `..` and double slashes, as if nothing were a link. Absolute in, absolute out. */
export function lexicalPath(path: string): string {
  const out: string[] = [];
  for (const segment of segmentsOf(path)) {
    if (segment === "..") out.pop();
    else out.push(segment);
  }
  return `/${out.join("/")}`;
}

/** As the kernel walks it: each link is followed where it stands, so that `link/..` is the parent of its target. */
export const physicalPath = (path: string): string => realFolder(path) ?? realFile(path) ?? walk(path);

/** For what does not exist, wholly or at its end, which may be a link all the same. */
function walk(path: string): string {
  const ahead = segmentsOf(path).reverse();
  let at = "";
  let links = 0;
  for (let segment = ahead.pop(); segment !== undefined; segment = ahead.pop()) {
    if (segment === "..") {
      at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
      continue;
    }
    const target = links < MAX_LINKS ? linkTarget(`${at}/${segment}`) : undefined;
    if (target === undefined) at = `${at}/${segment}`;
    else {
      links += 1;
      if (target.startsWith("/")) at = "";
      ahead.push(...segmentsOf(target).reverse());
    }
  }
  return at || "/";
}

/**
 * Where a path leads whose end may be missing; a missing end is taken for no link. For folders of ours, where a link to
 * nowhere would be somebody's own doing.
 */
export function presumedPath(path: string): string {
  for (let at = lexicalPath(path); ; at = at.slice(0, at.lastIndexOf("/")) || "/") {
    const real = realFolder(at);
    if (real !== undefined)
      return `${real === "/" ? "" : real}${lexicalPath(path).slice(at === "/" ? 0 : at.length)}`;
    if (at === "/") return path;
  }
}

export const segmentsOf = (path: string): string[] =>
  path.split("/").filter((segment) => segment !== "" && segment !== ".");

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
