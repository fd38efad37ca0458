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

  test("is not another's, whatever `.git` of a folder that was unpacked says", () => {
    const repo = findProject(join(scratch, "repo"));
    const own = join(repo.dir, ".git");
    const made = join(scratch, "made");
    mkdirSync(join(made, "worktrees/x"), { recursive: true });
    writeFileSync(join(made, "commondir"), `${own}\n`);
    writeFileSync(join(made, "HEAD"), "ref: refs/heads/main\n");
    const unpacked = (name: string, pointer: string): string => {
      const dir = join(scratch, name);
      mkdirSync(dir);
      writeFileSync(join(dir, ".git"), `gitdir: ${pointer}\n`);
      return dir;
    };
    // A worktree's folder of its own making, which points back.
    const forged = unpacked("forged", made);
    writeFileSync(join(made, "gitdir"), `${join(forged, ".git")}\n`);
    const linked = join(scratch, "linked");
    mkdirSync(linked);
    symlinkSync(own, join(linked, ".git"));
    const hostile = [
      forged,
      linked,
      unpacked("direct", own),
      unpacked("as-tree", join(own, "worktrees/tree")),
      unpacked("relative", "../repo/.git"),
    ];
    const ids = hostile.map((dir) => findProject(dir).id);
    expect(ids).not.toContain(repo.id);
    expect(new Set(ids).size).toBe(hostile.length);
    expect(hostile.map((dir) => findProject(dir).dir)).toEqual(hostile);
  });

  test("of a submodule is its own, and the same in its worktrees", () => {
    const parent = join(scratch, "parent");
    mkdirSync(parent);
    git(parent, "init", "-q");
    git(
      parent,
      ...["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", join(scratch, "repo"), "sub"],
    );
    const sub = findProject(join(parent, "sub"));
    expect(sub).toMatchObject({ dir: join(parent, "sub"), gitCommonDir: join(parent, ".git/modules/sub") });
    git(join(parent, "sub"), "worktree", "add", "-q", join(scratch, "sub-tree"), "-b", "side");
    expect(findProject(join(scratch, "sub-tree")).id).toBe(sub.id);
  });

  test("is a folder's own where its repository lies within it, and is shared with its worktrees", () => {
    const home = join(scratch, "with-bare");
    mkdirSync(home);
    git(home, "clone", "-q", "--bare", join(scratch, "repo"), ".bare");
    writeFileSync(join(home, ".git"), "gitdir: ./.bare\n");
    git(home, "worktree", "add", "-q", "main");
    expect(findProject(join(home, "main")).id).toBe(findProject(home).id);
  });

  test("a file named .git that points nowhere is no repository", () => {
    const broken = join(scratch, "broken");
    mkdirSync(broken);
    writeFileSync(join(broken, ".git"), "gitdir: /nowhere/at/all\n");
    expect(findProject(broken).gitCommonDir).toBeUndefined();
  });
});
