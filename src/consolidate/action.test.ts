import { describe, expect, test } from "bun:test";
import { LIFECYCLE_EVENTS } from "../capture/types.ts";
import { CATEGORIES } from "../record/category.ts";
import { resolveAction } from "./action.ts";
import { assess, type Candidate } from "./candidate.ts";
import type { IntendedAction } from "./types.ts";

const intendeds: IntendedAction[] = ["CREATE", "UPDATE", "DELETE", "NOOP"];

describe("the action table", () => {
  test.each([
    ["CREATE", "CREATE", "CREATE"],
    ["CREATE", "UPDATE", "CREATE"],
    ["CREATE", "DELETE", "NOOP"],
    ["CREATE", "NOOP", "NOOP"],
    ["UPDATE_OR_DELETE", "UPDATE", "UPDATE"],
    ["UPDATE_OR_DELETE", "DELETE", "DELETE"],
    ["UPDATE_OR_DELETE", "CREATE", "CREATE"],
    ["UPDATE_OR_DELETE", "NOOP", "NOOP"],
    ["UPDATE", "UPDATE", "UPDATE"],
    ["UPDATE", "CREATE", "CREATE"],
    ["UPDATE", "DELETE", "UPDATE"],
    ["UPDATE", "NOOP", "NOOP"],
    ["NOOP", "CREATE", "NOOP"],
    ["NOOP", "UPDATE", "NOOP"],
    ["NOOP", "DELETE", "NOOP"],
    ["NOOP", "NOOP", "NOOP"],
  ] as const)("resolves (%s, %s) to %s", (structural, intended, resolved) => {
    const { action, why } = resolveAction(structural, intended);
    expect(action).toBe(resolved);
    expect(why.length).toBeGreaterThan(0);
  });

  test("a vetoed action is never the outcome, and nothing is retired that was not meant to be", () => {
    const entry = { category: "X", title: "t", path: "p", tags: [] };
    const candidates: (Candidate | undefined)[] = [undefined, { entry, score: 3 }];
    for (const category of Object.values(CATEGORIES)) {
      for (const candidate of candidates) {
        for (const event of [undefined, ...LIFECYCLE_EVENTS]) {
          const { structural, vetoes } = assess(category, candidate, event);
          for (const intended of intendeds) {
            const { action } = resolveAction(structural, intended);
            expect(vetoes.map((veto) => veto.action as string)).not.toContain(action);
            if (action === "DELETE") expect(intended).toBe("DELETE");
            if (!candidate) expect(["CREATE", "NOOP"]).toContain(action);
          }
        }
      }
    }
  });
});
