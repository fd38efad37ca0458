import { describe, expect, test } from "bun:test";
import type { Segment, Step } from "../segment.ts";
import { observe } from "./observe.ts";

const AT = "2026-03-02T09:00:00.000Z";

const ran = (command: string, output: string, outcome: "ok" | "failed" = "ok"): Step => ({
  kind: "tool",
  action: { kind: "command", command },
  outcome,
  output,
  at: AT,
});
const edited = (path: string): Step => ({
  kind: "tool",
  action: { kind: "edit", path: `/p/${path}` },
  outcome: "ok",
  output: "",
  at: AT,
});
const said = (text: string): Step => ({ kind: "said", text, at: AT });

function turn(turn: number, request: string, ...steps: Step[]): Segment {
  const last = steps.findLast((step) => step.kind === "said");
  return {
    id: `turn-${turn}`,
    turn,
    began: AT,
    ended: AT,
    request,
    synthetic: false,
    steps,
    answer: last?.kind === "said" ? last.text : "",
    interrupted: false,
  };
}

/** What is kept as mended of one request, with what the agent did and said. */
function fixesIn(request: string, ...steps: Step[]): string[] {
  const segments = [turn(1, request, ...steps), turn(2, "and now the next thing", said("Okay."))];
  const { observations } = observe(segments, {}, { done: 2, projectDir: "/p" });
  return observations.flatMap(({ kind, draft }) =>
    kind === "fix" && draft.type === "episodic" ? [draft.content] : [],
  );
}

describe("a cause, however it is laid out", () => {
  test.each([
    [
      "under a heading",
      "## Root cause\n\nThe cache key ignores the locale.\n\n## Fix\n\nI added the locale to the key.",
      "Cause: The cache key ignores the locale.",
    ],
    [
      "behind a label in bold",
      "**Root cause:** the cache key ignores the locale.\n\n**Fix:** I added the locale to the key.",
      "Cause: the cache key ignores the locale.",
    ],
    [
      "behind what happened",
      "What happened: the cache key ignores the locale. The locale is part of it now.",
      "Cause: the cache key ignores the locale.",
    ],
    [
      "before what was done about it, without a cue",
      "The proxy keeps one page for all languages. I added the locale to its key.",
      "Cause: The proxy keeps one page for all languages. Fix: I added the locale to its key.",
    ],
  ])("%s, is kept with what the person told", (_, answer, cause) => {
    const [fix, ...others] = fixesIn(
      "german visitors get the english price list",
      edited("src/cache.ts"),
      said(answer),
    );
    expect(others).toEqual([]);
    expect(fix).toStartWith("Problem: german visitors get the english price list.");
    expect(fix).toContain(cause);
  });

  test("may answer the question why", () => {
    const answer = said("Cause: the job is enqueued in both hooks. I removed the second.");
    expect(fixesIn("why do customers get two mails?", edited("app/jobs.rb"), answer)).toHaveLength(1);
  });

  test.each([
    ["add a dark mode", "The theme reads the system setting. I added a toggle to the header."],
    ["add handling for failed payments", "Failed payments keep their reason. I added a retry after an hour."],
    ["the backup should also copy the uploads", "The script copies them after the dump. I added a log line."],
    ["the intro is too long", "All tests pass. I removed two sentences."],
    ["the login is slow", "It might be the session store. I added a timer to see."],
  ])("is none of what is only made or guessed: %s", (request, answer) => {
    expect(fixesIn(request, edited("src/app.ts"), said(answer))).toEqual([]);
  });
});

describe("an error is over where another check of the same goes well", () => {
  const cause = said("The problem was that `load` returned before the cart was there.");
  const broken = ran("npm test", "FAIL src/cart.test.ts\nTypeError: x is undefined", "failed");

  test.each([
    ["the one test of what failed", ran("npx vitest run src/cart.test.ts", "1 passed")],
    ["all tests by another program", ran("npx vitest run", "74 passed")],
  ])("%s", (_, passed) => {
    const [fix] = fixesIn("run the tests", broken, edited("src/cart.ts"), passed, cause);
    expect(fix).toContain("`npm test` failed: TypeError: x is undefined");
    expect(fix).toContain("Cause: `load` returned before the cart was there.");
  });

  test("types that fit, where the build failed", () => {
    const failed = ran("cargo build", "error[E0502]: cannot borrow `buf` as mutable", "failed");
    const why = said("The cause was that `buf` was still borrowed by the iterator.");
    expect(
      fixesIn("build it", failed, edited("src/main.rs"), ran("cargo check", "Finished"), why),
    ).toHaveLength(1);
  });

  test.each([
    ["a test of something else", edited("src/cart.ts"), ran("npx vitest run src/mail.test.ts", "1 passed")],
    ["a lint", edited("src/cart.ts"), ran("npx eslint src", "")],
    ["nothing was changed", said("Let me look."), ran("npx vitest run src/cart.test.ts", "1 passed")],
  ])("but not where it is %s", (_, step, passed) => {
    expect(fixesIn("run the tests", broken, step, passed, cause)).toEqual([]);
  });

  test("nor where the first fails again after it", () => {
    const narrower = ran("npx vitest run src/cart.test.ts", "1 passed");
    expect(fixesIn("run the tests", broken, edited("src/cart.ts"), narrower, broken, cause)).toEqual([]);
  });
});
