/**
 * Which project a folder belongs to. A project is a git repository, known by its common git folder, so that
 * worktrees share one identity; outside git it is the folder itself. Read from the files: starting `git` costs
 * more than a whole hook.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { isBelow } from "./inside.ts";
import { isThere, realFolder } from "./quick-fs.ts";

export interface Project {
  /** 16 hex digits from the common git folder's (or the folder's own) real path. */
  id: string;
  /** Absolute real path of the working tree's top (each worktree has its own). */
  dir: string;
  /** Name for people. */
  name: string;
  /** Absolute path of the git common folder, where there is one. */
  gitCommonDir?: string;
}

/** The project of a folder. A folder that does not exist counts by its nearest existing ancestor. */
export function findProject(from: string): Project {
  const start = existingFolder(from);
  for (let dir = start; ; dir = dirname(dir)) {
    const common = gitCommonDir(dir);
    if (common) return { id: shortHash(common), dir, name: projectName(common, dir), gitCommonDir: common };
    if (dirname(dir) === dir) break;
  }
  const marked = nearestWithMemory(start) ?? start;
  return { id: shortHash(marked), dir: marked, name: basename(marked) || marked };
}

/** 16 hex digits; used wherever a path becomes an id. Bun's hasher, because `node:crypto` takes 7 ms to load. */
export const shortHash = (text: string): string =>
  new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 16);

function existingFolder(from: string): string {
  const real = realFolder(resolve(from));
  if (real !== undefined) return real;
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    try {
      const real = realpathSync(dir);
      return statSync(real).isDirectory() ? real : dirname(real);
    } catch {
      if (dirname(dir) === dir) return dir;
    }
  }
}

/**
 * The common git folder if `dir` is the top of a working tree: https://git-scm.com/docs/gitrepository-layout
 *
 * `.git` may point elsewhere, and comes with a folder that someone may have unpacked: it counts for another project's only
 * if that project says the same, or one could name any path in it and be told what is remembered there. Whatever else it
 * points at, the tree is a project of its own.
 */
function gitCommonDir(dir: string): string | undefined {
  const dotGit = join(dir, ".git");
  // Also where it is a link to a folder: such a tree is no worktree to git.
  if (isThere(join(dotGit, "HEAD"))) return dotGit;
  if (!isThere(dotGit)) return undefined;
  try {
    const pointer = /^gitdir:\s*(.+)$/m.exec(readFileSync(dotGit, "utf8"))?.[1]?.trim();
    if (!pointer) return undefined;
    const gitDir = realpathSync(resolve(dir, pointer));
    return sharedGitDir(gitDir, dir) ?? dotGit;
  } catch {
    return undefined;
  }
}

/** The folder that the tree shares with others, or would share; undefined where what it points at does not know of it. */
function sharedGitDir(gitDir: string, dir: string): string | undefined {
  const commonFile = join(gitDir, "commondir");
  if (!existsSync(commonFile)) return isBelow(gitDir, dir) || hasWorkTree(gitDir, dir) ? gitDir : undefined;
  const common = realpathSync(resolve(gitDir, readFileSync(commonFile, "utf8").trim()));
  // What a worktree says of itself counts where only its project can have written it.
  if (dirname(gitDir) !== join(common, "worktrees")) return undefined;
  const tree = dirname(resolve(gitDir, readFileSync(join(gitDir, "gitdir"), "utf8").trim()));
  return realFolder(tree) === dir ? common : undefined;
}

/** Whether the configuration of a git folder names its working tree, as that of a submodule does. */
function hasWorkTree(gitDir: string, dir: string): boolean {
  const tree = /^\s*worktree\s*=\s*(.+)$/im.exec(readFileSync(join(gitDir, "config"), "utf8"))?.[1];
  return tree !== undefined && realFolder(resolve(gitDir, tree.trim().replaceAll('"', ""))) === dir;
}

const projectName = (common: string, dir: string): string =>
  basename(common) === ".git"
    ? basename(dirname(common))
    : basename(common).replace(/\.git$/, "") || basename(dir);

/** Outside git, a subfolder of a project with records belongs to it; the home folder's own `.claude` is the client's. */
function nearestWithMemory(start: string): string | undefined {
  for (let dir = start; ; dir = dirname(dir)) {
    if (dir === homedir()) return undefined;
    if (isThere(join(dir, ".claude", "memory"))) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}
