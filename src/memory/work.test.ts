import { expect, test } from "bun:test";
import fc from "fast-check";
import { sampleMemory } from "./samples.ts";
import { episodeOf, goalOf, procedureOf, wordsOfId } from "./work.ts";

test("work that has ended is told with what was done, what was left and what came of it", () => {
  const { title, content, scope } = episodeOf({
    goal: "Add the login",
    done: ["Add the route", "Write tests"],
    left: ["Update the docs"],
    outcome: "partial",
    learned: "Tokens expire",
    result: "feat: login",
  });
  expect(title).toBe("Worked on: Add the login");
  expect(content).toBe(
    [
      "Worked on: Add the login",
      "- done: Add the route",
      "- done: Write tests",
      "- not done: Update the docs",
      "Result: feat: login",
      "Learned: Tokens expire",
      "Outcome: partial",
    ].join("\n"),
  );
  expect(scope).toBe("project");
});

test("a single task is its own goal, and is said once", () => {
  expect(goalOf(["Add the route"])).toBe("Add the route");
  expect(goalOf(["Add the route", "b", "c"])).toBe("Add the route and 2 more tasks");
  expect(episodeOf({ goal: "A", done: ["A"], outcome: "completed" }).content).toBe(
    "Completed: A\nOutcome: completed",
  );
});

test("a task's id says what it was for", () => {
  expect(["implement-auth-123", "auth_module", "7", "x.y/z 1 2"].map(wordsOfId)).toEqual([
    "Implement auth",
    "Auth module",
    "7",
    "X y z",
  ]);
});

test("whatever was done, episode and procedure are sound memories", () => {
  const text = fc.string({ minLength: 1, maxLength: 400, unit: "grapheme" }).filter((s) => /\S/.test(s));
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 120 }), (goal, done) => {
      fc.pre(/[\p{L}\p{N}]/u.test(goal) && done.every((step) => /[\p{L}\p{N}]/u.test(step)));
      sampleMemory(episodeOf({ goal, done, outcome: "completed" }));
      sampleMemory(procedureOf({ goal, done, outcome: "completed" }));
    }),
  );
});
