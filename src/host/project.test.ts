import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProject } from "./project.ts";

let scratch: string;
const git = (cwd: string, ...args: string[]): void => {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    cwd,
    stdio: "pipe",
  });
};

beforeAll(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "recollect-project-")));
  const repo = join(scratch, "repo");
  mkdirSync(join(repo, "deep/down"), { recursive: true });
  git(repo, "init", "-q", "-b", "main");
  writeFileSync(join(repo, "a.txt"), "a");
  git(repo, "add", "-A");
  git(repo, "commit", "-q", "-m", "first");
  git(repo, "worktree", "add", "-q", join(scratch, "tree"), "-b", "side");
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("a project's identity", () => {
  test("is the same in every folder of a repository", () => {
    const top = findProject(join(scratch, "repo"));
    const below = findProject(join(scratch, "repo/deep/down"));
    expect(below).toEqual(top);
    expect(top.dir).toBe(join(scratch, "repo"));
    expect(top.name).toBe("repo");
  });

  test("is shared by worktrees, which keep folders of their own", () => {
    const main = findProject(join(scratch, "repo"));
    const tree = findProject(join(scratch, "tree"));
    expect(tree.id).toBe(main.id);
    expect(tree.dir).toBe(join(scratch, "tree"));
    expect(tree.name).toBe("repo");
  });

  test("does not depend on the folder's name: two repositories named alike are two", () => {
    mkdirSync(join(scratch, "other/repo"), { recursive: true });
    git(join(scratch, "other/repo"), "init", "-q");
    expect(findProject(join(scratch, "other/repo")).id).not.toBe(findProject(join(scratch, "repo")).id);
  });

  test("is the same through a symbolic link", () => {
    symlinkSync(join(scratch, "repo"), join(scratch, "link"));
    expect(findProject(join(scratch, "link")).id).toBe(findProject(join(scratch, "repo")).id);
  });

  test("outside git is the nearest folder that has records, else the folder itself", () => {
    const plain = join(scratch, "plain");
    mkdirSync(join(plain, "sub"), { recursive: true });
    expect(findProject(join(plain, "sub")).dir).toBe(join(plain, "sub"));
    mkdirSync(join(plain, ".claude/memory"), { recursive: true });
    expect(findProject(join(plain, "sub")).dir).toBe(plain);
  });

  test("of a folder that does not exist is that of its nearest ancestor", () => {
    expect(findProject(join(scratch, "repo/not/there")).dir).toBe(join(scratch, "repo"));
  });

  test("a file named .git that points nowhere is no repository", () => {
    const broken = join(scratch, "broken");
    mkdirSync(broken);
    writeFileSync(join(broken, ".git"), "gitdir: /nowhere/at/all\n");
    expect(findProject(broken).gitCommonDir).toBeUndefined();
  });
});
