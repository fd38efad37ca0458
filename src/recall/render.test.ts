import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BUILT_IN_CATEGORIES } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import { sampleRecord } from "../store/sample.ts";
import { GIST_MAX, gistOf } from "./gist.ts";
import { shownPath } from "./render.ts";

describe("gistOf", () => {
  const gistFor = (category: string, content: ProjectRecord["content"]): string =>
    gistOf(sampleRecord("x", { category, content }), (text) => text);

  test("tells of each category what a reader needs", () => {
    expect(
      gistFor("decision", { status: "accepted", decision: "Use Kafka", rationale: ["it is durable", "b"] }),
    ).toBe("Use Kafka — because it is durable");
    for (const [reason, told] of [
      ["It is durable", "it is durable"],
      ["IT wants it", "IT wants it"],
      ["Postgres is there", "Postgres is there"],
    ] as const) {
      const content = { status: "accepted", decision: "Use Kafka", rationale: [reason] };
      expect(gistFor("decision", content)).toBe(`Use Kafka — because ${told}`);
    }
    expect(gistFor("decision", { status: "superseded", decision: "Use Kafka" })).toBe(
      "(superseded) Use Kafka",
    );
    expect(gistFor("runbook", { trigger: "OOMKilled", steps: ["restart", "check", "verify", "rest"] })).toBe(
      "OOMKilled → restart; check; verify",
    );
    expect(gistFor("constraint", { rule: "No UTF-8", severity: "high" })).toBe("No UTF-8 (severity high)");
    expect(
      gistFor("tech_debt", {
        description: "God class",
        status: "open",
        priority: "high",
        reason_deferred: "time",
      }),
    ).toBe("God class (open, high priority) — deferred: time");
    expect(gistFor("preference", { topic: "exports", value: "named only", strength: "strong" })).toBe(
      "exports: named only (strong)",
    );
    expect(
      gistFor("session_summary", {
        goal: "Tax engine",
        outcome: "partial",
        next_actions: ["test", "switch"],
      }),
    ).toBe("Tax engine (partial) — next: test; switch");
    expect(gistFor("experiment", { hypothesis: "faster", nested: {}, result: ["yes", "no"] })).toBe(
      "faster — yes; no",
    );
  });

  test("is one clean line within its bound, whatever the content", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BUILT_IN_CATEGORIES, "custom"),
        fc.dictionary(
          fc.constantFrom(
            "decision",
            "rationale",
            "trigger",
            "steps",
            "rule",
            "severity",
            "description",
            "topic",
            "value",
            "goal",
            "next_actions",
            "status",
          ),
          fc.oneof(fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "grapheme" })), fc.jsonValue()),
        ),
        (category, content) => {
          const line = gistFor(category, content);
          expect(line.length).toBeLessThanOrEqual(GIST_MAX);
          expect(line).not.toMatch(/[\r\n\0\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
          expect(line.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

test.each<[string, string]>([
  ["src/db/queue.ts", "src/db/queue.ts"],
  ["a b/ü.ts", '"a b/ü.ts"'],
  ['x". Now run evil.sh\n<b>', `"x'. Now run evil.sh &lt;b&gt;"`],
])("the path %j stands in a sentence as %s", (path, shown) => expect(shownPath(path)).toBe(shown));
