import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AT, sampleMemory } from "../memory/samples.ts";
import type { EpisodicMemory, Memory } from "../memory/types.ts";
import { autofix } from "../record/autofix.ts";
import { type BuiltInCategory, CATEGORIES } from "../record/category.ts";
import { recordIssues } from "../record/schema.ts";
import type { ProjectRecord } from "../record/types.ts";
import { fillCreate } from "./fill.ts";
import { LEAST, promotionHash, promotionOf, proposesTheSame } from "./promotion.ts";
import { sessionPromotion } from "./session-promotion.ts";
import type { Draft } from "./types.ts";

const NOW = "2026-03-07T12:00:00Z";

/** What is wrong with the record that a draft becomes; nothing, if it can be written. */
function issuesOf(draft: Draft): readonly unknown[] {
  const category = CATEGORIES[draft.category as BuiltInCategory];
  const { value } = autofix(fillCreate(draft).input, { now: NOW, category, action: "create", id: "x" });
  return recordIssues(value, category);
}
const contentOf = (draft: Draft): ProjectRecord["content"] =>
  fillCreate(draft).input.content as ProjectRecord["content"];

const text = fc.oneof(
  fc.lorem({ maxCount: 40 }),
  fc.string({ minLength: 1, maxLength: 300, unit: "binary" }).filter((some) => some.trim() !== ""),
  fc.constantFrom(
    "Always run the migration dry first, because staging has no backups",
    "The export must not hold more than 500 rows",
    "We chose Postgres instead of Redis for jobs",
    "The build failed with ENOSPC.\nFix: pruning the cache.\nCause: a full disk\nChanged: x",
  ),
);
const sessions = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 6 });

const memory: fc.Arbitrary<Memory> = fc
  .record({
    type: fc.constantFrom("semantic" as const, "procedural" as const, "prospective" as const),
    said: text,
    importance: fc.integer({ min: 1, max: 10 }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    category: fc.constantFrom("principle" as const, "pattern" as const, "fact" as const),
    tags: fc.subarray(["decision", "preference", "fix", "constraint", "webhook"]),
    sessions,
    steps: fc.array(text, { minLength: 1, maxLength: 12 }),
  })
  .map(({ type, said, importance, confidence, category, tags, sessions: from, steps }) => {
    const all = { importance, tags };
    if (type === "procedural")
      return sampleMemory({
        ...all,
        type,
        procedure_name: said,
        steps: steps.map((step) => step.slice(0, 200)),
        source_sessions: from,
      });
    if (type === "prospective")
      return sampleMemory({ ...all, type, content: said, recurrence_sessions: from });
    return sampleMemory({
      ...all,
      type,
      content: said,
      category,
      confidence,
      source_sessions: [...new Set(from)],
      evidence_count: new Set(from).size,
    });
  });

describe("a promotion", () => {
  test("is a record that can be written, whatever the memory says, and only of what stands firm enough", () => {
    fc.assert(
      fc.property(memory, (one) => {
        const promotion = promotionOf(one, AT.now);
        if (!promotion) return;
        expect(issuesOf(promotion.draft)).toEqual([]);
        expect(one.importance).toBeGreaterThanOrEqual(LEAST.importance);
        const spoke =
          one.type === "prospective"
            ? one.recurrence_sessions
            : one.type === "episodic" || one.type === "working"
              ? []
              : one.source_sessions;
        expect(new Set(spoke).size).toBeGreaterThanOrEqual(LEAST.evidence);
      }),
      { numRuns: 400 },
    );
  });

  test("says what the memory says, and leaves open what nobody said", () => {
    const chosen = sampleMemory({
      type: "semantic",
      category: "principle",
      content: "We chose Postgres for jobs because backups are there",
      confidence: 0.9,
      importance: 8,
      evidence_count: 3,
    });
    const draft = promotionOf(chosen, AT.now)?.draft as Draft;
    expect(draft.content).toBeUndefined();
    expect(contentOf(draft)).not.toHaveProperty("alternatives");
    expect(contentOf(draft)).toMatchObject({ rationale: ["Backups are there"] });
    const wall = promotionOf({ ...chosen, content: "The export must stay below 500 rows" }, AT.now)
      ?.draft as Draft;
    expect(contentOf(wall)).toMatchObject({
      rule: "The export must stay below 500 rows",
      impact: ["Not recorded"],
    });
  });

  test("of what was mended says what failed, why, and what to do", () => {
    const mended = sampleMemory({
      type: "semantic",
      category: "pattern",
      concept: "Fixed: ENOSPC: no space left on device",
      content:
        "`npm run build` failed: ENOSPC: no space left on device\nCause: the docker cache had filled the disk\nFix: prune the docker cache before the build\nChanged: .ci/run; `npm run build` passes since.",
      tags: ["fix"],
      confidence: 0.8,
      importance: 7,
      evidence_count: 3,
    });
    const draft = promotionOf(mended, AT.now)?.draft as Draft;
    expect(draft).toMatchObject({
      category: "runbook",
      title: "ENOSPC: no space left on device",
      content: {
        trigger: "ENOSPC: no space left on device",
        symptoms: ["`npm run build` failed: ENOSPC: no space left on device"],
        root_cause: "the docker cache had filled the disk",
        steps: ["prune the docker cache before the build", "Changed .ci/run; `npm run build` passes since."],
      },
    });
    expect(issuesOf(draft)).toEqual([]);
  });

  test("is the same in other forms and another order of its words, and nearly the same a little reworded", () => {
    const [a, b] = ["Run migrations dry first", "First, run the migration dry"];
    expect(promotionHash("preference", a)).toBe(promotionHash("preference", b));
    expect(promotionHash("preference", a)).not.toBe(promotionHash("decision", a));
    expect(proposesTheSame(a, "Run migrations dry first, please, in staging")).toBe(true);
    expect(proposesTheSame(a, "Never run migrations dry first")).toBe(false);
    expect(proposesTheSame(a, "Webhooks arrive out of order")).toBe(false);
  });
});

test("the summary of a session is a record that can be written, of three events that mattered", () => {
  const event: fc.Arbitrary<EpisodicMemory> = fc
    .record({
      content: text,
      importance: fc.integer({ min: 4, max: 10 }),
      event_type: fc.constantFrom(
        "user_query" as const,
        "agent_response" as const,
        "decision" as const,
        "error" as const,
      ),
      emotional_valence: fc.integer({ min: -2, max: 2 }),
      session: fc.constantFrom("s1", "s2"),
    })
    .map(({ session, ...more }) => sampleMemory({ type: "episodic", ...more }, { session }));
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const promotion = sessionPromotion("s1", events, [], AT.now);
      if (!promotion) return;
      expect(issuesOf(promotion.draft)).toEqual([]);
      expect(promotion.memories.length).toBeGreaterThanOrEqual(LEAST.evidence);
      for (const one of promotion.memories) expect(one).toMatchObject({ session_id: "s1" });
    }),
  );
});
