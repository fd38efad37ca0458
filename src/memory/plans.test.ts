import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { planDrafts, readPlan } from "./plans.ts";
import { sampleMemory } from "./samples.ts";

describe("a plan's title, gist and steps", () => {
  test("of a heading, a paragraph and a numbered list", () => {
    const plan = readPlan(
      "# Plan: Add the login\n\nUsers log in with **email**.\n\n1. Add the `POST /login` route\n   - not a step\n2. Write tests\n\n## Risks\n- slow\n- old clients\n",
    );
    expect(plan).toEqual({
      title: "Add the login",
      gist: "Users log in with email.",
      steps: ["Add the POST /login route", "Write tests"],
    });
  });

  test("of bullets below a heading that speaks of work, rather than of those that speak of context", () => {
    const plan = readPlan(
      "## Context\n- we have users\n- we have no login\n\n## Implementation\n- [ ] Add the route\n- [x] Write tests\n",
    );
    expect(plan?.steps).toEqual(["Add the route", "Write tests"]);
  });

  test("of headings that are steps", () => {
    const plan = readPlan("# Login\n\n## Step 1: Add the route\ntext\n\n## Step 2: Write tests\n");
    expect(plan?.steps).toEqual(["Add the route", "Write tests"]);
  });

  test("of prose without steps", () => {
    expect(readPlan("Rename the module and run the tests.")).toEqual({
      title: "Rename the module and run the tests.",
      gist: "",
      steps: [],
    });
  });

  test("not of what stands in code", () => {
    expect(readPlan("# A\n```\n1. one\n2. two\n```\n")?.steps).toEqual([]);
    expect(readPlan(" \n")).toBeUndefined();
  });

  test("of any text are sound working memory, within limits", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("# A", "1. b", "- c", "```", "## Step 1: d")), {
          maxLength: 40,
        }),
        (lines) => {
          const plan = readPlan(lines.join("\n"));
          if (!plan) return;
          const made = planDrafts(plan, "k").map((draft) => sampleMemory(draft));
          expect(made.length).toBeLessThanOrEqual(13);
          expect(new Set(made.map(({ todo_id }) => todo_id)).size).toBe(made.length);
        },
      ),
    );
  });
});
