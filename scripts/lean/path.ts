/**
 * What the hook bundles use of `node:path`, without loading it (1 ms of an empty process's 5): the POSIX functions
 * of the same names, with the same results. On Windows the real module is used.
 */
import type nodePath from "node:path";

const real = process.platform === "win32" ? (require("node:path") as typeof nodePath) : undefined;

export const sep: string = real?.sep ?? "/";

export const isAbsolute = (path: string): boolean => real?.isAbsolute(path) ?? path.startsWith("/");

export const join = (...parts: string[]): string =>
  real?.join(...parts) ?? normalize(parts.filter((part) => part !== "").join("/"));

export function resolve(...parts: string[]): string {
  if (real) return real.resolve(...parts);
  let path = "";
  for (let i = parts.length - 1; i >= 0 && !path.startsWith("/"); i -= 1) {
    const part = parts[i];
    if (part) path = path === "" ? part : `${part}/${path}`;
  }
  if (!path.startsWith("/")) path = path === "" ? process.cwd() : `${process.cwd()}/${path}`;
  return withoutTrailingSlash(normalize(path));
}

export function normalize(path: string): string {
  if (real) return real.normalize(path);
  if (path === "") return ".";
  const absolute = path.startsWith("/");
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!absolute) kept.push("..");
  }
  const body = kept.join("/");
  if (body === "") return absolute ? "/" : path.endsWith("/") ? "./" : ".";
  return `${absolute ? "/" : ""}${body}${path.endsWith("/") ? "/" : ""}`;
}

export function dirname(path: string): string {
  if (real) return real.dirname(path);
  const slash = withoutTrailingSlash(path).lastIndexOf("/");
  if (slash <= 0) return path.startsWith("/") ? "/" : ".";
  // Slashes are kept as they are, and two at the beginning mean something of their own to POSIX.
  return slash === 1 && path.startsWith("/") ? "//" : path.slice(0, slash);
}

export function basename(path: string, suffix?: string): string {
  if (real) return suffix === undefined ? real.basename(path) : real.basename(path, suffix);
  const body = withoutTrailingSlash(path);
  const base = body === "/" ? "" : body.slice(body.lastIndexOf("/") + 1);
  return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

export function relative(from: string, to: string): string {
  if (real) return real.relative(from, to);
  const [a, b] = [segments(from), segments(to)];
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1;
  return [...a.slice(shared).map(() => ".."), ...b.slice(shared)].join("/");
}

const segments = (path: string): string[] =>
  resolve(path)
    .split("/")
    .filter((segment) => segment !== "");

function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
