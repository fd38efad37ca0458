/** Which files `find` and a recursive `grep` may name, for the commands that are run on them. */
import { readOptions } from "./options.ts";
import { DEEP, ONE, STAR } from "./wildcards.ts";

export interface Found {
  /** Patterns of the files that may be found; where tests spare some, just any file below the starting points. */
  paths: string[];
  /** Words of path filters: they may name a folder that the patterns do not show. */
  filters: string[];
  /** The command of `-exec` and its like, without its end mark. */
  commands: string[][];
  /** Whether the files are deleted. */
  deletes: boolean;
  /** Files that `-fprint` and its like write. */
  outputs: string[];
}

const glob = (pattern: string): string => pattern.replace(/\*+/g, STAR).replace(/\?|\[[^\]]+\]/g, ONE);

/** A name that no pattern matches: what stands for it is judged by its folder alone. */
const SOME_FILE = "\u2026";

const inFolders = (folders: readonly string[], rests: readonly string[]): string[] =>
  folders.flatMap((folder) => rests.map((rest) => `${folder.replace(/\/+$/, "") || "/"}/${rest}`));

export function readFind(args: readonly string[]): Found {
  const firstTest = args.findIndex((arg) => /^[-(!]/.test(arg) && !/^-[HLPDO]/.test(arg));
  const starts = args.slice(0, firstTest < 0 ? undefined : firstTest).filter((arg) => !arg.startsWith("-"));
  const found: Found = { paths: [], filters: [], commands: [], deletes: false, outputs: [] };
  const names: string[] = [];
  let spares = false;
  let negated = false;
  for (let i = Math.max(0, firstTest); firstTest >= 0 && i < args.length; i += 1) {
    const test = args[i] ?? "";
    const value = args[i + 1] ?? "";
    if (test === "!" || test === "-not") {
      negated = true;
      continue;
    }
    if (/^-i?name$/.test(test)) {
      if (negated) spares ||= /claude|memory/.test(value);
      else names.push(glob(value));
    } else if (/^-(?:i?path|i?wholename|i?regex)$/.test(test)) {
      if (negated) spares = true;
      else found.filters.push(value);
    } else if (test === "-prune" || test === "-empty") spares = true;
    else if (test === "-delete") found.deletes = true;
    else if (/^-(?:exec|execdir|ok|okdir)$/.test(test)) {
      const end = args.findIndex((arg, j) => j > i && (arg === ";" || arg === "+"));
      found.commands.push(args.slice(i + 1, end < 0 ? undefined : end));
      i = end < 0 ? args.length : end;
    } else if (/^-f(?:print0?|ls|printf)$/.test(test)) found.outputs.push(value);
    negated = false;
  }
  const from = starts.length > 0 ? starts : ["."];
  const narrowed = spares || (names.length === 0 && found.filters.length > 0);
  const patterns = (names.length > 0 ? names : [STAR]).map((name) => `${DEEP}/${name}`);
  found.paths = inFolders(from, narrowed ? [SOME_FILE] : patterns);
  return found;
}

/** Files that `grep -r` may name; undefined where it does not go through folders. */
export function readGrep(args: readonly string[]): string[] | undefined {
  const options = readOptions(args, "efABCm", ["regexp", "file", "include", "exclude", "exclude-dir"]);
  if (!["r", "R", "recursive"].some((name) => options.given.has(name))) return undefined;
  const hasPattern = ["e", "f", "regexp", "file"].some((name) => options.given.has(name));
  const folders = options.operands.slice(hasPattern ? 0 : 1);
  const from = folders.length > 0 ? folders : ["."];
  if (options.given.has("exclude-dir")) return inFolders(from, [SOME_FILE]);
  const include = options.given.get("include");
  return inFolders(from, [`${DEEP}/${include ? glob(include) : STAR}`]);
}
