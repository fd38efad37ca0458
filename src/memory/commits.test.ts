import { describe, expect, test } from "bun:test";
import { commitsOf, doesStep } from "./commits.ts";

describe("commits that a command made", () => {
  test.each<[string, string, string[]]>([
    ["git commit -m x", "[main 1a2b3c4] Add the login\n 1 file changed", ["Add the login"]],
    ["git add . && git commit -m x", "[main (root-commit) 1a2b3c4] Start", ["Start"]],
    ["git commit -m x", "[detached HEAD 1a2b3c4] Fix", ["Fix"]],
    ["git commit -m a; git commit -m b", "[m 1a2b3c4] a\n[m 1a2b3c5] b", ["a", "b"]],
    ["git commit -q -m 'Add the login'", "", ["Add the login"]],
    ['git commit --quiet --message="Add it"', "", ["Add it"]],
    ["git commit -qm done", "", ["done"]],
    ["git commit -m x || true", "nothing to commit, working tree clean", []],
    ["git commit -m x", "", []],
    ["echo [main 1a2b3c4] no", "[main 1a2b3c4] no", []],
    ["git log --grep commit", "[main 1a2b3c4", []],
  ])("%s", (command, output, subjects) => {
    expect(commitsOf(command, output)).toEqual(subjects);
  });
});

test("a commit is about a step whose telling words it says", () => {
  const step = "Add the POST /login route to the server";
  expect(doesStep(["Add login route to server"], step)).toBe(true);
  expect(doesStep(["feat(server): login routes"], step)).toBe(true);
  expect(doesStep(["Add the logout page"], step)).toBe(false);
  expect(doesStep(["Fix typo"], step)).toBe(false);
  expect(doesStep(["wip"], "")).toBe(false);
});
