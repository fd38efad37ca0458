import { describe, expect, test } from "bun:test";
import { exclusion } from "./excluded.ts";

const HOME = "/home/kay";
const excludes = (path: string, ...patterns: string[]): boolean => exclusion(patterns, HOME)(path);

describe("files that usually hold secrets", () => {
  test.each([
    ".env",
    "app/.env.production",
    "deploy/.envrc",
    "/home/kay/.aws/credentials",
    "~/.ssh/config",
    "/home/kay/.ssh/id_ed25519",
    "certs/server.pem",
    "TLS/Server.KEY",
    ".npmrc",
    "~/.netrc",
    "infra/terraform.tfstate",
    "C:\\Users\\kay\\.kube\\config",
  ])("%s is excluded without being asked for", (path) => {
    expect(excludes(path)).toBe(true);
  });

  test.each([
    ".env.example",
    "app/.env.sample",
    "src/env.ts",
    "src/key.ts",
    "docs/keys.md",
    "package.json",
    "aws/credentials.ts",
  ])("%s is not", (path) => {
    expect(excludes(path)).toBe(false);
  });
});

describe("the user's own", () => {
  test.each([
    ["notes/", "notes/a.md", true],
    ["notes/", "/p/notes/deep/a.md", true],
    ["notes/", "notes", false],
    ["*.draft", "a/b/c.draft", true],
    ["docs/*.txt", "docs/a.txt", true],
    ["docs/*.txt", "docs/deep/a.txt", false],
    ["docs/**/*.txt", "docs/very/deep/a.txt", true],
    ["salaries", "hr/salaries/2026.csv", true],
    ["/srv/x", "/srv/x/y", true],
    ["/srv/x", "/other/srv/x/y", false],
    ["~/diary", "/home/kay/diary/monday.md", true],
    ["Reports", "reports/q1.md", true],
    ["!.env", ".env", true],
    [".env.example", ".env.example", true],
    ["", "a", false],
    ["# comment", "a", false],
  ])("%p and %p: %p", (pattern, path, excluded) => {
    expect(excludes(path, pattern)).toBe(excluded);
  });
});
