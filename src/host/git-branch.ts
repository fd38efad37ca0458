/** The branch that is checked out, read from git's files: starting `git` costs more than a whole hook. */
import { isAbsolute, join, resolve } from "node:path";
import { mapFile } from "./quick-fs.ts";

/** Most bytes of git's small files. */
const SMALL = 4_096;

/**
 * Undefined outside git, and where no branch is checked out. In a worktree `.git` is a file that says where its own folder is:
 * https://git-scm.com/docs/gitrepository-layout
 *
 * @param dir top of a working tree
 */
export function currentBranch(dir: string): string | undefined {
  const dotGit = join(dir, ".git");
  const pointer = /^gitdir:\s*(.+)$/m.exec(textOf(dotGit))?.[1]?.trim();
  const gitDir = pointer === undefined ? dotGit : isAbsolute(pointer) ? pointer : resolve(dir, pointer);
  return /^ref:\s*refs\/heads\/(.+)$/m.exec(textOf(join(gitDir, "HEAD")))?.[1]?.trim();
}

const textOf = (path: string): string => {
  const bytes = mapFile(path, SMALL);
  return bytes ? new TextDecoder().decode(bytes) : "";
};
