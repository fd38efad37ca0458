/** `auto_commit`: a git commit of just the files that a save wrote, leaving whatever else is staged as it is. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Longest a git command may take before it is given up, in milliseconds. */
const GIT_TIMEOUT_MS = 15_000;
/** Files in the git folder that say an operation of the user's is under way; a commit would join it. */
const BUSY_MARKS = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "rebase-merge",
  "rebase-apply",
  "BISECT_LOG",
];

export type GitCommitResult = { commit: string } | { skipped: string };

/**
 * Commits the given paths (relative to `projectDir`; gone ones are committed as deletions). The user's commit hooks
 * are not run: they were written for code, and a slow one must not hold up a save.
 */
export function commitFiles(projectDir: string, paths: readonly string[], message: string): GitCommitResult {
  const top = git(projectDir, ["rev-parse", "--absolute-git-dir"]);
  if (!top.ok) return { skipped: "not a git repository" };
  const busy = BUSY_MARKS.find((mark) => existsSync(join(top.out, mark)));
  if (busy) return { skipped: `a git operation is under way (${busy})` };

  const known = new Set(git(projectDir, ["ls-files", "-z", "--", ...paths]).out.split("\0"));
  const ignored = ignoredOf(projectDir, paths);
  // Of what is gone and was never in git there is nothing to commit, and git would refuse the rest with it.
  const changed = paths.filter(
    (path) => !ignored.has(path) && (known.has(path) || existsSync(join(projectDir, path))),
  );
  if (changed.length === 0) return { skipped: "git ignores the files, or never knew them" };
  const added = git(projectDir, ["add", "--all", "--", ...changed]);
  if (!added.ok) return { skipped: `git add: ${added.err}` };
  const done = git(projectDir, [
    "commit",
    "--quiet",
    "--no-verify",
    "--only",
    "-m",
    message,
    "--",
    ...changed,
  ]);
  if (!done.ok) return { skipped: `git commit: ${done.err || done.out}` };
  return { commit: git(projectDir, ["rev-parse", "--short", "HEAD"]).out };
}

/** Those of the paths that git ignores. This command alone refuses to run where paths are told to be taken literally. */
function ignoredOf(projectDir: string, paths: readonly string[]): Set<string> {
  const { out } = git(projectDir, ["check-ignore", "--stdin", "-z"], {
    input: paths.join("\0"),
    env: { GIT_LITERAL_PATHSPECS: "0" },
  });
  return new Set(out.split("\0"));
}

/** `--no-verify` leaves hooks that come before and after the message; and a monitor is a program, too. */
const WITHOUT_PROGRAMS = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];

function git(
  cwd: string,
  args: string[],
  { input = "", env = {} }: { input?: string; env?: { [name: string]: string } } = {},
): { ok: boolean; out: string; err: string } {
  const run = spawnSync("git", [...WITHOUT_PROGRAMS, ...args], {
    cwd,
    encoding: "utf8",
    input,
    stdio: "pipe",
    timeout: GIT_TIMEOUT_MS,
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_LITERAL_PATHSPECS: "1", ...env },
  });
  return {
    ok: run.status === 0,
    out: run.stdout?.trim() ?? "",
    err: run.error?.message ?? run.stderr?.trim() ?? "",
  };
}
