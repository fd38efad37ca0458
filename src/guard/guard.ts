/**
 * Keeps tools from writing records by hand: everything below the memory root, and below `.claude/memory` with the
 * configuration in it, is written by Recollect only. It stops mistakes; it is no sandbox.
 */
import { isAbsolute } from "node:path";
import type { Environment } from "../host/paths.ts";
import { lexicalPath, physicalPath, presumedPath, segmentsOf } from "./physical-path.ts";
import type { IntendedWrite } from "./types.ts";
import { DEEP, hasWildcard, pathsMeet, STAR, segmentsMeet } from "./wildcards.ts";

export interface GuardedProject {
  /** Absolute path of the project's folder. */
  projectDir: string;
  /** Relative to the project, as the configuration has it. */
  memoryRoot: string;
  /** Our own staging folder, always open. */
  staging?: string;
  /** Tells the home, whose own `.claude` is the client's unless the home is the project, and the temporary folder. */
  env?: Environment;
  platform?: NodeJS.Platform;
}

export interface ToolCall {
  /** Paths about to be written, absolute or relative to `cwd`. */
  paths: readonly string[];
  /** A shell command about to be run. */
  shellCommand?: string;
  /** Absolute. */
  cwd: string;
  /** Gives `~` and variables in the command their values. */
  env: Environment;
}

export type GuardVerdict = { allowed: true } | { allowed: false; reason: string };

const CLIENT_FOLDER = ".claude";
const MEMORY_FOLDER = "memory";

/** Files that sessions hand from step to step. */
const STAGING_FILE = /^\.memory-(?:write-pending[^/]*\.json|draft-[^/]*\.json|triage-context-[^/]*\.txt)$/;

/** Loaded for shell commands: after a tool was used there is hardly ever one. */
const shell = (): typeof import("./shell-writes.ts") => require("./shell-writes.ts");

/** What a tool call means to write: nothing for most. It takes no look at the file system. */
export function writesOfCall({ paths, shellCommand, cwd, env }: ToolCall): IntendedWrite[] {
  const writes: IntendedWrite[] = paths.map((path) => ({
    kind: "path",
    path: isAbsolute(path) ? path : `${cwd}/${path}`,
    tree: false,
  }));
  if (shellCommand) writes.push(...shell().shellWrites(shellCommand, { cwd, env }));
  return writes;
}

/** A project's guard: whether writes may go on. */
export function guardOf(project: GuardedProject): (writes: readonly IntendedWrite[]) => GuardVerdict {
  const guarded = guardedFolders(project);
  return (writes) => {
    const denied = writes.find((write) => isDenied(write, guarded));
    return denied ? { allowed: false, reason: reasonFor(denied, guarded) } : { allowed: true };
  };
}

interface Guarded {
  project: GuardedProject;
  home: string | undefined;
  /** Guarded folders as segments: as spelt and as links lead. */
  folders: readonly (readonly string[])[];
  /** Path segments that mean a memory wherever they follow each other. */
  marks: readonly (readonly string[])[];
  fold: (text: string) => string;
}

function guardedFolders(project: GuardedProject): Guarded {
  const { projectDir, memoryRoot, env = process.env, platform = process.platform } = project;
  // The usual file systems of these two ignore case, and macOS normalises.
  const fold =
    platform === "darwin" || platform === "win32"
      ? (text: string) => text.normalize("NFC").toLowerCase()
      : (text: string) => text;
  const segments = (path: string): string[] => segmentsOf(fold(path));
  const own = segmentsOf(fold(memoryRoot));
  const usual = [CLIENT_FOLDER, MEMORY_FOLDER];
  const roots = [memoryRoot, usual.join("/")].map((root) => `${projectDir}/${root}`);
  return {
    project,
    home: env.HOME,
    folders: roots.flatMap((root) => [segments(lexicalPath(root)), segments(presumedPath(root))]),
    marks: own.length > 1 ? [own, usual] : [usual],
    fold,
  };
}

function isDenied(write: IntendedWrite, guarded: Guarded): boolean {
  switch (write.kind) {
    case "path":
      return [lexicalPath(write.path), physicalPath(write.path)].some((path) =>
        isDeniedPath(path, write.tree, guarded),
      );
    case "glob":
      return globMeets(write.path, write.tree, guarded);
    case "suffix": {
      const end = segmentsOf(guarded.fold(lexicalPath(write.path)));
      const here = lexicalPath(`${guarded.project.projectDir}/${write.path}`);
      return guarded.marks.some((mark) => follows(end, mark)) || globMeets(here, false, guarded);
    }
    case "text":
      return (
        mentionsMemory(write.text, guarded) ||
        isDenied({ kind: "path", path: write.cwd, tree: false }, guarded)
      );
  }
}

function isDeniedPath(path: string, tree: boolean, guarded: Guarded): boolean {
  const segments = segmentsOf(guarded.fold(path));
  const isGuarded =
    guarded.folders.some((folder) => isWithin(segments, folder) || (tree && isWithin(folder, segments))) ||
    isOtherMemory(path, segments, guarded);
  return isGuarded && !isStaging(path, guarded);
}

/** Another project's memory, or another working tree's. The home folder's own `.claude` is the client's. */
function isOtherMemory(path: string, segments: readonly string[], { home, fold }: Guarded): boolean {
  if (!follows(segments, [CLIENT_FOLDER, MEMORY_FOLDER])) return false;
  return (
    home === undefined || !isWithin(segmentsOf(fold(path)), segmentsOf(fold(`${home}/${CLIENT_FOLDER}`)))
  );
}

/** Judged by where it leads: a link in the temporary folder to a record is no staging file. */
function isStaging(path: string, { project, fold }: Guarded): boolean {
  const real = fold(physicalPath(path));
  const slash = real.lastIndexOf("/");
  if (STAGING_FILE.test(real.slice(slash + 1))) {
    const temporary = ["/tmp", temporaryFolder(project.env)].map((folder) => fold(presumedPath(folder)));
    if (temporary.includes(real.slice(0, slash))) return true;
  }
  return (
    project.staging !== undefined &&
    isWithin(segmentsOf(real), segmentsOf(fold(presumedPath(project.staging))))
  );
}

/** As `node:os` tells it, which takes longer to load than this check takes. */
const temporaryFolder = (env: Environment = process.env): string =>
  (env.TMPDIR || env.TMP || env.TEMP || "/tmp").replace(/(.)\/$/, "$1");

const isWithin = (path: readonly string[], folder: readonly string[]): boolean =>
  folder.length <= path.length && folder.every((segment, i) => path[i] === segment);

/** Whether the segments of a mark follow each other somewhere, wildcards minded. */
const follows = (path: readonly string[], mark: readonly string[]): boolean =>
  path.some((_, i) =>
    mark.every((segment, j) => path[i + j] !== undefined && segmentsMeet(path[i + j] ?? "", segment)),
  );

/** What a pattern that goes through folders is compared with: the files that matter, by what they are called. */
const RECORD_FILES: readonly (readonly string[])[] = [["index.md"], [`${STAR}.json`], [STAR, `${STAR}.json`]];

function globMeets(pattern: string, tree: boolean, guarded: Guarded): boolean {
  const lexical = lexicalPath(pattern);
  const slash = lexical.search(/\/[^/]*[\uE000-\uE003]/);
  // The part without wildcards may go through links.
  const real =
    slash < 0 ? physicalPath(lexical) : physicalPath(lexical.slice(0, slash) || "/") + lexical.slice(slash);
  return [lexical, real].some((path) => {
    if (!hasWildcard(path)) return isDeniedPath(path, tree, guarded);
    if (isDeniedPath(path.slice(0, Math.max(1, path.search(/\/[^/]*[\uE000-\uE003]/))), false, guarded))
      return true;
    const segments = segmentsOf(guarded.fold(path));
    return guarded.folders.some((folder) => meetsFolder(segments, folder, tree));
  });
}

function meetsFolder(pattern: readonly string[], folder: readonly string[], tree: boolean): boolean {
  if (pattern.includes(DEEP)) {
    if (RECORD_FILES.some((file) => pathsMeet(pattern, [...folder, ...file]))) return true;
  } else if (pattern.length > folder.length && pathsMeet(pattern.slice(0, folder.length), folder))
    return true;
  return tree
    ? folder.some((_, i) => pathsMeet(pattern, folder.slice(0, i + 1)))
    : pathsMeet(pattern, folder);
}

/** Whether code names a guarded folder, in one piece or put together: `path.join(".claude", "memory")`. */
function mentionsMemory(text: string, { marks, project, fold }: Guarded): boolean {
  const joined = fold(text)
    .replace(/["'`\s]/g, "")
    .replace(/[,\\+]/g, "/")
    .replace(/\/+/g, "/");
  if (marks.some((mark) => joined.includes(mark.join("/")))) return true;
  const root = fold(project.memoryRoot);
  return !root.includes("/") && new RegExp(`(?:^|[^\\w.-])${escapeRegExp(root)}/`).test(joined);
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function reasonFor(write: IntendedWrite, { project }: Guarded): string {
  const what =
    write.kind === "path" ? `${lexicalPath(write.path)} belongs` : "This would change files that belong";
  const files =
    project.memoryRoot === `${CLIENT_FOLDER}/${MEMORY_FOLDER}`
      ? project.memoryRoot
      : `${project.memoryRoot} and ${CLIENT_FOLDER}/${MEMORY_FOLDER}`;
  return (
    `${what} to the project's memory (${files}), which is checked, indexed and locked by Recollect and not written directly. ` +
    "To save or change a record use the memory_save tool, or `recollect write` on the command line; to take one out, memory_retire or `recollect retire`; " +
    "for settings, `recollect config set`. If other files were meant, leave this folder out and try again. Reading it is fine."
  );
}
