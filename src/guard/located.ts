/** From a path as a command was given it to a path in the file system. */
import type { IntendedWrite } from "./types.ts";
import { ANY, hasWildcard } from "./wildcards.ts";
import type { Target } from "./write-commands.ts";

/** A name that stands for an untold one: no pattern means it, so that it is judged by its folder alone. */
const UNTOLD = "\u2026";

/** Absolute, with `..` left in: what it leads to depends on links. */
export const absolute = (path: string, cwd: string): string =>
  path.startsWith("/") || path.startsWith(ANY) ? path : `${cwd}/${path}`;

/**
 * The writes that a target may mean. An unset variable at its start could be any folder: then the rest is judged by
 * itself, and as a name in the folder the command runs in.
 */
export function located({ path: given, tree = false }: Target, cwd: string): IntendedWrite[] {
  if (given === "" || given.startsWith("/dev/")) return [];
  let start = 0;
  while (given[start] === ANY) start += 1;
  const rest = given.slice(start);
  const writes: IntendedWrite[] = [];
  if (start > 0 && rest.includes("/")) writes.push({ kind: "suffix", path: rest.slice(rest.indexOf("/")) });
  const path = absolute(start > 0 ? UNTOLD + rest : given, cwd);
  if (path.startsWith(ANY)) writes.push({ kind: "suffix", path: path.slice(1) });
  else writes.push({ kind: hasWildcard(path) ? "glob" : "path", path, tree });
  return writes;
}
