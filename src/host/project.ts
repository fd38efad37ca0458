/**
 * Which project a folder belongs to. A project is a git repository, known by its common git folder, so that
 * worktrees share one identity; outside git it is the folder itself. Read from the files: starting `git` costs
 * more than a whole hook.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isThere, realFolder } from "./quick-fs.ts";

export interface Project {
  /** 16 hex digits from the common git folder's (or the folder's own) real path. */
  id: string;
  /** Absolute real path of the working tree's top (each worktree has its own). */
  dir: string;
  /** Name for people. */
  name: string;
  /** Absolute real path of the git common folder, where there is one. */
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

/** The common git folder if `dir` is the top of a working tree: https://git-scm.com/docs/gitrepository-layout */
function gitCommonDir(dir: string): string | undefined {
  const dotGit = join(dir, ".git");
  if (isThere(join(dotGit, "HEAD"))) return realFolder(dotGit);
  if (!isThere(dotGit)) return undefined;
  try {
    const pointer = /^gitdir:\s*(.+)$/m.exec(readFileSync(dotGit, "utf8"))?.[1]?.trim();
    if (!pointer) return undefined;
    const gitDir = isAbsolute(pointer) ? pointer : resolve(dir, pointer);
    const commonFile = join(gitDir, "commondir");
    if (!existsSync(commonFile)) return realpathSync(gitDir);
    return realpathSync(resolve(gitDir, readFileSync(commonFile, "utf8").trim()));
  } catch {
    return undefined;
  }
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
