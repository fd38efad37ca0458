import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Happening, mayBeMet, meets, speaksOfBranch } from "./triggers.ts";

const file = (path: string): Happening => ({ kind: "file", path });
const command = (text: string): Happening => ({ kind: "command", command: text });
const branch = (name: string): Happening => ({ kind: "branch", name });
const tool = (name: string): Happening => ({ kind: "tool", name });

describe("a file", () => {
  test.each<[string, string]>([
    ["when editing src/auth.ts", "/home/dev/app/src/auth.ts"],
    ["When I open `src/auth.ts` again.", "src/auth.ts"],
    ["auth.ts", "/app/lib/auth.ts"],
    ["next time package.json is touched", "/app/package.json"],
    ["on changes in src/auth/", "/app/src/auth/token.ts"],
    ["when working on src/auth", "/app/src/auth/deep/token.ts"],
    ["*.sql files", "/app/db/001.sql"],
    ["src/**/*.test.ts", "/app/src/a/b/c.test.ts"],
    ["editing the Makefile", "/app/Makefile"],
    ["when updating the CHANGELOG", "/app/CHANGELOG.md"],
    ["the auth module", "/app/src/auth.ts"],
    ["the billing folder", "/app/src/billing/total.ts"],
    [".github/workflows/*.yml", "/app/.github/workflows/ci.yml"],
    [".env", "/app/.env"],
    ["src/{a,b}.ts", "/app/src/b.ts"],
  ])("%s: %s", (condition, path) => expect(meets(condition, file(path))).toBe(true));

  test.each<[string, string]>([
    ["when editing src/auth.ts", "/app/src/oauth.ts"],
    ["when editing src/auth.ts", "/app/src/auth.tsx"],
    ["when editing src/auth.ts", "/app/lib/auth.ts"],
    ["auth.ts", "/app/auth.ts/readme.md"],
    ["when writing tests", "/app/src/tests/a.ts"],
    ["before release", "/app/release.ts"],
    ["before the release", "/app/docs/release/notes.md"],
    ["when we edit the file", "/app/src/edit.ts"],
    ["with version 1.2", "/app/1.2"],
    ["e.g. later", "/app/e.g"],
    ["the next module", "/app/src/the.ts"],
    ["", "/app/a.ts"],
  ])("not by %s: %s", (condition, path) => expect(meets(condition, file(path))).toBe(false));
});

describe("a command", () => {
  test.each<[string, string]>([
    ["npm publish", "npm publish --tag next"],
    ["before npm publish", "npm test && npm publish"],
    ["before running `npm publish`", "cd pkg; npm publish"],
    ["before release", "npm run release"],
    ["before releasing", "./scripts/release.sh 1.2"],
    ["before the next release", "make release"],
    ["when deploying to production", "just deploy production"],
    ["git push", "git push origin main"],
    ["after git commit", "git add . && git commit -m 'x'"],
    ["before terraform apply", "terraform -chdir=infra apply"],
    ["before running the tests", "npm test"],
    ["when running migrations", "sudo ENV=x rake migrations"],
  ])("%s: %s", (condition, text) => expect(meets(condition, command(text))).toBe(true));

  test.each<[string, string]>([
    ["before release", "git commit -m 'prepare release'"],
    ["before release", "grep -r release src"],
    ["before release", "echo release"],
    ["before release", "cat docs/release.md"],
    ["before release", "git log release"],
    ["npm publish", "npm test"],
    ["npm publish", "echo 'npm publish'"],
    ["npm publish", "npm run publish-docs"],
    ["npm publish", "npm test && git publish"],
    ["when the user asks about tests", "npm test"],
    ["when I get back", "git get"],
    ["when editing src/auth.ts", "git auth"],
    ["when done", "for a in b; do echo done; done"],
    ["", "ls"],
    ["before release", "cat <<EOF\nnpm run release\nEOF"],
  ])("not by %s: %s", (condition, text) => expect(meets(condition, command(text))).toBe(false));
});

describe("a branch", () => {
  test.each<[string, string]>([
    ["on branch release/*", "release/1.2"],
    ["when on the release branch", "release"],
    ["on main", "main"],
    ["when switching to feature/login", "feature/login"],
    ["after merging into develop", "develop"],
  ])("%s: %s", (condition, name) => {
    expect(meets(condition, branch(name))).toBe(true);
    expect(speaksOfBranch(condition)).toBe(true);
  });

  test.each<[string, string]>([
    ["on branch release/*", "release"],
    ["on branch release/*", "old/release/1"],
    ["on main", "maintenance"],
    ["the main idea", "main"],
    ["when on it", "it"],
    ["before release", "release"],
    ["when editing src/auth.ts", "src/auth.ts"],
  ])("not by %s: %s", (condition, name) => expect(meets(condition, branch(name))).toBe(false));
});

describe("a tool", () => {
  test.each<[string, string]>([
    ["when using WebFetch", "WebFetch"],
    ["mcp__github__create_issue", "mcp__github__create_issue"],
    ["when the Bash tool is used", "Bash"],
  ])("%s: %s", (condition, name) => expect(meets(condition, tool(name))).toBe(true));

  test.each<[string, string]>([
    ["Edit the changelog before release", "Edit"],
    ["Read the notes", "Read"],
    ["when using WebFetch", "WebSearch"],
  ])("not by %s: %s", (condition, name) => expect(meets(condition, tool(name))).toBe(false));
});

test("words without a name never meet anything", () => {
  const common = fc.constantFrom(
    ...[
      "when",
      "the",
      "next",
      "time",
      "we",
      "work",
      "on",
      "this",
      "again",
      "after",
      "that",
      "it",
      "is",
      "open",
    ],
  );
  const anything = fc.oneof(
    fc.constantFrom("src/next.ts", "work/on/this.ts", "again").map(file),
    fc.constantFrom("npm run next", "make work", "time ls", "open .").map(command),
    fc.constantFrom("next", "work", "this").map(branch),
    fc.constantFrom("Read", "Open", "Task").map(tool),
  );
  fc.assert(
    fc.property(fc.array(common, { maxLength: 8 }), anything, (words, happening) => {
      expect(meets(words.join(" "), happening)).toBe(false);
    }),
  );
});

test("a path that is named whole is met in any folder, and its neighbour is not", () => {
  const segment = fc.stringMatching(/^[a-z][a-z0-9]{2,8}$/);
  fc.assert(
    fc.property(fc.array(segment, { minLength: 2, maxLength: 4 }), fc.array(segment), (own, above) => {
      const path = `${own.join("/")}.ts`;
      const whole = [...above, path].join("/");
      expect(meets(`when editing ${path}`, file(whole))).toBe(true);
      expect(meets(`when editing ${path}`, file(`${whole}x`))).toBe(false);
      expect(meets(`when editing ${path}`, file(whole.replace(/\.ts$/, "x.ts")))).toBe(false);
    }),
  );
});

test("a condition that was made to keep us busy is answered at once", () => {
  // With a regular expression for its stars this would take longer than the machine lives.
  const name = "a".repeat(250);
  expect(meets("when editing *a*a*a*a*a*b.ts", file(`src/${name}.ts`))).toBe(false);
  expect(meets(`when editing ${"{a,a}".repeat(40)}b.ts`, file(`src/${name}.ts`))).toBe(false);
  expect(meets("on branch *a*a*a*a*a*b", branch(name))).toBe(false);
  expect(meets("when editing **/**/**/b.ts", file("a/".repeat(2_000)))).toBe(false);
});

test("any condition and anything that happens are read without an error, however often they repeat themselves", () => {
  const text = fc.string({ maxLength: 200, unit: "binary" });
  fc.assert(
    fc.property(text, text, (condition, what) => {
      for (const kind of ["file", "branch", "command", "tool"] as const)
        meets(condition, { kind, path: what, name: what, command: what } as Happening);
      speaksOfBranch(condition);
    }),
    { numRuns: 500 },
  );
  for (const piece of ["*", "a/", "**/", "'", "`", "{", "a.", "$(", "<<a\n"])
    for (const kind of ["file", "branch", "command", "tool"] as const) {
      const long = piece.repeat(2_000);
      meets(long, { kind, path: long, name: long, command: long } as Happening);
      meets(piece.repeat(30), { kind, path: long, name: long, command: long } as Happening);
    }
});

describe("a condition that can never be met", () => {
  test.each([
    "",
    "later",
    "soon",
    "the next time",
    "when it is done",
    "when we start working again",
    "when the customer calls back next week and says that the invoices of last month were wrong after all again",
    "…",
    "wenn der Kunde zurückruft",
  ])("%p is one", (condition) => {
    expect(mayBeMet(condition)).toBe(false);
  });

  test("is none that something meets", () => {
    const words = fc.constantFrom(
      ..."when editing before the next npm publish release src/auth.ts *.sql `Bash` WebFetch tool auth module on branch main release/* Makefile git commit .env deploying to production".split(
        " ",
      ),
    );
    const condition = fc.array(words, { minLength: 1, maxLength: 7 }).map((some) => some.join(" "));
    const happening = fc.oneof(
      fc.constantFrom("/p/src/auth.ts", "/p/a.sql", "/p/auth/x.ts", "/p/Makefile", "/p/.env").map(file),
      fc
        .constantFrom(
          "npm publish",
          "npm run release",
          "git commit -m x",
          "just deploy production",
          "release",
        )
        .map(command),
      fc.constantFrom("main", "release/1").map(branch),
      fc.constantFrom("Bash", "WebFetch").map(tool),
    );
    fc.assert(
      fc.property(condition, happening, (said, happened) => {
        fc.pre(meets(said, happened));
        expect(mayBeMet(said)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
