import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { autofix } from "./autofix.ts";
import { CATEGORIES } from "./category.ts";
import { RecordError } from "./error.ts";
import {
  archive,
  archiveRetired,
  checkCreate,
  purgeable,
  restore,
  retire,
  type Transition,
  unarchive,
} from "./lifecycle.ts";
import { mergeUpdate } from "./merge.ts";
import { SAMPLE_CONTENT, sampleRecord } from "./samples.ts";
import { recordIssues } from "./schema.ts";
import type { ProjectRecord } from "./types.ts";

const category = CATEGORIES.decision;
const start = Date.parse("2026-03-01T00:00:00Z");
const HOUR = 3_600_000;
const after = (hours: number): string => new Date(start + hours * HOUR).toISOString();
const days = (n: number): string => after(n * 24);
const now = after(0);
const graceDays = 30;

function changed(transition: Transition): ProjectRecord {
  if (transition.outcome !== "changed") throw new Error(`outcome is ${transition.outcome}`);
  return transition.record;
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof RecordError) return error.code;
    throw error;
  }
  return "none";
}

const active = sampleRecord();
const retired = changed(retire(active, { now, reason: "Superseded" }));
const archived = changed(archive(active, { now, reason: "For the books" }));

describe("retire", () => {
  test("says when and why, also in the log", () => {
    expect(retired).toMatchObject({
      record_status: "retired",
      retired_at: now,
      retired_reason: "Superseded",
      updated_at: now,
    });
    expect(retired.changes).toEqual([
      {
        date: now,
        summary: "Retired: Superseded",
        field: "record_status",
        old_value: "active",
        new_value: "retired",
      },
    ]);
  });

  test("is done once: a second time finds it retired already", () => {
    expect(retire(retired, { now: days(1) })).toEqual({ outcome: "already", record: retired });
  });

  test("of an archived record asks to unarchive first", () => {
    expect(codeOf(() => retire(archived, { now }))).toBe("DELETE_ERROR");
  });

  test("cleans the reason, cuts it to 300 characters, and has a default", () => {
    const long = changed(retire(active, { now, reason: ` a\n\u202eb${"x".repeat(400)}` }));
    expect(long.retired_reason).toStartWith("a bx");
    expect(long.retired_reason).toHaveLength(300);
    expect(recordIssues(long, category)).toEqual([]);
    expect(changed(retire(active, { now, reason: " \u200b" })).retired_reason).toBe("No reason provided");
  });
});

describe("archive and unarchive", () => {
  test("keep the record out of use and bring it back without a trace in its fields", () => {
    expect(archived).toMatchObject({
      record_status: "archived",
      archived_at: now,
      archived_reason: "For the books",
    });
    const back = changed(unarchive(archived, { now: days(2) }));
    expect(back.record_status).toBe("active");
    expect(Object.keys(back)).not.toContain("archived_at");
    expect(back.changes?.map(({ summary }) => summary)).toEqual(["Archived: For the books", "Unarchived"]);
  });

  test("only active records can be archived, only archived ones unarchived", () => {
    expect(archive(archived, { now })).toEqual({ outcome: "already", record: archived });
    expect(codeOf(() => archive(retired, { now }))).toBe("ARCHIVE_ERROR");
    expect(codeOf(() => unarchive(active, { now }))).toBe("UNARCHIVE_ERROR");
    expect(codeOf(() => unarchive(retired, { now }))).toBe("UNARCHIVE_ERROR");
  });
});

describe("restore", () => {
  test("brings a retired record back within the grace period", () => {
    const transition = restore(retired, { now: days(6), graceDays });
    expect(transition).toMatchObject({ outcome: "changed", warnings: [] });
    expect(Object.keys(changed(transition))).not.toContain("retired_reason");
  });

  test("warns of staleness after seven days", () => {
    expect(restore(retired, { now: days(7), graceDays })).toMatchObject({ warnings: [] });
    const transition = restore(retired, { now: days(8), graceDays });
    expect(transition.outcome === "changed" && transition.warnings[0]).toBe(
      "Retired 8 days ago (Superseded): check that it still holds",
    );
  });

  test("is refused when the grace period is over, and for records that are not retired", () => {
    expect(codeOf(() => restore(retired, { now: days(30), graceDays }))).toBe("RESTORE_ERROR");
    expect(codeOf(() => restore(active, { now, graceDays }))).toBe("RESTORE_ERROR");
    expect(codeOf(() => restore(archived, { now, graceDays }))).toBe("RESTORE_ERROR");
  });
});

describe("purge", () => {
  test("is for retired records whose grace period is over", () => {
    expect(purgeable(retired, after(30 * 24 - 1), graceDays)).toBe(false);
    expect(purgeable(retired, days(30), graceDays)).toBe(true);
    expect(purgeable(retired, now, 0)).toBe(true);
    expect(purgeable(archived, days(9_999), graceDays)).toBe(false);
    expect(purgeable(active, days(9_999), graceDays)).toBe(false);
  });

  test("leaves alone what does not say when it was retired", () => {
    expect(purgeable({ ...retired, retired_at: "some day" }, days(9_999), graceDays)).toBe(false);
  });

  test("can be replaced by archiving, with the reason of the retirement", () => {
    expect(codeOf(() => archiveRetired(retired, { now: days(29), graceDays }))).toBe("ARCHIVE_ERROR");
    const kept = changed(archiveRetired(retired, { now: days(31), graceDays }));
    expect(kept).toMatchObject({ record_status: "archived", archived_reason: "Retired: Superseded" });
    expect(recordIssues(kept, category)).toEqual([]);
  });
});

describe("create", () => {
  test("never overwrites an active or archived record", () => {
    expect(codeOf(() => checkCreate(active, now))).toBe("CREATE_ERROR");
    expect(codeOf(() => checkCreate(archived, days(99)))).toBe("CREATE_ERROR");
  });

  test("does not resurrect what was retired less than 24 hours ago", () => {
    expect(codeOf(() => checkCreate(retired, after(23.9)))).toBe("ANTI_RESURRECTION_ERROR");
    expect(codeOf(() => checkCreate(retired, after(24)))).toBe("none");
    expect(codeOf(() => checkCreate(undefined, now))).toBe("none");
  });
});

type Step = { action: string; hours: number; text: string };

/** What the slot of one id holds after a step; refused steps leave it as it is. */
function apply(
  slot: ProjectRecord | undefined,
  { action, text }: Step,
  at: string,
): ProjectRecord | undefined {
  const context = { now: at, reason: text, graceDays };
  if (action === "create") {
    checkCreate(slot, at);
    const draft = { title: `Use ${text}`, tags: [text], content: SAMPLE_CONTENT.decision, retired_at: at };
    return autofix(draft, { now: at, category, action: "create", id: "slot" })
      .value as unknown as ProjectRecord;
  }
  if (slot === undefined) return undefined;
  switch (action) {
    case "update": {
      const next = { tags: [...slot.tags, text], content: { ...slot.content, context: text } };
      const { value } = autofix(next, { now: at, category, action: "update" });
      return mergeUpdate(slot, value, { now: at, category, fileExists: () => true, summary: text || "again" })
        .record;
    }
    case "retire":
      return retire(slot, context).record;
    case "archive":
      return archive(slot, context).record;
    case "unarchive":
      return unarchive(slot, context).record;
    case "restore":
      return restore(slot, context).record;
    case "keep":
      return archiveRetired(slot, context).record;
    default:
      return purgeable(slot, at, graceDays) ? undefined : slot;
  }
}

/** From which status to which an accepted step may lead; `none` is an empty slot. */
const ALLOWED: { [action: string]: readonly string[] } = {
  create: ["none>active", "retired>active"],
  update: ["none>none", "active>active"],
  retire: ["none>none", "active>retired", "retired>retired"],
  archive: ["none>none", "active>archived", "archived>archived"],
  unarchive: ["none>none", "archived>active"],
  restore: ["none>none", "retired>active"],
  keep: ["none>none", "retired>archived", "archived>archived"],
  purge: ["none>none", "active>active", "archived>archived", "retired>retired", "retired>none"],
};

test("any sequence of actions keeps every invariant of the lifecycle", () => {
  const step = fc.record({
    action: fc.constantFrom(...Object.keys(ALLOWED)),
    hours: fc.constantFrom(0, 1, 23, 25, 24 * 8, 24 * 31),
    text: fc.oneof(fc.constantFrom("jwt", "tokens", ""), fc.string({ unit: "binary", maxLength: 20 })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let slot: ProjectRecord | undefined;
      let hours = 0;
      for (const current of steps) {
        hours += current.hours;
        const before = slot;
        const at = after(hours);
        try {
          slot = apply(slot, current, at);
        } catch (error) {
          expect(error).toBeInstanceOf(RecordError);
          continue;
        }
        expect(ALLOWED[current.action]).toContain(
          `${before?.record_status ?? "none"}>${slot?.record_status ?? "none"}`,
        );
        if (slot === undefined) continue;
        expect(recordIssues(slot, category)).toEqual([]);
        if (slot === before || current.action === "create") continue;
        expect(slot.updated_at).toBe(at);
        expect(slot.created_at).toBe(before?.created_at ?? "");
        expect(slot.changes?.at(-1)?.date).toBe(at);
      }
    }),
    { numRuns: 150 },
  );
});
