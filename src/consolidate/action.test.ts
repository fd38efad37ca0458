import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ACTION_TABLE, resolveAction } from "./action.ts";
import type { IntendedAction, StructuralAction, Veto } from "./types.ts";

const structurals: StructuralAction[] = ["CREATE", "UPDATE", "UPDATE_OR_DELETE", "NOOP"];
const intendeds: IntendedAction[] = ["CREATE", "UPDATE", "DELETE", "NOOP"];
const anyVetoes: fc.Arbitrary<Veto[]> = fc
  .subarray(["CREATE", "UPDATE", "DELETE"] as const)
  .map((actions) => actions.map((action) => ({ action, reason: `no ${action}` })));

describe("the action table", () => {
  test("has exactly one row for every combination", () => {
    const seen = ACTION_TABLE.map(({ structural, intended }) => `${structural}/${intended}`);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(structurals.length * intendeds.length);
  });

  test.each([
    ["CREATE", "CREATE", "CREATE"],
    ["CREATE", "UPDATE", "CREATE"],
    ["CREATE", "DELETE", "NOOP"],
    ["UPDATE_OR_DELETE", "UPDATE", "UPDATE"],
    ["UPDATE_OR_DELETE", "DELETE", "DELETE"],
    ["UPDATE_OR_DELETE", "CREATE", "CREATE"],
    ["UPDATE", "UPDATE", "UPDATE"],
    ["UPDATE", "CREATE", "CREATE"],
    ["UPDATE", "DELETE", "UPDATE"],
    ["NOOP", "CREATE", "NOOP"],
    ["NOOP", "DELETE", "NOOP"],
  ] as const)("resolves (%s, %s) to %s", (structural, intended, resolved) => {
    expect(resolveAction(structural, intended, []).action).toBe(resolved);
  });

  test("a veto on retiring leaves updating allowed", () => {
    const veto: Veto = { action: "DELETE", reason: "Cannot DELETE decision (triage-initiated)" };
    expect(resolveAction("UPDATE", "UPDATE", [veto]).action).toBe("UPDATE");
    expect(resolveAction("UPDATE_OR_DELETE", "DELETE", [veto]).action).toBe("UPDATE");
  });

  test("a vetoed action is never the outcome, and nothing is retired that was not meant to be", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...structurals),
        fc.constantFrom(...intendeds),
        anyVetoes,
        (structural, intended, vetoes) => {
          const { action, why } = resolveAction(structural, intended, vetoes);
          expect(vetoes.map((veto) => veto.action as string)).not.toContain(action);
          if (action === "DELETE") expect(intended).toBe("DELETE");
          expect(why.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
