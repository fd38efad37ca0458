import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BUILT_IN_CATEGORIES } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import { projected, sampleRecord } from "../store/sample.ts";
import { renderBrief } from "./brief.ts";
import { GIST_MAX, gistOf } from "./gist.ts";

const ROOT = ".claude/memory";
const NOW = new Date("2026-06-01T00:00:00Z");

describe("gistOf", () => {
  const gistFor = (category: string, content: ProjectRecord["content"]): string =>
    gistOf(sampleRecord("x", { category, content }));

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

describe("renderBrief", () => {
  const session = projected(
    sampleRecord("s", {
      category: "session_summary",
      title: "Session",
      updated_at: "2026-05-30T10:00:00Z",
      content: {
        goal: "Tax engine",
        outcome: "partial",
        next_actions: ["Write the rounding test"],
        blockers: ["No sandbox"],
      },
    }),
    "sessions/s.json",
  );
  const preference = (id: string, strength: string): ReturnType<typeof projected> =>
    projected(
      sampleRecord(id, {
        category: "preference",
        title: `Exports ${id}`,
        content: { topic: "exports", value: "named", strength },
      }),
      `preferences/${id}.json`,
    );
  const constraint = (id: string, over: { [field: string]: unknown }): ReturnType<typeof projected> =>
    projected(
      sampleRecord(id, {
        category: "constraint",
        title: `Limit ${id}`,
        content: { rule: "No UTF-8", severity: "high", active: true, ...over },
      }),
      `constraints/${id}.json`,
    );

  test("tells where the last session stopped, and what always holds", () => {
    const { text, shown } = renderBrief(
      [
        session,
        preference("strong", "strong"),
        preference("soft", "soft"),
        constraint("severe", {}),
        constraint("low", { severity: "low" }),
        constraint("lifted", { active: false }),
        constraint("expired", { expires: "2026-05-01" }),
      ],
      NOW,
      { memoryRoot: ROOT },
    );
    expect(text).toContain(
      "Last session, 2026-05-30: Tax engine (partial)\n- Next: Write the rounding test\n- Blocked by: No sandbox",
    );
    expect(text).toContain("- [PREFERENCE] Exports strong -> .claude/memory/preferences/strong.json");
    expect(text).toContain("- [CONSTRAINT] Limit severe ->");
    for (const absent of ["Exports soft", "Limit low", "Limit lifted", "Limit expired"])
      expect(text).not.toContain(absent);
    expect(text).toContain("the client's own built-in memory is another store");
    expect(shown.map((each) => each.item)).toEqual([
      "sessions/s.json",
      "constraints/severe.json",
      "preferences/strong.json",
    ]);
  });

  test("is empty when there is nothing to say", () => {
    expect(renderBrief([preference("soft", "soft")], NOW, { memoryRoot: ROOT })).toEqual({
      text: "",
      shown: [],
    });
  });

  test("keeps its bound, in whole lines, however much there is", () => {
    fc.assert(
      fc.property(
        fc.nat(4_000),
        fc.string({ unit: "binary", minLength: 1, maxLength: 400 }),
        (maxChars, noise) => {
          const many = [
            session,
            ...Array.from({ length: 20 }, (_, i) => constraint(`c${i}`, { rule: noise })),
            ...Array.from({ length: 20 }, (_, i) => preference(`p${i}`, "strong")),
          ];
          const { text } = renderBrief(many, NOW, { memoryRoot: ROOT, maxChars });
          expect(text.length).toBeLessThanOrEqual(maxChars);
          if (text !== "") expect(text).toEndWith("\n</memory-context>");
        },
      ),
    );
    expect(
      renderBrief(
        Array.from({ length: 90 }, (_, i) => constraint(`c${i}`, {})),
        NOW,
        { memoryRoot: ROOT },
      ).text.length,
    ).toBeLessThanOrEqual(3_500);
  });
});
