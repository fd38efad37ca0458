import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ProjectRecord } from "../record/types.ts";
import { expired, sessionsToRetire } from "./window.ts";

const session = (
  id: string,
  created: string,
  completed: string[] = [],
  next: string[] = [],
): ProjectRecord => ({
  schema_version: "1.0",
  category: "session_summary",
  id,
  title: id,
  record_status: "active",
  created_at: created,
  updated_at: created,
  tags: ["session"],
  content: { goal: id, outcome: "success", completed, next_actions: next },
});

const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();

describe("the session window", () => {
  test("retires the oldest beyond the limit and keeps the newest", () => {
    const sessions = [session("c", day(3)), session("a", day(1)), session("b", day(2))];
    expect(sessionsToRetire(sessions, 2, []).map(({ id }) => id)).toEqual(["a"]);
    expect(sessionsToRetire(sessions, 3, [])).toEqual([]);
  });

  test("warns of content that no other record holds", () => {
    const old = session(
      "old",
      day(1),
      ["Migrated billing to the ledger service"],
      ["Rotate the signing keys"],
    );
    const [retirement] = sessionsToRetire([old, session("new", day(2))], 1, [
      "Billing migrated to ledger service billing,ledger",
    ]);
    expect(retirement?.warning).toContain("Rotate the signing keys");
    expect(retirement?.warning).not.toContain("Migrated billing");
  });

  test("says nothing when a remaining session repeats what is open", () => {
    const old = session("old", day(1), [], ["Rotate the signing keys"]);
    const [retirement] = sessionsToRetire([old, session("new", day(2), [], ["rotate signing keys"])], 1, []);
    expect(retirement?.id).toBe("old");
    expect(retirement?.warning).toBeUndefined();
  });

  test("always leaves exactly the newest `max` active", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        (days, max) => {
          const all = days.map((n) => session(`s-${n}`, day(n)));
          const gone = new Set(sessionsToRetire(all, max, []).map(({ id }) => id));
          const left = all.filter(({ id }) => !gone.has(id));
          expect(left.length).toBe(Math.min(max, all.length));
          const newestGone = Math.max(
            0,
            ...all.filter(({ id }) => gone.has(id)).map((r) => Date.parse(r.created_at)),
          );
          for (const record of left) expect(Date.parse(record.created_at)).toBeGreaterThan(newestGone);
        },
      ),
    );
  });
});

describe("retention", () => {
  test("lets go of what nobody updated for longer than the given days", () => {
    const now = new Date(Date.UTC(2026, 3, 1));
    const records = [session("stale", day(1)), session("fresh", day(80))];
    expect(expired(records, 30, now).map(({ id }) => id)).toEqual(["stale"]);
  });

  test("keeps everything for good at 0 days", () => {
    expect(expired([session("stale", day(1))], 0, new Date(Date.UTC(2030, 0, 1)))).toEqual([]);
  });
});
