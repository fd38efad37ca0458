import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { RecordError } from "../record/error.ts";
import {
  accept,
  archive,
  cleared,
  heeded,
  IDLE_MAX,
  isOpen,
  isRecallable,
  isVisible,
  kept,
  recurred,
  reinforce,
  reject,
  supersede,
  taughtAgain,
  turned,
  USES,
  unarchive,
  updateMemory,
  used,
  widened,
} from "./lifecycle.ts";
import { AT, sampleMemory, sampleOfEach } from "./samples.ts";
import type { Memory, Scope } from "./types.ts";
import { memoryIssues } from "./validate.ts";

const hours = (n: number): Date => new Date(AT.now.getTime() + n * 3_600_000);
const fact = (): ReturnType<typeof sampleMemory<{ type: "semantic"; content: string }>> =>
  sampleMemory({ type: "semantic", content: "Webhooks arrive out of order" });

const refusal = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    return (error as RecordError).issues.map(({ field }) => field);
  }
  return [];
};

describe("a change", () => {
  test("is checked like a new memory, and changes the hash with the content", () => {
    const before = fact();
    const after = updateMemory(before, { content: "They arrive in order" }, hours(1));
    expect(after.content_hash).not.toBe(before.content_hash);
    expect(after.updated_at).toBe(hours(1).toISOString());
    expect(refusal(() => updateMemory(before, { confidence: 2 }, hours(1)))).toEqual(["confidence"]);
  });

  test("leaves alone who a memory is", () => {
    const change = { id: "x", project: "y", status: "rejected", content_hash: "z" };
    expect(refusal(() => updateMemory(fact(), change, hours(1)))).toEqual(Object.keys(change));
  });

  test("takes out what is set to nothing, where it is not needed", () => {
    const memory = sampleMemory({ type: "episodic", content: "x", emotional_valence: 2 });
    expect(updateMemory(memory, { emotional_valence: undefined }, hours(1))).not.toHaveProperty(
      "emotional_valence",
    );
    expect(refusal(() => updateMemory(memory, { content: undefined }, hours(1)))).toEqual(["content"]);
  });
});

describe("what may be recalled", () => {
  const now = hours(1);

  test("is what is active, holds and has become nothing else", () => {
    for (const memory of sampleOfEach()) expect(isRecallable(memory, now)).toBe(true);
    const memory = fact();
    expect(isRecallable(supersede(memory, "other", now), now)).toBe(false);
    expect(isRecallable(archive(memory, now), now)).toBe(false);
    expect(isRecallable(unarchive(archive(memory, now), now), now)).toBe(true);
    expect(isRecallable({ ...memory, promoted_to: "decisions/x.json" }, now)).toBe(false);
    expect(isRecallable({ ...memory, valid_from: hours(2).toISOString() }, now)).toBe(false);
    expect(isRecallable({ ...memory, valid_to: hours(1).toISOString() }, now)).toBe(false);
  });

  test("is no intention that has ended, and no working memory of a task that is over", () => {
    const intention = sampleMemory({ type: "prospective", content: "x" });
    expect(isRecallable(turned(intention, "active", now), now)).toBe(true);
    expect(isRecallable(turned(intention, "completed", now), now)).toBe(false);
    const working = sampleMemory({ type: "working", content: "x" });
    expect(isRecallable(cleared(working, "completed", now), now)).toBe(false);
    expect(isRecallable(working, hours(5))).toBe(false);
  });

  test("is seen by its own session, its project, or everyone, as its scope says", () => {
    const seen = (scope: "session" | "project" | "user", project: string, session: string): boolean =>
      isVisible(sampleMemory({ type: "semantic", content: "x", scope }), { project, session });
    expect([seen("session", "p1", "s1"), seen("session", "p1", "s2"), seen("session", "p2", "s1")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([seen("project", "p1", "s2"), seen("project", "p2", "s1")]).toEqual([true, false]);
    expect(seen("user", "p2", "s2")).toBe(true);
    const working = sampleMemory({ type: "working", content: "x" });
    expect(isVisible(working, { project: "p1", session: "s2" })).toBe(false);
  });
});

describe("what speaks for a memory", () => {
  test("counts once per session, and takes a third of the doubt away", () => {
    const twice = reinforce(reinforce(fact(), "s2", hours(1)), "s2", hours(2));
    expect(twice.evidence_count).toBe(2);
    expect(twice.confidence).toBeCloseTo(2 / 3);
    expect(twice.source_sessions).toEqual(["s1", "s2"]);
  });

  test("is for a procedure how it went", () => {
    let memory = sampleMemory({ type: "procedural", procedure_name: "x", steps: ["y"] });
    for (let n = 0; n < 5; n += 1) memory = used(memory, n > 0, hours(n));
    expect(memory.usage_count).toBe(5);
    expect(memory.success_rate).toBeCloseTo(5 / 7);
    expect(memory.last_used_at).toBe(hours(4).toISOString());
  });

  test("is for a procedure every session that does it the same way, once each", () => {
    const memory = sampleMemory({ type: "procedural", procedure_name: "x", steps: ["y"] });
    const again = taughtAgain(taughtAgain(memory, "s2", hours(1)), "s2", hours(2));
    expect(again).toMatchObject({ usage_count: 1, success_count: 1, source_sessions: ["s1", "s2"] });
    expect(again.last_used_at).toBe(hours(1).toISOString());
    expect(taughtAgain(again, "s3", hours(3))).toMatchObject({ usage_count: 2, success_count: 2 });
  });

  test("makes an intention of three sessions one of the project", () => {
    const once = sampleMemory({ type: "prospective", content: "x" });
    const again = recurred(recurred(once, "s2", hours(1)), "s2", hours(2));
    expect(again.scope).toBe("session");
    expect(recurred(again, "s3", hours(3))).toMatchObject({ scope: "project", usage_count: 3 });
  });
});

describe("what another took the place of", () => {
  const rule = sampleMemory({ type: "semantic", content: "Use SQLite" });

  test("holds again when it is taken out of the archive", () => {
    const gone = archive(supersede(rule, "other", hours(1)), hours(2));
    const back = unarchive(gone, hours(3));
    expect(isRecallable(back, hours(4))).toBe(true);
    expect(memoryIssues(back)).toEqual([]);
  });

  test("before it held stays a memory", () => {
    const later = updateMemory(rule, { valid_from: hours(9).toISOString() }, hours(0));
    expect(memoryIssues(supersede(later, "other", hours(1)))).toEqual([]);
  });
});

test("a memory is made to be seen by more, and never by fewer", () => {
  const reach = (from: Scope, to?: Scope): unknown =>
    Object.entries(widened(sampleMemory({ type: "episodic", content: "x", scope: from }), to)).find(
      ([field]) => field === "scope",
    )?.[1];
  expect([reach("session", "project"), reach("project", "user"), reach("session")]).toEqual([
    "project",
    "user",
    "session",
  ]);
  expect([reach("project", "session"), reach("user", "project")]).toEqual(["project", "user"]);
});

test("times are kept in UTC, however they are written: databases compare them as text", () => {
  const due = sampleMemory({ type: "prospective", content: "Look", due_at: "2026-05-01T10:00:00+09:00" });
  expect(due).toMatchObject({ due_at: "2026-05-01T01:00:00.000Z" });
  const changed = updateMemory(due, { due_at: "2026-05-01T10:00:00-09:30" }, hours(1));
  expect(changed).toMatchObject({ due_at: "2026-05-01T19:30:00.000Z" });
});

describe("an intention", () => {
  test("that has ended does not begin again", () => {
    const done = turned(sampleMemory({ type: "prospective", content: "x" }), "completed", hours(1));
    expect(done.completed_at).toBe(hours(1).toISOString());
    expect(turned(done, "completed", hours(2))).toMatchObject({ completed_at: hours(1).toISOString() });
    expect(refusal(() => turned(done, "pending", hours(2)))).toEqual(["state"]);
  });
});

describe("working memory", () => {
  test("lives for as long as there is activity, and is kept when cleared", () => {
    const memory = sampleMemory({ type: "working", content: "x" });
    expect(isOpen(memory, hours(3.9))).toBe(true);
    expect(isOpen(memory, hours(4))).toBe(false);
    const longer = kept(memory, hours(3));
    expect(isOpen(longer, hours(6.9))).toBe(true);
    expect(kept(longer, hours(1)).expires_at).toBe(longer.expires_at); // a clock set back takes nothing away
    const over = cleared(longer, "completed", hours(3));
    expect(cleared(over, "session ended", hours(4))).toEqual(over);
  });
});

/** Every step by its name, with where it may be taken from. */
const STEPS: { readonly [name: string]: (memory: Memory, now: Date) => Memory } = {
  accept,
  reject,
  archive,
  unarchive,
  supersede: (memory, now) => supersede(memory, "another", now),
  update: (memory, now) => updateMemory(memory, { importance: 7 }, now),
};

test("whatever is done to it in whatever order, a memory stays sound, and its time never runs backwards", () => {
  const step = fc.record({
    name: fc.constantFrom(...Object.keys(STEPS)),
    at: fc.integer({ min: -5, max: 50 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), fc.boolean(), fc.array(step), (which, staged, steps) => {
      let memory = sampleOfEach(staged ? { status: "staged" } : {})[which] as Memory;
      for (const { name, at } of steps) {
        const before = memory;
        try {
          memory = STEPS[name]?.(memory, hours(at)) ?? memory;
        } catch (error) {
          expect((error as RecordError).code).toBe("VALIDATION_ERROR");
        }
        expect(memoryIssues(memory)).toEqual([]);
        expect(Date.parse(memory.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at));
        expect(memory.id).toBe(before.id);
        if (before.status === "rejected") expect(memory.status).toBe("rejected");
      }
    }),
  );
});

test("a memory that is shown to no use again and again sinks, and one that is of use rises, within bounds", () => {
  const memory = sampleMemory({ type: "semantic", content: "Webhooks arrive twice", importance: 5 });
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 120 }), (uses) => {
      let [now, times, idle] = [memory, 0, 0];
      for (const each of uses) {
        times += each ? 1 : 0;
        idle = each ? 0 : idle + 1;
        now = heeded(now, { used: times, idle });
        expect(now.importance).toBeGreaterThanOrEqual(1);
        expect(now.importance).toBeLessThanOrEqual(10);
      }
      expect(now).toEqual({ ...memory, importance: now.importance });
      if (uses.every((each) => each)) expect(now.importance).toBe(Math.min(10, 5 + Math.floor(times / USES)));
      if (!uses.includes(true)) expect(now.importance).toBe(Math.max(1, 5 - Math.floor(idle / IDLE_MAX)));
    }),
  );
});
